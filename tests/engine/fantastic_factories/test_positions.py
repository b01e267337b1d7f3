"""Positions that were edited by hand and make no sense are refused, with a reason."""

import msgspec
import pytest

import engine
from engine.core.errors import Refused
from tests.engine.fantastic_factories.positions import at_market, at_work, player


def edited(table, change):
    dump = msgspec.json.decode(table.dump())
    change(dump["state"])
    return msgspec.json.encode(dump)


def put(path, value):
    def change(state):
        *way, last = path
        for key in way:
            state = state[key]
        state[last] = value

    return change


NONSENSE = [
    (("turn",), 7, "other seats"),
    (("pending",), [], "other seats"),
    (("step",), "lunch", "no step"),
    (("market",), ["obelisk", "obelisk", "beacon"], "where the game has"),
    (("market",), ["obelisk", "obelisk", "beacon", "beacon", None], "other spaces"),
    (("tools",), ["hammer"] * 4, "tools"),
    (("options",), {"megalith": "one_metal"}, "options"),
    (("machine",), {"built": []}, "Machine"),
    (("last",), True, "no cause"),
    (("players", 0, "metal"), -1, "fewer than no"),
    (("players", 0, "known"), ["golem"], "known card"),
    (("players", 0, "dice"), [7], "six faces"),
    (("players", 0, "at"), {"mine": [0]}, "six faces"),
    (("players", 0, "hired"), "plumber", "no contractor"),
    (("players", 0, "echo"), ["golem"], "works by itself"),
    (("players", 0, "hand"), ["dojo", "dojo"], "where the game has"),
    (("pending", 0), [{"ask": "gift", "slot": 0}], "wrong phase"),
    (("pending", 0), [{"ask": "set", "left": 0, "free": 4}], "no answer"),
    (("pending", 0), [{"ask": "mark"}], "no answer"),
    (("pending", 0), [{"ask": "drop"}], "no answer"),
    (("pending", 0), [{"ask": "discard", "card": "refinery", "left": 9}], "no answer"),
    (("pending", 0), [{"ask": "discard", "card": "plumber", "left": 1}], "no answer"),
    (("pending", 0), [{"ask": "gain", "by": "black_market", "card": "dojo", "n": 4}], "no answer"),
    (("pending", 0), [{"ask": "die"}, {"ask": "die"}], "more choices"),
]


@pytest.mark.parametrize(("path", "value", "reason"), NONSENSE)
def test_a_position_that_makes_no_sense_is_refused(path, value, reason):
    dump = edited(at_work(player(["dojo"]), player()), put(path, value))
    with pytest.raises(Refused, match=reason):
        engine.load_table(dump)


@pytest.mark.parametrize("rolled", [[1, 2, 3, 4], [1, 2, 3, 4, 7]])
def test_the_machine_has_five_dice(rolled):
    with pytest.raises(Refused, match="five dice with six faces"):
        at_work(player(), machine={"built": [], "rolled": rolled})


def test_a_card_that_may_stand_once_stands_once():
    with pytest.raises(Refused, match="stands twice"):
        at_work(player(built=["dojo", "dojo"]), player())


def test_somebody_is_at_work_and_whoever_is_done_is_asked_nothing():
    with pytest.raises(Refused, match="nobody is at work"):
        at_work(player(done=True), player(done=True))
    with pytest.raises(Refused, match="after the work"):
        at_work(player(done=True), player(), pending=[[{"ask": "die"}], []])


def test_in_the_market_only_the_seat_in_turn_has_a_choice():
    with pytest.raises(Refused, match="nobody can answer"):
        at_market(player(), player(), player(), pending=[[], [{"ask": "gift", "slot": 0}], []])
    with pytest.raises(Refused, match="no answer"):
        at_market(player(), player(), player(), pending=[[{"ask": "gift", "slot": 3}], [], []])
