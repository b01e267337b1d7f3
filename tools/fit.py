"""Fits what each part of a position weighs: lets bots play among themselves, and asks who won.

    make fit GAMES=nicodemus FIT=2     # writes data/fits/2.toml of a game; kept fits are never written again

Each round of play uses the weights that the round before found; the first one uses the game's guesses. Half of the
moves are random up to some moment of each game, so that positions come up which the weights would avoid. Seeds are fixed, so that a fit can be made again.
"""

import hashlib
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import engine
from engine.bots.desk import Desk
from engine.bots.eye import PartsEye
from engine.bots.fits import GUESSED, MILLION, Fit, TableFit, find_fit, fits_of, weigh_by_progress
from engine.bots.lines import Planner
from engine.core.chance import Chance
from engine.core.parts import FINISHED, GameParts
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.core.types import State
from tools.logistic import Sample, find_loss, fit

PLAYS = (1000, 3000)
"""How many games each round of play takes for two players; more players take fewer."""
KEPT = 10
"""Positions that are kept of each game."""
KEPT, APART = 3, 5
"""Positions that are kept of each game, and how many moves lie between them."""
RANDOM = 0.5
"""How many of the moves before them are made at random: what a seat has then owes less to how well it played."""
LONGEST = 1500
"""A game of more moves is left out: its bots have lost their way."""
TRUST = 50.0
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
        tables = [fit_table(rules, seats) for seats in rules.seats if seats > 1]
        path.parent.mkdir(exist_ok=True)
        path.write_text(format_fit(Fit(game, describe(), tuple(tables))))
        print(f"wrote {path}")


def describe() -> str:
    """Say what a fit is made from."""
    return (
        f"rounds of {PLAYS} games for two (fewer for more), {KEPT} positions of each, seeds fit:GAME:SEATS:ROUND:NUMBER"
    )


def fit_table(rules: AnyRules, seats: int) -> TableFit:
    """Fit a game for a number of seats, round after round."""
    found = find_fit(rules, GUESSED)
    assert found is not None
    table = found.table[0]
    for round_, plays in enumerate(PLAYS):
        began = time.process_time()
        weights = weigh_by_progress(found, parts_of(rules), seats)
        samples = list(play_samples(rules, seats, round_, weights, plays * 2 // seats))
        table = fit_samples(rules, seats, samples)
        found = Fit(rules.id, "", (table,))
        losses = find_losses(rules, samples, table)
        print(
            f"{rules.id} x{seats} round {round_}: {len(samples)} samples, {losses}, {time.process_time() - began:.0f} s",
            flush=True,
        )
    return table


def parts_of(rules: AnyRules) -> GameParts:
    """Return the parts of a game that has them."""
    assert rules.parts is not None
    return rules.parts


def play_samples(
    rules: AnyRules, seats: int, round_: int, weights: tuple[tuple[int, ...], ...], plays: int
) -> Iterator[Sample]:
    """Let bots play, and yield some positions of each game with how it ended."""
    usual = 0.0
    for number in range(plays):
        seed = hashlib.sha256(f"fit:{rules.id}:{seats}:{round_}:{number}".encode()).digest()
        rng = random.Random(seed)  # noqa: S311 - a figure, not a secret
        table = engine.open_table(rules.id, seats, seed=seed)
        turned = rng.random() * usual
        seen = [*play_out(table, PartsEye(rules, parts_of(rules), weights, seats), rng, turned)]
        result = table.result
        if result is None:
            continue
        usual += (len(seen) - usual) / (number + 1)
        won = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
        for one in seen[int(turned) :: APART][:KEPT]:
            yield Sample([spread(one.progress, row) for row in one.parts], won)


def play_out(table: Table, eye: PartsEye, rng: random.Random, turned: float) -> Iterator[Seen]:
    """Play a game to its end, half of the moves at random up to one of them, and yield each position between two moves."""
    count = 0
    while table.awaiting and count < LONGEST:
        seat = table.awaiting[0]
        legal = table.legal(seat)
        moves = legal[:1]
        if len(legal) > 1:
            desk = Desk(table, seat)
            planner = Planner(table.rules, eye, seat, Chance(b"fit"))
            moves = list(planner.plan(desk.deal(b"fit"), b"fit", tuple(legal))[0].playable)
        for move in moves:
            count += 1
            if count < turned and rng.random() < RANDOM:
                table.play(seat, rng.choice(table.legal(seat)))
                break
            table.play(seat, move)
            if table.awaiting:
                yield see(table.rules, table.state, table.seats)


def see(rules: AnyRules, state: State, seats: int) -> Seen:
    """Return what is kept of a position."""
    parts = parts_of(rules)
    rows = tuple(tuple(parts.weigh(rules.book, state, seat)) for seat in range(seats))
    return Seen(parts.find_progress(rules.book, state), rows)


def spread(progress: int, row: Sequence[int]) -> list[float]:
    """Return parts as they count early and as they count late."""
    late = progress / FINISHED
    return [x * (1 - late) for x in row] + [x * late for x in row]


def fit_samples(rules: AnyRules, seats: int, samples: Sequence[Sample]) -> TableFit:
    """Return the weights that explain who won."""
    names, guess = list(parts_of(rules).guesses), guess_of(rules)
    spreads = [
        max(sum(row[k] ** 2 for one in samples for row in one.features) / len(samples), 1e-6) for k in range(len(guess))
    ]
    weights = fit(samples, guess, [TRUST * much for much in spreads])
    half = len(names)
    early = {name: round(MILLION * weight) for name, weight in zip(names, weights[:half], strict=True)}
    late = {name: round(MILLION * weight) for name, weight in zip(names, weights[half:], strict=True)}
    return TableFit(seats, early, late)


def guess_of(rules: AnyRules) -> list[float]:
    """Return the guesses of a game, in logits."""
    guesses = parts_of(rules).guesses.values()
    return [early / 1000 for early, _ in guesses] + [late / 1000 for _, late in guesses]


def find_losses(rules: AnyRules, samples: Sequence[Sample], table: TableFit) -> str:
    """Say how well the guesses and the fit explain the samples."""
    fitted = [one / MILLION for one in (*table.early.values(), *table.late.values())]
    return f"log loss {find_loss(samples, guess_of(rules)):.4f} -> {find_loss(samples, fitted):.4f}"


def format_fit(found: Fit) -> str:
    """Return a fit as the file that is kept."""
    lines = [
        "# What each part of a position weighs, in millionths of a logit; made by `make fit`, and kept for ever.",
        "",
    ]
    lines += [f'game = "{found.game}"', f'made_from = "{found.made_from}"']
    for table in found.table:
        lines += ["", "[[table]]", f"seats = {table.seats}"]
        for name in ("early", "late"):
            lines.append(
                f"{name} = {{ " + ", ".join(f"{part} = {n}" for part, n in getattr(table, name).items()) + " }"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:], int(os.environ.get("FIT") or 1))
