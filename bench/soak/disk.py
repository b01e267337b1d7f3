"""A small disk that can be filled up: a tmpfs of its own where the system lets us, else a quota on the server's files."""

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

BLOCK = 64 * 1024
FILE_MAY_HAVE = 8 * 1024
"""What is left of a quota when it is full: less than any turn needs."""


class Disk(Protocol):
    """Something that can be full, and have room again."""

    def fill(self) -> None:
        """Leave no room."""

    def free(self) -> None:
        """Make room again."""


class SmallDisk:
    """A mounted tmpfs; a balloon takes all the room there is."""

    def __init__(self, folder: Path) -> None:
        self.balloon = folder / "balloon"

    def fill(self) -> None:
        """Write until nothing more fits."""
        with self.balloon.open("ab", buffering=0) as file:
            for size in (BLOCK, 512):
                try:
                    while file.write(b"\0" * size) == size:
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        """Let the balloon go."""
        self.balloon.unlink(missing_ok=True)


class Quota:
    """A limit on how large files of a process may grow, for those who may not mount a disk."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def fill(self) -> None:
        """Let no file grow."""
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (FILE_MAY_HAVE, most))

    def free(self) -> None:
        """Let files grow as far as they may."""
        _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (most, most))


@contextmanager
def small_disk(megabytes: int) -> Iterator[tuple[Path, SmallDisk | None]]:
    """Give a folder on a small disk of its own; without the right to mount, a plain folder and no disk."""
    folder = Path(tempfile.mkdtemp(prefix="atelier-soak-"))
    folder.chmod(0o755)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "atelier-soak", str(folder)]
    is_mounted = os.geteuid() == 0 and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    try:
        yield folder, SmallDisk(folder) if is_mounted else None
    finally:
        if is_mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        shutil.rmtree(folder)
