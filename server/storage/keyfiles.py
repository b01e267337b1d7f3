"""The server's private keys: a file for each, readable by its owner alone, in the club's folder."""

import os
from pathlib import Path

import msgspec

from engine.core.errors import Refused
from engine.ledger.keys import KeyRing, PrivateKey, make_key_from_os_randomness, read_private_jwk
from server.storage.files import FILE, OTHERS, make_folder

KEY_FILE = "server-key.json"
KEY_FILES = "server-key*.json"
"""The first one, and those that came after it, named by their thumbprints."""


class FolderRing(KeyRing):
    """The keys in a club's folder; one that was put there since is found when it is first needed."""

    def __init__(self, folder: Path) -> None:
        """Read what is there."""
        self._folder = folder
        super().__init__(load_keys(folder))

    def find(self, kid: str) -> PrivateKey | None:
        """Return the key of a thumbprint, or None if no file has it."""
        found = super().find(kid)
        if found is None:
            self._keys = {key.kid: key for key in load_keys(self._folder)}
            found = super().find(kid)
        return found


def find_key_files(folder: Path) -> list[Path]:
    """Return the files of keys in a folder, the first key's first."""
    return sorted(folder.glob(KEY_FILES), key=lambda path: (path.name != KEY_FILE, path.name))


def load_keys(folder: Path) -> list[PrivateKey]:
    """Return the server's keys, or refuse a file that others can read."""
    return [_load(path) for path in find_key_files(folder)]


def get_first_key(folder: Path) -> PrivateKey:
    """Return the key of a club that has only one, or refuse where there is none."""
    found = load_keys(folder)
    if not found:
        raise Refused("invalid_value", "There is no key in {folder}: run `atelier host init`.", folder=str(folder))
    return found[0]


def make_first_key(folder: Path) -> PrivateKey:
    """Return the server's key; make its file if there is none."""
    if not find_key_files(folder):
        make_folder(folder)
        write_key(folder / KEY_FILE, make_key_from_os_randomness())
    return get_first_key(folder)


def make_next_key(folder: Path) -> PrivateKey:
    """Make another key, in a file that is named by its thumbprint."""
    key = make_key_from_os_randomness()
    write_key(folder / f"server-key.{key.kid}.json", key)
    return key


def write_key(path: Path, key: PrivateKey) -> None:
    """Write a new key's file, on the disk before anybody counts on it."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE)
    with os.fdopen(descriptor, "wb") as file:
        file.write(msgspec.json.encode(key.jwk))
        file.flush()
        os.fsync(file.fileno())


def _load(path: Path) -> PrivateKey:
    if path.stat().st_mode & OTHERS:
        raise Refused("invalid_value", "{path} can be read by others: `chmod 600` it.", path=str(path))
    return read_private_jwk(msgspec.json.decode(path.read_bytes()))
