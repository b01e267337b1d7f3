"""What a note says, without language: alternatives of named moves with what each brings, a phase, and conditions."""

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

MOST_ALTERNATIVES = 5
MOST_MOVES = 40
MOST_PLAYED = 100
"""How many moves an alternative can have become when the next free one is still played."""
MOST_OPTIONS = 600
MOST_CONDITIONS = 5

Id: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_:-]{1,64}\Z")]
NamedLine: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Mark: TypeAlias = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{8}\Z")]
"""The beginning of the hash of an option: enough to know it again."""
Change: TypeAlias = Annotated[int, Meta(ge=-9999, le=9999)]


class NoteMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A move with things named instead of places, and how what its seat has changes by it, as far as that is certain."""

    line: NamedLine
    brings: dict[Id, Change]
    optional: bool = False
    """Whether it is passed over where it does not fit; written `?`."""
    on: bool = False
    """Whether the turn goes on after it, whatever it reveals; written `!`."""
    within: Annotated[int, Meta(ge=0, le=9)] | None = None
    """By how much each good may be worse than it was, where any that is better will do; written `~` or `~2`."""
    freely: bool = False
    """Whether it is played wherever it can be, whatever it brings then; a bare verb is any move of that kind; written `*`."""


Alternative: TypeAlias = Annotated[tuple[NoteMove, ...], Meta(min_length=1, max_length=MOST_MOVES)]


class Lies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition: a card lies in a place."""

    place: Id
    card: Id


class NoteTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What is to be played at one ask: the first alternative that means what it meant."""

    alternatives: Annotated[tuple[Alternative, ...], Meta(min_length=1, max_length=MOST_ALTERNATIVES)]
    phase: Id | None = None
    """The phase or step that it is for; any, if none."""
    known: Annotated[tuple[Mark, ...], Meta(max_length=MOST_OPTIONS)] | None = None
    """The options there were when it was written; with any other it does not fire."""
    having: Annotated[tuple[Lies, ...], Meta(max_length=MOST_CONDITIONS)] = ()
    worlds: Annotated[int, Meta(ge=1, le=9999)] = 1
    """The number of the worlds that it was worked out in, and is tried in."""
