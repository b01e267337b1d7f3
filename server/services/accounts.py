"""Players: registering with a key, confirming an address, the profile, leaving the club."""

import hashlib
import secrets
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.ledger.keys import read_public_jwk
from engine.ledger.slips import ActSlip, RegisterSlip, Slip, check_signature
from server.models import Code, Invitation, Player, PlayerKey, table
from server.services import limits, texts
from server.services.club import Club
from server.services.notices import announce
from server.services.order import alone
from server.services.slips import read_for_server, signed_act, use_once

PLAYERS = table(Player)
CODE_LIFE = 30 * 60 * 1000
MOST_ATTEMPTS = 6
POLICIES = ("every", "once", "digest", "off")


def secret_hash(secret: str) -> str:
    """Return how a token or code is stored."""
    return b64u(hashlib.sha256(secret.encode()).digest())


def new_id(prefix: str) -> str:
    """Return an id that can't be guessed (100 bits), in letters that can be read aloud."""
    alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
    return prefix + "".join(secrets.choice(alphabet) for _ in range(20))


def register(
    club: Club, raw: bytes, *, language: str, zone: str, invitation: str | None, address: str
) -> dict[str, Any]:
    """Register a player by a slip that proves the key; a code goes to the address."""
    slip, said = read_for_server(club, raw, RegisterSlip)
    key = read_public_jwk(said.jwk)
    check_signature(slip, key)
    handle, mail = texts.handle(said.handle), texts.mail_address(said.mail)
    language, zone = texts.language(language), texts.zone(zone)
    with club.write() as connection:
        limits.count(connection, club, f"register:{address}", 60, 3600)
        limits.count(connection, club, f"mail-to:{mail}", 10, 3600)
        use_once(connection, club, slip, said.jti)
        alone(connection, "players")
        _check_may_register(connection, club, invitation)
        _check_free(connection, handle, key.kid)
        is_first = connection.execute(select(func.count()).select_from(PLAYERS)).scalar_one() == 0
        player: dict[str, Any] = {
            "id": new_id("pl_"), "handle": handle, "handle_key": texts.handle_key(handle), "mail": mail, "kid": key.kid,
            "x": key.x, "lang": language, "zone": zone, "role": "host" if is_first else "player",
            "mail_policy": "every", "created_at": club.now(),
        }  # fmt: skip
        connection.execute(insert(PLAYERS).values(player))
        _add_key(connection, club, player["id"], key.kid, key.x)
        send_code(connection, club, player["id"], "confirm", mail)
        return profile(_get(connection, player["id"]))


def _add_key(connection: Connection, club: Club, player: str, kid: str, x: str) -> None:
    row = {"kid": kid, "player_id": player, "x": x, "added_at": club.now()}
    connection.execute(insert(table(PlayerKey)).values(row))


def _check_may_register(connection: Connection, club: Club, invitation: str | None) -> None:
    nobody = connection.execute(select(Player.id).limit(1)).first() is None
    if club.config.registration == "open" or nobody:
        return
    if club.config.registration == "invited" and invitation and is_invited(connection, club, invitation):
        return
    raise Refused("registration_closed", "This club takes new players only by invitation: ask its host for one.")


def is_invited(connection: Connection, club: Club, invitation: str) -> bool:
    """Tell whether an invitation is good now."""
    wanted = select(Invitation.id).where(
        Invitation.hash == secret_hash(invitation),
        Invitation.revoked_at.is_(None),
        Invitation.used_at.is_(None),
        Invitation.expires_at > club.now(),
    )
    return connection.execute(wanted).first() is not None


def _check_free(connection: Connection, handle: str, kid: str) -> None:
    if connection.execute(select(Player.id).where(Player.handle_key == texts.handle_key(handle))).first():
        raise Refused("handle_taken", "The handle {handle} is taken; choose another one.", handle=handle)
    if connection.execute(select(PlayerKey.kid).where(PlayerKey.kid == kid)).first():
        raise Refused("key_taken", "This key is registered already; make a new one.")


def send_code(connection: Connection, club: Club, player: str, kind: str, mail: str, new_x: str | None = None) -> None:
    """Mail a code of six digits, good for half an hour; earlier ones of the kind end."""
    code = f"{secrets.randbelow(10**6):06d}"
    now = club.now()
    earlier = (Code.player_id == player) & (Code.kind == kind) & Code.used_at.is_(None)
    connection.execute(update(Code).where(earlier, Code.expires_at > now).values(expires_at=now))
    row = {
        "id": new_id("co_"), "player_id": player, "kind": kind, "hash": secret_hash(f"{player}:{code}"), "mail": mail,
        "new_x": new_x, "created_at": now, "expires_at": now + CODE_LIFE, "attempts": 0,
    }  # fmt: skip
    connection.execute(insert(table(Code)).values(row))
    announce(connection, club, kind, player, address=mail, data={"code": code}, unique=f"{kind}:{row['id']}")


def use_code(connection: Connection, club: Club, player: str, kind: str, code: str) -> Any:
    """Return the row of a good code and use it up, or refuse; guesses are counted."""
    alone(connection, f"codes:{player}")
    wanted = (
        select(table(Code))
        .where(Code.player_id == player, Code.kind == kind, Code.used_at.is_(None), Code.expires_at > club.now())
        .order_by(Code.created_at.desc())
        .limit(1)
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise Refused("code_expired", "There is no code to confirm any more; ask for a new one.")
    if row.attempts >= MOST_ATTEMPTS:
        raise Refused("too_many_attempts", "Too many wrong codes; ask for a new one.")
    if row.hash != secret_hash(f"{player}:{code.strip()}"):
        return None
    connection.execute(update(Code).where(Code.id == row.id).values(used_at=club.now()))
    return row


def count_wrong_code(connection: Connection, player: str, kind: str) -> None:
    """Count a wrong guess."""
    open_codes = (Code.player_id == player) & (Code.kind == kind) & Code.used_at.is_(None)
    connection.execute(update(Code).where(open_codes).values(attempts=Code.attempts + 1))


def confirm(club: Club, player: str, code: str) -> dict[str, Any]:
    """Confirm an address by the code that was mailed to it."""
    with club.write() as connection:
        row = use_code(connection, club, player, "confirm", code)
        if row is None:
            count_wrong_code(connection, player, "confirm")
        else:
            values = {"mail": row.mail, "mail_confirmed_at": club.now(), "mail_bounced_at": None}
            connection.execute(update(Player).where(Player.id == player).values(values))
            return profile(_get(connection, player))
    raise Refused("invalid_value", "That is not the code that was mailed.")


def resend_code(club: Club, player: Any) -> None:
    """Mail another code to an address that is still to be confirmed."""
    with club.write() as connection:
        limits.count(connection, club, f"mail-to:{player.mail}", 10, 3600)
        send_code(connection, club, player.id, "confirm", player.mail)


def change_profile(club: Club, player: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Change language, zone or mail policy."""
    checked: dict[str, Any] = {}
    if "language" in changes:
        checked["lang"] = texts.language(changes["language"])
    if "zone" in changes:
        checked["zone"] = texts.zone(changes["zone"])
    if "mail_policy" in changes:
        checked["mail_policy"] = changes["mail_policy"]
    with club.write() as connection:
        if checked:
            connection.execute(update(Player).where(Player.id == player).values(checked))
        return profile(_get(connection, player))


def signed_change(club: Club, raw: bytes) -> dict[str, Any]:
    """Do what a signed act asks: `delete`, or `address` with a new mail address."""

    def act(connection: Connection, player: Any, said: ActSlip, _slip: Slip) -> dict[str, Any]:
        if said.do == "delete":
            return bury(connection, club, player.id)
        if said.do == "address":
            mail = texts.mail_address(str(said.args.get("mail", "")))
            limits.count(connection, club, f"mail-to:{mail}", 10, 3600)
            send_code(connection, club, player.id, "confirm", mail)
            return profile(_get(connection, player.id))
        raise Refused("invalid_value", "There is no act `{do}` here; there are `delete` and `address`.", do=said.do)

    done: dict[str, Any] = signed_act(club, raw, ActSlip, act)
    return done


def bury(connection: Connection, club: Club, player: str) -> dict[str, Any]:
    """Leave a tombstone: name, address and tokens go, the games of others stay."""
    from server.models import Token

    now = club.now()
    gone = {"handle": None, "handle_key": None, "mail": None, "mail_confirmed_at": None, "deleted_at": now}
    connection.execute(update(Player).where(Player.id == player).values({**gone, "mail_policy": "off"}))
    connection.execute(update(Token).where(Token.player_id == player).values(revoked_at=now))
    return profile(_get(connection, player))


def _get(connection: Connection, player: str) -> Any:
    return connection.execute(select(PLAYERS).where(Player.id == player)).one()


def profile(row: Any) -> dict[str, Any]:
    """Return a player's own profile."""
    return {
        "id": row.id,
        "handle": row.handle,
        "mail": row.mail,
        "confirmed": row.mail_confirmed_at is not None,
        "jwk": {"kty": "OKP", "crv": "Ed25519", "x": row.x},
        "kid": row.kid,
        "language": row.lang,
        "zone": row.zone,
        "role": row.role,
        "mail_policy": row.mail_policy,
        "created_at": row.created_at,
        "deleted": row.deleted_at is not None,
    }
