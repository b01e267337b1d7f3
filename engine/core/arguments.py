"""The kinds of words that can follow a verb: numbers, seats, things, goods, pairs, stacks, fixed words.

A move's field says its kind by its type: `int`, a `Literal`, or one of the annotated types at the end of this file.
"""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Protocol

from engine.core.errors import IllegalMove, Refusal
from engine.core.language import Amount, Text, name_all

MAX_DIGITS = 6
TIMES = re.compile(r"^(.+?)[*×](\d{1,3})$")
COUNT = re.compile(r"^[x×]?(\d{1,2})[x×]?$")
AND = frozenset({"and", "et", "&"})


class Misread(Exception):
    """A word that can't stand where it stands."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal."""
        super().__init__(refusal.code)
        self.refusal = refusal

    def illegal(self, line: str) -> IllegalMove:
        """Return the refusal of the whole line."""
        return IllegalMove(self.refusal, line)


class Recogniser(Protocol):
    """How words are recognised: exactly, or tolerantly with names."""

    def thing(self, words: Sequence[str], among: Sequence[str] = ()) -> tuple[str, int] | None:
        """Return the id that the first words name and how many words that took, or None."""

    def seat(self, words: Sequence[str]) -> tuple[int, int] | None:
        """Return the seat that the first words name and how many words that took, or None."""

    def position(self, words: Sequence[str], row: str) -> tuple[int, int] | None:
        """Return where in a row the thing stands that the first words name, and how many words that took, or None."""

    def inside(self, row: str) -> Sequence[str]:
        """Return what stands in a row."""

    def near(self, words: Sequence[str], among: Sequence[str] = ()) -> str | None:
        """Return what is spelled nearly like the first words, or None."""


class Speller(Protocol):
    """How a reader writes what a move names: in their language, in the position that they see."""

    def name(self, thing: str) -> str:
        """Return the name of a thing or word."""

    def amount(self, thing: str, n: int) -> str:
        """Return so many of a good."""

    def seat(self, seat: int) -> str:
        """Return the name of a seat's player."""

    def place(self, row: str, n: int) -> str:
        """Return what stands at a place of a row, with the place where the name alone does not say it."""


class Argument:
    """One kind of argument: how it is written, shown, read and described."""

    many = False

    def write(self, value: Any) -> str:
        """Return the words for a value."""
        return str(value)

    def show(self, value: Any, speller: Speller) -> str:  # noqa: ARG002 - a number needs no names
        """Return the words for a value as its reader types them."""
        return self.write(value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[Any, int] | None:
        """Return the value that the first words stand for and how many they are, or None if they don't fit."""
        raise NotImplementedError

    def what(self) -> Text:
        """Return what can stand here, for a refusal."""
        raise NotImplementedError


class Number(Argument):
    """A whole number: a position, a die's face, an amount."""

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[int, int] | None:  # noqa: ARG002 - a number needs no names
        """Take one number."""
        word = words[0]
        return (int(word), 1) if word.isdecimal() and len(word) <= MAX_DIGITS else None

    def what(self) -> Text:
        """A number."""
        return Text("a number")


class Position(Number):
    """A position in a row of the board; what stands there can be named too."""

    def __init__(self, row: str) -> None:
        """Keep the row's name, by which the rules find it in a view."""
        self.row = row

    def show(self, value: int, speller: Speller) -> str:
        """Name what stands there."""
        return speller.place(self.row, value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[int, int] | None:
        """Take a name, one number, or both."""
        return reader.position(words, self.row) or super().take(words, reader)

    def what(self) -> Text:
        """A number or a name."""
        return Text("a number, or the name of what stands there")


class Numbers(Number):
    """Several numbers, such as the faces of dice."""

    many = True

    def write(self, value: Sequence[int]) -> str:
        """Write them one after the other."""
        return " ".join(map(str, value))

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[int, ...], int] | None:  # type: ignore[override]
        """Take as many numbers as there are."""
        return take_many(Number(), words, reader)

    def what(self) -> Text:
        """Numbers."""
        return Text("one or more numbers")


class SeatName(Argument):
    """A seat, typed p1, p2, ... (players' names are read too)."""

    def write(self, value: int) -> str:
        """Write p1 for seat 0."""
        return f"p{value + 1}"

    def show(self, value: int, speller: Speller) -> str:
        """Name the player."""
        return speller.seat(value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[int, int] | None:
        """Take one seat."""
        return reader.seat(words)

    def what(self) -> Text:
        """A seat."""
        return Text("a seat such as p1")


class Word(Argument):
    """One of a few fixed words."""

    def __init__(self, choices: Sequence[str]) -> None:
        """Keep the words in their order."""
        self.choices = tuple(choices)

    def show(self, value: str, speller: Speller) -> str:
        """Write it in the reader's language."""
        return speller.name(value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[str, int] | None:
        """Take one of the words; that it is `1` of it goes without saying."""
        if words[0] == "1" and len(words) > 1:
            taken = reader.thing(words[1:], self.choices)
            return taken and (taken[0], taken[1] + 1)
        return reader.thing(words, self.choices)

    def what(self) -> Text:
        """One of the words."""
        return Text("one of {choices}", choices=name_all(self.choices))


class Thing(Argument):
    """A card, tile or project by its id (names are read too)."""

    def show(self, value: Any, speller: Speller) -> str:
        """Name it."""
        return speller.name(value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[str, int] | None:
        """Take one id or name."""
        return reader.thing(words)

    def what(self) -> Text:
        """A card."""
        return Text("the name of something on the table")


class Things(Thing):
    """Several cards, one after the other."""

    many = True

    def write(self, value: Sequence[str]) -> str:
        """Write the ids one after the other."""
        return " ".join(value)

    def show(self, value: Sequence[str], speller: Speller) -> str:
        """Name them one after the other."""
        return " ".join(map(speller.name, value))

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[str, ...], int] | None:  # type: ignore[override]
        """Take as many ids as there are."""
        return take_many(Thing(), words, reader)


class Goods(Argument):
    """Goods with their numbers, `wood*2 copper`, always in the game's order of kinds."""

    many = True

    def __init__(self, *kinds: str) -> None:
        """Keep the kinds in their order."""
        self.choices = kinds

    def write(self, value: Sequence[str]) -> str:
        """Write each kind once, with its number when it is more than one."""
        return " ".join(kind if n == 1 else f"{kind}*{n}" for kind, n in self._count(value))

    def show(self, value: Sequence[str], speller: Speller) -> str:
        """Write them as people say them: `2 wood copper`."""
        return " ".join(speller.name(kind) if n == 1 else speller.amount(kind, n) for kind, n in self._count(value))

    def _count(self, value: Sequence[str]) -> list[tuple[str, int]]:
        return [(kind, n) for kind in self.choices if (n := value.count(kind))]

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[str, ...], int] | None:
        """Take goods as long as there are any, and put them in order."""
        found: list[str] = []
        used = 0
        take_one = self._take_pair if self._is_in_pairs(words) else self._take_one
        while used < len(words) and (one := take_one(words[used:], reader)):
            kinds, n = one
            found += kinds
            used += n
            if words[used : used + 1] and words[used] in AND:
                used += 1
        return (tuple(sorted(found, key=self.choices.index)), used) if found else None

    def _is_in_pairs(self, words: Sequence[str]) -> bool:
        """Tell whether numbers follow their goods, as on the boards: `wood 2 copper 1`."""
        return len(words) > 1 and _count(words[-1]) is not None

    def _take_pair(self, words: Sequence[str], reader: Recogniser) -> tuple[list[str], int] | None:
        kind = reader.thing(words, self.choices)
        n = _count(words[kind[1]]) if kind and words[kind[1] :] else None
        return None if kind is None or n is None else ([kind[0]] * n, kind[1] + 1)

    def _take_one(self, words: Sequence[str], reader: Recogniser) -> tuple[list[str], int] | None:
        times = TIMES.match(words[0])
        if times:
            kind = reader.thing([times[1]], self.choices)
            return ([kind[0]] * int(times[2]), 1) if kind else None
        n = _count(words[0])
        if n is not None and len(words) > 1:
            kind = reader.thing(words[1:], self.choices)
            return ([kind[0]] * n, kind[1] + 1) if kind else None
        kind = reader.thing(words, self.choices)
        return ([kind[0]], kind[1]) if kind else None

    def what(self) -> Text:
        """Goods."""
        example = Amount(self.choices[0], 2)
        return Text("goods ({kinds}; two are written {example})", kinds=name_all(self.choices), example=example)


class Joined(Argument):
    """Words joined by `+`: a pair of actions, or the cards of one stack."""

    def __init__(self, *choices: str) -> None:
        """Keep the words that can be joined; none means any card."""
        self.choices = choices

    def write(self, value: Sequence[str]) -> str:
        """Write them with + between."""
        return "+".join(value)

    def show(self, value: Sequence[str], speller: Speller) -> str:
        """Name them with + between."""
        return "+".join(map(speller.name, value))

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[str, ...], int] | None:
        """Take what is joined; each part can be a name of several words."""
        parts = " + ".join(" ".join(words).split("+")).split(" ")
        found: list[str] = []
        at = -1
        while not found or parts[at : at + 1] == ["+"]:
            run = parts[at + 1 :]
            one = reader.thing(run[: run.index("+")] if "+" in run else run, self.choices)
            if one is None:
                return None
            found.append(one[0])
            at += 1 + one[1]
        return tuple(found), at - 2 * (len(found) - 1)

    def what(self) -> Text:
        """Joined words."""
        if self.choices:
            return Text("words joined by + out of {choices}", choices=name_all(self.choices))
        return Text("cards joined by +")


class Stacks(Argument):
    """Several stacks, each of cards joined by `+`."""

    many = True

    def write(self, value: Sequence[Sequence[str]]) -> str:
        """Write the stacks one after the other."""
        return " ".join("+".join(stack) for stack in value)

    def show(self, value: Sequence[Sequence[str]], speller: Speller) -> str:
        """Name the stacks one after the other."""
        return " ".join("+".join(map(speller.name, stack)) for stack in value)

    def take(self, words: Sequence[str], reader: Recogniser) -> tuple[tuple[tuple[str, ...], ...], int] | None:
        """Take as many stacks as there are."""
        return take_many(Joined(), words, reader)

    def what(self) -> Text:
        """Stacks."""
        return Text("stacks of cards joined by +")


class After:
    """Marks an argument that comes after a fixed word, as in `build CARD discard CARD`."""

    def __init__(self, word: str) -> None:
        """Keep the word."""
        self.word = word


def _count(word: str) -> int | None:
    """Return how many `2`, `2x` or `x2` says."""
    found = COUNT.match(word)
    return int(found[1]) if found else None


def take_many(one: Argument, words: Sequence[str], reader: Recogniser) -> tuple[tuple[Any, ...], int] | None:
    """Take as many of one kind as there are; None when there is none."""
    found: list[Any] = []
    used = 0
    while used < len(words) and (taken := one.take(words[used:], reader)):
        found.append(taken[0])
        used += taken[1]
    return (tuple(found), used) if found else None


SeatArg = Annotated[int, SeatName()]
CardArg = Annotated[str, Thing()]
CardsArg = Annotated[tuple[str, ...], Things()]
FacesArg = Annotated[tuple[int, ...], Numbers()]
StacksArg = Annotated[tuple[tuple[str, ...], ...], Stacks()]
