"""Where tests keep what they store: in memory where there is room for it, so that nobody waits for a disk."""

import os
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 * 1024**3


def find_folder(memory: Path = MEMORY, room: int = ROOM) -> Path:
    """Return a folder in memory that has room and in which programs may be started, else the machine's temp folder."""
    if memory.is_dir() and os.access(memory, os.W_OK):
        found = os.statvfs(memory)
        if found.f_bavail * found.f_frsize >= room and not found.f_flag & os.ST_NOEXEC:
            return memory
    return Path(tempfile.gettempdir())
