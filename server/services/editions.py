"""Editions of a club's own, each stored once by its digest, and the tables of games that are played with them."""

from typing import Any

from sqlalchemy import Connection, select

from engine.core.editions import BoundEdition
from engine.core.table import Dump, Table, load_dump, read_dump
from engine.registry import find_rules, recorded_rules
from server.models import Session, StoredEdition
from server.storage.inserts import insert_unless_there


def keep(session: Session, rules: str, bound: BoundEdition[Any]) -> None:
    """Store a club's own edition, unless it is there; those that ship with a game are not stored."""
    if bound.own is not None:
        row = {"digest": bound.digest, "rules": rules, "tables": bound.own}
        insert_unless_there(session, StoredEdition, ["digest"], row)


def open_dump(reading: Session | Connection, data: bytes) -> Table:
    """Return the table of a stored dump, on the rules and the edition that its game was opened with."""
    dump = read_dump(data)
    rules = find_rules(dump.game, dump.version, dump.edition)
    if rules is None:
        own = dump.components or _find_own(reading, dump)
        rules = recorded_rules(dump.game, dump.version, dump.edition, own)
    return load_dump(rules, dump, trusted=True)


def _find_own(reading: Session | Connection, dump: Dump) -> dict[str, Any] | None:
    found = select(StoredEdition.tables).where(StoredEdition.digest == dump.edition)
    return reading.execute(found).scalar()
