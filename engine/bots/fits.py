"""What each part of a game weighs, as `make fit` found it: plain numbers beside the edition, kept for begun games."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec

from engine.core.parts import FINISHED, GameParts
from engine.core.rules import AnyRules

MILLION, THOUSAND = 1_000_000, 1_000
GUESSED = 0
"""The fit that a game's own guesses are."""
Weights = tuple[tuple[int, ...], ...]
"""Of each part, by how far a game has come."""


class TableFit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one more of each part is worth with so many seats, early in a game and at its end, in millionths of a logit."""

    seats: int
    early: Mapping[str, int]
    late: Mapping[str, int]
    scales: tuple[int, int] = (THOUSAND, THOUSAND)
    """By how many thousandths all of them count, early and at the end: how parts compare is one thing, what a lead is worth another."""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of one game, and what they were made from."""

    game: str
    made_from: str
    table: tuple[TableFit, ...]
    hasty: tuple[TableFit, ...] = ()
    """The same for who plays the move that looks best at once, in what is imagined of the rounds to come; else as in `table`."""
    plays: bool = True
    """Whether bots play by it; not where those that look at views did better."""


def find_fit(rules: AnyRules, number: int) -> Fit | None:
    """Return a fit of a game by its number; None of a game that has none, nor parts to guess at.

    A game whose weights have not changed since has no file of a number: the one before counts.
    """
    if rules.parts is None:
        return None
    paths = (fits_of(rules) / f"{one}.toml" for one in range(number, GUESSED, -1))
    found = next((path for path in paths if path.exists()), None)
    return guess_fit(rules.id, rules.parts) if found is None else read_fit(found)


def fits_of(rules: AnyRules) -> Path:
    """Return the folder of a game's fits."""
    return rules.edition_path.parent / "fits"


@lru_cache
def read_fit(path: Path) -> Fit:
    """Return a fit that is kept."""
    return msgspec.convert(tomllib.loads(path.read_text()), Fit)


def guess_fit(game: str, parts: GameParts) -> Fit:
    """Return the guesses of a game as a fit."""
    early = {name: 1000 * guess[0] for name, guess in parts.guesses.items()}
    late = {name: 1000 * guess[1] for name, guess in parts.guesses.items()}
    return Fit(game, "guesses", (TableFit(2, early, late),))


def weigh_by_progress(tables: Sequence[TableFit], parts: GameParts, seats: int) -> Weights:
    """Return the weight of each part for each step of progress, in 1/FINISHED of a millionth of a logit.

    Where nothing was fitted for a number of seats, the nearest one stands in.
    """
    table = min(tables, key=lambda one: (abs(one.seats - seats), one.seats))
    pairs = [(table.early.get(name, 0), table.late.get(name, 0)) for name in parts.guesses]
    rows = []
    for step in range(FINISHED + 1):
        scale = _mix(*table.scales, step)
        rows.append(tuple(_mix(*pair, step) * scale // (FINISHED * THOUSAND) for pair in pairs))
    return tuple(rows)


def _mix(early: int, late: int, step: int) -> int:
    """Return FINISHED times what lies between two figures."""
    return early * (FINISHED - step) + late * step
