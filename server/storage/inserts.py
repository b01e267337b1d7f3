"""Rows that may be there already: one way to write them on SQLite and Postgres alike."""

from collections.abc import Mapping, Sequence
from typing import cast

from sqlalchemy.dialects import postgresql, sqlite

from server.models import Base, Session, table


def insert_into(dialect: str, model: type[Base]) -> sqlite.Insert:
    """Return an insert that can say what happens on conflict; both databases spell that alike."""
    kind = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return cast("sqlite.Insert", kind(table(model)))


def insert_unless_there(session: Session, model: type[Base], unique: Sequence[str], row: Mapping[str, object]) -> bool:
    """Write a row unless one with the same unique columns is there; tell whether it was written."""
    fresh = insert_into(session.dialect, model).on_conflict_do_nothing(index_elements=list(unique))
    written = fresh.returning(*(table(model).c[name] for name in unique))
    return session.connection().execute(written, dict(row)).first() is not None
