"""The tables. Times are whole milliseconds, UTC; secrets and tokens are stored hashed or not at all."""

from server.models.base import db, table
from server.models.clock import ClockAct, Link, Mark, Outage, Standby, Stop, Vacation
from server.models.games import Game, Holder, Invitation, Message, Seat
from server.models.ledger import Entry, Snapshot
from server.models.mail import InboundMail, Letter, OutboxRow
from server.models.players import Code, Player, PlayerKey, SeenSlip, Token
from server.models.server import Rate, ServerKey

__all__ = [
    "ClockAct",
    "Code",
    "Entry",
    "Game",
    "Holder",
    "InboundMail",
    "Invitation",
    "Letter",
    "Link",
    "Mark",
    "Message",
    "Outage",
    "OutboxRow",
    "Player",
    "PlayerKey",
    "Rate",
    "Seat",
    "SeenSlip",
    "ServerKey",
    "Snapshot",
    "Standby",
    "Stop",
    "Token",
    "Vacation",
    "db",
    "table",
]
