"""A game of another distribution: the commands of docs/adding-a-game.md build, install, show, play and serve it."""

import json

import pytest

from tests.cli.people import Player
from tests.e2e.clubs import serving
from tests.e2e.wheels import Installed, copy_sources
from tests.games import PEBBLES
from tests.pages import find_blocks


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Atelier, and then Pebbles by the commands of the page, from sources of which nothing is compiled."""
    installed = Installed(tmp_path_factory.mktemp("elsewhere"))
    sources = copy_sources(PEBBLES, installed.folder / "pebbles")
    installed.shown = {line: installed.type(line, cwd=sources) for line in find_commands()}
    return installed


def find_commands():
    """Return the lines that the page tells to type for a game from elsewhere."""
    (block,) = [block for block in find_blocks("adding-a-game.md", "sh") if "hatchling build" in block]
    return block.splitlines()


@pytest.fixture(scope="module")
def newcomer(installed, tmp_path_factory):
    player = Player(tmp_path_factory.mktemp("newcomer"), "http://127.0.0.1:9")
    player.program = str(installed.bin / "atelier")
    return player


def test_its_rules_are_shown(installed, newcomer):
    assert "take PEBBLES" in installed.shown["atelier rules pebbles"]
    assert "Prendre des cailloux du tas" in newcomer.process("rules", "pebbles", ATELIER_LANG="fr").out


def test_without_it_the_game_is_unknown(newcomer):
    told = Player(newcomer.home, newcomer.server).process("rules", "pebbles")
    assert told.exit != 0
    assert "There is no game `pebbles`" in told.err


def test_it_is_offered_on_tab(newcomer):
    assert newcomer.complete("atelier demo p") == ["pebbles"]
    assert newcomer.complete("atelier new p") == ["pebbles"]


def test_a_demo_of_it_is_played_to_its_end(newcomer):
    played = newcomer.process("demo", "pebbles", stdin="take 1\n" * 10)
    assert "The game is over" in played.err, played
    bundle = next((newcomer.home / "demo").glob("*.atelier.json"))
    report = json.loads(newcomer.process("verify", bundle, "--json").out)
    assert (report["grade"], report["is_over"]) == ("anchored", True)


def test_a_club_serves_it_from_the_first_turn_to_a_bundle_that_verifies(installed, tmp_path):
    with serving(tmp_path / "club", program=str(installed.bin / "atelier")) as served:
        ada, bob = (served.player(tmp_path / name, name) for name in ("ada", "bob"))
        game = ada.data("new", "pebbles")["id"]
        bob.ok("join", game)
        for one, line in ((ada, "take 3"), (bob, "take 3"), (ada, "take 1"), (bob, "take 2"), (ada, "take 1")):
            one.ok("play", game, line)
        bundle = tmp_path / "game.atelier.json"
        ada.ok("export", game, "-f", bundle)
        report = json.loads(bob.process("verify", bundle, "--json").out)
    assert (report["grade"], report["is_over"]) == ("anchored", True)
    assert [seat["signed"] for seat in report["seats"]] == [3, 2]
