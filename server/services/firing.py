"""Notes that are due: tried when their seat is asked and the pause for undos is over, and played if they fit."""

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, or_, select, update

from engine.core.errors import IllegalMove, Refused
from engine.core.language import Text
from engine.core.notes.judging import is_asked_in, judge
from engine.ledger.drafts import EntryDraft
from engine.ledger.noting import check_age, draft_note
from engine.ledger.record import Record, get_chair, get_running_table
from server.models import Game, Outage, Seat, Session, StoredNote, open_session
from server.services import notes, shelf
from server.services.acts import Act, perform
from server.services.club import Club
from server.services.notes import WaitingNote
from server.services.notices import About, announce
from server.services.shelf import Performed

BATCH = 50
AGAIN_IN = 60_000
TRIED_AGAIN = {"busy", "storage_full", "held_for_upgrade"}
"""Refusals that say nothing about the note."""
STUMBLES = (IllegalMove, ArithmeticError, LookupError, TypeError, ValueError)
"""How judging a note can fail that no rule has foreseen."""
log = logging.getLogger("atelier.notes")


class Due(NamedTuple):
    """A seat whose notes are to be tried at an ask, and since when."""

    game_id: str
    seat: int
    ask: int
    at: int | None


class FiredNote(Act[None]):
    """The note of a seat that is for what it is asked now, played if it still means what it meant."""

    def __init__(self, club: Club, game_id: str, seat: int, ask: int) -> None:
        super().__init__(club, game_id)
        self.seat = seat
        self.ask = ask
        self.one: WaitingNote
        self.gone: Sequence[tuple[StoredNote, str]] = ()

    def draft(self, record: Record) -> EntryDraft:
        """Judge the note on this very position."""
        now, asked = self.club.now(), get_chair(record.page, self.seat).ask
        if not asked.is_open or asked.number != self.ask:
            raise Refused("not_awaited", "The ask was answered meanwhile.")
        with self.club.read() as session:
            found = notes.find_notes(session, record, self.seat)
            self.gone = found.gone
            self.one = choose(record, self.seat, found.waiting, now)
            self.slip = self.one.left.slip
            draft = draft_note(record, self.one.left, shelf.StoredPast(session, record), now)
        assert draft.outcome is not None
        if draft.outcome.touched or draft.outcome.learned_by:
            notes.check_fresh(self.club, self.one)
        return draft

    def conclude(self, connection: Connection, done: Performed) -> None:
        """Use the note up, unless it was taken back meanwhile: then nothing was played."""
        with open_session(connection) as session:
            if not notes.close_fired(session, self.game_id, self.seat, self.one.row.note):
                raise Refused("ask_taken", "The note was taken back meanwhile.")
            notes.close_gone(session, self.game_id, self.seat, self.gone)
            about = About(game_id=self.game_id, n=done.n, seat=self.seat, ask=done.written.entry.header.ask)
            announce(session, self.club, "note_played", self.one.row.player_id, about)


def choose(record: Record, seat: int, waiting: Iterable[WaitingNote], now: int) -> WaitingNote:
    """Return the first note that is for what the seat is asked now, whether it fits or not; refuse where there is none."""
    table = get_running_table(record)
    view = table.view(seat)
    for one in waiting:
        if is_asked_in(table.rules, view, one.left.says.says.phase) and _is_in_time(record, one, now):
            return one
    raise Refused("not_awaited", "No note waits for what is asked now.")


def _is_in_time(record: Record, one: WaitingNote, now: int) -> bool:
    try:
        check_age(get_running_table(record), get_chair(record.page, one.row.seat), one.left.says, now)
    except Refused:
        return False
    return True


def fire_due(club: Club) -> None:
    """Try all notes that are due: by time, then by seat."""
    while due := find_due(club):
        for one in due:
            _try(club, one)


def find_due(club: Club) -> list[Due]:
    """Return the seats whose notes are to be tried now, the first so many of them; none is held or paused."""
    now = club.now()
    concerns = (Outage.cause == "paused") & or_(Outage.game_id.is_(None), Outage.game_id == Game.id)
    is_paused = select(Outage.id).where(concerns, Outage.began <= now, or_(Outage.ended.is_(None), Outage.ended > now))
    wanted = (
        select(Seat.game_id, Seat.seat, Seat.ask, Seat.note_at)
        .join(Game, Game.id == Seat.game_id)
        .where(Seat.note_at <= now, Game.held.is_(False), ~is_paused.exists())
        .order_by(Seat.note_at, Seat.game_id, Seat.seat)
        .limit(BATCH)
    )
    with club.read() as session:
        return [Due(*row) for row in session.execute(wanted)]


def _try(club: Club, one: Due) -> None:
    """Try the notes of a seat; those that could not be tried now are tried again."""
    later = None
    try:
        if fire(club, one.game_id, one.seat, one.ask):
            return
    except Refused as refused:
        log.warning("notes can't be tried in %s: %s", one.game_id, refused.code)
        later = club.now() + AGAIN_IN
    here = (Seat.game_id == one.game_id) & (Seat.seat == one.seat) & (Seat.note_at == one.at)
    with club.write() as session:
        session.execute(update(Seat).where(here).values(note_at=later))


def fire(club: Club, game_id: str, seat: int, ask: int) -> bool:
    """Play the note of a seat that is for what it is asked now, and tell whether it fitted; raise where it could not be tried."""
    act = FiredNote(club, game_id, seat, ask)
    try:
        perform(act)
    except Refused as refused:
        if refused.code in TRIED_AGAIN:
            raise
    except Exception:  # a note that can't even be judged does not fit, and holds up nobody else
        log.exception("a note can't be judged in %s", game_id)
    else:
        return True
    with club.write() as session:
        notes.close_gone(session, game_id, seat, act.gone)
    return False


def explain(session: Session, club: Club, record: Record, seat: int) -> list[Text]:
    """Return why the note that is for what a seat is asked now was not played; nothing where there is none, or it fits."""
    try:
        one = choose(record, seat, notes.find_notes(session, record, seat).waiting, club.now())
        verdict = judge(get_running_table(record), seat, one.left.says.says)
        if verdict.taken is None:
            return [misfit.text(get_running_table(record).rules) for misfit in verdict.misfits]
        if verdict.reveals:
            notes.check_fresh(club, one)
    except Refused as refused:
        return [] if refused.code == "not_awaited" else [refused.text]
    except STUMBLES:
        log.exception("a note can't be judged in %s", record.page.game)
    return []
