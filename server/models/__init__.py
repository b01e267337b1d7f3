"""The tables. Times are whole milliseconds, UTC; secrets and tokens are stored hashed or not at all."""

from server.models.base import Base, Session, db, open_session, table
from server.models.clock import ClockAct, Extension, Link, Moment, Outage, Standby, Stop, Vacation
from server.models.games import Game, Holder, Invitation, Message, Seat, StoredEdition
from server.models.ledger import ArchivedGame, Snapshot, StoredEntry
from server.models.mail import InboundMail, Letter, OutboxRow
from server.models.notes import StoredNote
from server.models.players import (
    AccessToken,
    AccountChange,
    Code,
    MailWish,
    Member,
    MemberKey,
    RecoveryAsk,
    SeenSlip,
    Silence,
)
from server.models.server import Ban, ClubSetting, ClubStep, KeptHostAct, Rate, ServerKey

__all__ = [
    "AccessToken",
    "AccountChange",
    "ArchivedGame",
    "Ban",
    "Base",
    "ClockAct",
    "ClubSetting",
    "ClubStep",
    "Code",
    "Extension",
    "Game",
    "Holder",
    "InboundMail",
    "Invitation",
    "KeptHostAct",
    "Letter",
    "Link",
    "MailWish",
    "Member",
    "MemberKey",
    "Message",
    "Moment",
    "Outage",
    "OutboxRow",
    "Rate",
    "RecoveryAsk",
    "Seat",
    "SeenSlip",
    "ServerKey",
    "Session",
    "Silence",
    "Snapshot",
    "Standby",
    "Stop",
    "StoredEdition",
    "StoredEntry",
    "StoredNote",
    "Vacation",
    "db",
    "open_session",
    "table",
]
