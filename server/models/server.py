"""What the server keeps about itself: its keys and addresses, what hosts changed and did, and the counters of its limits."""

from typing import Annotated

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import Hash, Json, Millis, Model, PlayerId


class ServerKey(Model):
    """A key the server signs or has signed with; a process whose key is not listed refuses to start."""

    __tablename__ = "server_keys"

    kid: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    x: Mapped[Hash]
    added_at: Mapped[Millis]
    retired_at: Mapped[Millis | None]


class ClubStep(Model):
    """One step of the club's succession, signed: where it is and which key it signs with from here on."""

    __tablename__ = "club_steps"

    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    statement: Mapped[str] = mapped_column(Text)


class Rate(Model):
    """How often somebody did something in the current window."""

    __tablename__ = "rates"

    key: Mapped[Annotated[str, mapped_column(String(120), primary_key=True)]]
    window: Mapped[Millis] = mapped_column(primary_key=True)
    count: Mapped[int]
    ends_at: Mapped[Millis] = mapped_column(index=True)
    """When the window is over, and the row forgotten."""


class ClubSetting(Model):
    """What a host has changed while the club runs; what is not here is as the settings file has it."""

    __tablename__ = "club_settings"

    name: Mapped[Annotated[str, mapped_column(String(32), primary_key=True)]]
    value: Mapped[str] = mapped_column(String(254))
    changed_at: Mapped[Millis]


class KeptHostAct(Model):
    """What a host did, when, and on whom; names are looked up, and `args` and `note` go when its member goes."""

    __tablename__ = "host_acts"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[Millis]
    host_id: Mapped[PlayerId] = mapped_column(index=True)
    act: Mapped[str] = mapped_column(String(16))
    on_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("players.id"), index=True)
    game_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("games.id"), index=True)
    n: Mapped[int | None]
    """The entry of the game's ledger, where it has one."""
    args: Mapped[Json]
    note: Mapped[str | None] = mapped_column(Text)
    """Free text: a message, or why it was done."""


class Ban(Model):
    """A mailbox of somebody who was banned, as a keyed hash: nobody registers with it."""

    __tablename__ = "bans"

    hash: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    since: Mapped[Millis]
