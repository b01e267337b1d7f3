"""What is installed, as one word: it changes whenever a game could come out differently."""

import hashlib
import inspect
from functools import cache
from pathlib import Path

import engine.core
import engine.ledger
from engine.core.canonical import b64u
from engine.registry import rules_class

SUFFIXES = {".py", ".toml", ".json"}


@cache
def find_build(rules: str) -> str:
    """Return the hash of all files that have a say in how a game replays: its own, the core's and the ledger's."""
    kind = rules_class(rules)
    own = Path(inspect.getfile(kind)).parent
    hashed = hashlib.sha256(f"{kind.__module__}.{kind.__qualname__} {kind.version}\0".encode())
    for folder in (Path(engine.core.__file__).parent, Path(engine.ledger.__file__).parent, own):
        for path in _find_files(folder):
            hashed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return b64u(hashed.digest())


def _find_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)
