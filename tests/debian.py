"""Programs from Debian's packages, unpacked in a folder under the temp folder: nothing is installed."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

INSTALLED = Path("/var/lib/dpkg/status")


class Unavailable(Exception):
    """Why a program of Debian's is not to be had here."""


def unpacked(*packages):
    """Return a folder with Debian packages and whatever they need that is not installed; nothing else is changed."""
    if shutil.which("apt-get") is None:
        raise Unavailable("it comes from Debian's packages")
    home = Path(tempfile.gettempdir()) / f"atelier-packages-{os.geteuid()}"
    home.mkdir(mode=0o755, exist_ok=True)
    if home.is_symlink() or home.stat().st_uid != os.geteuid():
        raise Unavailable(f"{home} is somebody else's")
    root = home / f"{packages[0]}-{hashlib.sha256(INSTALLED.read_bytes()).hexdigest()[:12]}"
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not root.exists():
            _unpack(packages, root)
    return root


@contextmanager
def skipped_if_absent():
    """Skip what needs a program that is not to be had here; wherever changes are judged, its absence is a failure."""
    try:
        yield
    except Unavailable as why:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(why))


def find_libraries(root):
    """Return the environment in which unpacked programs find their libraries."""
    places = ("usr/lib/postfix", "usr/lib/dovecot", "usr/lib/*-linux-gnu*", "lib/*-linux-gnu*", "usr/lib/*/pulseaudio")
    folders = (folder for place in places for folder in root.glob(place))
    return {"LD_LIBRARY_PATH": ":".join(map(str, folders))}


def _unpack(packages, root):
    with tempfile.TemporaryDirectory(dir=root.parent) as name:
        work = Path(name)
        work.chmod(0o755)
        for folder in ("state/lists/partial", "cache/archives/partial", "root"):
            (work / folder).mkdir(parents=True)
        _apt(work, "update")
        _apt(work, "install", "--yes", "--download-only", "--reinstall", "--no-install-recommends", *packages)
        for package in (work / "cache" / "archives").glob("*.deb"):
            subprocess.run(["dpkg-deb", "--extract", package, work / "root"], check=True, timeout=60)
        for path in (work / "root").rglob("*"):
            if path.is_file() and not path.is_symlink():
                path.chmod(path.stat().st_mode & 0o755)  # nothing in the temp folder may lend its owner's rights
        (work / "root").chmod(0o755)
        (work / "root").rename(root)


def _apt(work, *words):
    """Run apt-get with lists and archives of its own, so that it locks nothing and leaves the machine as it is."""
    settings = {
        "Dir::State": work / "state",
        "Dir::State::status": INSTALLED,
        "Dir::Cache": work / "cache",
        "Debug::NoLocking": "1",
        "Acquire::Retries": "3",
        "Acquire::http::Timeout": "20",
    }
    given = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
    done = subprocess.run(
        ["apt-get", "--quiet", *given, *words], check=False, capture_output=True, text=True, timeout=180
    )
    if done.returncode:
        raise Unavailable(done.stderr.strip() or done.stdout.strip())
