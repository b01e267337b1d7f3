"""What hosts do to a game: seats given away, time given, pauses, ends; by slip, told to the table, a note beside it."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from engine.core.dates import DAY
from engine.core.errors import Refused
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import HostBody
from engine.ledger.hosting import draft_host, make_body
from engine.ledger.keys import PublicKey
from engine.ledger.record import Page, Record
from engine.ledger.slips import HostSlip, Slip, expect, read_slip
from server.models import KeptHostAct, Member, Session, open_session
from server.services import respites, texts, vacancies
from server.services.acts import Act, R, SlipAnswer, find_answer, make_answer, perform
from server.services.club import Club
from server.services.invitations import make_invitation
from server.services.notices import About, announce, get_seated_players
from server.services.powers import MOST_REASON
from server.services.seating import PublicSeat, find_standpoint, get_game, get_seats
from server.services.shelf import Performed
from server.services.slips import get_signer

OF_WHO_OPENED = frozenset({"bot_seat", "open_seat", "offer_seat", "extend", "pause", "resume"})
"""What somebody may do at a table that they have opened, without being a host of the club."""
FURTHEST = 60 * DAY
"""How long a deadline can be put off, and a pause last that has an end."""


class HostedGame(msgspec.Struct, kw_only=True):
    """A game as whoever looks after it sees it: who sits where and who is awaited, nothing of the position."""

    id: str
    title: str
    rules: str
    status: str
    n: int
    head: str
    seats: list[PublicSeat]
    paused: bool
    paused_until: int | None


class KnownKey(msgspec.Struct):
    """A member, and the thumbprint of the key that counts for them."""

    handle: str
    kid: str


class Told(NamedTuple):
    """Who did an entry of a host, and what was written beside it; names and texts that were erased are None."""

    host: str | None
    note: str | None


class Intervention(Act[R]):
    """One act of a host on a game; what it asks for, and by whom, is known before."""

    def __init__(self, club: Club, game_id: str, host: Member, body: HostBody, seat: int | None) -> None:
        super().__init__(club, game_id)
        self.host = host
        self.body = body
        self.seat = seat
        self.note: str | None = None

    def draft(self, record: Record) -> EntryDraft:
        """Write down what the host does, and from which seat if the host plays here."""
        plays = find_own_seat(record.page, self.host)
        return draft_host(record, msgspec.structs.replace(self.body, plays=plays), self.seat)

    def settle(self, session: Session, done: Performed) -> None:
        """Do what belongs to it, keep it for the log, and tell the table."""
        self._take_effect(session, done.written.record.page)
        self._keep(session, done.n)
        self._tell(session, done.n)

    def _take_effect(self, session: Session, page: Page) -> None:
        club, body, game_id = self.club, self.body, self.game_id
        if body.action == "extend":
            respites.extend(session, club, game_id, self.seat, body.until or 0)
        elif body.action == "pause":
            respites.pause(session, club, game_id, body.until)
        elif body.action == "resume":
            respites.resume(session, club, game_id)
        elif self.seat is not None and body.action in {"open_seat", "offer_seat"}:
            ask = page.chairs[self.seat].ask.number
            vacancies.begin_offer(session, club, game_id, self.seat, ask, body.action)
            if body.to is not None:
                self._offer(session, body.to)

    def _offer(self, session: Session, kid: str) -> None:
        """Offer the seat to whoever has the key, by mail; to a private game with an invitation."""
        wanted = _get_free_member(session, self.game_id, kid)
        secret = {}
        if get_game(session, self.game_id).is_private:
            made = make_invitation(session, self.club, self.game_id, self.host.id, vacancies.PATIENCE)
            secret = {"secret": made.invitation}
        about = About(game_id=self.game_id, seat=self.seat, data={"by": self.host.handle, **secret})
        unique = f"seat_offered:{self.game_id}:{self.seat}:{wanted.id}:{self.club.now()}"
        announce(session, self.club, "seat_offered", wanted.id, about, unique=unique)

    def _keep(self, session: Session, n: int) -> None:
        args = {"seat": self.seat, "until": self.body.until, "places": self.body.places}
        kept = KeptHostAct(
            at=self.club.now(),
            host_id=self.host.id,
            act=self.body.action,
            game_id=self.game_id,
            n=n,
            args={name: value for name, value in args.items() if value is not None},
            note=self.note,
        )
        session.add(kept)
        session.flush()

    def _tell(self, session: Session, n: int) -> None:
        for player in get_seated_players(session, self.game_id):
            if player != self.host.id:
                announce(session, self.club, "table_hosted", player, About(game_id=self.game_id, n=n))


class SignedIntervention(Intervention[SlipAnswer]):
    """An act of a host that was signed."""

    def __init__(self, club: Club, slip: Slip, host: Member, reason: str, note: str | None) -> None:
        said = expect(slip, HostSlip)
        body = make_body(slip, PublicKey(host.x), reason, None)
        super().__init__(club, said.game, host, body, said.seat if isinstance(said.seat, int) else None)
        self.slip = slip
        self.note = note

    def conclude(self, connection: Connection, done: Performed) -> SlipAnswer:
        """Do what belongs to it, and answer."""
        with open_session(connection) as session:
            self.settle(session, done)
        return make_answer(done.written)


def act(club: Club, game_id: str, raw: bytes, note: str = "") -> SlipAnswer:
    """Do what a host's slip asks of a game; the same slip again is answered as it was then."""
    slip = read_slip(raw)
    said = expect(slip, HostSlip)
    if said.game != game_id:
        raise Refused("wrong_game", "The slip is for the game {game}, not for this one.", game=said.game)
    if (known := find_answer(club, game_id, slip)) is not None:
        return known
    with club.read() as session:
        host = get_signer(session, slip)
        reason = check_may(session, club, host, game_id, said.do)
        if isinstance(said.to, str):
            _get_free_member(session, game_id, said.to)
    if isinstance(said.until, int):
        check_moment(club, said.until)
    kept = texts.plain(note, "note", MOST_REASON, lines=True) or None
    return perform(SignedIntervention(club, slip, host, reason, kept))


def check_may(session: Session, club: Club, host: Member, game_id: str, action: str) -> str:
    """Return by which right somebody does something to a game, or refuse: as a host, or as who opened the table."""
    game = get_game(session, game_id)
    if host.role == "host":
        return "host"
    find_standpoint(session, club, game, host)
    if host.id == game.host_id and action in OF_WHO_OPENED:
        return "opener"
    if host.id == game.host_id:
        raise Refused("host_only", "Only hosts of the club end games; who opened a table gives seats and time there.")
    raise Refused("host_only", "Only hosts of the club, and who opened the table, can do that.")


def check_moment(club: Club, until: int) -> None:
    """Refuse a moment that is over, or too far away."""
    if not club.now() < until <= club.now() + FURTHEST:
        raise Refused("invalid_value", "`until` must be within the next {days} days.", days=FURTHEST // DAY)


def find_own_seat(page: Page, host: Member) -> int | None:
    """Return the seat that a host plays at a table."""
    held = (seat for seat, chair in enumerate(page.chairs) if chair.by == "player" and chair.kid == host.kid)
    return next(held, None)


def _get_free_member(session: Session, game_id: str, kid: str) -> Member:
    """Return the member with a key, who can take a seat of a game; refuse for anybody else."""
    found = session.scalars(select(Member).where(Member.kid == kid, Member.deleted_at.is_(None))).first()
    if found is None or found.banned_at is not None or found.mail_confirmed_at is None:
        raise Refused("not_found", "Nobody here with a confirmed address has the key {kid}.", kid=kid)
    if found.id in get_seated_players(session, game_id):
        raise Refused("already_seated", "{name} has a seat at this table.", name=found.handle or "")
    return found


def show(club: Club, game_id: str, player: Member) -> HostedGame:
    """Return a game to a host or to who opened it, private ones too: seats and clocks, no position."""
    with club.read() as session:
        check_may(session, club, player, game_id, "extend")
        game = get_game(session, game_id)
        pause = respites.find_pause(session, game_id, club.now())
        return HostedGame(
            id=game.id,
            title=game.title,
            rules=game.rules,
            status=game.status,
            n=game.n,
            head=game.head,
            seats=get_seats(session, game_id),
            paused=pause is not None,
            paused_until=None if pause is None else pause.ended,
        )


def find_key(club: Club, handle: str) -> KnownKey:
    """Return the thumbprint of a member's key, by which a seat is offered to them."""
    with club.read() as session:
        wanted = select(Member.handle, Member.kid).where(Member.handle_key == texts.handle_key(handle))
        found = session.execute(wanted.where(Member.banned_at.is_(None))).first()
    if found is None or found.handle is None:
        raise Refused("not_found", "Nobody in this club is called {name}.", name=handle[:80])
    return KnownKey(found.handle, found.kid)


def find_told(session: Session, game_id: str, entries: Sequence[int]) -> dict[int, Told]:
    """Return who did entries of hosts, and what was written beside them."""
    if not entries:
        return {}
    wanted = select(KeptHostAct.n, Member.handle, KeptHostAct.note).join(Member, Member.id == KeptHostAct.host_id)
    rows = session.execute(wanted.where(KeptHostAct.game_id == game_id, KeptHostAct.n.in_(entries)))
    return {n: Told(handle, note) for n, handle, note in rows if n is not None}
