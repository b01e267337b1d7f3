"""Games before their first move: opening, inviting, joining, leaving, starting; and the lists of games."""

import secrets
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, and_, insert, or_, select, update

from engine.bots import get_bot
from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.joining import Terms, draft_join, draft_leave, draft_start
from engine.ledger.keys import PublicKey
from engine.ledger.record import Record
from engine.ledger.seed import make_secrets_from_os_randomness
from engine.ledger.slips import JoinSlip, SeatSlip, Slip, expect, read_slip
from engine.ledger.tending import draft_seat, draft_settle
from server.models import Game, Holder, Invitation, Player, Seat, table
from server.services import limits, shelf, texts
from server.services.absences import away_at
from server.services.accounts import new_id, secret_hash
from server.services.club import Club
from server.services.notices import announce
from server.services.pace import check_terms
from server.services.seating import Place, find_invitation, find_place, get_game, seats_of

INVITATION_LIFE = 30 * 24 * 3600 * 1000
FILTERS = ("mine", "waiting", "open", "running", "finished")


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody wants to play."""

    rules: str
    seats: int
    title: str = ""
    options: dict[str, Any] = {}
    edition: str | None = None
    bots: dict[int, str] = {}
    pace: dict[str, Any] = {}
    policy: dict[str, Any] = {}
    private: bool = False
    spectators: bool = True
    slips_only: bool = False
    start: str = "full"


def create(club: Club, player: Any, wish: Wish) -> dict[str, Any]:
    """Open a game: its terms and the commitments to its secrets are published before anybody joins."""
    if club.config.hosting == "hosts" and player.role != "host":
        raise Refused("host_only", "In this club only hosts open games; ask one.")
    if wish.edition and player.role != "host":
        raise Refused("host_only", "Only a host can open a game with an edition of its own.")
    _check_bots(wish)
    check_terms(wish.pace, wish.policy)
    terms = Terms(
        game=new_id("g"), rules=wish.rules, seats=wish.seats, options=wish.options, edition=wish.edition,
        pace=wish.pace, policy=wish.policy,
    )  # fmt: skip
    opened = club.clerk.open(terms, make_secrets_from_os_randomness(), club.now())
    title = texts.plain(wish.title, "title", 80) or opened.record.page.rules
    with club.write() as connection:
        limits.count(connection, club, f"open:{player.id}", 60, 3600)
        shelf.create(
            connection, opened, title=title, bots={str(seat): bot for seat, bot in wish.bots.items()},
            pace=wish.pace, policy=wish.policy, is_private=wish.private, spectators=wish.spectators,
            slips_only=wish.slips_only, starts=wish.start, host_id=player.id,
        )  # fmt: skip
    if len(wish.bots) == wish.seats and wish.start == "full":
        start(club, terms.game, player)
    return read(club, terms.game, player)


def _check_bots(wish: Wish) -> None:
    for seat, bot in wish.bots.items():
        get_bot(bot)
        if not 0 <= seat < wish.seats:
            raise Refused("invalid_value", "There is no seat {seat}: this game has the seats 0 to {last}.",
                          seat=seat, last=wish.seats - 1)  # fmt: skip


def read(club: Club, game_id: str, player: Any | None, invitation: str | None = None) -> dict[str, Any]:
    """Return what is public of a game, and the reader's own seat."""
    with club.read() as connection:
        game = get_game(connection, game_id)
        place = find_place(connection, club, game, player, invitation)
        return described(connection, game, place, club.now())


def described(connection: Connection, game: Any, place: Place, now: int) -> dict[str, Any]:
    """Return a game as it is shown in lists and on its own."""
    host = connection.execute(select(Player.handle).where(Player.id == game.host_id)).scalar()
    seats = [
        {key: value for key, value in seat.items() if key != "is_deleted"} for seat in seats_of(connection, game.id)
    ]
    away = away_at(connection, game.id, now)
    for seat in seats:
        seat["away_until"] = away.get(seat["seat"])
        reserved = game.bots.get(str(seat["seat"]))
        seat["bot"] = reserved if seat["by"] in {"bot", "empty"} else None
    return {
        "id": game.id, "title": game.title, "rules": game.rules, "version": game.version, "edition": game.edition,
        "options": game.options, "pace": game.pace, "policy": game.policy, "private": game.is_private,
        "spectators": game.spectators, "slips_only": game.slips_only, "start": game.starts, "status": game.status,
        "held": game.held, "host": host, "n": game.n, "head": game.head, "terms": game.terms, "seats": seats,
        "you": place.seat if place.until is None else None, "result": game.result, "created_at": game.created_at,
        "changed_at": game.changed_at, "ended_at": game.ended_at,
    }  # fmt: skip


def listed(
    club: Club, player: Any | None, which: str | None, rules: str | None, cursor: str | None, most: int
) -> dict[str, Any]:
    """Return a page of games, the last changed first, and the cursor of the next page."""
    with club.read() as connection:
        wanted = _visible(select(*_shown_columns()), player)
        wanted = _filtered(wanted, which, player)
        if rules:
            wanted = wanted.where(Game.rules == rules)
        if cursor:
            wanted = wanted.where(_after(cursor))
        rows = connection.execute(wanted.order_by(Game.changed_at.desc(), Game.id).limit(most + 1)).all()
        shown = [
            described(connection, row, find_place(connection, club, row, player), club.now()) for row in rows[:most]
        ]
    more = f"{rows[most - 1].changed_at}.{rows[most - 1].id}" if len(rows) > most else None
    return {"games": shown, "next": more}


def _shown_columns() -> list[Any]:
    return [column for column in table(Game).columns if column.name not in {"page", "dump"}]


def _visible(query: Select[Any], player: Any | None) -> Select[Any]:
    if player is None:
        return query.where(Game.is_private.is_(False))
    mine = select(Holder.game_id).where(Holder.player_id == player.id)
    return query.where(or_(Game.is_private.is_(False), Game.host_id == player.id, Game.id.in_(mine)))


def _filtered(query: Select[Any], which: str | None, player: Any | None) -> Select[Any]:
    if which in {"mine", "waiting"} and player is None:
        raise Refused("token_missing", "Send `Authorization: Bearer TOKEN`; POST /v1/tokens gives one.")
    if which == "mine":
        assert player is not None
        held = select(Holder.game_id).where(Holder.player_id == player.id)
        return query.where(or_(Game.id.in_(held), Game.host_id == player.id))
    if which == "waiting":
        assert player is not None
        awaited = (Seat.player_id == player.id) & Seat.awaited & (Seat.by == "player")
        return query.where(Game.status == "running", Game.id.in_(select(Seat.game_id).where(awaited)))
    status = {"open": "open", "running": "running", "finished": "over"}.get(which or "")
    return query.where(Game.status == status) if status else query


def _after(cursor: str) -> Any:
    changed, _, game_id = cursor.partition(".")
    if not changed.isdecimal() or not game_id:
        raise Refused("bad_cursor", "The cursor `{cursor}` is not one that this server gave.", cursor=cursor[:80])
    at = int(changed[:18])
    return or_(Game.changed_at < at, and_(Game.changed_at == at, Game.id > game_id))


def join(club: Club, game_id: str, raw: bytes, invitation: str | None) -> dict[str, Any]:
    """Seat the author of a signed join; start the game if that fills the table and it starts by itself."""
    slip = read_slip(raw)
    said = expect(slip, JoinSlip)
    with club.read() as connection:
        player = _signing_player(connection, slip)
        game = get_game(connection, game_id)
        find_place(connection, club, game, player, invitation)
        if (known := shelf.find_receipt(connection, game_id, slip.digest)) is not None:
            return {"receipt": known.receipt, "n": known.n, "hash": known.hash, "repeated": True}
    _check_may_join(game, player, said)
    done = _act_with_holder(club, game_id, slip, player.id, said.seat, invitation)
    _start_when_full(club, game_id, player)
    return receipt_of(done.written)


def _check_may_join(game: Any, player: Any, said: JoinSlip) -> None:
    if player.mail_confirmed_at is None:
        raise Refused("address_unconfirmed", "Confirm your mail address first: the code was mailed to you.")
    if str(said.seat) in game.bots:
        raise Refused("seat_taken", "A bot plays seat {seat}; choose another one.", seat=f"p{said.seat + 1}")


def _signing_player(connection: Connection, slip: Slip) -> Any:
    player = connection.execute(select(table(Player)).where(Player.kid == slip.kid)).first()
    if player is None or player.deleted_at is not None:
        raise Refused("wrong_key", "The slip is signed with a key that nobody here has: register first.")
    return player


def _act_with_holder(club: Club, game_id: str, slip: Slip, player: str, seat: int, invitation: str | None) -> shelf.Act:
    """Write the join, and in the same transaction who holds the seat and which invitation it used."""
    for _ in range(shelf.MOST_TRIES):
        with club.read() as connection:
            record = shelf.get_record_to_write(connection, game_id)
            key = PublicKey(_signing_player(connection, slip).x)
        done = shelf.Act(club.clerk.write(draft_join(record, slip, key), club.now()), None)
        with club.write() as connection:
            if shelf.store(connection, club, record.page, done, slip.digest):
                hold_seat(connection, game_id, seat, player, done.written.record.page.n)
                _use_invitation(connection, club, game_id, invitation, player)
                return done
    raise Refused("busy", "Too many turns arrive in this game at once; nothing was stored. Try again in a moment.")


def hold_seat(connection: Connection, game_id: str, seat: int, player: str, n: int) -> None:
    """Write down that a player holds a seat from entry n on."""
    here = (Seat.game_id == game_id) & (Seat.seat == seat)
    connection.execute(update(Seat).where(here).values(player_id=player))
    row = {"game_id": game_id, "seat": seat, "since_n": n, "player_id": player}
    connection.execute(insert(table(Holder)).values(row))


def release_seat(connection: Connection, game_id: str, seat: int, n: int) -> None:
    """Write down that nobody holds a seat from entry n on."""
    here = (Holder.game_id == game_id) & (Holder.seat == seat) & Holder.until_n.is_(None)
    connection.execute(update(Holder).where(here).values(until_n=n))
    connection.execute(update(Seat).where(Seat.game_id == game_id, Seat.seat == seat).values(player_id=None))


def _use_invitation(connection: Connection, club: Club, game_id: str, invitation: str | None, player: str) -> None:
    row = find_invitation(connection, club, game_id, invitation) if invitation else None
    if row is not None:
        used = update(Invitation).where(Invitation.id == row.id).values(used_at=club.now(), used_by=player)
        connection.execute(used)


def receipt_of(written: Written) -> dict[str, Any]:
    """Return the answer to a slip: the receipt, and only public fields beside it."""
    outcome = written.outcome
    receipt = (written.receipt or b"").decode()
    answer: dict[str, Any] = {
        "receipt": receipt,
        "n": written.entry.header.n,
        "hash": written.entry.hash,
        "repeated": False,
    }
    if outcome is not None:
        answer |= {"played": len(outcome.by_move), "stopped": outcome.stopped, "unplayed": list(outcome.unplayed)}
    return answer


def _start_when_full(club: Club, game_id: str, player: Any) -> None:
    with club.read() as connection:
        game = get_game(connection, game_id)
        seats = seats_of(connection, game_id)
    free = [seat for seat in seats if seat["by"] == "empty" and str(seat["seat"]) not in game.bots]
    if game.starts == "full" and not free and game.status == "open":
        start(club, game_id, player)


def start(club: Club, game_id: str, player: Any) -> dict[str, Any]:
    """Deal the first position; bots take the seats that were kept for them."""
    with club.read() as connection:
        game = get_game(connection, game_id)
        place = find_place(connection, club, game, player)
    if place.seat is None and player.id != game.host_id:
        raise Refused("not_your_seat", "Only the game's host or one of its players can start it.")
    bots = {int(seat): bot for seat, bot in game.bots.items()}

    def write(record: Record, at: int) -> Written:
        return club.clerk.write(draft_start(record, bots), at)

    shelf.act(club, game_id, write)
    return read(club, game_id, player)


def leave(club: Club, game_id: str, raw: bytes) -> dict[str, Any]:
    """Free a seat before the start, leave or return to it later, or agree to stop: as the signed slip says."""
    slip = read_slip(raw)
    said = expect(slip, SeatSlip)
    with club.read() as connection:
        if (known := shelf.find_receipt(connection, game_id, slip.digest)) is not None:
            return {"receipt": known.receipt, "n": known.n, "hash": known.hash, "repeated": True}

    def write(record: Record, at: int) -> Written:
        if said.do == "settle":
            return club.clerk.write(draft_settle(record, slip), at)
        if record.page.phase == "open":
            return club.clerk.write(draft_leave(record, slip), at)
        return club.clerk.write(draft_seat(record, slip), at)

    def also(connection: Connection, done: shelf.Act) -> None:
        if done.written.entry.header.kind == "leave":
            release_seat(connection, game_id, said.seat, done.written.entry.header.n)

    return receipt_of(shelf.act(club, game_id, write, slip=slip.digest, also=also).written)


def invite(club: Club, player: Any, game_id: str, mail: str | None) -> dict[str, Any]:
    """Make an invitation, mail it if an address is given, and show its secret this once."""
    secret = "inv_" + secrets.token_urlsafe(24)
    now = club.now()
    with club.write() as connection:
        game = get_game(connection, game_id)
        place = find_place(connection, club, game, player)
        if place.seat is None and player.id != game.host_id:
            raise Refused("not_your_seat", "Only the game's host or one of its players can invite to it.")
        limits.count(connection, club, f"invite:{player.id}", 60, 3600)
        address = texts.mail_address(mail) if mail else None
        row = {
            "id": new_id("in_"), "game_id": game_id, "hash": secret_hash(secret), "mail": address,
            "created_by": player.id, "created_at": now, "expires_at": now + INVITATION_LIFE,
        }  # fmt: skip
        connection.execute(insert(table(Invitation)).values(row))
        if address:
            data = {"secret": secret, "by": player.handle}
            announce(
                connection, club, "invitation", None, address=address, game_id=game_id, data=data, unique=row["id"]
            )
    link = f"{club.config.origin.rstrip('/')}/v1/games/{game_id}?invitation={secret}"
    return {"id": row["id"], "invitation": secret, "link": link, "expires_at": row["expires_at"]}


def revoke_invitation(club: Club, player: Any, game_id: str, invitation_id: str) -> None:
    """Take back an invitation."""
    with club.write() as connection:
        mine = (Invitation.id == invitation_id) & (Invitation.game_id == game_id) & Invitation.revoked_at.is_(None)
        mine = mine & (Invitation.created_by == player.id)
        gone = connection.execute(update(Invitation).where(mine).values(revoked_at=club.now()))
    if gone.rowcount == 0:
        raise Refused("not_found", "You have no invitation {id} to this game.", id=invitation_id)
