"""The ledger of every game, snapshots that spare long replays, and finished games that were archived."""

from sqlalchemy import Index, LargeBinary, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import GameId, Hash, Millis, Model

_IS_ANSWER = text("answers IS NOT NULL")


class StoredEntry(Model):
    """One entry: header and body as canonical bytes, the signed head, and a receipt for the slip it came from."""

    __tablename__ = "entries"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    seat: Mapped[int | None]
    ask: Mapped[int | None]
    at: Mapped[Millis]
    hash: Mapped[Hash]
    header: Mapped[bytes] = mapped_column(LargeBinary)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    events: Mapped[bytes | None] = mapped_column(LargeBinary)
    """All that happened, for telling each seat its part; the body holds only what its author may know."""
    head: Mapped[str] = mapped_column(Text)
    slip: Mapped[Hash | None] = mapped_column(unique=True)
    """The SHA-256 of the slip, so that sending it again finds its receipt."""
    receipt: Mapped[str | None] = mapped_column(Text)
    answers: Mapped[int | None]
    """The ask that this entry answers, if it is a turn: a seat answers each ask once."""
    __table_args__ = (
        Index("uq_entries_game_seat_answers", "game_id", "seat", "answers", unique=True),
        Index("ix_entries_answered_at", "at", sqlite_where=_IS_ANSWER, postgresql_where=_IS_ANSWER),
    )


class Snapshot(Model):
    """The table after an entry, compressed."""

    __tablename__ = "snapshots"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    dump: Mapped[bytes] = mapped_column(LargeBinary)


class ArchivedGame(Model):
    """The whole ledger of a game that ended long ago, pressed into few bytes; it has no other entries and snapshots."""

    __tablename__ = "archives"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    at: Mapped[Millis]
    packed: Mapped[bytes] = mapped_column(LargeBinary)
