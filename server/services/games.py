"""A game as everybody sees it, how it is opened, and how it starts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import select

from engine.bots import get_bot, word_of
from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import Hints
from engine.ledger.joining import Terms, draft_open, draft_start
from engine.ledger.record import Record
from engine.ledger.seed import make_secrets_from_os_randomness
from engine.registry import rules_for
from server.models import Game, Member, Seat, Session
from server.services import accounts, editions, identity, limits, notes, outages, shelf, texts, vacancies
from server.services.absences import find_absences
from server.services.acts import SilentAct, perform
from server.services.club import Club
from server.services.ids import make_id
from server.services.pace import check_terms
from server.services.seating import PublicSeat, Standpoint, find_standpoint, get_game, get_seats_of_games

MOST_BOTS_ALONE = 6
"""How many games that bots play among themselves somebody may open in an hour: each costs a second of CPU or more."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to play."""

    rules: str
    seats: int
    title: str = ""
    options: dict[str, Any] = {}
    edition: str | None = None
    bots: dict[int, str] = {}
    pace: dict[str, Any] | None = None
    """None is the club's own; an empty one is no clock."""
    policy: dict[str, Any] | None = None
    private: bool = False
    spectators: bool = True
    slips_only: bool = False
    hints: Hints = "any"
    start: str = "full"


class Clocking(NamedTuple):
    """How a table's clock runs, and what happens when a time is up."""

    pace: dict[str, Any]
    policy: dict[str, Any]


class PublicGame(msgspec.Struct, kw_only=True):
    """What is public of a game, and the reader's own seat."""

    id: str
    title: str
    rules: str
    version: int
    edition: str
    options: dict[str, Any]
    pace: dict[str, Any]
    policy: dict[str, Any]
    private: bool
    spectators: bool
    slips_only: bool
    hints: str
    start: str
    status: str
    held: bool
    paused: bool
    host: str | None
    n: int
    head: str
    terms: str
    seats: list[PublicSeat]
    you: int | None
    notes: int
    """How many notes of the reader's own wait."""
    result: dict[str, Any] | None
    created_at: int
    changed_at: int
    ended_at: int | None


def create(club: Club, player: Member, wish: Wish) -> PublicGame:
    """Open a game: its terms and the commitments to its secrets are published before anybody joins."""
    _check_may_open(club, player, wish)
    clocking = choose_clocking(club, wish)
    terms = Terms(
        game=make_id("g"),
        rules=rules_for(wish.rules, wish.edition),
        seats=wish.seats,
        options=wish.options,
        pace=clocking.pace,
        policy=clocking.policy,
        hints=wish.hints,
    )
    identity.found(club)
    draft = draft_open(terms, make_secrets_from_os_randomness(), club.key.public, club.origin)
    opened = club.clerk.write(draft, club.now())
    with club.write() as session:
        limits.count(session, club, f"open:{player.id}", 60, 3600)
        if len(wish.bots) == wish.seats:
            limits.count(session, club, f"bots-alone:{player.id}", MOST_BOTS_ALONE, 3600)
        editions.keep(session, wish.rules, terms.rules.bound)
        shelf.create(session, opened, _pack_wish(wish, clocking, opened, player))
    if len(wish.bots) == wish.seats and wish.start == "full":
        start(club, terms.game, player)
    return read(club, terms.game, player)


def _check_may_open(club: Club, player: Member, wish: Wish) -> None:
    accounts.check_confirmed(player)
    if club.config.hosting == "hosts" and player.role != "host":
        raise Refused("host_only", "In this club only hosts open games; ask one.")
    if wish.edition and player.role != "host":
        raise Refused("host_only", "Only a host can open a game with an edition of its own.")
    for seat, bot in wish.bots.items():
        get_bot(bot)
        if not 0 <= seat < wish.seats:
            raise Refused(
                "invalid_value",
                "There is no seat {seat}: this game has the seats 0 to {last}.",
                seat=seat,
                last=wish.seats - 1,
            )


def choose_clocking(club: Club, wish: Wish) -> Clocking:
    """Return the pace and policy of a table: what its opener says, else what the club does where there is a clock."""
    usual = club.config.tables
    pace = ({"turn": usual.pace} if usual.has_clock else {}) if wish.pace is None else wish.pace
    policy = {"timeout": usual.timeout, "reminders": list(usual.reminders)} if pace else {}
    clocking = Clocking(pace, policy if wish.policy is None else wish.policy)
    check_terms(*clocking)
    return clocking


def _pack_wish(wish: Wish, clocking: Clocking, opened: Written, player: Member) -> dict[str, object]:
    """Return the columns of a game that were agreed on when it was opened."""
    return {
        "title": texts.plain(wish.title, "title", 80) or opened.record.page.rules,
        "bots": {str(seat): get_bot(bot).name for seat, bot in wish.bots.items()},
        **clocking._asdict(),
        "is_private": wish.private,
        "spectators": wish.spectators,
        "slips_only": wish.slips_only,
        "hints": wish.hints,
        "starts": wish.start,
        "host_id": player.id,
    }


def read(club: Club, game_id: str, player: Member | None, invitation: str | None = None) -> PublicGame:
    """Return what is public of a game, and the reader's own seat."""
    with club.read() as session:
        game = get_game(session, game_id)
        standpoint = find_standpoint(session, club, game, player, invitation)
        return show_game(session, game, standpoint, club.now())


def show_game(session: Session, game: Game, standpoint: Standpoint, now: int) -> PublicGame:
    """Return what is public of a game, from somebody's standpoint."""
    return show_games(session, [game], [standpoint], now)[0]


def show_games(
    session: Session, games: Sequence[Game], standpoints: Sequence[Standpoint], now: int
) -> list[PublicGame]:
    """Return what is public of some games, each from a standpoint; all that is needed is looked up at once."""
    ids = [game.id for game in games]
    hosts = select(Member.id, Member.handle).where(Member.id.in_({game.host_id for game in games}))
    around = Surroundings(
        hosts=dict(session.execute(hosts).all()),
        paused=outages.find_paused(session, ids, now),
        seats=get_seats_of_games(session, ids),
        notes=notes.count_waiting(session, _find_own_seats(games, standpoints)),
        away=find_absences(session, ids, now),
    )
    return [_show(game, standpoint, around) for game, standpoint in zip(games, standpoints, strict=True)]


def _find_own_seats(games: Sequence[Game], standpoints: Sequence[Standpoint]) -> dict[str, int]:
    """Return the seat of the reader in each game that they play now."""
    pairs = zip(games, standpoints, strict=True)
    return {
        game.id: one.seat
        for game, one in pairs
        if one.seat is not None and one.until is None and game.status == "running"
    }


class Surroundings(NamedTuple):
    """What stands around some games: hosts, which are paused, seats, which of those are away, and the reader's own notes."""

    hosts: dict[str, str | None]
    paused: set[str]
    seats: dict[str, list[PublicSeat]]
    away: dict[tuple[str, int], int]
    notes: dict[str, int]


def _show(game: Game, standpoint: Standpoint, around: Surroundings) -> PublicGame:
    return PublicGame(
        id=game.id,
        title=game.title,
        rules=game.rules,
        version=game.version,
        edition=game.edition,
        options=game.options,
        pace=game.pace,
        policy=game.policy,
        private=game.is_private,
        spectators=game.spectators,
        slips_only=game.slips_only,
        hints=game.hints,
        start=game.starts,
        status=game.status,
        held=game.held,
        paused=game.status == "running" and game.id in around.paused,
        host=around.hosts.get(game.host_id),
        n=game.n,
        head=game.head,
        terms=game.terms,
        seats=_add_absences(game, around),
        you=standpoint.seat if standpoint.until is None else None,
        notes=around.notes.get(game.id, 0),
        result=game.result,
        created_at=game.created_at,
        changed_at=game.changed_at,
        ended_at=game.ended_at,
    )


def _add_absences(game: Game, around: Surroundings) -> list[PublicSeat]:
    seats = around.seats.get(game.id, [])
    for seat in seats:
        seat.away_until = around.away.get((game.id, seat.seat))
        seat.bot = game.bots.get(str(seat.seat)) if seat.by in {"bot", "empty"} else None
    return seats


class Start(SilentAct):
    """The first deal; bots take the seats that were kept for them."""

    def __init__(self, club: Club, game_id: str, bots: dict[int, str]) -> None:
        super().__init__(club, game_id)
        self.bots = bots

    def draft(self, record: Record) -> EntryDraft:
        """Deal the first position."""
        return draft_start(record, self.bots)


def start(club: Club, game_id: str, player: Member) -> PublicGame:
    """Deal the first position."""
    with club.read() as session:
        game = get_game(session, game_id)
        standpoint = find_standpoint(session, club, game, player)
    if standpoint.seat is None and player.id != game.host_id:
        raise Refused("not_your_seat", "Only the game's host or one of its players can start it.")
    bots = {int(seat): word_of(get_bot(bot)) for seat, bot in game.bots.items()}
    perform(Start(club, game_id, bots))
    vacancies.fill(club, Seat.game_id == game_id)
    return read(club, game_id, player)
