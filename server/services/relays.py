"""Turns that nobody signed, and for which the server vouches: by an answer to a mail of ours, or by the link in it."""

from collections.abc import Sequence

from engine.core.errors import Refused
from engine.core.table import Table
from engine.ledger.drafts import EntryDraft
from engine.ledger.playing import Mailed, draft_relay, spell_out
from engine.ledger.record import Page, Record
from server.services.acts import Act, R
from server.services.club import Club


class RelayedTurn(Act[R]):
    """Moves for what a mail of ours asked, as one turn."""

    def __init__(self, club: Club, game_id: str, mailed: Mailed, names: Sequence[str]) -> None:
        super().__init__(club, game_id)
        self.mailed = mailed
        self.names = names
        self.added = 0
        """How many moves were played besides, because nothing else was left."""
        self.before: Table | None = None
        """The table as it was when the turn was played."""

    def draft(self, record: Record) -> EntryDraft:
        """Play the moves, if this is still what the mail asked for."""
        check_is_asked(record.page, self.mailed)
        self.before = record.table
        whole = spell_out(record, self.mailed, self.names)
        self.added = len(whole.moves) - len(self.mailed.moves)
        return draft_relay(record, whole)


def check_is_asked(page: Page, mailed: Mailed) -> None:
    """Refuse what answers an ask that was answered, or that is no longer asked in this position."""
    ask = page.chairs[mailed.seat].ask
    if ask.number == mailed.ask and ask.is_open and ask.on == mailed.on:
        return
    if mailed.ask and mailed.ask <= ask.answered:
        raise Refused("token_spent", "That turn was played already; below is how the game stands.")
    raise Refused("token_superseded", "The game has moved on since that mail; answer this one instead.")
