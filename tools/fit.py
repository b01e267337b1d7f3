"""Fits what each part of a position weighs: lets bots play among themselves, and asks who won.

    make fit GAMES=nicodemus FIT=2     # writes data/fits/2.toml of a game; kept fits are never written again

How the parts of a game compare stands in its `parts.py`, as guesses that were tried in play; how much all of them count, early
and late and by the number of seats, is what who won says. (Weights of every part by who won were tried, and play badly: what winners
have is not what wins.) A few moves are random. Seeds are fixed, so that a fit can be made again.
"""

import hashlib
import os
import random
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import engine
from engine.bots.desk import Desk
from engine.bots.eye import PartsEye
from engine.bots.fits import GUESSED, THOUSAND, Fit, TableFit, find_fit, fits_of, weigh_by_progress
from engine.bots.lines import Planner
from engine.core.chance import Chance
from engine.core.parts import FINISHED, GameParts
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.core.types import State
from tools.logistic import Sample, find_loss, fit

PLAYS = 100
"""How many games are played for two players; more players take fewer."""
FITTED = (2, 4)
"""For other numbers of seats the nearest of these stands in."""
KEPT = 8
"""Positions that are kept of each game."""
LONGEST = 1500
"""A game of more turns is left out: its bots have lost their way."""
RANDOM = 0.05
LEAST = 0.2
"""A lead counts for so much at least: bots must not care for nothing."""
TRUST = 5.0
"""How many samples' worth a guess is."""


class Seen(NamedTuple):
    """A position of a game that was played."""

    progress: int
    parts: tuple[tuple[int, ...], ...]


def main(games: Sequence[str], number: int) -> None:
    """Fit all games, or those named."""
    for game in games or [name for name, rules in engine.games().items() if rules.parts is not None]:
        rules = engine.games()[game]
        path = fits_of(rules) / f"{number}.toml"
        if path.exists():
            print(f"{path} is kept; name another number")
            continue
        tables = [fit_table(rules, seats) for seats in FITTED if seats in rules.seats]
        path.parent.mkdir(exist_ok=True)
        path.write_text(format_fit(Fit(game, describe(), tuple(tables))))
        print(f"wrote {path}")


def describe() -> str:
    """Say what a fit is made from."""
    return f"{PLAYS} games for two (fewer for more), {KEPT} positions of each, seeds fit:GAME:SEATS:NUMBER"


def fit_table(rules: AnyRules, seats: int) -> TableFit:
    """Fit a game for a number of seats."""
    found = find_fit(rules, GUESSED)
    assert found is not None
    eye = PartsEye(rules, seats, weigh_by_progress(found.table, parts_of(rules), seats))
    return fit_samples(rules, seats, list(play_samples(rules, seats, eye, PLAYS * 2 // seats)))


def parts_of(rules: AnyRules) -> GameParts:
    """Return the parts of a game that has them."""
    assert rules.parts is not None
    return rules.parts


def play_samples(rules: AnyRules, seats: int, eye: PartsEye, plays: int) -> Iterator[Sample]:
    """Let bots play, and yield some positions of each game with how it ended."""
    for number in range(plays):
        seed = hashlib.sha256(f"fit:{rules.id}:{seats}:{number}".encode()).digest()
        rng = random.Random(seed)  # noqa: S311 - a figure, not a secret
        table = engine.open_table(rules.id, seats, seed=seed)
        seen = list(play_out(table, eye, rng))
        result = table.result
        if result is None:
            continue
        won = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
        for one in rng.sample(seen, min(KEPT, len(seen))):
            yield Sample([fold_parts(rules, one.progress, row) for row in one.parts], won)


def play_out(table: Table, eye: PartsEye, rng: random.Random) -> Iterator[Seen]:
    """Play a game to its end, and yield each position between two turns."""
    turns = 0
    while table.awaiting and turns < LONGEST:
        turns += 1
        seat = table.awaiting[0]
        legal = table.legal(seat)
        moves = legal[:1]
        if len(legal) > 1:
            desk = Desk(table, seat)
            planner = Planner(table.rules, eye, seat, Chance(b"fit"))
            moves = list(planner.plan(desk.deal(b"fit"), b"fit", tuple(legal))[0].playable)
        if rng.random() < RANDOM:
            moves = [rng.choice(legal)]
        table.play(seat, moves, blind=True)
        if table.awaiting:
            yield see(table.rules, table.state, table.seats)


def see(rules: AnyRules, state: State, seats: int) -> Seen:
    """Return what is kept of a position."""
    parts = parts_of(rules)
    rows = tuple(tuple(parts.weigh(rules.book, state, seat)) for seat in range(seats))
    return Seen(parts.find_progress(rules.book, state), rows)


def fold_parts(rules: AnyRules, progress: int, row: Sequence[int]) -> list[float]:
    """Return what a seat has by the game's guesses, in logits: as it counts early, and as it counts late."""
    late = progress / FINISHED
    guesses = parts_of(rules).guesses.values()
    logit = sum(x * (guess[0] * (1 - late) + guess[1] * late) for x, guess in zip(row, guesses, strict=True)) / THOUSAND
    return [logit * (1 - late), logit * late]


def fit_samples(rules: AnyRules, seats: int, samples: Sequence[Sample]) -> TableFit:
    """Return the weights that explain who won: how the parts compare is the game's guess, how much they count is fitted."""
    scales = [max(LEAST, scale) for scale in fit(samples, [1.0, 1.0], [TRUST, TRUST])]
    guesses = parts_of(rules).guesses.items()
    early = {name: THOUSAND * guess[0] for name, guess in guesses}
    late = {name: THOUSAND * guess[1] for name, guess in guesses}
    losses = f"log loss {find_loss(samples, [1.0, 1.0]):.4f} -> {find_loss(samples, scales):.4f}"
    print(
        f"{rules.id} x{seats}: {len(samples)} samples, scales {scales[0]:.2f} and {scales[1]:.2f}, {losses}", flush=True
    )
    return TableFit(seats, early, late, (round(THOUSAND * scales[0]), round(THOUSAND * scales[1])))


def format_fit(found: Fit) -> str:
    """Return a fit as the file that is kept."""
    lines = [
        "# What each part of a position weighs, in millionths of a logit; made by `make fit`, and kept for ever.",
        "",
    ]
    lines += [f'game = "{found.game}"', f'made_from = "{found.made_from}"']
    if not found.plays:
        lines.append("plays = false")
    for kind, tables in (("table", found.table), ("hasty", found.hasty)):
        for table in tables:
            lines += ["", f"[[{kind}]]", *format_table(table)]
    return "\n".join(lines) + "\n"


def format_table(table: TableFit) -> Iterator[str]:
    """Yield the lines of the weights for a number of seats."""
    yield f"seats = {table.seats}"
    yield f"scales = {list(table.scales)}"
    for name, weights in (("early", table.early), ("late", table.late)):
        yield f"{name} = {{ {', '.join(f'{part} = {n}' for part, n in weights.items())} }}"


if __name__ == "__main__":
    main(sys.argv[1:], int(os.environ.get("FIT") or 1))
