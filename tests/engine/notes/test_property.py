"""A note never fires where its guard does not hold: random games, random notes, and an oracle that plays them out."""

from itertools import count

import msgspec
import pytest

import engine
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteMove, NoteTerms
from tests.engine.notes.oracle import Play, hold

GAMES = list(engine.games())
each_game = pytest.mark.parametrize("game", GAMES)


def judge_many(game: str, notes: int, seed: str) -> int:
    """Hold so many notes of random games to the oracle, and return how many of them fired."""
    fired = judged = 0
    seats = engine.games()[game].seats
    for n in count():
        play = Play(game, max(2, seats[n % len(seats)]), f"{seed}:{n}")
        for seat, terms in play.due():
            fired += hold(play, seat, terms).taken is not None
            judged += 1
            if judged == notes:
                return fired
    raise AssertionError


@each_game
def test_a_note_fires_only_where_its_guard_holds(game):
    assert judge_many(game, 1500, "day") > 300


@pytest.mark.nightly
@pytest.mark.timeout(0)
@each_game
def test_a_note_fires_only_where_its_guard_holds_all_night_long(game):
    assert judge_many(game, 100_000, "night") > 20_000


def change(terms: NoteTerms, **changes: int) -> NoteTerms:
    """Return a note whose first move was to bring something else."""

    def other(move: NoteMove) -> NoteMove:
        return msgspec.structs.replace(move, brings={**move.brings, **changes}, optional=False)

    alternatives = tuple((other(moves[0]), *moves[1:]) for moves in terms.alternatives)
    return msgspec.structs.replace(terms, alternatives=alternatives)


@each_game
def test_what_brings_anything_else_never_fires(game):
    play, seen = Play(game, 2, "else"), 0
    for seat, terms in play.due():
        assert judge(play.table, seat, change(terms, unheard_of=1)).taken is None
        seen += judge(play.table, seat, terms).taken is not None
    assert seen


@each_game
def test_a_verdict_is_the_same_on_every_table_that_the_seat_can_t_tell_apart(game):
    play, seen = Play(game, 2, "apart"), 0
    for seat, terms in play.due():
        verdict = judge(play.table, seat, terms)
        other = judge(play.table.redeal(seat, b"other"), seat, terms)
        assert (verdict.taken, verdict.reveals) == (other.taken, other.reveals)
        is_whole = not any(move.on for move in terms.alternatives[verdict.taken or 0])
        assert not is_whole or (verdict.moves, verdict.unplayed) == (other.moves, other.unplayed)
        seen += verdict.taken is not None
    assert seen
