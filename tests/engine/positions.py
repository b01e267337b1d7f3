"""What tests do with a built position, whatever the game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove
from engine.core.sheet import Grid, Heading
from engine.core.table import Outcome, Table, find_contradictions, refuse_problems
from engine.core.types import Move, Result


def table_of(
    game: str,
    seats: int,
    state: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    seed: bytes = b"built",
    version: int | None = None,
) -> Table:
    """Return a table with this state, which may be one that no play leads to, but does not contradict itself."""
    dump = msgspec.json.decode(engine.open_table(game, seats, options, seed, version=version).dump())
    table = engine.load_table(msgspec.json.encode({**dump, "state": state}), trusted=True)
    refuse_problems(find_contradictions(table))
    return table


def left_over(rows: Mapping[str, Any], used: Iterable[str]) -> list[str]:
    """Return the components that are not used, one by one."""
    counts = Counter({one.id: getattr(one, "copies", 1) for one in rows.values()})
    counts.subtract(used)
    assert min(counts.values()) >= 0, "a position uses more than the box holds"
    return sorted(counts.elements())


S = TypeVar("S")


def state_as(table: Table, kind: type[S]) -> S:
    """Return the position of a table with its type."""
    state = table.state
    assert isinstance(state, kind)
    return state


def play_each(table: Table, lines: Iterable[str], seat: int | None) -> None:
    """Play lines one after the other, each by a seat (the first that is asked unless said)."""
    for line in lines:
        table.play(table.awaiting[0] if seat is None else seat, line)


def outcome_of(table: Table, *lines: str, seat: int | None = None) -> Outcome:
    """Play lines as one turn of a seat (the first that is asked unless said) and return what became of it."""
    return table.play(table.awaiting[0] if seat is None else seat, list(lines))


def legal(table: Table, verb: str = "", seat: int | None = None) -> list[str]:
    """Return the legal lines of a seat (the first that is asked unless said), those with a verb only."""
    lines = [str(move) for move in table.legal(table.awaiting[0] if seat is None else seat)]
    return [line for line in lines if not verb or line.split()[0] == verb]


def refusal(table: Table, line: str | Move, seat: int | None = None) -> IllegalMove:
    """Return why a line is refused, and see that nothing was changed."""
    before = table.dump()
    with pytest.raises(IllegalMove) as refused:
        table.play(table.awaiting[0] if seat is None else seat, line)
    assert table.dump() == before
    return refused.value


def reveals(outcome: Outcome, seat: int = 0) -> bool:
    """Tell whether a seat learned something."""
    return seat in outcome.learned_by


def final_rows(table: Table, lang: str = "en", players: Sequence[str] = ()) -> list[str]:
    """Return the table of the end as a spectator's board has it, a line for each row, single spaces between cells."""
    parts = table.sheet(None, lang, players).parts
    after = next(n for n, part in enumerate(parts) if isinstance(part, Grid))
    grid = parts[after]
    assert isinstance(grid, Grid)
    assert isinstance(parts[after - 1], Heading)
    return [" ".join(one.text for one in row) for row in grid.rows]


def result_of(table: Table) -> Result:
    """Return how a finished game ended."""
    assert table.result is not None
    return table.result
