"""A turn on a position that was looked at needs no second look, and nothing is played that was not meant."""

import pytest

from cli import cache
from tests.cli.people import Player


def elsewhere(player, tmp_path):
    """Return the same player at another machine."""
    key = tmp_path / "key.json"
    player.ok("key", "export", key)
    other = Player(tmp_path / "elsewhere", player.server)
    other.ok("key", "import", key)
    return other


def test_a_turn_on_a_known_position_takes_two_calls(duel, calls):
    game, ada, bob = duel
    ada.ok("show", game)
    bob.ok("show", game)
    two = [f"POST {game}/turns", f"GET {game}/view"]
    assert calls(ada.ok, "play", game, "bid 0", "--exact") == two
    assert calls(bob.data, "play", game, "bid 3", "--exact") == two
    line = bob.lines(game)[0]
    assert calls(bob.ok, "play", game, line, "--exact") == two


def test_the_position_after_a_turn_is_known_for_the_next(duel, calls):
    game, ada, bob = duel
    ada.ok("play", game, "bid 0", "--exact")
    bob.ok("play", game, "bid 3", "--exact")
    line = next(iter(cache.read(bob.env())["games"][game]["legal"]))
    assert calls(bob.ok, "play", game, line, "--exact") == [f"POST {game}/turns", f"GET {game}/view"]


def test_a_turn_on_an_unknown_position_looks_first(duel, calls):
    game, ada, _ = duel
    assert calls(ada.ok, "play", game, "bid 0", "--exact") == [
        f"GET {game}/view",
        f"POST {game}/turns",
        f"GET {game}/view",
    ]


def test_what_a_turn_did_is_told_as_before(duel):
    game, ada, bob = duel
    bob.ok("play", game, "bid 0", "--exact")
    ada.ok("show", game)
    known = ada.ok("play", game, "bid 3", "--exact")
    assert "You handed in a bid." in known.out
    assert "Played 1 of 1 moves" in known.err


def test_a_position_that_was_answered_elsewhere_is_looked_at_anew(duel, tmp_path):
    game, ada, bob = duel
    ada.ok("show", game)
    elsewhere(ada, tmp_path).ok("play", game, "bid 1", "--exact")
    result = ada.run("play", game, "bid 2", "--exact")
    assert (result.exit, "It is not your turn." in result.err) == (5, True)
    assert "(not_awaited, exit 5)" in result.err
    bob.ok("play", game, "bid 0", "--exact")


@pytest.mark.parametrize("is_piped", [False, True])
def test_a_turn_is_played_where_the_table_stands_now(duel, tmp_path, is_piped):
    game, ada, bob = duel
    ada.ok("show", game)
    other = elsewhere(ada, tmp_path)
    other.ok("play", game, "bid 3", "--exact")
    bob.ok("play", game, "bid 0", "--exact")
    line = other.lines(game)[0]
    played = ada.data("play", game, stdin=f"{line}\n") if is_piped else ada.data("play", game, line, "--exact")
    assert played["played"] == [line]


def test_a_wrong_move_is_refused_in_the_same_words(duel):
    game, ada, _ = duel
    fresh = ada.run("play", game, "bid 99", "--exact")
    ada.ok("show", game)
    assert ada.run("play", game, "bid 99", "--exact") == fresh
    assert fresh.exit == 3


def test_a_position_is_not_relied_on_twice(duel):
    game, ada, _ = duel
    ada.ok("show", game)
    kept = ada.home / "profiles" / "default" / "positions" / f"{game}.json"
    assert kept.stat().st_mode & 0o077 == 0
    ada.ok("play", game, "bid 1", "--exact")
    assert not kept.exists()
    assert ada.run("play", game, "bid 1", "--exact").exit == 5


def test_a_broken_position_is_as_good_as_none(duel):
    game, ada, _ = duel
    ada.ok("show", game)
    (ada.home / "profiles" / "default" / "positions" / f"{game}.json").write_text("{")
    assert ada.data("play", game, "bid 1", "--exact")["played"] == ["bid 1"]


def test_a_turn_that_may_have_been_taken_is_not_sent_again(duel, served, calls, monkeypatch):
    game, ada, _ = duel
    ada.ok("show", game)

    def break_off(environ, start_response):
        start_response("200 OK", [("Content-Type", "text/html"), ("Content-Length", "0")])
        return []

    monkeypatch.setattr(served, "app", break_off)
    assert calls(ada.run, "play", game, "bid 1", "--exact") == [f"POST {game}/turns"]
    monkeypatch.undo()
    assert ada.data("play", game, "bid 1", "--exact")["played"] == ["bid 1"]


def test_an_older_server_is_asked_apart_what_a_turn_did(duel, served, calls, monkeypatch):
    game, ada, bob = duel
    bob.ok("play", game, "bid 0", "--exact")
    ada.ok("show", game)
    app = served.app

    def older(environ, start_response):
        unheard_of = environ["QUERY_STRING"].replace("told=", "unheard_of=")
        return app({**environ, "QUERY_STRING": unheard_of}, start_response)

    monkeypatch.setattr(served, "app", older)
    counted = calls(ada.ok, "play", game, "bid 3", "--exact")
    assert counted == [f"POST {game}/turns", f"GET {game}/view", f"GET {game}/entries"]
