"""Notes left at the table: what a seat wants played when it is asked; a secret of whoever left it."""

from sqlalchemy import BigInteger, Index, LargeBinary, String, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import GameId, Hash, Millis, Model, PlayerId

_WAITS = text("gone IS NULL")


class StoredNote(Model):
    """A note as it was left. One that waits no more keeps its number, its hash and its receipts, and not what it said."""

    __tablename__ = "notes"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    note: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    left_n: Mapped[int]
    """The last entry of the game when it was left: a turn by hand after it overtakes the note."""
    at: Mapped[Millis]
    digest: Mapped[Hash]
    """The SHA-256 of its slip, or of what a plain mail says in its place: the same one is known again."""
    slip: Mapped[str | None] = mapped_column(Text)
    says: Mapped[bytes | None] = mapped_column(LargeBinary)
    """What it says, where it has no slip."""
    mail_sha256: Mapped[Hash | None]
    receipt: Mapped[str | None] = mapped_column(Text)
    gone: Mapped[str | None] = mapped_column(String(8))
    """Why it waits no more: `fired`, `dropped`, `replaced`, `played` (by hand), `over`."""
    drop: Mapped[Hash | None]
    """The SHA-256 of the slip that took it back."""
    drop_receipt: Mapped[str | None] = mapped_column(Text)
    __table_args__ = (Index("ix_notes_waiting", "game_id", "seat", sqlite_where=_WAITS, postgresql_where=_WAITS),)
