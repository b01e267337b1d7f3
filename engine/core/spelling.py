"""How a move is written: its verb, then its fields in order, each as its type says.

Everything is derived from the typed fields of the move, so that no game writes a parser.
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.core.arguments import After, Argument, Number, Thing, Word
from engine.core.language import translations

Kind = type[msgspec.Struct]
"""A kind of move; moves themselves are written with the words of this file."""


class Slot(NamedTuple):
    """One field of a move: its kind of argument, whether it can be left out, and the word before it."""

    field: str
    argument: Argument
    optional: bool
    after: str | None
    default: Any


@cache
def slots(move: Kind) -> tuple[Slot, ...]:
    """Return the arguments of a move type in the order in which they are written."""
    hints = get_type_hints(move, include_extras=True)
    return tuple(_slot(field, hints[field.name]) for field in msgspec.structs.fields(move))


def _slot(field: msgspec.structs.FieldInfo, hint: Any) -> Slot:
    if get_origin(hint) in {Union, type(int | None)}:
        hint = next(part for part in get_args(hint) if part is not type(None))
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    bare = get_args(hint)[0] if marks else hint
    argument = next((mark for mark in marks if isinstance(mark, Argument)), None) or _plain(bare)
    after = next((mark.word for mark in marks if isinstance(mark, After)), None)
    return Slot(field.name, argument, not field.required, after, field.default)


def _plain(hint: Any) -> Argument:
    if get_origin(hint) is Literal:
        return Word(get_args(hint))
    return Number() if hint is int else Thing()


@cache
def verb_of(move: Kind) -> str:
    """Return the verb that a move type is written with."""
    return str(move.__struct_config__.tag)


def format_move(move: msgspec.Struct) -> str:
    """Return the one exact spelling of a move."""
    words = [verb_of(type(move))]
    for slot in slots(type(move)):
        value = getattr(move, slot.field)
        if slot.optional and value == slot.default:
            continue
        if slot.after:
            words.append(slot.after)
        words.append(slot.argument.write(value))
    return " ".join(words)


def format_part(kind: Kind, values: Mapping[str, Any]) -> str:
    """Return the exact spelling of a move of which some fields are said."""
    said = [(slot, values[slot.field]) for slot in slots(kind) if slot.field in values]
    return " ".join([verb_of(kind), *(word for slot, value in said for word in _write(slot, value))])


def _write(slot: Slot, value: Any) -> list[str]:
    if slot.optional and value == slot.default:
        return []
    return [*([slot.after] if slot.after else []), slot.argument.write(value)]


def usage(move: Kind) -> str:
    """Return the pattern of a move for help texts: `build CARD discard CARD`, optional parts in brackets."""
    return " ".join([verb_of(move), *(_usage(slot) for slot in slots(move))])


def _usage(slot: Slot) -> str:
    shown = "|".join(slot.argument.choices) if isinstance(slot.argument, Word) else slot.field.upper()
    shown = shown + ("..." if slot.argument.many else "")
    shown = f"{slot.after} {shown}" if slot.after else shown
    return f"[{shown}]" if slot.optional else shown


def help_of(move: Kind, lang: str = "en") -> str:
    """Return what a move does: the first line of its docstring, in a language."""
    return translations(lang).gettext((move.__doc__ or verb_of(move)).splitlines()[0])
