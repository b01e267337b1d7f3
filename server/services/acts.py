"""Acts: whatever is written onto a game, and the one way in which that is done."""

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from sqlalchemy import Connection

from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.drafts import EntryDraft
from engine.ledger.record import Page, Record, end_due
from engine.ledger.slips import Slip
from engine.ledger.tending import draft_end
from server.services import checks, shelf
from server.services.club import Club
from server.services.shelf import Loaded, Performed

MOST_TRIES = 5
OF_A_REPEAT = {
    "ask_taken",
    "stale_ask",
    "stale_position",
    "not_awaited",
    "game_over",
    "not_your_seat",
    "wrong_key",
    "already_so",
}
"""How a slip that was stored before is refused: it answers an ask that is no longer open."""
R = TypeVar("R")


class NoteAnswer(msgspec.Struct, kw_only=True):
    """The answer to a note, or to the slip that took some back: a receipt, and the head that it names."""

    note: int
    receipt: str
    n: int
    hash: str
    repeated: bool = False


class SlipAnswer(msgspec.Struct, kw_only=True):
    """The answer to a slip: the receipt, and only public fields beside it."""

    receipt: str
    n: int
    hash: str
    repeated: bool = False
    notes: Sequence[NoteAnswer] | UnsetType = UNSET
    """The answers to the notes that came with it; nothing is said of them where none came."""


class TurnAnswer(SlipAnswer, kw_only=True):
    """The answer to a slip with moves: how far they were played."""

    played: int
    stopped: str | None
    unplayed: tuple[str, ...]


class Act(Generic[R]):
    """Something to be written onto a game; a kind of act says which entry it makes and what belongs to it.

    Both may be asked more than once: when somebody else was faster, the act is tried again on the new position.
    """

    def __init__(self, club: Club, game_id: str, slip: Slip | None = None) -> None:
        """Take the game, and what the act was signed by: sending the same slip again finds its receipt."""
        self.club = club
        self.game_id = game_id
        self.slip = slip

    def draft(self, record: Record) -> EntryDraft:
        """Return the entry that the act makes of a record, or refuse."""
        raise NotImplementedError

    def conclude(self, connection: Connection, done: Performed) -> R:
        """Write what belongs to the stored entry, in the same transaction, and return what came of the act."""
        raise NotImplementedError


class SignedAct(Act[R]):
    """An act that a slip asks for."""

    slip: Slip

    def __init__(self, club: Club, game_id: str, slip: Slip) -> None:
        super().__init__(club, game_id, slip)


class SilentAct(Act[None]):
    """An act to which nothing belongs but its entry."""

    def conclude(self, connection: Connection, done: Performed) -> None:
        """Leave it at that."""


def perform(act: Act[R]) -> R:
    """Write one entry onto a game, and its end if that is due; a lost race is tried again on the new position."""
    club = act.club
    for _ in range(MOST_TRIES):
        with club.expect_entry():
            before = _load(club, act.game_id)
            done = _write(act, before.record)
            with club.begin() as connection:
                is_stored = shelf.store(connection, club, before, done, act.slip)
                if is_stored:
                    result = act.conclude(connection, done)
        if is_stored:
            _wake_bots(club, done.last.record.page)
            return result
    raise Refused("busy", "Too many turns arrive in this game at once; nothing was stored. Try again in a moment.")


def _load(club: Club, game_id: str) -> Loaded:
    """Return what the next entry is written from; a game that this build has not replayed yet is replayed first."""
    loaded = shelf.load(club, game_id)
    if not loaded.is_checked:
        checks.check_game(club, game_id)
        loaded = shelf.load(club, game_id)
    return loaded


def _write(act: Act[R], record: Record) -> Performed:
    """Write the entry, and the game's end if that is due."""
    club = act.club
    written = club.clerk.write(act.draft(record), club.now())
    is_over = end_due(written.record) is not None
    return Performed(written, club.clerk.write(draft_end(written.record), club.now()) if is_over else None)


def _wake_bots(club: Club, page: Page) -> None:
    """Wake the worker where a bot is awaited; waking it for nothing would slow every turn."""
    if page.phase == "running" and any(chair.by == "bot" and chair.ask.is_open for chair in page.chairs):
        club.work.set()


def make_answer(written: Written) -> SlipAnswer:
    """Return the answer to a slip that was stored."""
    outcome, header = written.outcome, written.entry.header
    receipt = (written.receipt or b"").decode()
    if outcome is None:
        return SlipAnswer(receipt=receipt, n=header.n, hash=written.entry.hash)
    return TurnAnswer(
        receipt=receipt,
        n=header.n,
        hash=written.entry.hash,
        played=len(outcome.by_move),
        stopped=outcome.stopped,
        unplayed=tuple(outcome.unplayed),
    )


def find_answer(club: Club, game_id: str, slip: Slip) -> SlipAnswer | None:
    """Return the answer to a slip that was sent before."""
    with club.connect() as connection:
        known = shelf.find_receipt(connection, game_id, slip.digest)
    if known is None:
        return None
    return SlipAnswer(receipt=known.receipt or "", n=known.n, hash=known.hash, repeated=True)
