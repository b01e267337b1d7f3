"""Pebbles, rule by rule."""

import pytest

import engine
from engine.core.errors import IllegalMove, Refused


def after(*taken, **given):
    """Return a table after some turns; p1 begins."""
    table = engine.open_table("pebbles", 2, **given)
    for number, pebbles in enumerate(taken):
        table.play(number % 2, f"take {pebbles}")
    return table


def test_one_to_three_pebbles_are_taken_by_turns():
    table = after(3)
    assert (table.state.heap, table.awaiting) == (7, (1,))
    assert [str(move) for move in table.legal(1)] == ["take 1", "take 2", "take 3"]


@pytest.mark.parametrize("line", ["take 0", "take 4"])
def test_no_other_number_is_taken(line):
    with pytest.raises(IllegalMove, match="between 1 and 3"):
        after().play(0, line)


def test_no_more_than_the_heap_is_taken():
    with pytest.raises(IllegalMove, match="between 1 and 1"):
        after(3, 3, 3).play(1, "take 2")


def test_everybody_is_told_what_was_taken():
    (taken,) = after().play(0, "take 1").events
    assert (taken.text().say(), taken.seen_by) == ("p1 took 1 pebble.", None)


def test_whoever_takes_the_last_pebble_wins():
    result = after(3, 3, 3, 1).result
    assert (result.how, result.scores, result.winners) == ("heap", (0, 1), (1,))


def test_a_clubs_heap_may_be_smaller_but_not_empty():
    assert after(2, edition={"pebble": {"copies": 2}}).result.winners == (0,)
    with pytest.raises(Refused, match="at least one pebble"):
        after(edition={"pebble": {"copies": 0}})


@pytest.mark.parametrize("odd", [{"heap": -1, "players": [{"taken": 11}, {}]}, {"turn": 2}, {"step": "over"}])
def test_a_position_that_makes_no_sense_is_refused(odd):
    import msgspec

    dump = msgspec.json.decode(after().dump())
    with pytest.raises(Refused, match="makes no sense"):
        engine.load_table(msgspec.json.encode({**dump, "state": dump["state"] | odd}))
