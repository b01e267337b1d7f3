"""Whatever is typed: a move, or a sentence that says why it is none."""

import random
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.notation import parse
from engine.core.spelling import format_move
from engine.core.table import Table
from engine.core.types import Seat
from tests.fuzz.broken import fuzzed, mutated, refusal

LINES = 60


@cache
def positions(game):
    """Return some positions of a game, and lines that were legal in one of them."""
    rng = random.Random(3)
    table = engine.open_table(game, max(2, engine.games()[game].seats[0]), seed=b"fuzz")
    found: list[tuple[Table, Seat]] = []
    lines: set[str] = set()
    for _ in range(80):
        if not table.awaiting:
            break
        seat = rng.choice(table.awaiting)
        legal = [str(move) for move in table.legal(seat)]
        lines |= set(rng.sample(legal, min(3, len(legal))))
        found += [(table.copy(), seat)] if rng.random() < 0.15 or not found else []
        table.play(seat, rng.choice(legal))
    return found, [line.encode() for line in sorted(lines)[:LINES]]


@pytest.mark.parametrize("game", list(engine.games()))
def test_any_line_is_a_move_or_refused_with_a_sentence(game):
    tables, lines = positions(game)
    verbs = tables[0][0].rules.verbs

    @fuzzed(300)
    @given(
        st.text(max_size=80) | mutated(lines).map(lambda raw: raw.decode("utf-8", "replace")), st.sampled_from(tables)
    )
    def run(line, position):
        table, seat = position
        if refusal(lambda: parse(line, verbs)) is None:
            assert parse(format_move(parse(line, verbs)), verbs) == parse(line, verbs)
        before = table.dump()
        refusal(lambda: table.copy().play(seat, line))
        assert table.dump() == before

    run()
