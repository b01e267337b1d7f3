"""Transactions about the same thing pass one after the other, so that what they look up stays true until they end."""

from sqlalchemy import Connection, text

_ALONE = text("select pg_advisory_xact_lock(hashtextextended(:about, 0))")


def alone(connection: Connection, about: str) -> None:
    """Wait until nobody else writes about something; on SQLite all writers wait in line anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ALONE, {"about": about})
