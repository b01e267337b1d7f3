"""Wheels built from sources, and environments into which nothing but them is installed."""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.metadata import entry_points
from pathlib import Path

from tests.cli.people import bare_environment

ROOT = Path(__file__).parents[2]
TOOLS = Path(sys.executable).parent
UV = shutil.which("uv") or str(TOOLS / "uv")
INSTALL = f"{UV} pip install --quiet --offline --no-deps"
"""Nothing is fetched: what Atelier needs is seen through to where the tests have it."""


class Installed:
    """An environment of its own, with a wheel of Atelier and nothing else in it."""

    def __init__(self, folder, wheel=None):
        self.folder, self.bin = folder, folder / "venv" / "bin"
        self.shown: dict[str, str] = {}
        run([UV, "venv", "--quiet", "--offline", "--python", sys.executable, folder / "venv"])
        (site,) = (folder / "venv" / "lib").glob("python*/site-packages")
        (site / "seen_through.pth").write_text(sysconfig.get_path("purelib"))
        self.type(f"pip install {wheel or build_wheel(ROOT, folder / 'wheels')}")

    def type(self, line, cwd=None):
        """Run a line of the page and return what it shows."""
        words = shlex.split(line.replace("pip install", INSTALL, 1))
        environ = {"VIRTUAL_ENV": str(self.bin.parent), "PATH": f"{self.bin}:{TOOLS}:{os.environ['PATH']}"}
        homes = {"HOME": str(self.folder), "ATELIER_HOME": str(self.folder / "home"), "ATELIER_LANG": "en"}
        return run(words, cwd=cwd or self.folder, env={**bare_environment(), **environ, **homes})

    def add_program(self, name):
        """Lay a program into it whose package is seen through, as installing the package would."""
        (found,) = entry_points(group="console_scripts", name=name)
        script = f"#!{self.bin}/python\nfrom {found.module} import {found.attr.split('.')[0]}\n{found.attr}()\n"
        (self.bin / name).write_text(script)
        (self.bin / name).chmod(0o755)


def run(command, **given):
    """Run a command that must succeed, and return what it shows."""
    done = subprocess.run(
        list(map(str, command)), check=False, capture_output=True, text=True, stdin=subprocess.DEVNULL, **given
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


def build_wheel(sources, folder):
    """Return the wheel that is built from a source tree."""
    run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=sources)
    return next(folder.glob("*.whl"))


def copy_sources(source, folder):
    """Return a copy of a source tree, with what its wheel is built from and nothing that was made from it."""
    return shutil.copytree(source, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))


LEFT_OUT = ("*.mo", "__pycache__", ".*", "tests", "bench", "docs", "golden", "tools", "dist")
