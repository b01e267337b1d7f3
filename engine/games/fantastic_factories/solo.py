"""What a lone player's board tells of the Machine: what its dice count, what it rolled, where it came in."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.language import Name, Text
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.words import show_dice

TARGETS = Path(__file__).parent / "data" / "targets.toml"
DIFFICULTIES = {"easy": Text("easy"), "medium": Text("medium"), "hard": Text("hard"), "expert": Text("expert")}
USUAL = "medium"


@cache
def read_targets() -> Mapping[str, Sequence[int]]:
    """Return, by difficulty, by how many points a bot ended before the Machine, game by game, the worst first."""
    found: Mapping[str, Sequence[int]] = tomllib.loads(TARGETS.read_text())
    return found


def tell_rank(view: Mapping[str, Any]) -> Text:
    """Return how a lone player's end compares with those of a bot that played at the same difficulty."""
    (one,) = view["result"]["standings"]
    ends, lead = read_targets()[view["options"].get("difficulty", USUAL)], one["score"] - one["details"]["machine"]
    return Text(
        "Points before the Machine: {lead}. The bot `greedy` ended behind that in {worse} of {games} games at this difficulty.",
        lead=lead,
        worse=sum(end < lead for end in ends),
        games=len(ends),
    )


def list_targets() -> Iterator[tuple[Text, int, int, int]]:
    """Yield for each difficulty how many games the bot won, and its points before the Machine in the middle game and at the best quarter."""
    for difficulty, name in DIFFICULTIES.items():
        ends = read_targets()[difficulty]
        yield name, sum(end > 0 for end in ends), ends[len(ends) // 2], ends[len(ends) * 3 // 4]


def tell_dice(book: FactoriesBook, machine: Mapping[str, Any]) -> Text:
    """Return when each of the Machine's dice makes a good: by its number of cards of a type."""
    types = [book.type[card] for card in machine["built"]]
    dice = [
        Text("{colour}: {kind} {n}", colour=Name(colour), kind=Name(kind), n=types.count(kind))
        for colour, kind in book.solo.goods.items()
    ]
    return Text("A die makes a good if it is not above the number of cards: {dice}.", dice=dice)


def tell_roll(rolled: Mapping[str, int]) -> Text:
    """Return what the Machine rolled last, die by die."""
    dice = [Text("{colour} {face}", colour=Name(colour), face=show_dice([face])) for colour, face in rolled.items()]
    return Text("Its last roll: {dice}.", dice=dice)


def rank_machine(view: Mapping[str, Any], name: str, rows: Sequence[Sequence[object]]) -> list[Sequence[object]]:
    """Return a lone player's row of the end and the Machine's, the winner first."""
    (one,) = view["result"]["standings"]
    points, goods = one["details"]["machine"], view["machine"]["goods"]
    machine = [3 - one["place"], name, points, goods, points - goods]
    return [*rows, machine] if one["place"] == 1 else [machine, *rows]
