"""Whatever is in a file that somebody hands over: a dump is refused or shows a position, a bundle verifies or does not."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.canonical import canonical
from engine.ledger.verify import verify
from tests.fuzz.broken import changed, encoded, fuzzed, mutated, refusal
from tests.ledger.test_verify import file


def dump_of(game):
    rng = random.Random(4)
    table = engine.open_table(game, max(2, engine.games()[game].seats[0]), seed=b"fuzz")
    for _ in range(30):
        if table.awaiting:
            seat = rng.choice(table.awaiting)
            table.play(seat, rng.choice(table.legal(seat)))
    return table.dump()


def shown(raw):
    """Load a dump and look at it, unless it is refused."""
    tables = []
    if refusal(lambda: tables.append(engine.load_table(raw))) is None:
        (table,) = tables
        for seat in (*range(table.seats), None):
            assert str(table.sheet(seat))
        for seat in table.awaiting:
            assert table.legal(seat)


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_dump_is_refused_or_shows_a_position(game):
    raw = dump_of(game)

    @fuzzed(80)
    @given(mutated([raw]) | changed(msgspec.json.decode(raw)).map(encoded))
    def run(broken):
        shown(broken)

    run()


def verified(raw):
    """Tell whether a bundle is trusted."""
    reports = []
    return refusal(lambda: reports.append(verify(raw))) is None and reports[0].refused is None


@fuzzed(150)
@given(mutated([file()]))
def test_a_bundle_of_other_bytes_does_not_verify(raw):
    assert raw == file() or not verified(raw)


def is_part_of(less, whole):
    """Tell whether plain data is other data with something left out, and nothing changed."""
    if isinstance(less, dict) and isinstance(whole, dict):
        return all(key in whole and is_part_of(value, whole[key]) for key, value in less.items())
    if isinstance(less, list) and isinstance(whole, list):
        rest = iter(whole)
        return all(any(is_part_of(one, other) for other in rest) for one in less)
    return bool(less == whole)


@fuzzed(150)
@given(data=st.data())
def test_of_a_bundle_things_may_be_missing_but_none_may_be_changed(data):
    whole = msgspec.json.decode(file())
    values: st.SearchStrategy[object] = st.integers(-1, 9) | st.text(max_size=9) | st.none() | st.just([])
    plain = data.draw(changed(whole, values).map(Unshown)).plain
    assert is_part_of(plain, whole) or not verified(canonical(plain) + b"\n")


class Unshown:
    """Too long to be printed."""

    def __init__(self, plain):
        self.plain = plain
