"""`make setup` takes the Python that a person would."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.process
BOOTSTRAP = Path(__file__).parents[2] / "tools" / "bootstrap"
STAND_IN = """#!/bin/sh
case "$1" in
    -c) exit {too_old} ;;
    --version) echo "{name}" ;;
    *) exit 3 ;;
esac
"""


@pytest.fixture
def take(tmp_path):
    """Tells which of some Pythons (and whether each is too old) is taken; none of them makes anything."""
    (tmp_path / "tools").mkdir()
    script = shutil.copy(BOOTSTRAP, tmp_path / "tools" / "bootstrap")
    folder = tmp_path / "bin"
    folder.mkdir()

    def run(**too_old):
        for name, is_too_old in too_old.items():
            path = folder / name.replace("_", ".")
            path.write_text(STAND_IN.format(too_old=int(is_too_old), name=path.name))
            path.chmod(0o755)
        environ = {"PATH": f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"}
        done = subprocess.run(["sh", script], check=False, capture_output=True, text=True, env=environ)
        return done.stdout.removeprefix("making .venv with ").strip()

    return run


def test_the_python3_of_the_path_is_taken_if_it_is_recent(take):
    assert take(python3=False, python3_11=False, python3_13=False) == "python3"


def test_else_the_newest_is_taken(take):
    assert take(python3=True, python3_11=False, python3_13=False, python3_12=False) == "python3.13"
