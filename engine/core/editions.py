"""Components as data: an edition is a TOML file, checked against the game's typed tables.

A club's own file may hold only what differs: tables are laid over the default edition, rows by their `id`.
A ledger binds the figures of the default edition, so that its names can be corrected while games run, and all of
a club's own. Every edition that was ever the default is kept, and a begun game stays with its own.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from engine.core.canonical import digest
from engine.core.errors import Refused
from engine.core.language import LANGUAGES

MAX_BYTES = 256 * 1024
FORMER = "editions"
"""The folder beside the default edition that keeps each one that was ever the default."""
LABELS = ("name", "aliases")
E = TypeVar("E", bound="Edition")


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A name in each language; `one` and `many` are its forms after a number, where they differ from it."""

    en: str
    fr: str
    one: "Label | None" = None
    many: "Label | None" = None


class Component(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A row of an edition: something with an id, a name and the source of its figures; aliases are read, not written."""

    id: str
    name: Label
    source: str
    aliases: tuple[str, ...] = ()


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A game's components. Each game adds its tables; `words` names what is not a component."""

    told: ClassVar[frozenset[str]] = frozenset({"name", "aliases", "source", "sources", "words"})
    """The fields that are read by people and are no figures: a game adds its own."""
    order: ClassVar[tuple[str, ...]] = ()
    """The order of keys that a game names freely, as in `{ red = 1, blue = 2 }`: files and ledgers don't keep one."""
    format: int
    game: str
    sources: dict[str, str]
    words: dict[str, Label] = {}

    @cached_property
    def digest(self) -> str:
        """The hash of all figures: two editions that play alike have the same, whatever their cards are called."""
        return digest(find_figures(self, self.told))

    def names(self) -> dict[str, dict[str, str]]:
        """Return every id with its name in each language."""
        named = {row.id: _spellings(row.name, row.aliases) for row in rows_in(self)}
        return named | {word: _spellings(label) for word, label in self.words.items()}


def _spellings(label: Label, aliases: tuple[str, ...] = ()) -> dict[str, str]:
    forms = {"one": label.one, "many": label.many}
    counted = {f"{form} {lang}": getattr(one, lang) for form, one in forms.items() if one for lang in LANGUAGES}
    return {"en": label.en, "fr": label.fr, **counted, **{f"alias {n}": alias for n, alias in enumerate(aliases)}}


def find_figures(value: Any, told: frozenset[str]) -> Any:
    """Return what a game plays by, plain: no names, no sources, and no figure that is as it is by default."""
    if isinstance(value, msgspec.Struct):
        figures = ((one, getattr(value, one.name)) for one in msgspec.structs.fields(value) if one.name not in told)
        return {one.name: find_figures(figure, told) for one, figure in figures if figure != _default_of(one)}
    if isinstance(value, dict):
        return {key: find_figures(inner, told) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [find_figures(inner, told) for inner in value]
    return value


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    return field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()


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


class BoundEdition(msgspec.Struct, Generic[E], frozen=True):
    """An edition as a ledger binds it: by its digest, and with all its tables where it is a club's own."""

    edition: E
    digest: str
    own: dict[str, Any] | None = None


@cache
def bind_default(kind: type[E], path: Path) -> BoundEdition[E]:
    """Return the edition that games are opened with now."""
    edition = _convert(kind, _default_tables(path))
    return BoundEdition(edition, edition.digest)


@cache
def _default_tables(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def bind_change(kind: type[E], path: Path, change: str | Mapping[str, Any] | None) -> BoundEdition[E]:
    """Return the default edition, or what a club's own file (its text or its tables) makes of it."""
    default: BoundEdition[E] = bind_default(kind, path)
    if not change:
        return default
    tables = change if isinstance(change, Mapping) else _tables(change)
    edition = _convert(kind, _overlay(_default_tables(path), tables, ""))
    if edition == default.edition:
        return default
    own = msgspec.to_builtins(edition)
    return BoundEdition(edition, digest(own), own)


def bind_recorded(kind: type[E], path: Path, wanted: str, own: dict[str, Any] | None) -> BoundEdition[E]:
    """Return the edition that a ledger names, a club's own from its tables, or refuse one that is not known here."""
    if own is not None:
        return BoundEdition(_convert(kind, own), wanted, own)
    default: BoundEdition[E] = bind_default(kind, path)
    if wanted == default.digest:
        return default
    former: dict[str, E] = _read_former(kind, path)
    if wanted not in former:
        raise Refused(
            "unknown_edition",
            "The game is played with an edition that is not known here ({digest}).",
            digest=wanted,
        )
    return BoundEdition(former[wanted], wanted)


def is_shipped(kind: type[E], path: Path, wanted: str) -> bool:
    """Tell whether an edition is or was the default one."""
    return wanted == bind_default(kind, path).digest or is_kept(kind, path, wanted)


def is_kept(kind: type[E], path: Path, wanted: str) -> bool:
    """Tell whether an edition is among those that begun games may name for ever."""
    return wanted in _read_former(kind, path)


@cache
def _read_former(kind: type[E], path: Path) -> dict[str, E]:
    """Return every edition that was ever the default by the digests that ledgers may have bound it with.

    Version 0.1 bound names and sources too, so its digest is that of the whole file.
    """
    found: dict[str, E] = {}
    for file in sorted((path.parent / FORMER).glob("*.json")):
        tables = msgspec.json.decode(file.read_bytes())
        edition = _convert(kind, _rename(tables, _default_tables(path)))
        found |= {digest(tables): edition, edition.digest: edition}
    return found


def _rename(tables: dict[str, Any], today: Mapping[str, Any]) -> dict[str, Any]:
    """Return a former edition under the names of today, as far as they go."""
    names = {row["id"]: {field: row[field] for field in LABELS if field in row} for row in _plain_rows(today)}
    return {
        **{table: _rename_rows(value, names) if _is_rows(value) else value for table, value in tables.items()},
        "words": tables.get("words", {}) | today.get("words", {}),
    }


def _rename_rows(rows: list[Any], names: Mapping[str, Any]) -> list[Any]:
    return [{**row, **names.get(row["id"], {})} for row in rows]


def _plain_rows(tables: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for value in tables.values():
        if _is_rows(value):
            yield from value


def _tables(text: str) -> dict[str, Any]:
    if len(text.encode()) > MAX_BYTES:
        raise Refused("edition_too_large", "An edition file has at most {limit} bytes.", limit=MAX_BYTES)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # absurd numbers and endless nesting among them
        raise Refused("broken_edition", "The edition is not a TOML file: {error}.", error=str(error)) from None


def _convert(kind: type[E], tables: Mapping[str, Any]) -> E:
    try:
        edition: E = msgspec.convert(_put_in_order(tables, kind.order) if kind.order else tables, kind)
    except msgspec.ValidationError as error:
        raise Refused(
            "broken_edition", "The edition does not fit: {error}.", error=_name_row(tables, str(error))
        ) from None
    _check_ids(edition)
    return edition


def _put_in_order(value: Any, order: Sequence[str]) -> Any:
    if isinstance(value, Mapping):
        first = {key: value[key] for key in order if key in value}
        return {key: _put_in_order(inner, order) for key, inner in (first | dict(value)).items()}
    return [_put_in_order(inner, order) for inner in value] if isinstance(value, list) else value


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
