"""Taking a seat before the start, and leaving one."""

from sqlalchemy import Connection, insert, update

from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.joining import draft_join, draft_leave
from engine.ledger.keys import PublicKey
from engine.ledger.record import Record
from engine.ledger.slips import JoinSlip, SeatSlip, Slip, expect, read_slip
from engine.ledger.tending import draft_seat, draft_settle
from server.models import Game, Holder, Member, Seat, Session, open_session
from server.services import accounts, vacancies
from server.services.acts import SignedAct, SlipAnswer, find_answer, make_answer, perform
from server.services.club import Club
from server.services.games import start
from server.services.invitations import use_invitation
from server.services.seating import find_standpoint, get_game, get_seats
from server.services.shelf import Performed
from server.services.slips import check_still_member, get_key_owner


class Join(SignedAct[SlipAnswer]):
    """A signed join; in the same transaction, who holds the seat and which invitation it used."""

    def __init__(self, club: Club, game_id: str, slip: Slip, player: Member, invitation: str | None) -> None:
        super().__init__(club, game_id, slip)
        self.said = expect(slip, JoinSlip)
        self.player = player
        self.invitation = invitation

    def draft(self, record: Record) -> EntryDraft:
        """Seat the author of the slip, whose key may have changed meanwhile."""
        with self.club.read() as session:
            key = PublicKey(get_key_owner(session, self.slip).x)
        return draft_join(record, self.slip, key)

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Write down who holds the seat, and use up the invitation."""
        with open_session(connection) as session:
            hold_seat(session, self.game_id, self.said.seat, self.player.id, done.n)
            use_invitation(session, self.club, self.game_id, self.invitation, self.player.id)
        return make_answer(done.written)


def join(club: Club, game_id: str, raw: bytes, invitation: str | None) -> SlipAnswer:
    """Seat the author of a signed join; start the game if that fills the table and it starts by itself."""
    slip = read_slip(raw)
    said = expect(slip, JoinSlip)
    with club.read() as session:
        player = get_key_owner(session, slip)
        game = get_game(session, game_id)
        find_standpoint(session, club, game, player, invitation)
    if (known := find_answer(club, game_id, slip)) is not None:
        return known
    _check_may_join(game, player, said)
    answer = perform(Join(club, game_id, slip, player, invitation))
    _start_when_full(club, game_id, player)
    return answer


def _check_may_join(game: Game, player: Member, said: JoinSlip) -> None:
    accounts.check_confirmed(player)
    if str(said.seat) in game.bots:
        raise Refused("seat_taken", "A bot plays seat {seat}; choose another one.", seat=f"p{said.seat + 1}")


def hold_seat(session: Session, game_id: str, seat: int, player: str, n: int) -> None:
    """Write down that a player holds a seat from entry n on."""
    session.execute(update(Seat).where(Seat.game_id == game_id, Seat.seat == seat).values(player_id=player))
    session.execute(insert(Holder).values(game_id=game_id, seat=seat, since_n=n, player_id=player))


def release_seat(session: Session, game_id: str, seat: int, n: int) -> None:
    """Write down that nobody holds a seat from entry n on."""
    here = (Holder.game_id == game_id) & (Holder.seat == seat) & Holder.until_n.is_(None)
    session.execute(update(Holder).where(here).values(until_n=n))
    session.execute(update(Seat).where(Seat.game_id == game_id, Seat.seat == seat).values(player_id=None))


def _start_when_full(club: Club, game_id: str, player: Member) -> None:
    with club.read() as session:
        game = get_game(session, game_id)
        seats = get_seats(session, game_id)
    free = [seat for seat in seats if seat.by == "empty" and str(seat.seat) not in game.bots]
    if game.starts == "full" and not free and game.status == "open":
        start(club, game_id, player)


class Leave(SignedAct[SlipAnswer]):
    """A seat freed before the start, left or returned to later, or an agreement to stop."""

    def draft(self, record: Record) -> EntryDraft:
        """Do what the slip says, as the game's phase allows."""
        if expect(self.slip, SeatSlip).do == "settle":
            return draft_settle(record, self.slip)
        if record.page.phase == "open":
            return draft_leave(record, self.slip)
        return draft_seat(record, self.slip)

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Release a seat that was freed before the start."""
        header = done.written.entry.header
        if header.kind == "leave" and header.seat is not None:
            with open_session(connection) as session:
                release_seat(session, self.game_id, header.seat, header.n)
        return make_answer(done.written)


def leave(club: Club, game_id: str, raw: bytes) -> SlipAnswer:
    """Free a seat before the start, leave or return to it later, or agree to stop: as the signed slip says."""
    slip = read_slip(raw)
    expect(slip, SeatSlip)
    if (known := find_answer(club, game_id, slip)) is not None:
        return known
    with club.read() as session:
        check_still_member(session, slip)
    answer = perform(Leave(club, game_id, slip))
    vacancies.fill(club, Seat.game_id == game_id)
    return answer
