"""Substitutes: who would step in, offers of a free seat, and taking it."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

import engine
from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import ClockBody
from engine.ledger.keys import PublicKey
from engine.ledger.record import Record
from engine.ledger.slips import SeatSlip, Slip, expect, read_slip
from engine.ledger.tending import draft_clock, draft_seat
from server.models import ClockAct, Game, Holder, Member, OutboxRow, Seat, Session, Standby, open_session
from server.services import accounts, joining, outages
from server.services.acts import Act, SignedAct, SlipAnswer, find_answer, make_answer, perform
from server.services.clock import claim
from server.services.club import Club
from server.services.invitations import make_invitation
from server.services.notices import About, announce
from server.services.respites import is_paused
from server.services.seating import find_standpoint, get_game
from server.services.shelf import Performed
from server.services.slips import get_signer
from server.services.stops import AskKey
from server.services.vacancies import IS_EMPTY, OFFERS, PATIENCE
from server.storage.order import alone

OVER_MEANWHILE = {"seat_taken", "ask_taken", "not_awaited", "game_over"}


class FreeSeat(msgspec.Struct, frozen=True):
    """A seat of a running game that was opened to substitutes."""

    key: AskKey
    is_awaited: bool
    rules: str
    is_private: bool
    host_id: str
    since: int
    paused: int
    """How long the game or the club was paused since."""
    is_reserved: bool
    """Whether a host has offered it to one member."""

    @property
    def ends(self) -> int:
        """When a bot takes it."""
        return self.since + self.paused + PATIENCE


def stand_by(club: Club, player: Member, rules: Sequence[str]) -> list[str]:
    """List for which games a player would step in; an empty list is none."""
    with club.write() as session:
        return stand_by_within(session, club, player, rules)


def stand_by_within(session: Session, club: Club, player: Member, rules: Sequence[str]) -> list[str]:
    """List for which games a player would step in, in a transaction of the caller's."""
    unknown = [one for one in rules if one not in engine.games()]
    if unknown:
        raise Refused(
            "unknown_rules",
            "There is no game `{game}`; there are {games}.",
            game=unknown[0],
            games=list(engine.games()),
        )
    chosen = list(dict.fromkeys(rules))
    alone(session, f"standbys:{player.id}")
    session.execute(delete(Standby).where(Standby.player_id == player.id))
    for one in chosen:
        session.execute(insert(Standby).values(player_id=player.id, rules=one, added_at=club.now()))
    return chosen


def get_standbys(session: Session, player: str) -> list[str]:
    """Return for which games a player would step in."""
    mine = select(Standby.rules).where(Standby.player_id == player).order_by(Standby.rules)
    return list(session.scalars(mine))


def mind(club: Club) -> None:
    """Offer free seats of running games to those who stand by, once to each; after three days a bot takes the seat."""
    with club.read() as session:
        if outages.find_pause(session) is not None:
            return
        free = _find_free_seats(session, club.now())
        candidates = _find_candidates(session, [seat for seat in free if not seat.is_reserved])
    for seat in free:
        if seat.ends <= club.now() and seat.is_awaited:
            _give_to_a_bot(club, seat)
        elif not seat.is_reserved:
            _offer(club, seat, candidates[seat.key])


def _find_free_seats(session: Session, now: int) -> list[FreeSeat]:
    """Return the free seats of running games, each as it was offered last."""
    opened = (ClockAct.game_id == Seat.game_id) & (ClockAct.seat == Seat.seat) & ClockAct.action.in_(OFFERS)
    empty = select(Seat.game_id, Seat.seat).where(IS_EMPTY).cte("empty").prefix_with("MATERIALIZED")
    wanted = (
        select(Seat, Game, ClockAct)
        .join(empty, (empty.c.game_id == Seat.game_id) & (empty.c.seat == Seat.seat))
        .join(Game, Game.id == Seat.game_id)
        .join(ClockAct, opened)
        .where(Game.status == "running", Game.held.is_(False), ~is_paused(now))
        .order_by(ClockAct.at, ClockAct.ask)
    )
    last = {(seat.game_id, seat.seat): (seat, game, act) for seat, game, act in session.execute(wanted).all()}
    since = min((act.at for _, _, act in last.values()), default=now)
    pauses = outages.get_pauses_since(session, {game_id for game_id, _ in last}, since) if last else []
    return [
        FreeSeat(
            AskKey(seat.game_id, seat.seat, seat.ask),
            seat.awaited,
            game.rules,
            game.is_private,
            game.host_id,
            act.at,
            outages.sum_pauses(pauses, game.id, act.at, now),
            act.action == "offer_seat",
        )
        for seat, game, act in last.values()
    ]


def _find_candidates(session: Session, free: Sequence[FreeSeat]) -> dict[AskKey, list[str]]:
    """Return for each free seat who stands by, never sat at that table, and was not asked yet; the first first."""
    if not free:
        return {}
    games = {seat.key.game_id for seat in free}
    standing = select(Standby.rules, Standby.player_id).where(Standby.rules.in_({seat.rules for seat in free}))
    everybody = session.execute(standing.order_by(Standby.added_at)).all()
    held = select(Holder.game_id, Holder.player_id).where(Holder.game_id.in_(games))
    known = {(game_id, player) for game_id, player in session.execute(held)}
    mails = select(OutboxRow.key).where(OutboxRow.kind == "substitute", OutboxRow.game_id.in_(games))
    asked = set(session.scalars(mails))
    return {
        seat.key: [
            player
            for rules, player in everybody
            if rules == seat.rules and (seat.key.game_id, player) not in known and _name(seat, player) not in asked
        ]
        for seat in free
    }


def _name(free: FreeSeat, player: str) -> str:
    """Return what makes an offer unique."""
    game_id, seat, ask = free.key
    return f"substitute:{game_id}:{seat}:{ask}:{player}"


def _offer(club: Club, free: FreeSeat, candidates: Sequence[str]) -> None:
    game_id, seat, ask = free.key
    for player in candidates:
        with club.write() as session:
            about = About(game_id=game_id, seat=seat, ask=ask, data=_make_secret(session, club, free))
            announce(session, club, "substitute", player, about, unique=_name(free, player))


def _make_secret(session: Session, club: Club, free: FreeSeat) -> dict[str, str]:
    """Return what the offer of a seat must hold: an invitation, where the game is private."""
    if not free.is_private:
        return {}
    return {"secret": make_invitation(session, club, free.key.game_id, free.host_id, PATIENCE).invitation}


class BotSeat(Act[None]):
    """A seat that nobody took goes to a bot."""

    def __init__(self, club: Club, free: FreeSeat) -> None:
        super().__init__(club, free.key.game_id)
        self.free = free

    def draft(self, record: Record) -> EntryDraft:
        """Give the seat away, unless somebody has taken it."""
        seat = self.free.key.seat
        if record.page.chairs[seat].by != "empty":
            raise Refused("seat_taken", "Somebody has taken the seat meanwhile.")
        body = ClockBody("bot_seat", self.free.since, None, self.free.ends, {})
        return draft_clock(record, seat, body)

    def conclude(self, connection: Connection, done: Performed) -> None:  # noqa: ARG002 - as all acts have it
        """Write down that the clock has done it."""
        with open_session(connection) as session:
            claim(session, self.club, self.free.key, ["bot_seat"])


def _give_to_a_bot(club: Club, free: FreeSeat) -> None:
    try:
        perform(BotSeat(club, free))
    except Refused as refused:
        if refused.code not in OVER_MEANWHILE:
            raise


def sit(club: Club, game_id: str, raw: bytes, invitation: str | None = None) -> SlipAnswer:
    """Seat the author of a signed slip: by a join before the start, or as a substitute later."""
    slip = read_slip(raw)
    if isinstance(slip.payload, SeatSlip):
        return take(club, game_id, slip, invitation)
    return joining.join(club, game_id, raw, invitation)


class TakeSeat(SignedAct[SlipAnswer]):
    """A substitute takes a free seat of a running game."""

    def __init__(self, club: Club, game_id: str, slip: Slip, player: Member) -> None:
        super().__init__(club, game_id, slip)
        self.said = expect(slip, SeatSlip)
        self.player = player

    def draft(self, record: Record) -> EntryDraft:
        """Seat the substitute."""
        return draft_seat(record, self.slip, PublicKey(self.player.x))

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Write down who holds the seat now, and tell the substitute what is asked."""
        said = self.said
        with open_session(connection) as session:
            joining.release_seat(session, said.game, said.seat, done.n)
            joining.hold_seat(session, said.game, said.seat, self.player.id, done.n)
            _tell(session, said, self.player.id, done.n)
        return make_answer(done.written)


def take(club: Club, game_id: str, slip: Slip, invitation: str | None = None) -> SlipAnswer:
    """Let a substitute take a free seat of a running game; the first one gets it."""
    with club.read() as session:
        player = get_signer(session, slip)
        find_standpoint(session, club, get_game(session, game_id), player, invitation)
    if (known := find_answer(club, game_id, slip)) is not None:
        return known
    accounts.check_confirmed(player)
    return perform(TakeSeat(club, game_id, slip, player))


def _tell(session: Session, said: SeatSlip, player: str, n: int) -> None:
    """Tell the substitute what is asked; what the entry itself announced went to whoever held the seat before."""
    of_entry = (OutboxRow.game_id == said.game) & (OutboxRow.n == n)
    here = of_entry & (OutboxRow.kind == "turn") & (OutboxRow.seat == said.seat)
    session.execute(update(OutboxRow).where(here).values(player_id=player))
