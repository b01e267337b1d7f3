"""What is to be mailed and what came: intents, the tokens of what was sent, and mails that proved their seat."""

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import Hash, Json, Millis, Model, PlayerId


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
    """What it is to say, codes and links among it; empty once it was sent or dropped."""
    message_id: Mapped[str] = mapped_column(String(200))
    state: Mapped[str] = mapped_column(String(12), default="queued")
    created_at: Mapped[Millis]
    due_at: Mapped[Millis]
    attempts: Mapped[int] = mapped_column(default=0)
    lease_id: Mapped[str | None] = mapped_column(String(64))
    lease_until: Mapped[Millis | None]
    error: Mapped[str | None] = mapped_column(Text)
    done_at: Mapped[Millis | None]
    joined: Mapped[int | None]
    """The mail that carried this one, where somebody wants one mail for many."""
    __table_args__ = (
        Index("ix_outbox_state_due", "state", "due_at"),
        Index("ix_outbox_game_player", "game_id", "player_id"),
    )


class Letter(Model):
    """A mail that was rendered: the hashes of its tokens, and what an answer to it may do."""

    __tablename__ = "letters"

    outbox_id: Mapped[int] = mapped_column(ForeignKey("outbox.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("players.id"))
    game_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("games.id"))
    seat: Mapped[int | None]
    ask: Mapped[int | None]
    on: Mapped[Hash | None]
    reply: Mapped[Hash | None] = mapped_column(unique=True)
    bounce: Mapped[Hash] = mapped_column(unique=True)
    unsubscribe: Mapped[Hash | None] = mapped_column(unique=True)
    confirms: Mapped[int | None] = mapped_column(ForeignKey("inbound.id"))
    """The held mail that an answer `confirm` lets through."""
    created_at: Mapped[Millis]
    used_at: Mapped[Millis | None]
    used_n: Mapped[int | None]
    """The entry that an answer to this mail led to."""
    __table_args__ = (Index("ix_letters_game_seat_ask", "game_id", "seat", "ask"),)


class InboundMail(Model):
    """A mail that proved its seat; `proof` and the hash of its Message-ID make sure that it counts once."""

    __tablename__ = "inbound"

    id: Mapped[int] = mapped_column(primary_key=True)
    proof: Mapped[Hash]
    """The hash of its reply token, or of its slip."""
    message: Mapped[Hash]
    sha256: Mapped[Hash]
    raw: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The whole message, or the slip that was in it, sealed with the server's key, for ninety days."""
    player_id: Mapped[PlayerId]
    game_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("games.id"))
    outcome: Mapped[str] = mapped_column(String(32))
    at: Mapped[Millis] = mapped_column(index=True)
    __table_args__ = (Index("uq_inbound_proof_message", "proof", "message", unique=True),)
