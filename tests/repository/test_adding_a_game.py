"""The page on adding a game shows what is there: its code is that of Pebbles, and every game has the files it lists."""

import inspect
import re
from pathlib import Path

import pytest

import engine
from tests.games import PEBBLES
from tests.pages import DOCS, find_blocks

PAGE = "adding-a-game.md"
SHOWN = find_blocks(PAGE, "python") + find_blocks(PAGE, "toml")


@pytest.mark.parametrize("block", SHOWN, ids=[block.splitlines()[0] for block in SHOWN])
def test_the_code_on_the_page_is_that_of_the_game(block):
    path, _, code = block.removeprefix("# ").partition("\n")
    assert code in (PEBBLES / path).read_text(encoding="utf-8")


def find_listed():
    """Return the files of the page's table that every game has."""
    table = (DOCS / PAGE).read_text(encoding="utf-8").partition("| file |")[2].partition("\n\n")[0]
    return re.findall(r"^\| `([\w./]+)`", table, re.MULTILINE)


@pytest.mark.parametrize("game", list(engine.games()))
def test_every_game_has_the_files_that_the_page_lists(game):
    folder = Path(inspect.getfile(type(engine.games()[game]))).parent
    assert [name for name in find_listed() if not (folder / name).exists()] == []
    assert "rules.py" in find_listed()
    assert list((folder / "steps").glob("[a-z]*.py"))


def test_the_page_names_files_and_targets_that_exist():
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    root = DOCS.parent
    named = set(re.findall(r"`((?:tests|engine|docs)/[\w./]+)`", page))
    assert len(named) > 8
    assert [name for name in sorted(named) if "GAME" not in name and not (root / name).exists()] == []
    targets = set(re.findall(r"^([a-z]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", page)) <= targets
