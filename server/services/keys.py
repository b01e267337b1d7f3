"""Keys change hands only by signature, or by a mailed code, a day's wait and a notice to everybody concerned."""

from typing import Any

from sqlalchemy import Connection, insert, select, update

from engine.core.errors import Refused
from engine.ledger.clerk import Written
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import Record
from engine.ledger.slips import ActSlip, KeySlip, Slip
from engine.ledger.tending import check_key_change, draft_key
from server.models import Code, Game, Player, PlayerKey, Seat, Token, table
from server.services import accounts, limits, shelf, texts
from server.services.club import Club
from server.services.notices import announce
from server.services.order import alone
from server.services.slips import read_for_server, signed_act, signer, use_once

WAIT = 24 * 3600 * 1000


def rotate(club: Club, raw: bytes) -> dict[str, Any]:
    """Pass on to a new key, signed by the old one and accepted by the new one, in every running game."""
    slip, said = read_for_server(club, raw, KeySlip)
    new = read_public_jwk(said.new)
    with club.write() as connection:
        alone(connection, "players")
        player = signer(connection, slip)
        check_key_change(slip, PublicKey(player.x), new, club.config.origin)
        use_once(connection, club, slip, said.jti)
        _replace(connection, club, player, new)
        announce(connection, club, "key_changed", player.id, unique=f"key_changed:{new.kid}")
        changed = connection.execute(select(table(Player)).where(Player.id == player.id)).one()
    change_in_games(club, player.id, new, slip)
    return accounts.profile(changed)


def _replace(connection: Connection, club: Club, player: Any, new: PublicKey) -> None:
    if connection.execute(select(PlayerKey.kid).where(PlayerKey.kid == new.kid)).first():
        raise Refused("key_taken", "This key is registered already; make a new one.")
    now = club.now()
    connection.execute(update(PlayerKey).where(PlayerKey.kid == player.kid).values(revoked_at=now))
    row = {"kid": new.kid, "player_id": player.id, "x": new.x, "added_at": now}
    connection.execute(insert(table(PlayerKey)).values(row))
    connection.execute(update(Player).where(Player.id == player.id).values(kid=new.kid, x=new.x))
    connection.execute(update(Token).where(Token.player_id == player.id).values(revoked_at=now))


def change_in_games(club: Club, player: str, new: PublicKey, slip: Slip | None) -> None:
    """Write the new key into every game in which the player has a seat; doing so again changes nothing."""
    with club.read() as connection:
        seats = (
            select(Seat.game_id, Seat.seat)
            .join(Game, Game.id == Seat.game_id)
            .where(Seat.player_id == player, Game.status != "over")
        )
        held = connection.execute(seats).all()
    for game_id, seat in held:

        def write(record: Record, at: int, seat: int = seat) -> Written:
            return club.clerk.write(draft_key(record, seat, new, slip), at)

        try:
            shelf.act(club, game_id, write)
        except Refused as refused:
            if refused.code not in {"key_taken", "game_over"}:
                raise


def ask_recovery(club: Club, mail: str, address: str) -> None:
    """Mail a code to whoever has this confirmed address; outsiders can't tell whether anybody has."""
    mail = texts.mail_address(mail)
    with club.write() as connection:
        limits.count(connection, club, f"recover:{address}", 20, 3600)
        limits.count(connection, club, f"mail-to:{mail}", 10, 3600)
        player = _confirmed_owner(connection, mail)
        if player is not None:
            accounts.send_code(connection, club, player.id, "recover", mail)


def _confirmed_owner(connection: Connection, mail: str) -> Any:
    owner = select(table(Player)).where(Player.mail == mail, Player.mail_confirmed_at.is_not(None))
    return connection.execute(owner.order_by(Player.created_at)).first()


def confirm_recovery(club: Club, mail: str, code: str, jwk: dict[str, Any]) -> dict[str, Any]:
    """Take a mailed code and a new key; tell the address, and wait a day before the key counts."""
    new = read_public_jwk(jwk)
    with club.write() as connection:
        player = _confirmed_owner(connection, texts.mail_address(mail))
        row = _good_code(connection, club, player, code)
        if row is not None:
            effective = club.now() + WAIT
            connection.execute(update(Code).where(Code.id == row.id).values(new_x=new.x, effective_at=effective))
            announce(
                connection, club, "recovery", player.id, data={"effective_at": effective}, unique=f"recovery:{row.id}"
            )
            return {"effective_at": effective}
        if player is not None:
            accounts.count_wrong_code(connection, player.id, "recover")
    raise Refused("code_expired", "That is not a code that was mailed, or it has expired; ask for a new one.")


def _good_code(connection: Connection, club: Club, player: Any, code: str) -> Any:
    """Return the code's row, or None whatever is wrong: what is said must not tell whether anybody has the address."""
    if player is None:
        return None
    try:
        return accounts.use_code(connection, club, player.id, "recover", code)
    except Refused:
        return None


def cancel_recovery(club: Club, raw: bytes) -> None:
    """Cancel a waiting recovery by the old key's signature."""

    def act(connection: Connection, player: Any, said: ActSlip, _slip: Slip) -> None:
        if said.do != "cancel_recovery":
            raise Refused("invalid_value", "Here only `cancel_recovery` can be signed, not `{do}`.", do=said.do)
        waiting = _waiting(player.id)
        cancelled = connection.execute(update(Code).where(*waiting).values(cancelled_at=club.now()))
        if cancelled.rowcount == 0:
            raise Refused("not_found", "No recovery of your key is waiting.")

    signed_act(club, raw, ActSlip, act)


def _waiting(player: str | None = None) -> list[Any]:
    waiting = [
        Code.kind == "recover",
        Code.effective_at.is_not(None),
        Code.cancelled_at.is_(None),
        Code.new_x.is_not(None),
    ]
    return [*waiting, Code.player_id == player] if player else waiting


def finish_recoveries(club: Club) -> int:
    """Let recoveries whose wait is over take effect; the worker calls this."""
    with club.read() as connection:
        due = connection.execute(select(table(Code)).where(*_waiting(), Code.effective_at <= club.now())).all()
    for row in due:
        _finish(club, row)
    return len(due)


def _finish(club: Club, row: Any) -> None:
    new = PublicKey(row.new_x)
    with club.write() as connection:
        alone(connection, "players")
        player = connection.execute(select(table(Player)).where(Player.id == row.player_id)).one()
        if player.kid != new.kid:
            _replace(connection, club, player, new)
        announce(connection, club, "key_changed", player.id, unique=f"key_changed:{new.kid}")
    change_in_games(club, row.player_id, new, None)
    with club.write() as connection:
        connection.execute(update(Code).where(Code.id == row.id).values(effective_at=None))
