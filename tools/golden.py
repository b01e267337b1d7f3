"""Finds the golden games that a game still lacks: bots play until every end, tie-break and corrected reading was seen."""

import hashlib
import json
import sys
from collections.abc import Iterable
from typing import Any

import engine
from tests.engine.conformance.suite import find_shown, replay
from tests.engine.golden import find_home, records_of
from tests.games import register_tiny_games
from tools.corpus import play

TRIES = 3000


def main(wanted: list[str]) -> None:
    """Write what is missing; what is there stays as it is."""
    register_tiny_games()
    for game in wanted or list(engine.games()):
        missing = find_missing(game)
        for number in range(TRIES):
            if not missing:
                break
            record = make_record(play(game, number))
            if found := missing & find_names(record):
                write(game, max(found), record)  # a tie by its own name, whatever else it shows
            missing -= found
        print(f"{game}: {'missing ' + ', '.join(sorted(missing)) if missing else 'complete'}")


def find_missing(game: str) -> set[str]:
    """Return the names of the golden games that a game lacks."""
    return find_needs(game).difference(*map(find_names, records_of(game).values()))


def find_needs(game: str) -> set[str]:
    """Return the names of the golden games that a game must have, by what it says of itself."""
    rules = engine.games()[game]
    ties = [f"tie_{figure}" for figure in rules.tie_breaks] + ["shared"] * rules.has_shared_wins
    readings = [f"reading_{name}" for name in rules.corrections]
    return {*(f"end_{how}" for how in rules.ends), *(f"players_{seats}" for seats in rules.seats), *ties, *readings}


def find_names(record: dict[str, Any]) -> set[str]:
    """Return the names that a golden game can have."""
    result = record["result"]
    names = {f"end_{result['how']}", f"players_{record['seats']}"}
    if len(result["winners"]) > 1:
        names.add("shared")
    elif record["seats"] == 2 and len(set(result["scores"])) == 1:  # noqa: PLR2004 - a tie-break is shown by two
        names |= {f"tie_{figure}" for figure in find_decisive(record["game"], *result["details"])}
    return names | {f"reading_{name}" for name in find_shown(record)}


def find_decisive(game: str, one: dict[str, int], other: dict[str, int]) -> Iterable[str]:
    """Return the tie-break that decided."""
    return [figure for figure in engine.games()[game].tie_breaks if one[figure] != other[figure]][:1]


def make_record(played: dict[str, Any]) -> dict[str, Any]:
    """Return a game of the bots as a golden game."""
    table = replay(played)
    assert table.result is not None
    result = {
        "how": table.result.how,
        "scores": table.result.scores,
        "winners": table.result.winners,
        "details": [standing.details for standing in table.result.standings],
    }
    digest = hashlib.sha256(table.state_bytes()).hexdigest()
    start = {key: played[key] for key in ("game", "version", "seats", "seed", "options")}
    return {**start, "result": result, "digest": digest, "moves": played["moves"]}


def write(game: str, name: str, record: dict[str, Any]) -> None:
    """Write a golden game, one turn a line."""
    *head, (_, moves) = record.items()
    lines = [f" {json.dumps(key)}: {json.dumps(value)}," for key, value in head]
    turns = ",\n".join(f"  {json.dumps(turn)}" for turn in moves)
    home = find_home(game).golden
    home.mkdir(parents=True, exist_ok=True)
    (home / f"{name}.json").write_text("{\n" + "\n".join(lines) + f'\n "moves": [\n{turns}\n ]\n}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
