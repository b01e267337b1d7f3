"""Finds by play what each part weighs for who plays the move that looks best at once, as everybody does in what the levels imagine.

    make hasty GAMES=nicodemus FIT=3     # writes a new fit: these weights, and what the fit before it says of chances

Two players differ in every weight by chance, one by as much up as the other down; they play a deal from both seats, and all
weights go a little the way of who did better. The mean of the later steps is kept. It is a way to play, and tells no
chances: `make fit` finds those. Seeds are fixed, so that it can be done again.
"""

import os
import random
import sys
from collections.abc import Iterator, Sequence

import msgspec

import engine
from engine.bots.eye import PartsEye
from engine.bots.fits import THOUSAND, TableFit, find_fit, fits_of, weigh_by_progress
from engine.bots.search.rollouts import choose_at_once
from engine.bots.worlds import count_rounds, find_next, play_move
from engine.core.chance import Chance
from engine.core.rules import AnyRules
from engine.core.types import Seat, State
from tools.fit import format_fit, parts_of
from tools.logistic import Vector
from tools.strength import make_seed

SEATS = 2
STEPS, DEALS = 20, 200
APART, STRIDE = 0.4, 1.5
UNIT = 30.0
"""How far the weight of a part goes at once that nobody has weighed before; others go as far as they weigh."""
LONGEST = 26
"""A game that lasts longer counts as it stands after so many rounds."""
WINNING, MOST_LEAD = 0.6, 10
"""A win counts for so much of what a game brings; the rest is the lead, up to a limit."""


def main(games: Sequence[str], number: int) -> None:
    """Find the weights of all games that have parts, or of those named."""
    for game in games or [name for name, rules in engine.games().items() if rules.parts is not None]:
        rules = engine.games()[game]
        path, before = fits_of(rules) / f"{number}.toml", find_fit(rules, number - 1)
        if path.exists() or before is None:
            print(f"{path} is kept; name another number")
            continue
        rng = random.Random(f"hasty:{game}")  # noqa: S311 - a figure, not a secret
        found = to_table(rules, climb(rules, to_weights(rules, (before.hasty or before.table)[0]), rng))
        made = f"fit {number - 1}; hasty: {STEPS} steps of {2 * DEALS} games, seeds hasty:GAME:NUMBER"
        path.write_text(format_fit(msgspec.structs.replace(before, made_from=made, hasty=(found,))))
        print(f"wrote {path}")


def to_weights(rules: AnyRules, table: TableFit) -> Vector:
    """Return what each part weighs early and late, in thousandths of a logit."""
    names = parts_of(rules).guesses
    return [found.get(name, 0) / THOUSAND for name in names for found in (table.early, table.late)]


def to_table(rules: AnyRules, weights: Vector) -> TableFit:
    """Return weights as they are kept."""
    early, late = ((round(THOUSAND * one) for one in weights[begin::2]) for begin in (0, 1))
    names = list(parts_of(rules).guesses)
    return TableFit(SEATS, dict(zip(names, early, strict=True)), dict(zip(names, late, strict=True)))


def climb(rules: AnyRules, weights: Vector, rng: random.Random) -> Vector:
    """Return the weights that were come to."""
    units, later = list(find_units(weights)), [0.0] * len(weights)
    for step in range(STEPS):
        uphill = [0.0] * len(weights)
        for deal in range(step * DEALS, (step + 1) * DEALS):
            apart = [rng.gauss(0, 1) for _ in weights]
            up, down = (
                open_hasty(
                    rules, [w + sign * APART * unit * x for w, unit, x in zip(weights, units, apart, strict=True)]
                )
                for sign in (1, -1)
            )
            brought = play_both(rules, up, down, make_seed(f"hasty:{rules.id}:{deal}"))
            uphill = [sum_ + brought * x / DEALS for sum_, x in zip(uphill, apart, strict=True)]
        weights = [w + STRIDE * unit * x for w, unit, x in zip(weights, units, uphill, strict=True)]
        if step >= STEPS // 2:
            later = [sum_ + w / (STEPS - STEPS // 2) for sum_, w in zip(later, weights, strict=True)]
    return later


def find_units(weights: Vector) -> Iterator[float]:
    """Yield for each weight how far it goes at once: as far as the part weighs, early or late."""
    for early, late in zip(weights[::2], weights[1::2], strict=True):
        most = max(abs(early), abs(late))
        yield from (max(abs(one), 0.4 * most) or UNIT for one in (early, late))


def open_hasty(rules: AnyRules, weights: Vector) -> PartsEye:
    """Return who plays by some weights."""
    return PartsEye(rules, SEATS, weigh_by_progress([to_table(rules, weights)], parts_of(rules), SEATS))


def play_both(rules: AnyRules, one: PartsEye, other: PartsEye, seed: bytes) -> float:
    """Return what a deal brings to one against another who look at it so, from -1 to 1: the mean over both seats."""
    ends = play_at_once(rules, (one, other), seed), play_at_once(rules, (other, one), seed)
    return sum(count_brought(rules, end, seat) for seat, end in enumerate(ends)) / 2


def play_at_once(rules: AnyRules, eyes: Sequence[PartsEye], seed: bytes) -> State:
    """Return where a game ends in which everybody plays the move that looks best at once."""
    state: State = engine.open_table(rules.id, SEATS, seed=seed).state
    chance, tried = Chance(b"played:" + seed), Chance(b"tried:" + seed)
    mover = find_next(rules, state, 0)
    while mover is not None and count_rounds(rules, state) < LONGEST:
        move = choose_at_once(rules, eyes[mover], state, mover, rules.legal(state, mover), tried)
        play_move(rules, state, mover, move, chance)
        mover = find_next(rules, state, mover)
    return state


def count_brought(rules: AnyRules, state: State, seat: Seat) -> float:
    """Return what the end of a game is worth to a seat; of one that lasts too long, what the first part of both says."""
    result = rules.result(state)
    first = [parts_of(rules).weigh(rules.book, state, one)[0] for one in range(SEATS)]
    scores = first if result is None else result.scores
    lead = scores[seat] - scores[1 - seat]
    won = (lead > 0) - (lead < 0) if result is None else (seat in result.winners) - (1 - seat in result.winners)
    return WINNING * won + (1 - WINNING) * max(-1.0, min(1.0, lead / MOST_LEAD))


if __name__ == "__main__":
    main(sys.argv[1:], int(os.environ["FIT"]))
