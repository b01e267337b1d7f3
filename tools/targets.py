"""Measures what a lone player of Fantastic Factories can compare with: how the greedy bot fares against the Machine, at each difficulty.

    make targets      # writes engine/games/fantastic_factories/data/targets.toml

The bot is the first version of `greedy`, which never changes, and the deals come from seeds `target:DIFFICULTY:NUMBER`, so
that all of it can be measured again.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import engine
from engine.bots import BOTS, take_turn
from engine.core.chance import Chance
from engine.games.fantastic_factories.solo import DIFFICULTIES, TARGETS
from tools.strength import make_seed

GAME, BOT = "fantastic_factories", "greedy"
GAMES = 50


def main(path: Path, games: int) -> None:
    """Measure all difficulties."""
    path.write_text("\n".join(format_targets({one: measure(one, games) for one in DIFFICULTIES})) + "\n")
    print(f"wrote {path}")


def measure(difficulty: str, games: int) -> list[int]:
    """Return by how many points the bot ended before the Machine, the worst game first."""
    return sorted(play(difficulty, make_seed(f"target:{difficulty}:{number}")) for number in range(games))


def play(difficulty: str, seed: bytes) -> int:
    """Play one game."""
    table, chance = engine.open_table(GAME, 1, {"difficulty": difficulty}, seed), Chance(seed)
    while table.awaiting:
        take_turn(table, 0, BOTS[BOT], chance.word().to_bytes(4, "big"))
    assert table.result is not None
    (one,) = table.result.standings
    return one.score - int(one.details["machine"])


def format_targets(found: dict[str, Sequence[int]]) -> Iterator[str]:
    """Yield the lines of the file."""
    yield f"# By how many points the bot `{BOT}` ended before the Machine, game by game, the worst first; measured by `make targets`."
    yield ""
    for difficulty, margins in found.items():
        yield f"{difficulty} = {list(margins)}"


if __name__ == "__main__":
    main(TARGETS, int(os.environ.get("PLAYED") or GAMES))
