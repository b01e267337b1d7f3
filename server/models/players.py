"""People: their keys, tokens and mailed codes."""

from typing import Annotated

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import Hash, Millis, Model, PlayerId


class Member(Model):
    """A member of the club; a deleted one keeps the row as a tombstone without handle and address."""

    __tablename__ = "players"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    handle: Mapped[str | None] = mapped_column(String(32))
    handle_key: Mapped[str | None] = mapped_column(String(32), unique=True)
    """The handle without case, so that two players can't look alike."""
    mail: Mapped[str | None] = mapped_column(String(254), index=True)
    mail_confirmed_at: Mapped[Millis | None]
    mail_bounced_at: Mapped[Millis | None]
    kid: Mapped[Hash] = mapped_column(unique=True)
    x: Mapped[Hash]
    lang: Mapped[str] = mapped_column(String(8), default="en")
    zone: Mapped[str] = mapped_column(String(64), default="UTC")
    role: Mapped[str] = mapped_column(String(16), default="player")
    mail_policy: Mapped[str] = mapped_column(String(16), default="every")
    created_at: Mapped[Millis]
    deleted_at: Mapped[Millis | None]
    looked_at: Mapped[Millis | None]


class MemberKey(Model):
    """Every key a player has had, so that nobody else can register it."""

    __tablename__ = "player_keys"

    kid: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    x: Mapped[Hash]
    added_at: Mapped[Millis]
    revoked_at: Mapped[Millis | None]


class AccessToken(Model):
    """A bearer token, stored hashed."""

    __tablename__ = "tokens"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    hash: Mapped[Hash] = mapped_column(unique=True)
    scopes: Mapped[str] = mapped_column(String(64))
    label: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[Millis]
    expires_at: Mapped[Millis]
    revoked_at: Mapped[Millis | None]


class Code(Model):
    """A mailed code: to confirm an address, or to recover with another key after a wait."""

    __tablename__ = "codes"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    player_id: Mapped[PlayerId]
    kind: Mapped[str] = mapped_column(String(16))
    hash: Mapped[Hash]
    mail: Mapped[str | None] = mapped_column(String(254))
    new_x: Mapped[Hash | None]
    created_at: Mapped[Millis]
    expires_at: Mapped[Millis]
    attempts: Mapped[int] = mapped_column(default=0)
    used_at: Mapped[Millis | None]
    effective_at: Mapped[Millis | None]
    """When a recovery takes effect; until then the old key can cancel it."""
    cancelled_at: Mapped[Millis | None]
    __table_args__ = (Index("ix_codes_player_kind", "player_id", "kind"),)


class SeenSlip(Model):
    """The `jti` of slips that are good once, until they would be too old anyway."""

    __tablename__ = "seen_slips"

    kid: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    jti: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    expires_at: Mapped[Millis] = mapped_column(index=True)
