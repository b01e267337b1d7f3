"""Notes as their seat works with them: worked out after a turn, shown as they are typed, tried out."""

import random

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.notes.named import mark_of
from engine.core.notes.terms import NoteMove, NoteTerms
from engine.plans import TurnBefore, _keep_certain, show_note, try_note, work_out
from engine.seats import Onlooker
from tests.engine.nicodemus.positions import duel, player

ADA = Onlooker(0, "en", ("ada", "bob"))


def says(note):
    return msgspec.convert(note.says, NoteTerms)


def at(game="pebbles", seats=2):
    return engine.open_table(game, seats, seed=b"plans")


@pytest.mark.parametrize(
    ("game", "typed", "shown"),
    [
        ("pebbles", "take 3 | take 2?", {"en": "turn: take 3 | take 2?", "fr": "tour: prendre 3 | prendre 2?"}),
        ("pebbles", "unless new: take 3", {"en": "turn, unless new: take 3", "fr": "tour, sauf si nouveau: prendre 3"}),
        ("nicodemus", "even if new: pass", {"en": "turn, even if new: pass", "fr": "tour, même si nouveau: passer"}),
    ],
)
def test_a_note_is_shown_as_its_reader_types_it_and_reads_the_same(game, typed, shown):
    table = at(game)
    if game == "nicodemus":
        table = duel(mine=player([]))
    (note,) = work_out(table, ADA, [typed], TurnBefore())
    for lang, line in shown.items():
        (again,) = work_out(table, ADA._replace(lang=lang), [line], TurnBefore())
        assert (again.shown, again.says) == (line, note.says)


def test_a_condition_is_shown_by_the_names_of_place_and_card():
    table = duel(row=["blue_1"], mine=player([]))
    (note,) = work_out(table, ADA._replace(lang="fr"), ["if row has Sawmill: pass"], TurnBefore())
    assert note.shown == "tour, si rangée a Scierie: passer"


def test_a_note_for_after_a_turn_is_worked_out_where_the_turn_leads():
    table = at()
    assert try_note(table, ADA, says(work_out(table, ADA, ["take 3"], TurnBefore(["take 3"]))[0])).would == "plays"
    with pytest.raises(IllegalMove):
        work_out(table, ADA, ["take 3"], TurnBefore(["take 3"] * 20))


def test_what_a_note_would_do_is_tried_without_anything_hidden():
    mine = player(["blue_2"], wood=2, copper=2, crystal=2)
    table = duel(row=["blue_1"], mine=mine)
    (note,) = work_out(table, ADA, ["even if new: repair Sawmill"], TurnBefore())
    assert try_note(table, ADA, says(note)).moves == ["repair Sawmill"]
    gone = try_note(duel(row=["red_1"], mine=mine), ADA, says(note))
    assert (gone.would, gone.moves, gone.why) == ("unfit", [], ["`repair Sawmill`: it is no longer there."])


def test_a_note_for_a_phase_that_nobody_can_imagine_yet_tells_nothing():
    table = at("fantastic_factories")
    terms = NoteTerms(alternatives=((NoteMove("end", {}),),), phase="work")
    assert try_note(table, ADA, terms).would == "unknown"


def test_a_turn_that_stops_where_something_is_learned_takes_no_note_yet():
    table = at("nicodemus")
    by = ADA._replace(seat=table.awaiting[0])
    with pytest.raises(Refused) as refused:
        work_out(table, by, ["play red_1 coins"], TurnBefore(["play red_1 coins", "play red_3 coins"]))
    assert refused.value.code == "invalid_value"


def test_options_that_a_turn_may_show_do_not_count_as_known():
    table = at("nicodemus")
    seat = table.awaiting[0]
    (note,) = work_out(table, ADA._replace(seat=seat), ["play red_3 coins"], TurnBefore(["play red_1 coins"]))
    known = says(note).known
    assert known is not None
    for seed in (b"one", b"two", b"three"):
        after = table.redeal(seat, seed)
        after.play(seat, "play red_1 coins")
        assert after.rules.put_on_turn(after.state, seat, "turn")
        assert set(known) <= {mark_of(move, after.rules.rows(after.view(seat))) for move in after.legal(seat)}


def test_what_goes_without_saying_is_played_before_a_note_where_that_is_asked():
    table = at("foundry")
    by = ADA._replace(seat=table.awaiting[0])
    alone, forced = (work_out(table, by, ["bid 1"], TurnBefore(["bid 0"], forced=one)) for one in (False, True))
    assert alone == forced


def test_a_note_for_any_phase_is_shown_without_one_and_tried_in_each():
    terms = NoteTerms(alternatives=((NoteMove("take 1", {"pebbles": 1}),),))
    assert show_note(at(), ADA, terms).shown == "take 1"
    assert try_note(at(), ADA, terms).would == "unfit"
    plan = NoteTerms(alternatives=((NoteMove("sleep", {}),),))
    assert try_note(at("mech_a_dream"), ADA, plan).would in {"plays", "unfit"}


def test_what_depends_on_what_a_turn_shows_is_not_worked_out():
    one, other = (NoteTerms(alternatives=((NoteMove("take 1", {"stones": n}),),)) for n in (1, 2))
    with pytest.raises(Refused) as refused:
        _keep_certain([one, other])
    assert refused.value.code == "not_awaited"
    assert _keep_certain([one]) == one


def find_drawing(seed):
    """Return a table of Fantastic Factories and a move of its work phase that shows its seat something."""
    table = engine.open_table("fantastic_factories", 2, seed=seed)
    rng = random.Random(seed)
    while table.awaiting:
        seat = table.awaiting[0]
        for move in table.legal(seat):
            after = table.copy()
            if (
                str(move).startswith("activate")
                and seat in after.play(seat, move).learned_by
                and seat in after.awaiting
            ):
                return table, seat, str(move)
        table.play(seat, rng.choice(table.legal(seat)))
    raise AssertionError


def test_behind_a_turn_that_shows_something_free_moves_say_how_it_goes_on():
    table, seat, move = find_drawing(b"tail")
    by = ADA._replace(seat=seat)
    tail = "work, even if new: build Obelisk*!; activate any!; discard any!; end*"
    (note,) = work_out(table, by, [tail], TurnBefore([move]))
    assert note.shown == tail
    table.play(seat, move)
    would = try_note(table, by, says(note))
    assert would.would == "plays"
    table.play(seat, would.moves, blind=True)
    assert seat not in table.awaiting
