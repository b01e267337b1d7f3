"""Readings that were corrected: each as it was before its version, and as it is now."""

import pytest

from engine.games.fantastic_factories.events import LaidOut, MachineRolled, Revealed
from engine.games.fantastic_factories.moves import Replicate
from engine.games.fantastic_factories.state import MACHINE_DICE
from tests.engine.fantastic_factories.positions import (
    CARDS,
    HIRABLE,
    at_market,
    at_work,
    first,
    play,
    player,
    state_of,
)
from tests.engine.positions import left_over, outcome_of, refusal

ANY = {"replicator": "any"}


def before_the_engineer(*, built=(), version=None):
    """A table with both piles empty where p1 can pay for an Engineer with a Golem."""
    rest = left_over(CARDS, ["golem", *built])
    row = ["engineer", None, None, None]
    mine = player(["golem"], built=built, energy=4)
    return at_market(mine, player(rest), contractors=row, market=[None] * 4, version=version)


def test_with_both_piles_empty_the_engineer_builds_the_card_that_paid_for_the_tool():
    table = before_the_engineer()
    play(table, "hire 1 discard golem")
    assert first(table).built == ["golem"]
    assert (state_of(table).deck, state_of(table).discard) == ([], [])


def test_with_both_piles_empty_the_engineer_may_find_only_what_may_not_be_built():
    table = before_the_engineer(built=["golem"])
    outcome = outcome_of(table, "hire 1 discard golem")
    assert [event.card for event in outcome.events if isinstance(event, Revealed)] == ["golem"]
    assert (first(table).built, state_of(table).discard) == (["golem"], ["golem"])


def test_before_version_3_an_engineer_needed_a_pile():
    assert refusal(before_the_engineer(version=2), "hire 1 discard golem").reason == "no_blueprints"


DISCARDED = ("dojo", "golem", "golem")


def before_the_round(mine=None, *, market=("biolab", None, None, None), discarded=DISCARDED, **more):
    """A table where only p1 still works; the market has holes, and all that can be drawn is on the discard piles."""
    mine = mine or player()
    held = [*mine["hand"], *(card for card in market if card), *discarded]
    row = {"contractors": [None, *HIRABLE[:3]], "contractor_deck": []}
    other = player(left_over(CARDS, held), done=True)
    return at_work(mine, other, market=market, deck=0, **row, **more)


def test_holes_are_filled_when_a_market_phase_begins_blueprints_first():
    table = before_the_round()
    outcome = outcome_of(table, "end")
    state = state_of(table)
    assert sorted(filter(None, state.market)) == ["biolab", *DISCARDED]
    assert None not in state.contractors
    blueprints, contractors = [event.cards for event in outcome.events if isinstance(event, LaidOut)]
    assert (set(blueprints), len(contractors)) == (set(DISCARDED), 1)
    assert outcome.learned_by == {0, 1}


def test_what_is_dropped_at_the_end_of_work_can_fill_a_hole():
    table = before_the_round(player([*["obelisk"] * 4, *["beacon"] * 4, "dojo", "dojo", "robot"]), discarded=())
    play(table, "end")
    outcome = outcome_of(table, "drop robot")
    assert state_of(table).market == ["biolab", "robot", None, None]
    assert outcome.learned_by == {0, 1}


def test_a_full_market_is_left_alone_when_a_round_begins():
    table = at_work(player(), player(done=True))
    outcome = outcome_of(table, "end")
    assert not outcome.learned_by


def test_holes_are_not_filled_after_the_last_round():
    table = before_the_round(last=True, ending="goods")
    play(table, "end")
    assert state_of(table).step == "over"
    assert state_of(table).market == ["biolab", None, None, None]


def test_before_version_3_holes_waited_for_the_rows_next_refill():
    table = before_the_round(version=2)
    outcome = outcome_of(table, "end")
    assert state_of(table).market == ["biolab", None, None, None]
    assert not outcome.learned_by


def the_machines_turns(version=None):
    """What the Machine rolled in two rounds, as it was told, and what the view had of it after each."""
    table = at_work(player(), version=version)
    told, seen = [], []
    for line in ("end", "take 1", "end"):
        rolls = [event for event in outcome_of(table, line).events if isinstance(event, MachineRolled)]
        told += [{colour: getattr(roll, colour) for colour in MACHINE_DICE} for roll in rolls]
        seen += [table.view(None)["machine"]["rolled"] for _ in rolls]
    return told, seen


def test_the_machines_last_roll_lies_open_until_its_next_turn():
    told, seen = the_machines_turns()
    assert seen == told
    assert told[0] != told[1]


def test_before_version_4_the_machines_roll_was_told_and_not_kept():
    told, seen = the_machines_turns(version=3)
    assert seen == [{}, {}]
    assert told == the_machines_turns()[0]


@pytest.mark.parametrize("card", ["scrap_yard", "solar_array", "laboratory"])
def test_a_copy_that_can_bring_nothing_more_this_round_is_advised_against(card):
    table = at_work(player(built=["replicator"], energy=1), player(), market=[card, None, None, None], options=ANY)
    outcome = outcome_of(table, "replicate 1")
    assert str(outcome.advice[0]) == f"{card} can bring you nothing more this round."


@pytest.mark.parametrize(
    ("line", "mine"),
    [
        ("replicate 1", {"dice": [1]}),
        ("replicate 1", {"hand": ["dojo", "foundry"], "metal": 1, "energy": 3}),
        ("replicate 1", {"built": ["replicator", "battery_factory"], "energy": 5}),
        ("replicate 1", {"hired": "specialist"}),
        ("replicate 2 1", {"dice": [1], "energy": 2}),
    ],
)
def test_a_copy_that_may_still_bring_something_is_not(line, mine):
    market = ["scrap_yard", "biolab", None, None]
    one = player(**{"built": ["replicator"], "energy": 1, **mine})
    outcome = outcome_of(at_work(one, player(), market=market, options=ANY), line)
    assert not outcome.advice


def test_of_a_copy_that_is_not_legal_nothing_is_advised():
    table = at_work(player(built=["replicator"], energy=1), player(), market=["scrap_yard", None, None, None])
    assert table.advise(0, Replicate(9)) is None


def test_the_energy_of_the_copy_can_be_what_the_last_build_would_cost():
    one = player(["dojo", "foundry"], ["replicator"], metal=1, energy=1)
    market = ["scrap_yard", None, None, None]
    outcome = outcome_of(at_work(one, player(), market=market, options=ANY), "replicate 1")
    assert len(outcome.advice) == 1
