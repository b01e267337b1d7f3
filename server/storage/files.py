"""Files of the club: made for their owner alone, whatever the umask."""

import os
from pathlib import Path

FOLDER, FILE, OTHERS = 0o700, 0o600, 0o077


def make_folder(path: Path) -> None:
    """Make a folder that only its owner can enter; one that is there stays as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.mkdir(FOLDER, exist_ok=True)


def make_file(path: Path) -> None:
    """Make an empty file that only its owner can read; one that is there stays as it is."""
    path.touch(FILE)


def open_owned(path: str, flags: int) -> int:
    """Open a file; a new one can be read by its owner alone. `open` takes this as its opener."""
    return os.open(path, flags, FILE)


def find_open(folder: Path) -> list[Path]:
    """Return the folder, and what lies directly in it, where others may look into it."""
    return [path for path in (folder, *sorted(folder.iterdir())) if path.stat().st_mode & OTHERS]
