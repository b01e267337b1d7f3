"""The recipes of docs/hosting.md for a year as a host are run as they stand."""

import re
import shlex

import pytest

from tests.cli.people import Player, Served
from tests.pages import DOCS

SECTION = "## A year as a host\n"


def find_recipes():
    """Return the lines to type of the section, in their order."""
    page = (DOCS / "hosting.md").read_text(encoding="utf-8")
    section = page.partition(SECTION)[2].partition("\n## ")[0]
    return [line for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in block.splitlines()]


@pytest.fixture
def club(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    served = Served(tmp_path / "served", mail={"undo_pause": 0})
    yield served
    served.close()


def test_a_year_as_a_host_goes_as_it_is_written(club, tmp_path):
    hana = Player(tmp_path / "hana", club.origin).found(club.club, "hana")
    ada, bob, max_, odile = (
        Player(tmp_path / name, club.origin).register(club.club, name) for name in ("ada", "bob", "max", "odile")
    )
    game = hana.data("new", "foundry", "--seats", "2", "--title", "Winter", "--pace", "48h")["id"]
    max_.ok("join", game)
    recipes = find_recipes()
    assert len(recipes) >= 20
    for line in recipes:
        program, *words = shlex.split(line)
        assert program == "atelier"
        hana.ok(*words)
    assert "Odile plays on for Max." in ada.ok("log", game).out
    assert ada.ok("verify", game)
    assert bob.data("whoami")["handle"] == "bob-the-first"
    assert odile.ok("host", "log").out.count("\n") >= 15
    assert {one["handle"] for one in odile.data("host", "players")} >= {"hana", "max"}
