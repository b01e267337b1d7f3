"""Transactions about the same thing pass one after the other, so that what they look up stays true until they end."""

from sqlalchemy import text

from server.models import Session

_ALONE = text("select pg_advisory_xact_lock(hashtextextended(:about, 0))")


def alone(session: Session, about: str) -> None:
    """Wait until nobody else writes about something; on SQLite all writers wait in line anyway."""
    if session.dialect == "postgresql":
        session.execute(_ALONE, {"about": about})
