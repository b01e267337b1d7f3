"""`make quick` is what it says: its tests can neither start a process nor open a database."""

import re
import sqlite3.dbapi2
import subprocess
from pathlib import Path

import pytest

from tests.conftest import QUICK

MAKEFILE = Path(__file__).parents[2] / "Makefile"


def test_a_quick_test_that_starts_a_process_fails():
    with pytest.raises(pytest.fail.Exception, match="starts a process"):
        subprocess.run(["true"], check=True)


def test_a_quick_test_that_opens_a_database_fails():
    with pytest.raises(pytest.fail.Exception, match="opens a database"):
        sqlite3.dbapi2.connect(":memory:")


@pytest.mark.process
def test_a_test_that_says_so_may_start_a_process():
    assert subprocess.run(["true"], check=True).returncode == 0


def test_these_are_the_folders_that_make_runs():
    recipe = re.search(r"^quick:.*\n((?:\t.*\n)+)", MAKEFILE.read_text(), flags=re.MULTILINE)
    assert recipe is not None
    assert tuple(re.findall(r"tests/\w+", recipe[1])) == QUICK
    assert "not process" in recipe[1]
