"""One line, one move: `parse` is exact, `read` is tolerant."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any, NamedTuple

from engine.core.arguments import Goods, Misread, Position, Recogniser, Thing, Word
from engine.core.errors import IllegalMove, Refusal
from engine.core.language import Name, Text, quote_all
from engine.core.names import ALIKE, SEATS, Lexicon, Tolerant, fold
from engine.core.spelling import Slot, format_move, slots, verb_of
from engine.core.types import Move
from engine.core.wording import type_move, type_pattern, type_start, typed_verb

Verbs = Mapping[str, type[Move]]


class Exact:
    """Recognises ids and fixed words exactly as they are written."""

    lexicon = Lexicon({})

    def thing(self, words: Sequence[str], among: Sequence[str] = ()) -> tuple[str, int] | None:
        """Take the first word as it is."""
        word = words[0]
        return (word, 1) if (word in among if among else _is_id(word)) else None

    def seat(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Take p1, p2, ..."""
        seat = SEATS.get(words[0])
        return None if seat is None else (seat, 1)

    def position(self, words: Sequence[str], row: str) -> None:
        """Take no names: a position is a number."""

    def inside(self, row: str) -> Sequence[str]:  # noqa: ARG002 - see position
        """Know nothing of rows."""
        return ()

    def near(self, words: Sequence[str], among: Sequence[str] = ()) -> str | None:
        """Guess nothing."""


def _is_id(word: str) -> bool:
    return word.isascii() and word.replace("_", "").isalnum() and not word.isdecimal()


EXACT = Exact()


def parse(line: str, verbs: Verbs) -> Move:
    """Read a line that is spelled exactly; needs no position. Raises IllegalMove (`unreadable_move`)."""
    return parse_by(line, verbs, EXACT)


def parse_by(line: str, verbs: Verbs, reader: Exact) -> Move:
    """Read a line that is spelled exactly, by whoever recognises its words."""
    words = line.split(" ")
    try:
        move = _build(_verb(words[0], verbs), words[1:], reader)
        if format_move(move) != line:
            exact = format_move(move)
            raise Misread(Refusal("unreadable_move", "the exact spelling is `{exact}`.", exact=exact))  # noqa: TRY301 - one way out
    except Misread as misread:
        raise misread.illegal(line) from None
    return move


class Part(NamedTuple):
    """A move of which some fields are said."""

    kind: type[Move]
    said: dict[str, Any]
    is_whole: bool
    """Whether all are said that must be."""


def read_part(line: str, verbs: Verbs, reader: Exact | Tolerant) -> Part:
    """Read what is said of a move, by whoever recognises its words. Raises IllegalMove (`unreadable_move`)."""
    typed = JOINT.sub("+", fold(line)) if isinstance(reader, Tolerant) else line
    words = typed.split() or [""]
    try:
        kind = _verb(words[0], verbs)
        said, missing = _take_all(kind, words[1:], reader)
    except Misread as misread:
        raise misread.illegal(line) from None
    return Part(kind, said, not missing)


def _verb(word: str, verbs: Verbs) -> type[Move]:
    if word not in verbs:
        raise _refuse_verb(word, verbs, ())
    return verbs[word]


def _build(kind: type[Move], words: Sequence[str], reader: Exact | Tolerant) -> Move:
    values, missing = _take_all(kind, words, reader)
    if missing:
        raise _refuse_too_few(kind, missing, words, reader)
    return kind(**values)


def _take_all(kind: type[Move], words: Sequence[str], reader: Recogniser) -> tuple[dict[str, Any], list[Slot]]:
    """Return the values found for the fields, and the required fields that were left out."""
    values: dict[str, Any] = {}
    missing: list[Slot] = []
    left_out: list[Slot] = []
    at = 0
    for slot in slots(kind):
        taken = _take(slot, words[at:], reader)
        if taken:
            values[slot.field] = taken[0]
            at += taken[1]
            left_out = [slot] if slot.argument.many else []
            continue
        left_out.append(slot)
        if not slot.optional:
            missing.append(slot)
    if at < len(words):
        if not missing:
            raise _refuse_surplus(words[at:], left_out, reader)
        raise _refuse_misplaced(words[at:], missing[0], reader)
    return values, missing


def _take(slot: Slot, words: Sequence[str], reader: Recogniser) -> tuple[Any, int] | None:
    """Take the words of one field; people leave out the word before it."""
    told = reader.thing(words, (slot.after,)) if words and slot.after else None
    said = told[1] if told else 0
    taken = slot.argument.take(words[said:], reader) if words[said:] else None
    return (taken[0], taken[1] + said) if taken else None


def _refuse_too_few(
    kind: type[Move], missing: Sequence[Slot], words: Sequence[str], reader: Exact | Tolerant
) -> Misread:
    sofar = type_start(kind, words)
    what = missing[0].argument.what()
    return Misread(
        Refusal(
            "unreadable_move",
            "after `{sofar}` comes {what}: `{usage}`.",
            sofar=sofar,
            what=what,
            usage=type_pattern(kind, reader.lexicon),
        )
    )


def _refuse_surplus(words: Sequence[str], left_out: Sequence[Slot], reader: Recogniser) -> Misread:
    word = words[0]
    if not left_out:
        return Misread(Refusal("unreadable_move", "the move is complete before `{word}`.", word=word))
    near = next(filter(None, (_near(words, slot, reader) for slot in left_out)), None)
    if near:
        return Misread(Refusal("unreadable_move", "did you mean `{near}` by `{word}`?", near=Name(near), word=word))
    what = [slot.argument.what() for slot in left_out]
    return Misread(Refusal("unreadable_move", "`{word}` can't stand there; only {what} can.", word=word, what=what))


def _near(words: Sequence[str], slot: Slot, reader: Recogniser) -> str | None:
    """Return what can stand in a field and is spelled nearly like the first words."""
    argument = slot.argument
    near: str | None = None
    if isinstance(argument, Word | Goods):
        near = reader.near(words, argument.choices)
    elif isinstance(argument, Position):
        near = reader.near(words, reader.inside(argument.row)) if reader.inside(argument.row) else None
    elif isinstance(argument, Thing):
        near = reader.near(words)
    return near


def _refuse_misplaced(words: Sequence[str], wanted: Slot, reader: Recogniser) -> Misread:
    word = words[0]
    what = wanted.argument.what()
    if wanted.after and reader.thing(words, (wanted.after,)) is None:
        what = Text("`{word}` and {what}", word=Name(wanted.after), what=what)
    elif wanted.after and len(words) == 1:
        return Misread(Refusal("unreadable_move", "after `{word}` comes {what}.", word=word, what=what))
    elif wanted.after:
        words, word = words[1:], words[1]
    near = _near(words, wanted, reader)
    if near:
        return Misread(Refusal("unreadable_move", "did you mean `{near}` by `{word}`?", near=Name(near), word=word))
    return Misread(Refusal("unreadable_move", "`{word}` can't stand there; it should be {what}.", word=word, what=what))


JOINT = re.compile(r" *\+ *")
"""What joins words, however it is spaced: `repair + transact`."""
GAP = re.compile(r"\s{2,}|\t")
"""What follows it in a list of moves explains the move, and is copied with it."""


def read(
    line: str,
    verbs: Verbs,
    reader: Tolerant,
    legal: Sequence[Move] = (),
) -> Move:
    """Read a line as a player would write it, and fill in arguments that only one legal move allows.

    A complete move that is not legal is returned as it stands: the rules say best why not.
    """
    return _find_copied(line, verbs, reader, legal) or _read_line(line, verbs, reader, legal)


def _find_copied(line: str, verbs: Verbs, reader: Tolerant, legal: Sequence[Move]) -> Move | None:
    """Return the legal move that a line is a copy of, whatever a list of moves says beside it."""
    bare = GAP.split(line.strip())[0]
    copied = next((move for move in legal if str(move) == bare), None)
    if copied is None and bare != line.strip():
        with suppress(IllegalMove):
            move = _read_line(bare, verbs, reader, legal)
            copied = move if move in legal and bare in type_move(move, reader).said.values() else None
    return copied


def _read_line(line: str, verbs: Verbs, reader: Tolerant, legal: Sequence[Move]) -> Move:
    words = JOINT.sub("+", fold(line)).split()
    if not words:
        raise IllegalMove(Refusal("unreadable_move", "the line is empty."), line)
    if words[0] not in verbs:
        return _read_without_verb(line, words, verbs, reader, legal)
    try:
        return _read_as(verbs[words[0]], words[1:], reader, legal)
    except Misread as misread:
        raise misread.illegal(line) from None


def spread(line: str, verbs: Verbs) -> list[str]:
    """Return the lines that one line means: `place 1 2 mine` is two moves, where the game says that it can be."""
    verb, *words = line.replace(",", " ").split() or [""]
    kind = verbs.get(fold(verb))
    numbers = list(takewhile(str.isdecimal, words))
    rest = words[len(numbers) :]
    if kind is None or not kind.spreads or len(numbers) < 2 or not rest:  # noqa: PLR2004 - several
        return [line]
    return [" ".join([verb, number, *rest]) for number in numbers]


def _read_as(kind: type[Move], words: Sequence[str], reader: Tolerant, legal: Sequence[Move]) -> Move:
    """Read words as one kind of move; an id spelled with a space is meant only where nothing else fits."""
    readings: list[Move] = []
    misread: Misread | None = None
    for reader.joins_ids in (True, False):
        try:
            readings.append(_read_one(kind, words, reader, legal))
        except Misread as wrong:
            misread = wrong
    for move in reversed(readings):
        if move in legal:
            return move
    if misread is None or readings:
        return readings[-1]
    raise misread


def _read_one(kind: type[Move], words: Sequence[str], reader: Tolerant, legal: Sequence[Move]) -> Move:
    values, missing = _take_all(kind, words, reader)
    if not missing:
        move = kind(**values)
        if move in legal:
            return move
    fits = [move for move in legal if type(move) is kind and all(getattr(move, f) == v for f, v in values.items())]
    if len(fits) == 1:
        return fits[0]
    if not missing:
        return kind(**values)
    if fits:
        shown = quote_all(type_move(move, reader) for move in fits[:12])
        raise Misread(Refusal("unreadable_move", "it can mean {moves}; write which.", moves=shown))
    raise _refuse_too_few(kind, missing, words, reader)


def _read_without_verb(line: str, words: Sequence[str], verbs: Verbs, reader: Tolerant, legal: Sequence[Move]) -> Move:
    """Return the one legal move that words without a verb can mean: `wood`, where a kind is asked for."""
    found: set[Move] = set()
    for kind in dict.fromkeys(type(move) for move in legal) if not words[0].isdecimal() else ():
        with suppress(Misread):
            found.add(_read_as(kind, words, reader, legal))
    meant = [move for move in found if move in legal]
    if len(meant) == 1:
        return meant[0]
    raise _refuse_verb(words[0], verbs, legal).illegal(line)


def _refuse_verb(word: str, verbs: Verbs, legal: Sequence[Move]) -> Misread:
    from difflib import get_close_matches

    kinds = sorted({type(move) for move in legal} or set(verbs.values()), key=verb_of)
    near = get_close_matches(word, [*map(verb_of, kinds), *verbs], 1, ALIKE)
    if near:
        meant = typed_verb(verbs[near[0]])
        return Misread(
            Refusal("unreadable_move", "there is no move `{verb}`; did you mean `{near}`?", verb=word, near=meant)
        )
    known = [typed_verb(kind) for kind in kinds]
    return Misread(Refusal("unreadable_move", "there is no move `{verb}`; moves are {known}.", verb=word, known=known))


def verbs_of(moves: Iterable[type[Move]]) -> dict[str, type[Move]]:
    """Return the verbs and aliases of a game's moves; two moves with one spelling are an error of the game."""
    found: dict[str, type[Move]] = {}
    for move in moves:
        for spelling in (verb_of(move), *(fold(alias) for alias in move.aliases)):
            if found.setdefault(spelling, move) is not move:
                message = f"two moves are written `{spelling}`"
                raise ValueError(message)
    return found
