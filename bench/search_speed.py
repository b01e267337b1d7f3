"""What search lives on, each as a multiple of playing one move: copying a table, appraising a view, dealing anew; and what decisions cost."""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import engine
from bench.rows import Row
from engine.bots import BOTS, Desk
from engine.bots.search.levels import LEVELS
from engine.core.chance import Chance
from engine.core.table import Table
from engine.core.types import Move, Seat

GAMES, EVERY, ROUNDS, DECISIONS = 4, 5, 7, 12
BARS = {"copy": None, "appraise": 1.0, "redeal": 2.0}


class Position(NamedTuple):
    """A table, who is asked there, and a move that was played."""

    table: Table
    seat: Seat
    move: Move


def measure() -> Iterator[Row]:
    """Yield three lines for each game and number of seats."""
    for game, rules in engine.games().items():
        for seats in sorted({rules.seats[0], rules.seats[-1]}):
            yield from measure_game(game, seats)
        yield from measure_decisions(game, max(2, rules.seats[0]))


def measure_game(game: str, seats: int) -> Iterator[Row]:
    """Yield what copying, appraising and dealing anew cost against playing, over positions of random games."""
    positions = list(find_positions(game, seats))
    views = [(one.table.rules, one.table.view(one.seat), one.seat) for one in positions]
    work: dict[str, Callable[[], float]] = {
        "play": lambda: play_all(positions),
        "copy": lambda: spend(one.table.copy() for one in positions),
        "appraise": lambda: spend(rules.appraise(view, seat) for rules, view, seat in views),
        "redeal": lambda: spend(one.table.redeal(one.seat) for one in positions),
    }
    rounds = [{name: one() for name, one in work.items()} for _ in range(ROUNDS)]
    best = {name: min(one[name] for one in rounds) / len(positions) * 1e6 for name in work}
    for name, bar in BARS.items():
        detail = f"{best[name]:.1f} us against {best['play']:.1f}"
        yield Row(
            f"search: {name} against play, {game}, {seats} seats",
            best[name] / best["play"],
            bar,
            detail,
            more_is_better=False,
        )


def measure_decisions(game: str, seats: int) -> Iterator[Row]:
    """Yield what a decision of each bot costs against one of the greedy bot, where there is something to decide."""
    desks = [Desk(one.table, one.seat) for one in find_positions(game, seats) if len(one.table.legal(one.seat)) > 1][
        :DECISIONS
    ]
    spent = {word: spend(bot.choose(desk, Chance(b"bench")) for desk in desks) for word, bot in BOTS.items()}
    for word in ("greedy-2", *(bot.name for bot in LEVELS)):
        each = spent[word] / len(desks) * 1000
        detail = f"{each:.1f} ms against {spent['greedy'] / len(desks) * 1000:.1f}"
        yield Row(f"search: a decision of {word}, {game}", spent[word] / spent["greedy"], None, detail)


def find_positions(game: str, seats: int) -> Iterator[Position]:
    """Yield every fifth position of some random games."""
    rng = random.Random(3)
    for number in range(GAMES):
        table = engine.open_table(game, seats, seed=b"search%d" % number)
        count = 0
        while table.awaiting:
            seat = rng.choice(table.awaiting)
            move = rng.choice(table.legal(seat))
            count += 1
            if count % EVERY == 0:
                yield Position(table.copy(), seat, move)
            table.play(seat, move)


def play_all(positions: Sequence[Position]) -> float:
    """Return the CPU time of one move in each position, played on copies that are made before the clock runs."""
    copies = [(one.table.copy(), one.seat, one.move) for one in positions]
    return spend(table.play(seat, move) for table, seat, move in copies)


def spend(work: Iterable[object]) -> float:
    """Return how many seconds of CPU it takes to do some work, of which nothing is kept."""
    began = time.process_time()
    for _ in work:
        pass
    return time.process_time() - began
