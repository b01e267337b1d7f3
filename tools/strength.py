"""Measures how strong the bots are, against each other on held-out deals, and whether their chances come true.

    make strength                  # plays what is missing, games by turns; can be stopped and started again at any time
    make strength GAMES=nicodemus LEVEL=journeyman PLAYED=200 JOBS=2
    make strength PLAYED=0         # only shows what has been measured, as the tables of docs/performance.md

Every finished game is a line in bench/strength/. A version of a bot never chooses otherwise, so that its games are good for ever,
whoever plays them. The seeds begin with `strength:`, and no weight or budget was ever chosen by games that were dealt from
them; `make fit` deals from others.
"""

import hashlib
import os
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from multiprocessing import Pool
from pathlib import Path
from typing import NamedTuple

import engine
from engine.analysis.report import FIT
from engine.bots import BOTS, Bot, Desk, take_turn
from engine.bots.exponents import ONE
from engine.bots.eye import open_fit
from engine.bots.search.levels import UNPROVEN
from engine.core.chance import Stream
from engine.core.memory import Memory
from engine.core.table import Table
from engine.core.types import Move, Seat
from tools.kept_games import (
    BINS,
    Line,
    Row,
    find_bin,
    find_foretold,
    format_foretold,
    format_lines,
    keep_row,
    read_rows,
)

PRIME = "strength"
"""What held-out seeds begin with."""
AT_ONCE = 20
"""So many games of a line are played before the next line's turn."""
LATEST = 40
"""A chance is noted no earlier than after so many turns, or fewer by lot."""


class Match(NamedTuple):
    """One bot against others of one kind; the lower bound of its share of wins that is asked of it in each game."""

    hero: str
    rival: str
    seats: int
    bars: dict[str, float]


MATCHES = (
    Match("journeyman-2", "greedy", 2, {"nicodemus": 0.7, "mech_a_dream": 0.65}),
    Match("journeyman-3", "greedy", 2, {"fantastic_factories": 0.6, "imaginarium": 0.6}),
    Match(
        "greedy-3",
        "greedy",
        2,
        {"nicodemus": 0.5, "mech_a_dream": 0.5, "fantastic_factories": 0.5, "imaginarium": 0.65},
    ),
    Match("journeyman-2", "greedy", 4, {"mech_a_dream": 0.4}),
    Match("journeyman-3", "greedy", 4, {"fantastic_factories": 0.35, "imaginarium": 0.35}),
    Match("master", "journeyman-2", 2, {"nicodemus": 0.5, "mech_a_dream": 0.5}),
    Match("master", "journeyman-3", 2, {"fantastic_factories": 0.5, "imaginarium": 0.5}),
    Match(
        "apprentice",
        "greedy",
        2,
        {"nicodemus": 0.5, "mech_a_dream": 0.5, "fantastic_factories": 0.5, "imaginarium": 0.5},
    ),
)
"""In Nicodemus and Mech A Dream the third journeyman chooses as the second did."""


ALL_BOTS = BOTS | {bot.name: bot for bot in UNPROVEN}


class Timed:
    """A bot with a stop-watch for decisions between several moves."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.version, self.title = bot.name, bot.version, bot.title
        self._bot = bot
        self.spent: list[float] = []

    def choose(self, desk: Desk, stream: Stream) -> list[Move]:
        """Let the bot choose."""
        began = time.process_time()
        moves = self._bot.choose(desk, stream)
        if len(desk.legal) > 1:
            self.spent.append(time.process_time() - began)
        return moves


def play_game(table: Table, bots: Sequence[Bot], seed: str, memories: Sequence[Memory] = ()) -> Iterator[Seat]:
    """Let bots play to the end, each remembering what it saw; yield who is asked before each turn."""
    memories = memories or [Memory(seat) for seat in range(table.seats)]
    turn = 0
    while table.awaiting:
        seat = table.awaiting[0]
        yield seat
        outcome = take_turn(table, seat, bots[seat], make_seed(f"{seed}:{turn}"), memories[seat])
        for memory in memories:
            if memory.seat != seat:
                memory.see(outcome.events)
        turn += 1


def make_seed(text: str) -> bytes:
    """Return the seed of a text."""
    return hashlib.sha256(text.encode()).digest()


def measure(line: Line, number: int) -> Row:
    """Play one game of a line."""
    return measure_game(ALL_BOTS[line.hero], ALL_BOTS[line.rival], line.game, line.seats, number)


def measure_game(bot: Bot, rival: Bot, game: str, seats: int, number: int) -> Row:
    """Play one game; each deal is played once from every seat."""
    deal, seat = divmod(number, seats)
    seed = f"{PRIME}:{game}:{seats}:{deal}"
    table, hero = engine.open_table(game, seats, seed=make_seed(seed)), Timed(bot)
    bots: list[Bot] = [hero if other == seat else rival for other in range(seats)]
    for _ in play_game(table, bots, f"{seed}:{seat}"):
        pass
    result = table.result
    assert result is not None
    spent = {"decisions": len(hero.spent), "seconds": round(sum(hero.spent), 4), "longest": round(max(hero.spent), 4)}
    return {"number": number, "won": count_won(table, seat), "scores": result.scores, "seat": seat, **spent}


def count_won(table: Table, seat: Seat) -> float:
    """Return how much of the win is a seat's."""
    assert table.result is not None
    return (seat in table.result.winners) / len(table.result.winners)


def foretell(game: str, fit: int, number: int) -> Row:
    """Let two greedy bots play, and note the first chance of either that lies in the tenth of this number, and who won.

    The first moment that counts is drawn by lot: what is noted is blind to all that came later.
    """
    seed = f"{PRIME}:chance:{game}:{number}"
    table = engine.open_table(game, 2, seed=make_seed(seed))
    eye = open_fit(table.rules, 2, fit)
    assert eye is not None
    memories, noted = [Memory(0), Memory(1)], None
    since = int.from_bytes(make_seed(seed + ":since")[:4], "big") % LATEST
    for turn, _ in enumerate(play_game(table, [BOTS["greedy-2"]] * 2, seed, memories)):
        if noted is None and turn >= since:
            dealt = Desk(table, 0, memory=memories[0]).deal(b"foretold")
            told = [eye.chance(dealt, seat) for seat in range(2)]
            noted = next(((seat, one) for seat, one in enumerate(told) if find_bin(one / ONE) == number % BINS), None)
    if noted is None:
        return {"number": number, "chance": None}
    return {"number": number, "chance": round(noted[1] / ONE, 4), "won": count_won(table, noted[0])}


def list_bars(games: Sequence[str], level: str) -> dict[Line, float]:
    """Return what is wanted of each line of some games, or all, and of a level, or all."""
    return {
        Line(game, match.hero, match.rival, match.seats): bar
        for match in MATCHES
        for game, bar in match.bars.items()
        if (not games or game in games) and level in ("", ALL_BOTS[match.hero].name)
    }


class Job(NamedTuple):
    """A game that is missing, and where it will be kept."""

    path: Path
    play: partial[Row]


def list_missing(lines: Sequence[Line], most: int) -> list[Job]:
    """Return the games that have not been played, a few of each line by turns."""
    done = {line: read_rows(line.path) for line in lines}
    return [
        Job(line.path, partial(measure, line, number))
        for begin in range(0, most, AT_ONCE)
        for line in lines
        for number in range(begin, min(begin + AT_ONCE, most))
        if number not in done[line]
    ]


def list_unforetold(games: Sequence[str], most: int) -> list[Job]:
    """Return the games in which nothing was foretold yet."""
    paths = {game: find_foretold(game, FIT) for game in games or engine.games()}
    return [
        Job(path, partial(foretell, game, FIT, number))
        for game, path in paths.items()
        for number in sorted(set(range(most)) - set(read_rows(path)))
    ]


def do_job(job: Job) -> tuple[Path, Row]:
    """Play a game that is missing."""
    return job.path, job.play()


def main(games: Sequence[str], most: int, foretold: int) -> None:
    """Play what is missing, then show all."""
    lines = list(list_bars(games, os.environ.get("LEVEL") or ""))
    missing = [*list_missing(lines, most), *list_unforetold(games, foretold)]
    with Pool(int(os.environ.get("JOBS") or 1)) as pool:
        for path, row in pool.imap_unordered(do_job, missing):
            keep_row(path, row)
    print("\n".join(chain(format_lines(list_bars((), "")), [""], format_foretold())))


if __name__ == "__main__":
    main(sys.argv[1:], int(os.environ.get("PLAYED") or 200), int(os.environ.get("FORETOLD") or 0))
