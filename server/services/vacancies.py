"""Seats that nobody plays any more: left, or of somebody who has left the club; at once a bot's or open to substitutes."""

from itertools import chain
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, and_, exists, or_, select

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import HostBody
from engine.ledger.hosting import draft_host
from engine.ledger.record import Record
from server.models import ClockAct, Game, Member, Seat, Session, open_session
from server.services.acts import Act, perform
from server.services.club import Club
from server.services.notices import About, announce, get_seated_players
from server.services.pace import read_policy
from server.services.shelf import Performed

OVER_MEANWHILE = {"game_over", "seat_taken", "held_for_upgrade"}
OFFERS = ("open_seat", "offer_seat")
"""What is written down of a free seat: open to substitutes, or offered to one member."""
_IS_OFFERED = exists().where(ClockAct.game_id == Seat.game_id, ClockAct.seat == Seat.seat, ClockAct.action.in_(OFFERS))
_HAS_OTHERS = exists().where(Seat.game_id == Game.id, Seat.by == "player")
IS_EMPTY = and_(Seat.by == "empty", Seat.awaited.in_((True, False)))
"""Both of what `awaited` can be, for the sake of the index."""
PATIENCE = 3 * 24 * 3600 * 1000
"""How long a seat waits for somebody who may come back, or take it, before a bot plays on."""
_GONE = select(Member.id).where(or_(Member.deleted_at.is_not(None), Member.banned_at.is_not(None)))
_IS_OF_NO_MEMBER = and_(Seat.by == "player", Seat.player_id.in_(_GONE))


class Vacancy(NamedTuple):
    """A seat of a running game that must become somebody's."""

    game_id: str
    seat: int
    action: Literal["bot_seat", "open_seat"]
    reason: Literal["left", "deleted", "banned"]


class FillSeat(Act[None]):
    """A bot takes the seat, or it is opened to substitutes; who had it plays it no longer."""

    def __init__(self, club: Club, vacancy: Vacancy) -> None:
        super().__init__(club, vacancy.game_id)
        self.vacancy = vacancy

    def draft(self, record: Record) -> EntryDraft:
        """Give the seat away, unless somebody has it now."""
        vacancy = self.vacancy
        if record.page.chairs[vacancy.seat].by != ("empty" if vacancy.reason == "left" else "player"):
            raise Refused("seat_taken", "Somebody has taken the seat meanwhile.")
        return draft_host(record, HostBody(vacancy.action, vacancy.reason, kept=True), vacancy.seat)

    def conclude(self, connection: Connection, done: Performed) -> None:
        """Begin the wait for a substitute, and tell everybody else at the table."""
        game_id, seat = self.vacancy.game_id, self.vacancy.seat
        ask = done.written.record.page.chairs[seat].ask.number
        with open_session(connection) as session:
            if self.vacancy.action == "open_seat":
                begin_offer(session, self.club, game_id, seat, ask)
            self._tell(session, done.n)

    def _tell(self, session: Session, n: int) -> None:
        game_id, seat, action, reason = self.vacancy
        here = (Seat.game_id == game_id) & (Seat.seat == seat)
        holder = session.scalars(select(Member).join(Seat, Seat.player_id == Member.id).where(here)).one()
        about = About(game_id=game_id, n=n, seat=seat, data={"action": action, "reason": reason, "who": holder.handle})
        for player in get_seated_players(session, game_id):
            if player != holder.id:
                announce(session, self.club, "seat_vacant", player, about)


def begin_offer(session: Session, club: Club, game_id: str, seat: int, ask: int, action: str = "open_seat") -> None:
    """Write down since when a seat is free, so that it waits for somebody, and not for ever."""
    session.merge(ClockAct(game_id=game_id, seat=seat, ask=ask, action=action, at=club.now()))
    session.flush()


def fill(club: Club, *where: ColumnElement[bool]) -> None:
    """Give every seat that nobody plays to a bot or to substitutes, as its table's policy says; all of them, or some."""
    with club.read() as session:
        found = _find(session, club.now(), *where)
    for vacancy in found:
        try:
            perform(FillSeat(club, vacancy))
        except Refused as refused:
            if refused.code not in OVER_MEANWHILE:
                raise


def _find(session: Session, now: int, *where: ColumnElement[bool]) -> list[Vacancy]:
    """Return the seats to give away; where nobody else plays, nobody waits, and whoever left has time to come back."""
    is_waited_for = or_(_HAS_OTHERS, Game.changed_at <= now - PATIENCE)
    left = session.execute(_select_running(IS_EMPTY, ~_IS_OFFERED, *where).where(is_waited_for))
    lost = session.execute(_select_running(_IS_OF_NO_MEMBER, *where))
    return [
        Vacancy(
            game_id,
            seat,
            "open_seat" if read_policy(policy).timeout == "substitute" else "bot_seat",
            "left" if by == "empty" else "banned" if deleted_at is None else "deleted",
        )
        for game_id, seat, by, policy, deleted_at in chain(left, lost)
    ]


def _select_running(*which: ColumnElement[bool]) -> Select[str, int, str, dict[str, Any], int | None]:
    """Return which seats of running games; they are found first, and then their games: those are many."""
    seats = select(Seat.game_id, Seat.seat, Seat.by, Seat.player_id).where(*which).cte("seats_found")
    first = seats.prefix_with("MATERIALIZED").c
    return (
        select(first.game_id, first.seat, first.by, Game.policy, Member.deleted_at)
        .join(Game, Game.id == first.game_id)
        .outerjoin(Member, Member.id == first.player_id)
        .where(Game.status.not_in(("open", "over")), Game.held.is_(False))
    )
