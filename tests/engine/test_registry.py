"""The list of games: ours, and those that other distributions declare by an entry point."""

import pytest

import engine
from engine import registry
from engine.core.errors import Refused


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Declares entry points as an installed distribution does."""
    folder = tmp_path / "elsewhere-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(tmp_path)

    def declare(*lines):
        (folder / "entry_points.txt").write_text("\n".join(["[atelier.games]", *lines]))
        registry._paths.cache_clear()
        registry.rules_class.cache_clear()

    yield declare
    monkeypatch.undo()
    registry._paths.cache_clear()
    registry.rules_class.cache_clear()


@pytest.fixture
def unregistered(monkeypatch):
    """Takes the tiny game back, so that only an entry point can bring it."""
    monkeypatch.delitem(registry.GAMES, "pebbles")


def test_an_entry_point_names_the_class_of_the_rules(unregistered, elsewhere):
    elsewhere("pebbles = pebbles.rules:Pebbles")
    assert "pebbles" in engine.games()
    assert registry.rules_class("pebbles").title.en == "Pebbles"


def test_a_game_that_nobody_declares_is_refused(unregistered, elsewhere):
    elsewhere()
    with pytest.raises(Refused, match="no game `pebbles`"):
        registry.rules_class("pebbles")


@pytest.mark.parametrize(
    "line", ["pebbles = pebbles.rules:HERE", "pebbles = pebbles.state:Player", "other = pebbles.rules:Pebbles"]
)
def test_what_is_not_the_class_of_its_rules_is_said_to_be_none(unregistered, elsewhere, line):
    elsewhere(line)
    with pytest.raises(TypeError, match="is not the class of the rules"):
        registry.rules_class(line.split()[0])


def test_no_distribution_puts_its_rules_in_place_of_ours(elsewhere):
    elsewhere("nicodemus = pebbles.rules:Pebbles")
    assert registry.rules_class("nicodemus").id == "nicodemus"
