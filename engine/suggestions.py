"""What a seat might play: the best lines that were found, what each would bring, and how it compares; from what the seat knows."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from engine import seats
from engine.analysis.judging import DEALS, Estimate, estimate, try_line
from engine.bots.desk import Desk
from engine.bots.eye import Eye, PartsEye, open_eye
from engine.bots.search.levels import LEVELS, Considered
from engine.core.canonical import canonical
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.language import Text
from engine.core.memory import Memory
from engine.core.table import Table
from engine.core.types import Move, Seat
from engine.ledger.memory import ToldEntry, remember

ADVISER = LEVELS[1]
FIT = 1
MOST_LINES = 3
LEAST, MUCH = 0.01, 0.05
"""What is worth less than one game in a hundred is no difference; from five on it is a clear one."""

Verdict = Literal["better", "first", "even", "behind", "worse"]
VERDICTS: dict[Verdict, Text] = {
    "better": Text("Clearly better than the others."),
    "first": Text("Looks best."),
    "even": Text("About as good as the first."),
    "behind": Text("A little worse than the first."),
    "worse": Text("Clearly worse than the first."),
}
NOTE = Text("Estimates by the bot `{bot}`, from what your seat knows alone.")


class Suggestion(msgspec.Struct, kw_only=True):
    """A line of moves, exact and as its reader types it, what it would bring, and how good it looks."""

    moves: list[str]
    shown: list[str]
    events: list[str]
    advice: list[str]
    reveals: bool
    verdict: str
    chance: float | None
    """To win, from 0 to 1; None where a game gives nothing to tell it from."""
    error: float | None
    said: str


class Suggestions(msgspec.Struct, kw_only=True):
    """Some lines for a seat, the best first."""

    seat: Seat
    bot: str
    """The level at which was looked."""
    lines: list[Suggestion]
    note: str

    def tell(self) -> Iterator[str]:
        """Yield each line with what is said of it and what it would bring, and what stands below all of them."""
        for number, line in enumerate(self.lines, 1):
            yield f"{number}. {'; '.join(line.shown)}"
            yield f"   {line.said}"
            if line.events or line.advice:
                yield f"   {' '.join([*line.events, *line.advice])}"
        yield self.note


class Compared(NamedTuple):
    """A line, what it is worth on each deal, and how it compares."""

    moves: tuple[Move, ...]
    values: list[int]
    verdict: Verdict


def suggest(table: Table, by: seats.Onlooker, told: Iterable[ToldEntry] = ()) -> Suggestions:
    """Return the best lines for the seat of whoever asks, or refuse where nothing is asked of it.

    Nothing in them depends on what the seat may not know: its view is all that chance is drawn from.
    """
    assert by.seat is not None
    if by.seat not in table.awaiting:
        raise Refused("not_awaited", "Nothing is asked of you now, so there is nothing to suggest.")
    memory = remember(table.rules, by.seat, told) if table.rules.has_memory else None
    eye = open_eye(table.rules, table.seats, table.chosen, FIT, flat=True)
    compared = compare(table, by.seat, eye, memory)
    is_chance = isinstance(eye, PartsEye)
    return Suggestions(
        seat=by.seat,
        bot=ADVISER.name,
        lines=[_tell(table, by, one, is_chance=is_chance) for one in compared],
        note=NOTE.fill(bot=getattr(ADVISER.title, by.lang)).say(by.lang),
    )


def compare(table: Table, seat: Seat, eye: Eye, memory: Memory | None) -> list[Compared]:
    """Return the best lines that a search finds, compared on deals that were not used to find them, the best first."""
    desk, seed = Desk(table, seat, memory=memory), make_seed(table, seat)
    found = pick_different(ADVISER.consider(desk, Chance(seed)))
    seeds = [b"compare:%s:%d" % (seed, deal) for deal in range(DEALS)]
    tried = [(moves, [try_line(desk, eye, moves, each) for each in seeds]) for moves in found]
    tried.sort(key=lambda one: -sum(one[1]))
    verdicts = make_verdicts([judge(tried[0][1], values, eye) for _, values in tried[1:]])
    return [Compared(moves, values, verdict) for (moves, values), verdict in zip(tried, verdicts, strict=True)]


def make_verdicts(others: Sequence[Verdict]) -> list[Verdict]:
    """Return what is said of each line, by how the others compare with the first."""
    return ["better" if others and set(others) == {"worse"} else "first", *others]


def pick_different(found: Sequence[Considered]) -> list[tuple[Move, ...]]:
    """Return the best lines, none of which is another one in a different order."""
    seen: dict[tuple[str, ...], tuple[Move, ...]] = {}
    for one in found:
        seen.setdefault(tuple(sorted(map(str, one.moves))), one.moves)
    return list(seen.values())[:MOST_LINES]


def make_seed(table: Table, seat: Seat) -> bytes:
    """Return what chance is drawn from: the view, so that it is the same wherever the seat sees the same."""
    return hashlib.sha256(b"atelier-suggest-v1\0" + canonical(table.view(seat))).digest()


def judge(best: Sequence[int], values: Sequence[int], eye: Eye) -> Verdict:
    """Return how a line compares with the best on the same deals."""
    lost = estimate([one - other for one, other in zip(best, values, strict=True)])
    if not lost.is_clear or lost.mean <= 0:
        return "even"
    if not isinstance(eye, PartsEye) or lost.mean >= MUCH:
        return "worse"
    return "behind" if lost.mean >= LEAST else "even"


def _tell(table: Table, by: seats.Onlooker, one: Compared, *, is_chance: bool) -> Suggestion:
    assert by.seat is not None
    lines = [str(move) for move in one.moves]
    brings = seats.preview(table, by, lines)
    found = estimate(one.values)
    voice = table.voice(by.lang, by.players).turn_to(by.seat)
    said = [VERDICTS[one.verdict], *([_say_chance(found)] if is_chance else [])]
    return Suggestion(
        moves=lines,
        shown=seats.show_moves(table.redeal(by.seat), by, by.seat, lines),
        events=brings.events,
        advice=brings.advice,
        reveals=brings.reveals,
        verdict=one.verdict,
        chance=min(1.0, max(0.0, found.mean)) if is_chance else None,
        error=found.error if is_chance else None,
        said=" ".join(voice.say(text) for text in said),
    )


def _say_chance(found: Estimate) -> Text:
    percent = min(100, max(0, round(100 * found.mean)))
    return Text("Wins about {n} games in a hundred (± {error}).", n=percent, error=max(1, round(100 * found.error)))
