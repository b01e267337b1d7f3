"""Components as data: an edition is a TOML file, checked against the game's typed tables.

A club's own file may hold only what differs: tables are laid over the default edition, rows by their `id`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from engine.core.canonical import digest
from engine.core.errors import Refused

MAX_BYTES = 256 * 1024
E = TypeVar("E", bound="Edition")


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name in each language."""

    en: str
    fr: str


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A row of an edition: something with an id, a name and the source of its figures; aliases are read, not written."""

    id: str
    name: Label
    source: str
    aliases: tuple[str, ...] = ()


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A game's components. Each game adds its tables; `words` names what is not a component."""

    format: int
    game: str
    sources: dict[str, str]
    words: dict[str, Label] = {}

    @cached_property
    def digest(self) -> str:
        """The hash of all figures: two editions that play alike have the same."""
        return digest(self)

    def names(self) -> dict[str, dict[str, str]]:
        """Return every id with its name in each language."""
        named = {row.id: _spellings(row.name, row.aliases) for row in rows_in(self)}
        return named | {word: _spellings(label) for word, label in self.words.items()}


def _spellings(label: Label, aliases: tuple[str, ...] = ()) -> dict[str, str]:
    return {"en": label.en, "fr": label.fr, **{f"alias {n}": alias for n, alias in enumerate(aliases)}}


def rows_in(value: Any) -> Iterator[Component]:
    """Yield every component in an edition, wherever it stands."""
    if isinstance(value, Component):
        yield value
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from rows_in(getattr(value, field))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from rows_in(inner)


@cache
def default_edition(kind: type[E], path: Path) -> E:
    """Return the edition that ships with a game."""
    return _convert(kind, default_tables(path))


@cache
def default_tables(path: Path) -> dict[str, Any]:
    """Return the shipped edition as plain tables."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def load_edition(kind: type[E], path: Path, change: str | Mapping[str, Any] | None) -> E:
    """Return the default edition, or what a club's own file (its text or its tables) makes of it."""
    if not change:
        shipped: E = default_edition(kind, path)
        return shipped
    tables = change if isinstance(change, Mapping) else _tables(change)
    return _convert(kind, _overlay(default_tables(path), tables, ""))


def _tables(text: str) -> dict[str, Any]:
    if len(text.encode()) > MAX_BYTES:
        raise Refused("edition_too_large", "An edition file has at most {limit} bytes.", limit=MAX_BYTES)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # absurd numbers and endless nesting among them
        raise Refused("broken_edition", "The edition is not a TOML file: {error}.", error=str(error)) from None


def _convert(kind: type[E], tables: Mapping[str, Any]) -> E:
    try:
        edition: E = msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "broken_edition", "The edition does not fit: {error}.", error=_name_row(tables, str(error))
        ) from None
    _check_ids(edition)
    return edition


def _name_row(tables: Mapping[str, Any], error: str) -> str:
    """Return a schema error with the id of the row that it speaks of."""
    place = re.search(r"`\$\.(\w+)\[(\d+)\]", error)
    row = tables.get(place[1], [])[int(place[2])] if place else None
    named = f"{error} ({row['id']})" if isinstance(row, Mapping) and "id" in row else error
    return named.replace("`$.", "`")


def _check_ids(edition: Edition) -> None:
    seen: set[str] = set()
    for row in rows_in(edition):
        if row.id in seen:
            raise Refused("broken_edition", "The edition has two rows with the id `{id}`.", id=row.id)
        seen.add(row.id)


def _overlay(base: Any, change: Any, where: str) -> Any:
    if isinstance(base, Mapping) and isinstance(change, Mapping):
        return dict(base) | {key: _overlay(base.get(key), value, f"{where}{key}.") for key, value in change.items()}
    if _is_rows(base) and _is_rows(change):
        return _overlay_rows(base, change, where)
    return change


def _is_rows(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(isinstance(row, Mapping) and isinstance(row.get("id"), str) for row in value)


def _overlay_rows(base: list[Any], change: list[Any], where: str) -> list[Any]:
    changed = {row["id"]: row for row in change}
    unknown = sorted(set(changed) - {row["id"] for row in base})
    if unknown:
        raise Refused(
            "broken_edition",
            "The edition changes {ids} in {table}, which the game does not have.",
            ids=unknown,
            table=where.rstrip("."),
        )
    return [_overlay(row, changed.get(row["id"], {}), f"{where}{row['id']}.") for row in base]
