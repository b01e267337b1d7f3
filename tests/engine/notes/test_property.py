"""A note never fires where its guard does not hold: random games, random notes, and an oracle that plays them out."""

import os
import subprocess
import sys
from itertools import count, islice
from pathlib import Path

import msgspec
import pytest

import engine
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteMove, NoteTerms
from tests.engine.notes.oracle import Play, hold
from tests.night import by_day_and_night

ROOT = Path(__file__).parents[3]
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
    assert judge_many(game, 500, "day") > 100


@pytest.mark.nightly
@pytest.mark.timeout(0)
@each_game
def test_a_note_fires_only_where_its_guard_holds_all_night_long(game):
    assert judge_many(game, 100_000, "night") > 20_000


def change(terms: NoteTerms, **changes: int) -> NoteTerms:
    """Return a note whose first move was to bring something else."""

    def other(move: NoteMove) -> NoteMove:
        return msgspec.structs.replace(move, brings={**move.brings, **changes}, optional=False, freely=False)

    alternatives = tuple((other(moves[0]), *moves[1:]) for moves in terms.alternatives)
    return msgspec.structs.replace(terms, alternatives=alternatives)


@each_game
@by_day_and_night("notes", 200, None)
def test_what_brings_anything_else_never_fires(game, notes):
    play, seen = Play(game, 2, "else"), 0
    for seat, terms in islice(play.due(), notes):
        assert judge(play.table, seat, change(terms, unheard_of=1)).taken is None
        seen += judge(play.table, seat, terms).taken is not None
    assert seen


@each_game
@by_day_and_night("notes", 200, None)
def test_a_verdict_is_the_same_on_every_table_that_the_seat_can_t_tell_apart(game, notes):
    play, seen = Play(game, 2, "apart"), 0
    for seat, terms in islice(play.due(), notes):
        verdict = judge(play.table, seat, terms)
        other = judge(play.table.redeal(seat, b"other"), seat, terms)
        assert (verdict.taken, verdict.reveals) == (other.taken, other.reveals)
        is_whole = not any(move.on for move in terms.alternatives[verdict.taken or 0])
        assert not is_whole or (verdict.moves, verdict.unplayed) == (other.moves, other.unplayed)
        seen += verdict.taken is not None
    assert seen


TOLD = """
import sys
from tests.games import register_tiny_games
from tests.engine.notes.test_property import tell_verdicts
register_tiny_games()
sys.stdout.write(tell_verdicts(sys.argv[1], 60))
"""


def tell_verdicts(game: str, notes: int) -> str:
    """Return what notes of a random game say, and what comes of them, so that two runs can be compared."""
    told: list[str] = []
    play = Play(game, 2, "processes")
    for seat, terms in islice(play.due(), notes):
        verdict = judge(play.table, seat, terms)
        left = [type(misfit).__name__ for misfit in verdict.misfits]
        told.append(f"{terms} {verdict.taken} {[*map(str, verdict.moves)]} {verdict.unplayed} {left}")
    return "\n".join(told)


@pytest.mark.process
@each_game
def test_notes_and_verdicts_are_the_same_in_another_process_with_another_hash_seed(game):
    runs = [
        subprocess.run(
            [sys.executable, "-c", TOLD, game],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
        ).stdout
        for seed in ("0", "1")
    ]
    assert runs[0]
    assert runs[0] == runs[1]
