"""Substitutes: who would step in, whom a free seat is offered to, and the first to accept."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

import engine
from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.entries import ClockBody
from engine.ledger.keys import PublicKey
from engine.ledger.record import Record
from engine.ledger.slips import SeatSlip, Slip, expect, read_slip
from engine.ledger.tending import draft_clock, draft_seat
from server.models import ClockAct, Game, Holder, Invitation, OutboxRow, Seat, Standby, table
from server.services import games, shelf
from server.services.accounts import new_id, secret_hash
from server.services.clock import claim
from server.services.club import Club
from server.services.notices import announce
from server.services.order import alone
from server.services.seating import find_place, get_game
from server.services.slips import signer

PATIENCE = 3 * 24 * 3600 * 1000
"""How long a seat waits for a substitute before a bot takes it, so that the others can play on."""


def stand_by(club: Club, player: Any, rules: Sequence[str]) -> list[str]:
    """List for which games a player would step in; an empty list is none."""
    unknown = [one for one in rules if one not in engine.games()]
    if unknown:
        raise Refused(
            "unknown_rules",
            "There is no game `{game}`; there are {games}.",
            game=unknown[0],
            games=list(engine.games()),
        )
    with club.write() as connection:
        alone(connection, f"standbys:{player.id}")
        connection.execute(delete(Standby).where(Standby.player_id == player.id))
        for one in dict.fromkeys(rules):
            connection.execute(insert(table(Standby)).values(player_id=player.id, rules=one, added_at=club.now()))
    return list(dict.fromkeys(rules))


def standing_by(club: Club, player: Any) -> list[str]:
    """Return for which games a player would step in."""
    with club.read() as connection:
        mine = select(Standby.rules).where(Standby.player_id == player.id).order_by(Standby.rules)
        return list(connection.execute(mine).scalars())


def mind(club: Club) -> None:
    """Offer free seats of running games to those who stand by, once to each; after three days a bot takes the seat."""
    with club.read() as connection:
        free = connection.execute(
            select(
                Seat.game_id, Seat.seat, Seat.ask, Seat.awaited, Game.rules, Game.is_private, Game.host_id, ClockAct.at
            )
            .join(Game, Game.id == Seat.game_id)
            .join(
                ClockAct,
                (ClockAct.game_id == Seat.game_id) & (ClockAct.seat == Seat.seat) & (ClockAct.ask == Seat.ask),
            )
            .where(Seat.by == "empty", Game.status == "running", Game.held.is_(False), ClockAct.action == "open_seat")
        ).all()
    for row in free:
        if row.at + PATIENCE <= club.now() and row.awaited:
            _give_to_a_bot(club, row)
        else:
            _offer(club, row)


def _offer(club: Club, row: Any) -> None:
    with club.read() as connection:
        known = select(Holder.player_id).where(Holder.game_id == row.game_id)
        standing = select(Standby.player_id).where(Standby.rules == row.rules, Standby.player_id.not_in(known))
        candidates = connection.execute(standing.order_by(Standby.added_at)).scalars().all()
        offered = _offered(connection, row)
    for player in candidates:
        unique = f"substitute:{row.game_id}:{row.seat}:{row.ask}:{player}"
        if unique not in offered:
            with club.write() as connection:
                data = {"secret": _invitation(connection, club, row)} if row.is_private else {}
                announce(
                    connection, club, "substitute", player, game_id=row.game_id, seat=row.seat, ask=row.ask, data=data,
                    unique=unique,
                )  # fmt: skip


def _offered(connection: Connection, row: Any) -> set[str]:
    mails = select(OutboxRow.key).where(OutboxRow.kind == "substitute", OutboxRow.game_id == row.game_id)
    return set(connection.execute(mails).scalars())


def _invitation(connection: Connection, club: Club, row: Any) -> str:
    secret = "inv_" + secrets.token_urlsafe(24)
    values = {
        "id": new_id("in_"), "game_id": row.game_id, "hash": secret_hash(secret), "created_by": row.host_id,
        "created_at": club.now(), "expires_at": club.now() + PATIENCE,
    }  # fmt: skip
    connection.execute(insert(table(Invitation)).values(values))
    return secret


def _give_to_a_bot(club: Club, row: Any) -> None:
    def write(record: Record, at: int) -> Written:
        if record.page.chairs[row.seat].by != "empty":
            raise Refused("seat_taken", "Somebody has taken the seat meanwhile.")
        return club.clerk.write(
            draft_clock(record, row.seat, ClockBody("bot_seat", row.at, None, row.at + PATIENCE, {})), at
        )

    def also(connection: Connection, _done: shelf.Act) -> None:
        claim(connection, club, (row.game_id, row.seat, row.ask), ["bot_seat"])

    try:
        shelf.act(club, row.game_id, write, also=also)
    except Refused as refused:
        if refused.code not in {"seat_taken", "ask_taken", "not_awaited", "game_over"}:
            raise


def sit(club: Club, game_id: str, raw: bytes, invitation: str | None = None) -> dict[str, Any]:
    """Seat the author of a signed slip: by a join before the start, or as a substitute later."""
    slip = read_slip(raw)
    if isinstance(slip.payload, SeatSlip):
        return take(club, game_id, slip, invitation)
    return games.join(club, game_id, raw, invitation)


def take(club: Club, game_id: str, slip: Slip, invitation: str | None = None) -> dict[str, Any]:
    """Let a substitute take a free seat of a running game; the first one gets it."""
    said = expect(slip, SeatSlip)
    with club.read() as connection:
        player = signer(connection, slip)
        find_place(connection, club, get_game(connection, game_id), player, invitation)
        if (known := shelf.find_receipt(connection, game_id, slip.digest)) is not None:
            return {"receipt": known.receipt, "n": known.n, "hash": known.hash, "repeated": True}
    if player.mail_confirmed_at is None:
        raise Refused("address_unconfirmed", "Confirm your mail address first: the code was mailed to you.")

    def write(record: Record, at: int) -> Written:
        return club.clerk.write(draft_seat(record, slip, PublicKey(player.x)), at)

    def also(connection: Connection, done: shelf.Act) -> None:
        n = done.written.entry.header.n
        games.release_seat(connection, game_id, said.seat, n)
        games.hold_seat(connection, game_id, said.seat, player.id, n)
        _tell(connection, game_id, said.seat, player.id, n)

    return games.receipt_of(shelf.act(club, game_id, write, slip=slip.digest, also=also).written)


def _tell(connection: Connection, game_id: str, seat: int, player: str, n: int) -> None:
    """Tell the substitute what is asked; what the entry itself announced went to whoever held the seat before."""
    here = (OutboxRow.game_id == game_id) & (OutboxRow.kind == "turn") & (OutboxRow.n == n) & (OutboxRow.seat == seat)
    connection.execute(update(OutboxRow).where(here).values(player_id=player))
