"""The notes that a seat leaves while it waits: typed as a player would, from nothing but what the seat sees then."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, permutations
from typing import NamedTuple

from bench.waits.futures import PLAYER, Future, deal_worlds, find_turns, imagine_ask, imagine_tail
from engine.bots import take_turn
from engine.core.errors import IllegalMove, Refused
from engine.core.notes.judging import judge
from engine.core.notes.terms import NoteTerms
from engine.core.notes.writing import write_notes
from engine.core.table import Table
from engine.core.types import Move, Seat

ALTERNATIVES = 3
MOST_CANDIDATES = 6
IF_POSSIBLE = "*!"
SETTLED = ("discard", "hire", "take", "drop")
"""What is settled by whatever is there, where what was meant is not: a player ends such a run with `VERB any`."""
ABOUT = "~1"
"""Each move may cost one more of a good, or bring one less: prices rise with what others play."""


class Candidate(NamedTuple):
    """A turn that can be written down, and what comes of it in each future: nothing, another turn, or the right one."""

    turn: str
    comes_to: tuple[bool | None, ...]


class Leaving(NamedTuple):
    """A list of notes as it was typed, and what it says."""

    texts: list[str]
    terms: list[NoteTerms]


def leave_notes(table: Table, seat: Seat, seed: bytes, count: int) -> Leaving:
    """Return the notes that a seat leaves for its next asks, on a table where it has played and waits: as many as can be written."""
    left = Leaving([], [])
    worlds = deal_worlds(table, seat, seed)
    for n in range(count):
        imagined = [imagine_ask(world, seat, b"%s:%d:%d" % (seed, n, k)) for k, world in enumerate(worlds)]
        futures = [one for one in imagined if one is not None]
        text = _type_note(left, table, seat, futures, seed) if futures else None
        terms = None if text is None else _write(left, table, seat, text)
        if text is None or terms is None:
            break
        left.texts.append(text)
        left.terms.append(terms)
        worlds = [one.asked for one in futures]
        for world in worlds:
            take_turn(world, seat, PLAYER, seed)
    return left


def write_tail(table: Table, seat: Seat, chosen: Sequence[Move], seed: bytes) -> NoteTerms | None:
    """Return what a seat writes behind a turn that will show it something: how it goes on, each move as far as it is possible then."""
    world, rest = imagine_tail(table, seat, chosen, seed)
    tail = list(_settle(rest))
    while tail:
        try:
            return write_notes(world, seat, [f"even if new: {'; '.join(tail)}"])[0]
        except IllegalMove as illegal:
            tail.pop(illegal.index or 0)
        except Refused:
            break
    return None


def _settle(tail: Sequence[str]) -> Iterator[str]:
    """Yield the moves of a tail as they are typed, each run of what can be settled ended by any move of its kind."""
    for verb, lines in groupby(tail, key=lambda line: line.partition(" ")[0]):
        yield from (line + IF_POSSIBLE for line in lines)
        if verb in SETTLED:
            yield f"{verb} any!"
    yield from (f"{verb} any!" for verb in SETTLED)


def _type_note(left: Leaving, table: Table, seat: Seat, futures: Sequence[Future], seed: bytes) -> str | None:
    """Return the note that would be right in most futures; what can't be written here and now is left out."""
    phase = Counter(one.phase for one in futures).most_common(1)[0][0]
    there = [one for one in futures if one.phase == phase]
    turns = dict.fromkeys([*(one.turn for one in there), *find_turns(there[0].asked, seat, seed)])
    found: list[Candidate] = []
    for turn in (one.replace("; ", f"{ABOUT}; ") + ABOUT for one in turns):
        terms = _write(left, table, seat, f"{phase}, even if new: {turn}")
        if terms is not None:
            found.append(Candidate(turn, tuple(_try_in(one, seat, terms) for one in there)))
    return f"{phase}, even if new: {' | '.join(_choose(found[:MOST_CANDIDATES]))}" if found else None


def _write(left: Leaving, table: Table, seat: Seat, text: str) -> NoteTerms | None:
    try:
        return write_notes(table, seat, [*left.texts, text])[-1]
    except (IllegalMove, Refused):
        return None


def _try_in(future: Future, seat: Seat, terms: NoteTerms) -> bool | None:
    verdict = judge(future.asked, seat, terms)
    if verdict.taken is None:
        return None
    after = future.asked.copy()
    after.play(seat, verdict.moves, blind=True)
    return after.rules.pack(after.state) == future.goal


def _choose(found: Sequence[Candidate]) -> list[str]:
    """Return the alternatives whose first that fits is right in most futures."""
    futures = range(len(found[0].comes_to))
    lists = permutations(found, min(ALTERNATIVES, len(found)))
    return [one.turn for one in max(lists, key=lambda one: sum(_is_right(one, future) for future in futures))]


def _is_right(alternatives: Sequence[Candidate], future: int) -> bool:
    return next((there for one in alternatives if (there := one.comes_to[future]) is not None), False)
