"""What a table agrees on: proposed and agreed to by slip or by mail, told to everybody, and done when enough agree."""

import msgspec
from sqlalchemy import Connection, select

from engine.core.dates import DAY
from engine.core.errors import Refused
from engine.core.language import Voice
from engine.ledger.agreements import Assent, count_needed, count_yes, draft_assent, get_open_motions, read_assent
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import AgreeBody, Header, MotionTerms
from engine.ledger.record import Record
from engine.ledger.sentences import say_motion
from engine.ledger.slips import AgreeSlip, expect, read_slip
from server.models import Member, Seat, Session, open_session
from server.services import respites, vacancies
from server.services.absences import find_absences
from server.services.acts import SlipAnswer, make_answer
from server.services.club import Club
from server.services.notices import About, announce, get_seated_players
from server.services.seating import PublicSeat, get_seats
from server.services.shelf import Performed, get_record
from server.services.turns import TableAct, perform_signed
from server.services.views import get_sight

SILENCE = 3 * DAY
"""After how long without an answer a table may give a seat away, where its time is not up before."""


class PublicMotion(msgspec.Struct, kw_only=True):
    """What a table is asked to agree to, and how far it is."""

    do: str
    on: str
    ends: int
    about: int | None
    until: int | None
    by: int
    yes: list[int]
    agreed: int
    needed: int
    said: str


class SignedAgreement(TableAct):
    """A yes that was signed."""

    def draft(self, record: Record) -> EntryDraft:
        """Write down what the slip says."""
        return draft_checked(self.club, record, read_assent(self.slip))

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Do what was agreed, and return the receipt."""
        with open_session(connection) as session:
            carry(session, self.club, done)
        return make_answer(done.written)


def draft_checked(club: Club, record: Record, assent: Assent) -> EntryDraft:
    """Return the entry of a yes; the seat of somebody who is not silent is not given away."""
    with club.read() as session:
        _check_may_be_done(session, club, record.page.game, assent.terms)
    return draft_assent(record, assent, club.now())


def carry(session: Session, club: Club, done: Performed) -> None:
    """Do what was agreed, if this yes was enough; tell the table of what is newly proposed, or done."""
    header, body = done.written.entry.header, msgspec.json.decode(done.written.entry.body, type=AgreeBody)
    if body.carried:
        _do(session, club, header.game, body.motion)
    if body.carried or body.motion.on == header.prev:
        _tell(session, club, header)


def agree(club: Club, game_id: str, raw: bytes) -> SlipAnswer:
    """Propose something to the table, or agree to what was proposed, as a signed slip says."""
    slip = read_slip(raw)
    expect(slip, AgreeSlip)
    answer = perform_signed(SignedAgreement(club, game_id, slip))
    vacancies.fill(club, Seat.game_id == game_id)
    return answer


def get_motions(club: Club, game_id: str, player: Member | None, lang: str) -> list[PublicMotion]:
    """Return what a table can agree to now."""
    with club.read() as session:
        sight = get_sight(club, session, game_id, player)
    return show_motions(sight.record, Voice(lang, players=sight.names), sight.zone, club.now())


def show_motions(record: Record, voice: Voice, zone: str, now: int) -> list[PublicMotion]:
    """Return the open motions of a game, in words too."""
    page = record.page
    return [
        PublicMotion(
            **msgspec.structs.asdict(one.terms),
            by=one.yes[0],
            yes=list(one.yes),
            agreed=count_yes(page, one),
            needed=count_needed(page, one.terms),
            said=voice.say(say_motion(one.terms, zone)),
        )
        for one in get_open_motions(page, now)
    ]


def choose_motion(session: Session, club: Club, game_id: str, seat: int, name: str = "") -> MotionTerms:
    """Return the motion that somebody means: the one of this proposer, or the only one they have not agreed to."""
    names = [one.name for one in get_seats(session, game_id)]
    motions = get_open_motions(get_record(session, game_id).page, club.now())
    wanted = [one for one in motions if (names[one.yes[0]] == name if name else seat not in one.yes)]
    if not wanted:
        raise Refused("not_found", "Nothing is proposed to the table that you could agree to.")
    if len(wanted) > 1:
        raise Refused(
            "invalid_value",
            "Several things are proposed: say whose you agree to, {names}.",
            names=[names[one.yes[0]] for one in wanted],
        )
    return wanted[0].terms


def _check_may_be_done(session: Session, club: Club, game_id: str, terms: MotionTerms) -> None:
    """Refuse to give away the seat of somebody who is not silent, and time where no clock runs."""
    if terms.about is None:
        return
    seats = get_seats(session, game_id)
    if terms.about >= len(seats):
        return
    seat = seats[terms.about]
    if terms.do == "extend" and seat.deadline is None:
        raise Refused("not_awaited", "No clock runs there now: there is no deadline to extend.")
    if terms.do in {"bot_seat", "open_seat"} and not _is_silent(seat, club.now()):
        raise Refused(
            "invalid_value",
            "A table can give a seat away when its time is up, or after {days} days without an answer.",
            days=SILENCE // DAY,
        )
    if (game_id, terms.about) in find_absences(session, [game_id], club.now()) and terms.do != "extend":
        raise Refused("invalid_value", "{who} is on vacation: the seat can't be given away now.", who=seat.name)


def _is_silent(seat: PublicSeat, now: int) -> bool:
    is_late = seat.deadline is not None and seat.deadline <= now
    return seat.awaited and (is_late or (seat.asked_at or now) + SILENCE <= now)


def _do(session: Session, club: Club, game_id: str, terms: MotionTerms) -> None:
    if terms.do == "extend":
        respites.extend(session, club, game_id, terms.about, terms.until or 0)
    elif terms.do == "pause" and (terms.until or 0) > club.now():
        respites.pause(session, club, game_id, terms.until)
    elif terms.about is not None:
        _announce_loss(session, club, game_id, terms)


def _announce_loss(session: Session, club: Club, game_id: str, terms: MotionTerms) -> None:
    """Tell whoever loses a seat; a free one is offered to substitutes from now on."""
    seat = session.scalars(select(Seat).where(Seat.game_id == game_id, Seat.seat == terms.about)).one()
    if terms.do == "open_seat":
        vacancies.begin_offer(session, club, game_id, seat.seat, seat.ask)
    announce(session, club, "seat_lost", seat.player_id, About(game_id=game_id, seat=seat.seat, ask=seat.ask))


def _tell(session: Session, club: Club, header: Header) -> None:
    """Tell everybody at the table, but not whoever has just spoken."""
    speaker = session.scalar(select(Seat.player_id).where(Seat.game_id == header.game, Seat.seat == header.seat))
    for player in get_seated_players(session, header.game):
        if player != speaker:
            announce(session, club, "motion", player, About(game_id=header.game, n=header.n))
