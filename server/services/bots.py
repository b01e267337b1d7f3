"""Bots in seats: their work follows from who is awaited, so that no job can be lost."""

from collections.abc import Iterable

from sqlalchemy import select, union

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.memory import ToldEntry
from engine.ledger.playing import BotPlay, draft_bot
from engine.ledger.record import Record, pack_page
from engine.seats import choose
from engine.thinking import choose_packed, takes_long
from server.models import Game, Seat
from server.services import shelf
from server.services.acts import SilentAct, perform
from server.services.club import Club
from server.services.respites import is_paused

MOST_ENTRIES = 2000
"""How many entries bots may write in one game before others get their turn."""
OVER_MEANWHILE = {"stale_position", "not_awaited", "game_over"}


class BotTurn(SilentAct):
    """A bot's turn, chosen outside any transaction: it counts only for the position that the bot saw."""

    def __init__(self, club: Club, record: Record, play: BotPlay) -> None:
        super().__init__(club, record.page.game)
        self.play = play
        self.seen = record.page.hash

    def draft(self, record: Record) -> EntryDraft:
        """Write the bot's moves, unless the position has changed."""
        if record.page.hash != self.seen:
            raise Refused("stale_position", "The position has changed since the bot looked.")
        return draft_bot(record, self.play)


def find_games_with_work(club: Club) -> list[str]:
    """Return the games in which a bot is awaited, in its own seat or for a turn that the clock lent it; none is paused."""
    is_played = Game.held.is_(False) & ~is_paused(club.now())
    waiting = select(Seat.game_id).join(Game, Game.id == Seat.game_id).where(is_played)
    with club.read() as session:
        return list(session.scalars(union(waiting.where(Seat.awaited, Seat.by == "bot"), waiting.where(Seat.is_lent))))


def play_due(club: Club, game_id: str) -> int:
    """Let bots play in a game until a person is awaited; return how many entries that made."""
    for written in range(MOST_ENTRIES):
        with club.connect() as connection:
            record = shelf.get_record(connection, game_id)
        seat = find_bot_seat(record)
        if seat is None:
            return written
        play = choose_play(club, record, seat)
        if play is None:
            return written
        play_seat(club, record, play)
    return MOST_ENTRIES


def choose_play(club: Club, record: Record, seat: int) -> BotPlay | None:
    """Return what a bot plays, chosen on a copy; None as long as one that takes long is thinking elsewhere."""
    page, table, thinkers = record.page, record.table, club.thinkers
    if table is None or thinkers is None or not takes_long(page.chairs[seat].bot):
        return choose(record, seat, find_told(club, record))
    if not thinkers.is_thinking(page.game, page.hash):
        told = list(find_told(club, record))
        thinkers.begin(page.game, page.hash, choose_packed, pack_page(page), table.dump(), seat, told)
    play: BotPlay | None = thinkers.take(page.game)
    return play


def find_bot_seat(record: Record) -> int | None:
    """Return a seat that waits for a bot: one that is a bot's, or one that the clock lent."""
    for seat, chair in enumerate(record.page.chairs):
        is_bots = chair.by == "bot" or (chair.lent and chair.lent == chair.ask.number)
        if record.page.phase == "running" and chair.ask.is_open and is_bots:
            return seat
    return None


def find_told(club: Club, record: Record) -> Iterable[ToldEntry]:
    """Return what a bot remembers from: all entries, where its game gives anything to count."""
    if record.table is None or not record.table.rules.has_memory:
        return ()
    with club.read() as session:
        rows = shelf.get_entries(session, record.page.game, 0, record.page.n)
        return [ToldEntry(row.n, row.kind, row.body) for row in rows]


def play_seat(club: Club, record: Record, play: BotPlay) -> None:
    """Write a bot's turn if nothing has changed since it chose."""
    try:
        perform(BotTurn(club, record, play))
    except Refused as refused:
        if refused.code not in OVER_MEANWHILE:
            raise
