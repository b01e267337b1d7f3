"""What is to be mailed: intents, written in the transaction of what they tell of."""

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import Json, Millis, Model, PlayerId


class OutboxRow(Model):
    """One mail to be sent: what it is about, not its text; `key` makes it impossible to announce a thing twice."""

    __tablename__ = "outbox"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(200), unique=True)
    kind: Mapped[str] = mapped_column(String(24))
    player_id: Mapped[PlayerId | None]
    address: Mapped[str | None] = mapped_column(String(254))
    game_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("games.id"))
    n: Mapped[int | None]
    seat: Mapped[int | None]
    ask: Mapped[int | None]
    data: Mapped[Json]
    message_id: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(12), default="queued")
    created_at: Mapped[Millis]
    due_at: Mapped[Millis]
    attempts: Mapped[int] = mapped_column(default=0)
    lease_id: Mapped[str | None] = mapped_column(String(64))
    lease_until: Mapped[Millis | None]
    error: Mapped[str | None] = mapped_column(Text)
    done_at: Mapped[Millis | None]
    __table_args__ = (
        Index("ix_outbox_state_due", "state", "due_at"),
        Index("ix_outbox_game_player", "game_id", "player_id"),
    )
