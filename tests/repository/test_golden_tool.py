"""`make golden` finds what a game lacks, and leaves the rest as it is."""

import pytest

import engine
from tests.engine import golden
from tools.golden import find_missing, main


@pytest.mark.parametrize("game", list(engine.games()))
def test_no_game_lacks_a_golden_game(game):
    assert find_missing(game) == set()


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Lets a game begin without golden games."""
    home = golden.find_home("pebbles")._replace(golden=tmp_path / "golden")
    for module in ("tests.engine.golden", "tools.golden"):
        monkeypatch.setattr(f"{module}.find_home", lambda _: home)
    return home.golden


def test_what_is_missing_is_found_by_bots(elsewhere, capsys):
    assert find_missing("pebbles") == {"end_heap", "players_2"}
    main(["pebbles"])
    assert [path.name for path in elsewhere.iterdir()] == ["players_2.json"]
    assert find_missing("pebbles") == set()
    assert "pebbles: complete" in capsys.readouterr().out


def test_what_is_there_stays_as_it_is(elsewhere):
    main(["pebbles"])
    written = elsewhere / "players_2.json"
    written.write_text(written.read_text() + "\n\n")
    main(["pebbles"])
    assert written.read_text().endswith("}\n\n\n")


def test_what_bots_never_reach_is_named(elsewhere, monkeypatch, capsys):
    monkeypatch.setattr("tools.golden.TRIES", 0)
    main(["pebbles"])
    assert "pebbles: missing end_heap, players_2" in capsys.readouterr().out
