"""The tables. Times are whole milliseconds, UTC; secrets and tokens are stored hashed or not at all."""

from server.models.base import db, table
from server.models.games import Game, Holder, Invitation, Message, Seat
from server.models.ledger import Entry, Snapshot
from server.models.mail import OutboxRow
from server.models.players import Code, Player, PlayerKey, SeenSlip, Token
from server.models.server import Rate, ServerKey

__all__ = [
    "Code",
    "Entry",
    "Game",
    "Holder",
    "Invitation",
    "Message",
    "OutboxRow",
    "Player",
    "PlayerKey",
    "Rate",
    "Seat",
    "SeenSlip",
    "ServerKey",
    "Snapshot",
    "Token",
    "db",
    "table",
]
