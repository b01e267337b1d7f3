"""A player's notes at a table as they see them, and typed notes worked out for them to sign."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from engine import plans
from engine.core.errors import Refused
from engine.core.table import Table
from engine.ledger.noting import check_age
from engine.ledger.record import get_chair, get_running_table
from engine.seats import Onlooker
from server.models import Member, Seat, Session
from server.services import notes
from server.services.club import Club
from server.services.notes import WaitingNote
from server.services.views import Sight, get_sight


class TypedNotes(msgspec.Struct, frozen=True, kw_only=True):
    """Notes as they were typed, and the turn after which they are to be left."""

    notes: Sequence[str]
    moves: Sequence[str] = ()
    forced: bool = False
    blind: bool = False


class WorkedOut(msgspec.Struct, kw_only=True):
    """Notes that were worked out, and what their slips name."""

    next: int
    n: int
    on: str
    notes: Sequence[plans.ShownNote]


class ReadNote(plans.WouldDo, kw_only=True):
    """A note that waits, and what it would do if its seat were asked now."""

    says: dict[str, Any]
    shown: str
    note: int
    first: int
    ask: int | None
    round: int | None
    until: int | None
    stays: bool
    at: int
    signed: bool


class Notebook(msgspec.Struct, kw_only=True):
    """All notes of a seat that wait, and when they are tried at what is asked now."""

    next: int
    n: int
    on: str
    tried_at: int | None
    notes: Sequence[ReadNote]


class NoteAuthor(NamedTuple):
    """A running game from the seat of somebody who plays in it."""

    sight: Sight
    table: Table
    by: Onlooker
    seat: int


def get_notebook(club: Club, game_id: str, player: Member, lang: str) -> Notebook:
    """Return a player's notes, each tried out where nothing hidden is used."""
    with club.read() as session:
        return read_notebook(session, club, game_id, player, lang)


def read_notebook(session: Session, club: Club, game_id: str, player: Member, lang: str) -> Notebook:
    """Return a player's notes as they stand in a transaction of the caller's."""
    author = _sit(club, session, game_id, player, lang)
    found = notes.find_notes(session, author.sight.record, author.seat)
    row = session.get_one(Seat, (game_id, author.seat))
    place = _find_place(session, author)
    shown = [read_note(club, author, one) for one in found.waiting]
    return Notebook(**place, tried_at=row.note_at if found.waiting else None, notes=shown)


def _sit(club: Club, session: Session, game_id: str, player: Member, lang: str) -> NoteAuthor:
    sight = get_sight(club, session, game_id, player)
    seat = sight.standpoint.seat
    if seat is None or sight.standpoint.until is not None:
        raise Refused("not_your_seat", "You have no seat in this game.")
    return NoteAuthor(sight, get_running_table(sight.record), Onlooker(seat, lang, sight.names), seat)


def _find_place(session: Session, author: NoteAuthor) -> dict[str, Any]:
    page = author.sight.record.page
    return {"next": notes.find_next(session, page.game, author.seat), "n": page.n, "on": page.hash}


def read_note(club: Club, author: NoteAuthor, one: WaitingNote) -> ReadNote:
    """Return a note that waits with what it would do now."""
    says = one.left.says
    return ReadNote(
        **msgspec.structs.asdict(plans.show_note(author.table, author.by, says.says)),
        **msgspec.structs.asdict(_try(club, author, one)),
        note=says.note,
        first=says.first,
        ask=None if says.ask is UNSET else says.ask,
        round=None if says.round is UNSET else says.round,
        until=None if says.until is UNSET else says.until,
        stays=says.stays,
        at=one.row.at,
        signed=one.left.slip is not None,
    )


def _try(club: Club, author: NoteAuthor, one: WaitingNote) -> plans.WouldDo:
    voice = author.table.voice(author.by.lang, author.by.players)
    try:
        check_age(author.table, get_chair(author.sight.record.page, author.seat), one.left.says, club.now())
        trial = plans.try_note(author.table, author.by, one.left.says.says)
        if trial.would == "plays" and trial.reveals:
            notes.check_fresh(club, one)
    except Refused as refused:
        return plans.WouldDo(would="unfit", why=[refused.say(voice=voice)])
    return trial


def work_out(club: Club, game_id: str, player: Member, typed: TypedNotes, lang: str) -> WorkedOut:
    """Return what typed notes say, for their player to sign."""
    with club.read() as session:
        author = _sit(club, session, game_id, player, lang)
        place = _find_place(session, author)
    turn = plans.TurnBefore(typed.moves, typed.forced, typed.blind)
    return WorkedOut(**place, notes=plans.work_out(author.table, author.by, typed.notes, turn))
