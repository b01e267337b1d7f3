"""No id stands in what a player reads: boards, questions, lists of moves, previews and the log of golden games."""

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

import engine
from engine import seats
from engine.core.errors import IllegalMove
from engine.core.language import LANGUAGES
from engine.core.rules import AnyRules
from engine.core.table import Table
from engine.seats import Onlooker
from tests.engine.conformance.suite import open_recorded
from tests.engine.golden import records_of
from tests.night import by_day_and_night

PLAYERS = ("Anna", "Bruno", "Camille", "Dora", "Émile")
EVERY = 9
"""How many turns are played before the next look."""
FEW = 5
"""How many moves of a position are previewed."""
SPELLED = re.compile(r"[_\d]|^[a-z]+$")
"""What an id can look like that is nobody's name: `blue_1`, `P6`, and in French `wood`."""


@cache
def find_ids(rules: AnyRules, lang: str) -> re.Pattern[str]:
    """Return what finds the ids of things that are called otherwise in a language."""
    said = {word for name in rules.names.values() for word in re.findall(r"\w+", name[lang])}
    ids = [
        thing
        for thing, name in rules.names.items()
        if SPELLED.search(thing) and name[lang].casefold() != thing.casefold() and thing not in said
    ]
    return re.compile(rf"(?<![\w`])(?:{'|'.join(sorted(map(re.escape, ids), key=len, reverse=True))})(?!\w)")


def read_all(table: Table, by: Onlooker, rng: random.Random) -> Iterator[str]:
    """Yield what somebody reads who is asked at a table."""
    assert by.seat is not None
    voice = table.voice(by.lang, by.players)
    yield str(table.sheet(*by))
    prompt, view = table.prompt(by.seat), table.view(by.seat)
    yield "" if prompt is None else voice.say(prompt)
    legal = table.legal(by.seat)
    for shown, move in zip(seats.list_legal(table, by), legal, strict=True):
        yield shown.shown
        yield table.rules.explain(view, move, voice)
    for move in rng.sample(legal, min(FEW, len(legal))):
        preview = seats.preview(table, by, [str(move)])
        yield from (*preview.events, *preview.advice, preview.board, preview.prompt or "")
        yield from (one.shown for one in preview.legal)
        yield say_refusal(table, by, f"{move} 99")


def say_refusal(table: Table, by: Onlooker, line: str) -> str:
    """Return why a line is refused, without the line itself, which is quoted as it was written."""
    assert by.seat is not None
    try:
        table.copy().play(by.seat, line, players=by.players)
    except IllegalMove as refused:
        return refused.say(by.lang, table.voice(by.lang, by.players)).replace(line, "")
    return ""


def read_log(table: Table, by: Onlooker, mover: int, line: str) -> Iterator[str]:
    """Yield how a move is logged; the table goes on by it."""
    before = table.copy()
    yield from seats.show_moves(before, by, mover, [line])
    voice = table.voice(by.lang, by.players).turn_to(by.seat)
    yield from (voice.say(event.text()) for event in table.copy().play(mover, line, blind=True).events)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["fantastic_factories", "imaginarium", "mech_a_dream", "nicodemus"])
@by_day_and_night("games", 2, 20)
def test_no_id_stands_in_what_a_player_reads(game, lang, games):
    rng, records = random.Random(f"{game} {lang}"), records_of(game)
    ids = find_ids(engine.games()[game], lang)
    for name in rng.sample(sorted(records), min(games, len(records))):
        table, record = open_recorded(records[name]), records[name]
        for n, (mover, *lines) in enumerate(record["moves"]):
            for line in lines:
                by = Onlooker(mover, lang, PLAYERS[: table.seats])
                read = [*read_log(table, by, mover, line), *(read_all(table, by, rng) if n % EVERY == 0 else ())]
                assert not [text for text in read if ids.search(text)], f"{name}: {line}"
                table.play(mover, line, blind=True)
