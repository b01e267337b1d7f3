"""Measures how strong the bots are, against each other on held-out deals, and whether their chances come true.

    make strength                  # plays what is missing, games by turns; can be stopped and started again at any time
    make strength GAMES=nicodemus PLAYED=200
    make strength PLAYED=0         # only shows what has been measured

Every finished game is a line in bench/out/strength.jsonl. The seeds begin with `strength:`, and no weight or budget was
ever chosen by games that were dealt from them; `make fit` deals from others.
"""

import hashlib
import json
import math
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import engine
from engine.bots import BOTS, Bot, Desk, take_turn
from engine.bots.exponents import ONE
from engine.bots.eye import open_fit
from engine.bots.search.levels import UNPROVEN
from engine.core.chance import Stream
from engine.core.memory import Memory
from engine.core.table import Table
from engine.core.types import Move, Seat

OUT = Path(__file__).parent.parent / "bench" / "out" / "strength.jsonl"
Z = 1.96
BINS = 10
PRIME = "strength"
"""What held-out seeds begin with."""


class Match(NamedTuple):
    """One bot against others of one kind; the lower bound of its share of wins that is asked of it in each game."""

    hero: str
    rival: str
    seats: int
    bars: dict[str, float]


MATCHES = (
    Match(
        "journeyman-2",
        "greedy",
        2,
        {"nicodemus": 0.7, "mech_a_dream": 0.65, "fantastic_factories": 0.6, "imaginarium": 0.6},
    ),
    Match(
        "greedy-3",
        "greedy",
        2,
        {"nicodemus": 0.5, "mech_a_dream": 0.5, "fantastic_factories": 0.5, "imaginarium": 0.65},
    ),
    Match("journeyman-2", "greedy", 4, {"mech_a_dream": 0.4, "fantastic_factories": 0.35, "imaginarium": 0.35}),
    Match(
        "master",
        "journeyman-2",
        2,
        {"nicodemus": 0.5, "mech_a_dream": 0.5, "fantastic_factories": 0.5, "imaginarium": 0.5},
    ),
    Match(
        "apprentice",
        "greedy",
        2,
        {"nicodemus": 0.5, "mech_a_dream": 0.5, "fantastic_factories": 0.5, "imaginarium": 0.5},
    ),
)


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


def measure(match: Match, game: str, number: int) -> dict[str, Any]:
    """Play one game of a match."""
    return measure_game(ALL_BOTS[match.hero], ALL_BOTS[match.rival], game, match.seats, number)


def measure_game(bot: Bot, rival: Bot, game: str, seats: int, number: int) -> dict[str, Any]:
    """Play one game; each deal is played once from every seat."""
    deal, seat = divmod(number, seats)
    seed = f"{PRIME}:{game}:{seats}:{deal}"
    table, hero = engine.open_table(game, seats, seed=make_seed(seed)), Timed(bot)
    bots: list[Bot] = [hero if other == seat else rival for other in range(seats)]
    for _ in play_game(table, bots, f"{seed}:{seat}"):
        pass
    result = table.result
    assert result is not None
    won = (seat in result.winners) / len(result.winners)
    spent = {"decisions": len(hero.spent), "seconds": round(sum(hero.spent), 4), "longest": round(max(hero.spent), 4)}
    return {"game": game, "number": number, "won": won, "scores": result.scores, "seat": seat, **spent}


def foretell(game: str, number: int) -> dict[str, Any]:
    """Let two new greedy bots play, and note at one moment what chance the first of them was given, and who won."""
    seed = f"{PRIME}:chance:{game}:{number}"
    table = engine.open_table(game, 2, seed=make_seed(seed))
    eye = open_fit(table.rules, 2, 1)
    assert eye is not None
    memories = [Memory(0), Memory(1)]
    chances = [
        eye.chance(Desk(table, 0, memory=memories[0]).deal(b"foretold"), 0)
        for _ in play_game(table, [BOTS["greedy-2"]] * 2, seed, memories)
        if table.result is None
    ]
    chance = random.Random(seed).choice(chances)  # noqa: S311 - a figure, not a secret
    assert table.result is not None
    return {
        "game": game,
        "number": number,
        "chance": chance / ONE,
        "won": (0 in table.result.winners) / len(table.result.winners),
    }


def name_line(match: Match) -> str:
    """Return how a match is called in the file."""
    return f"{match.hero} against {match.rival}, {match.seats} players"


def read_played() -> dict[tuple[str, str], dict[int, dict[str, Any]]]:
    """Return what has been measured, by line and game and number."""
    found: dict[tuple[str, str], dict[int, dict[str, Any]]] = {}
    for line in OUT.read_text().splitlines() if OUT.exists() else ():
        one = json.loads(line)
        found.setdefault((one["line"], one["game"]), {})[one["number"]] = one
    return found


def keep(line: str, row: dict[str, Any]) -> None:
    """Add a game to the file."""
    OUT.parent.mkdir(exist_ok=True)
    with OUT.open("a") as file:
        file.write(json.dumps({"line": line, **row}) + "\n")


def main(games: Sequence[str], most: int, foretold: int) -> None:
    """Play what is missing, a few games of each line by turns, then show all."""
    for upto in range(20, most + 20, 20):
        for match in MATCHES:
            for game in match.bars:
                if not games or game in games:
                    play_missing(match, game, min(upto, most))
    for game in games or list(MATCHES[0].bars):
        done = read_played().get(("chance", game), {})
        for number in range(foretold):
            if number not in done:
                keep("chance", foretell(game, number))
    show(read_played())


def play_missing(match: Match, game: str, upto: int) -> None:
    """Play the games of a match that have not been played."""
    done = read_played().get((name_line(match), game), {})
    for number in range(upto):
        if number not in done:
            keep(name_line(match), measure(match, game, number))


def wilson(wins: float, n: int) -> tuple[float, float]:
    """Return the interval in which a share lies, with 95 %."""
    share, spread = wins / n, Z * Z / n
    middle, half = share + spread / 2, Z * math.sqrt(share * (1 - share) / n + spread / (4 * n))
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def show(played: dict[tuple[str, str], dict[int, dict[str, Any]]]) -> None:
    """Print a line for each match and game, and how often foretold chances came true."""
    for match in MATCHES:
        for game, bar in match.bars.items():
            rows = list(played.get((name_line(match), game), {}).values())
            if rows:
                show_match(match, game, bar, rows)
    for game in MATCHES[0].bars:
        rows = list(played.get(("chance", game), {}).values())
        if rows:
            show_chances(game, rows)


def show_match(match: Match, game: str, bar: float, rows: Sequence[dict[str, Any]]) -> None:
    """Print one match."""
    wins, decisions = sum(row["won"] for row in rows), sum(row["decisions"] for row in rows)
    low, high = wilson(wins, len(rows))
    holds = "ok " if low >= bar else "LOW"
    spent = sum(row["seconds"] for row in rows) / decisions
    longest = max(row["longest"] for row in rows)
    print(
        f"{holds} {name_line(match):42} {game:20} {wins:5g} of {len(rows)} = {wins / len(rows):4.0%} "
        f"[{low:.0%}, {high:.0%}], wanted {bar:.0%}; {spent * 1000:.0f} ms a decision, at most {longest:.2f} s"
    )


def show_chances(game: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print for each tenth what was foretold and what came."""
    bins: list[list[dict[str, Any]]] = [[] for _ in range(BINS)]
    for row in rows:
        bins[min(BINS - 1, int(row["chance"] * BINS))].append(row)
    told = [
        f"{sum(row['chance'] for row in one) / len(one):.0%}->{sum(row['won'] for row in one) / len(one):.0%} ({len(one)})"
        for one in bins
        if one
    ]
    print(f"    chances that came true, {game}: " + ", ".join(told))


if __name__ == "__main__":
    main(sys.argv[1:], int(os.environ.get("PLAYED") or 200), int(os.environ.get("FORETOLD") or 0))
