"""Makes the golden corpus: finished games of every kind, by bots of mixed strength, over all seats and options."""

import gzip
import hashlib
import json
import random
import sys
from typing import Any

import engine
from engine.bots import BOTS, take_turn
from tests.engine.conformance.suite import option_choices
from tests.engine.golden import corpus_of, find_home
from tests.games import register_tiny_games

GAMES_EACH = 104


def main(wanted: list[str]) -> None:
    """Write the games of the newest rules of each game; those of older versions stay as they are."""
    register_tiny_games()
    for game in wanted or list(engine.games()):
        corpus = find_home(game).corpus
        kept = (
            [one for one in corpus_of(game) if one["version"] < engine.games()[game].version] if corpus.exists() else []
        )
        played = kept + [play(game, number) for number in range(GAMES_EACH)]
        lines = "\n".join(json.dumps(one, separators=(",", ":")) for one in played)
        corpus.parent.mkdir(parents=True, exist_ok=True)
        corpus.write_bytes(gzip.compress(lines.encode(), 9, mtime=0))
        print(f"{game}: {len(played)} games, {sum(len(one['moves']) for one in played)} moves")


def play(game: str, number: int) -> dict[str, Any]:
    """Play one game: at least one greedy seat, so that games end as people's games do."""
    rules = engine.games()[game]
    rng = random.Random(f"{game}:{number}")  # noqa: S311 - a game, not a secret
    seats = rules.seats[number % len(rules.seats)]
    options = option_choices(rules.options_type, rng) if number % 2 else {}
    bots = [rng.choice(("greedy", "random")) for _ in range(seats)]
    bots[rng.randrange(seats)] = "greedy"
    seed = hashlib.sha256(f"{game}:{number}".encode()).digest()[:8]
    table = engine.open_table(game, seats, options, seed)
    moves: list[list[Any]] = []
    while table.awaiting:
        seat = rng.choice(table.awaiting)
        outcome = take_turn(table, seat, BOTS[bots[seat]], b"%d" % len(moves))
        moves.append([seat, *(str(move) for move in outcome.played)])
    assert table.result is not None
    return {
        "game": game,
        "version": rules.version,
        "seats": seats,
        "options": options,
        "seed": seed.hex(),
        "moves": moves,
        "scores": table.result.scores,
        "how": table.result.how,
        "end": hashlib.sha256(table.state_bytes()).hexdigest(),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
