"""What the clock keeps: what it did, when it stood still, who is away, who would step in."""

from typing import Annotated

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from server.models.base import GameId, Millis, Model, PlayerId


class ClockAct(Model):
    """What the clock did about one ask of a seat; the key makes it impossible to do it twice."""

    __tablename__ = "clock_acts"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    ask: Mapped[int] = mapped_column(primary_key=True)
    action: Mapped[Annotated[str, mapped_column(String(32), primary_key=True)]]
    at: Mapped[Millis]


class Stop(Model):
    """A seat's clock that stands still because its player can't be reached; once per ask."""

    __tablename__ = "stops"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    ask: Mapped[int] = mapped_column(primary_key=True)
    began: Mapped[Millis]
    ended: Mapped[Millis | None]


class Extension(Model):
    """A later deadline that was given to one ask of a seat, and when."""

    __tablename__ = "extensions"

    game_id: Mapped[GameId] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    ask: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[Millis]
    until: Mapped[Millis]


class Outage(Model):
    """Time that counts for nobody: the server or its mail was down, one game was held for an upgrade or paused."""

    __tablename__ = "outages"

    id: Mapped[int] = mapped_column(primary_key=True)
    cause: Mapped[str] = mapped_column(String(8))
    game_id: Mapped[str | None] = mapped_column(String(64), ForeignKey("games.id"), index=True)
    began: Mapped[Millis]
    ended: Mapped[Millis | None] = mapped_column(index=True)


class Vacation(Model):
    """Days on which a player's clocks stand still."""

    __tablename__ = "vacations"

    id: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    player_id: Mapped[PlayerId]
    began: Mapped[Millis]
    ended: Mapped[Millis]
    created_at: Mapped[Millis]
    __table_args__ = (Index("ix_vacations_player_ended", "player_id", "ended"),)


class Standby(Model):
    """Somebody who would take over an abandoned seat of a game with these rules."""

    __tablename__ = "standbys"

    player_id: Mapped[PlayerId] = mapped_column(primary_key=True)
    rules: Mapped[Annotated[str, mapped_column(String(64), primary_key=True)]]
    added_at: Mapped[Millis]


class Moment(Model):
    """A moment that all processes share: the last heartbeat, since when mail can't go out."""

    __tablename__ = "marks"

    name: Mapped[Annotated[str, mapped_column(String(16), primary_key=True)]]
    at: Mapped[Millis]


class Link(Model):
    """A secret address that shows a player's deadlines; stored hashed, revocable."""

    __tablename__ = "links"

    hash: Mapped[Annotated[str, mapped_column(String(43), primary_key=True)]]
    player_id: Mapped[PlayerId] = mapped_column(index=True)
    created_at: Mapped[Millis]
    revoked_at: Mapped[Millis | None]
