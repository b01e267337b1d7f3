"""Whatever a club writes into an edition file: it is refused with a sentence, or the game can be opened with it."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from tests.fuzz.broken import changed, fuzzed, mutated, refusal

SHIPPED = {game: rules.edition_path for game, rules in engine.games().items()}


def opened(game, edition):
    """Open a table with an edition and look at it, unless it is refused."""
    seats = max(2, engine.games()[game].seats[0])
    tables = []
    if refusal(lambda: tables.append(engine.open_table(game, seats, seed=b"fuzz", edition=edition))) is None:
        assert tables[0].awaiting
        assert str(tables[0].sheet(0))


@pytest.mark.parametrize("game", list(engine.games()))
def test_a_broken_file_is_refused(game):
    text = SHIPPED[game].read_bytes()

    @fuzzed(60)
    @given(mutated([text]))
    def run(raw):
        opened(game, raw.decode("utf-8", "replace"))

    run()


@pytest.mark.parametrize("game", list(engine.games()))
def test_other_figures_are_refused_or_played_with(game):
    tables = tomllib.loads(SHIPPED[game].read_text(encoding="utf-8"))
    assert tables == tomllib.loads(SHIPPED[game].read_text())
    figures = st.integers(-2, 99) | st.text(max_size=5) | st.booleans() | st.lists(st.integers(0, 9), max_size=2)

    @fuzzed(60)
    @given(changed(tables, figures))
    def run(changed_tables):
        opened(game, changed_tables)

    run()
