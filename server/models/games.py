"""Games, who sits or sat where, invitations and table talk."""

from typing import Annotated, Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import GameId, Hash, Json, Millis, Model, PlayerId

_NOTES_DUE = text("note_at IS NOT NULL")


class Game(Model):
    """A game: its terms, its head, and the packed record from which the next entry is written."""

    __tablename__ = "games"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    title: Mapped[str] = mapped_column(String(80))
    rules: Mapped[str] = mapped_column(String(64))
    version: Mapped[int]
    edition: Mapped[Hash]
    seats: Mapped[int]
    options: Mapped[Json]
    bots: Mapped[Json]
    pace: Mapped[Json]
    policy: Mapped[Json]
    is_private: Mapped[bool] = mapped_column(default=False)
    spectators: Mapped[bool] = mapped_column(default=True)
    slips_only: Mapped[bool] = mapped_column(default=False)
    hints: Mapped[str] = mapped_column(String(8), default="any", server_default="any")
    starts: Mapped[str] = mapped_column(String(8), default="full")
    status: Mapped[str] = mapped_column(String(16), default="open")
    held: Mapped[bool] = mapped_column(default=False)
    checked: Mapped[Hash | None]
    """The build on which the game was last found to replay."""
    host_id: Mapped[PlayerId] = mapped_column(index=True)
    n: Mapped[int]
    head: Mapped[Hash]
    terms: Mapped[Hash]
    page: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    dump: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    result: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[Millis]
    changed_at: Mapped[Millis]
    ended_at: Mapped[Millis | None]
    __table_args__ = (Index("ix_games_status_held", "status", "held"),)
    """No index on what every turn changes: Postgres then updates the row in place."""


class Seat(Model):
    """A seat as it is now: who plays it, and what is asked of it."""

    __tablename__ = "seats"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("players.id"), index=True)
    by: Mapped[str] = mapped_column(String(8), default="empty")
    awaited: Mapped[bool] = mapped_column(default=False)
    ask: Mapped[int] = mapped_column(default=0)
    asked_at: Mapped[Millis | None]
    told_at: Mapped[Millis | None]
    deadline: Mapped[Millis | None]
    look_at: Mapped[Millis | None] = mapped_column(index=True)
    """When the clock has to look at what is asked; None where no time runs."""
    is_lent: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether the clock has lent this turn to a bot."""
    has_notes: Mapped[bool] = mapped_column(default=False, server_default=false())
    """Whether notes of the seat wait for an ask; where they wait in vain, looking once finds it out."""
    note_at: Mapped[Millis | None]
    """When the notes of the seat are to be tried at what is asked now; None where there is nothing to try."""
    __table_args__ = (
        Index("ix_seats_awaited_by", "awaited", "by"),
        Index("ix_seats_lent", "game_id", sqlite_where=text("is_lent = 1"), postgresql_where=text("is_lent")),
        Index("ix_seats_note_at", "note_at", sqlite_where=_NOTES_DUE, postgresql_where=_NOTES_DUE),
    )


class Holder(Model):
    """Who held a seat from which entry to which: what somebody may see of a game they have left."""

    __tablename__ = "holders"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    since_n: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    until_n: Mapped[int | None]


class Invitation(Model):
    """A link that lets somebody see and join a game, or register in the club."""

    __tablename__ = "invitations"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    game_id: Mapped[GameId | None] = mapped_column(index=True)
    """None for an invitation to the club."""
    hash: Mapped[Hash] = mapped_column(unique=True)
    mail: Mapped[str | None] = mapped_column(String(254))
    created_by: Mapped[PlayerId]
    created_at: Mapped[Millis]
    expires_at: Mapped[Millis]
    used_at: Mapped[Millis | None]
    used_by: Mapped[str | None] = mapped_column(String(64), ForeignKey("players.id"))
    registered_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("players.id"))
    """Who registered with it, in a club that wants an invitation for that."""
    revoked_at: Mapped[Millis | None]


class StoredEdition(Model):
    """A club's own edition of a game, whole; games name it by its digest."""

    __tablename__ = "editions"

    digest: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    rules: Mapped[str] = mapped_column(String(64))
    tables: Mapped[Json]


class Message(Model):
    """Table talk: plain text from a player to the table."""

    __tablename__ = "messages"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[GameId]
    player_id: Mapped[PlayerId]
    seat: Mapped[int | None]
    text: Mapped[str] = mapped_column(Text)
    at: Mapped[Millis]
    __table_args__ = (Index("ix_messages_game_id", "game_id", "id"),)
