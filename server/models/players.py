"""People: their keys, tokens and mailed codes."""

from typing import Annotated

from sqlalchemy import Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import GameId, Hash, Millis, Model, PlayerId

_IS_GONE = text("deleted_at IS NOT NULL OR banned_at IS NOT NULL")


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
    banned_at: Mapped[Millis | None]
    looked_at: Mapped[Millis | None]
    __table_args__ = (Index("ix_players_gone", "id", sqlite_where=_IS_GONE, postgresql_where=_IS_GONE),)


class MailWish(Model):
    """Which mails a member wants about one table, where that is not what they want in general."""

    __tablename__ = "mail_wishes"

    player_id: Mapped[PlayerId] = mapped_column(primary_key=True)
    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    mail_policy: Mapped[str] = mapped_column(String(16))


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
    used_at: Mapped[Millis | None]
    """When it was last used, to the day."""


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


class AccountChange(Model):
    """A change that a thief of a key might make: of the address, of the key, or that the account goes."""

    __tablename__ = "account_changes"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    kind: Mapped[str] = mapped_column(String(8))
    old: Mapped[str | None] = mapped_column(String(254))
    new: Mapped[str | None] = mapped_column(String(254))
    asked_at: Mapped[Millis]
    effective_at: Mapped[Millis | None]
    """When it takes effect; None while the new address is not confirmed."""
    done_at: Mapped[Millis | None]
    cancelled_at: Mapped[Millis | None]


class RecoveryAsk(Model):
    """An address for which somebody asked to recover an account; whether anybody has it is looked up later."""

    __tablename__ = "recovery_asks"

    id: Mapped[int] = mapped_column(primary_key=True)
    mail: Mapped[str] = mapped_column(String(254))
    asked_at: Mapped[Millis]


class Silence(Model):
    """An address that never wants mail from this club again, as a keyed hash."""

    __tablename__ = "silences"

    hash: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    since: Mapped[Millis]
