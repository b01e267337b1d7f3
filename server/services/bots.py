"""Bots in seats: their work follows from who is awaited, so that no job can be lost."""

from sqlalchemy import exists, or_, select

from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.playing import draft_bot
from engine.ledger.record import Record
from engine.seats import choose
from server.models import ClockAct, Game, Seat
from server.services import shelf
from server.services.club import Club

MOST_ENTRIES = 2000
"""How many entries bots may write in one game before others get their turn."""


def games_with_work(club: Club) -> list[str]:
    """Return the games in which a bot is awaited, be it in its own seat or for a turn that the clock lent it."""
    same_ask = (ClockAct.game_id == Seat.game_id) & (ClockAct.seat == Seat.seat) & (ClockAct.ask == Seat.ask)
    is_lent = exists().where(same_ask, ClockAct.action == "bot_turn")
    with club.read() as connection:
        waiting = or_(Seat.by == "bot", is_lent) & Seat.awaited & (Game.status == "running") & Game.held.is_(False)
        wanted = select(Seat.game_id).join(Game, Game.id == Seat.game_id).where(waiting).distinct()
        return list(connection.execute(wanted).scalars())


def play_due(club: Club, game_id: str) -> int:
    """Let bots play in a game until a person is awaited; return how many entries that made."""
    for written in range(MOST_ENTRIES):
        with club.read() as connection:
            record = shelf.get_record(connection, game_id)
        seat = next_bot_seat(record)
        if seat is None:
            return written
        play_seat(club, record, seat)
    return MOST_ENTRIES


def next_bot_seat(record: Record) -> int | None:
    """Return a seat that waits for a bot: one that is a bot's, or one that the clock lent."""
    for seat, chair in enumerate(record.page.chairs):
        is_bots = chair.by == "bot" or (chair.lent and chair.lent == chair.ask.number)
        if record.page.phase == "running" and chair.ask.is_open and is_bots:
            return seat
    return None


def play_seat(club: Club, record: Record, seat: int) -> None:
    """Let a bot choose on a copy, outside any transaction, and write its turn if nothing has changed since."""
    chosen = choose(record, seat)
    seen = record.page.hash

    def write(current: Record, at: int) -> Written:
        if current.page.hash != seen:
            raise Refused("stale_position", "The position has changed since the bot looked.")
        return club.clerk.write(draft_bot(current, chosen), at)

    try:
        shelf.act(club, record.page.game, write)
    except Refused as refused:
        if refused.code not in {"stale_position", "not_awaited", "game_over"}:
            raise
