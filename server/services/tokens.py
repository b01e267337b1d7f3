"""Bearer tokens: given for a signed hello, shown once, stored hashed, listed and revoked."""

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update

from engine.core.errors import Refused
from engine.ledger.slips import HelloSlip, Slip
from server.models import Player, Token, table
from server.services import texts
from server.services.accounts import new_id, secret_hash
from server.services.club import Club
from server.services.slips import signed_act

LIFE = 90 * 24 * 3600 * 1000
TOKENS = table(Token)


def give(club: Club, raw: bytes) -> dict[str, Any]:
    """Return a new token for a signed hello; it is shown this once."""

    def act(connection: Connection, player: Any, said: HelloSlip, _slip: Slip) -> dict[str, Any]:
        secret = "atl_" + secrets.token_urlsafe(32)
        now = club.now()
        row = {
            "id": new_id("tk_"), "player_id": player.id, "hash": secret_hash(secret), "created_at": now,
            "scopes": " ".join(sorted(set(said.scope))), "label": texts.plain(said.label, "label", 64),
            "expires_at": now + LIFE,
        }  # fmt: skip
        connection.execute(insert(TOKENS).values(row))
        return {**described(row), "token": secret, "player": player.id}

    given: dict[str, Any] = signed_act(club, raw, HelloSlip, act)
    return given


def described(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is shown of a token."""
    scopes = row["scopes"].split()
    return {**{name: row[name] for name in ("id", "label", "created_at", "expires_at")}, "scopes": scopes}


def owner(connection: Connection, club: Club, secret: str | None, scope: str) -> Any:
    """Return the player whose token this is, or refuse."""
    if not secret:
        raise Refused("token_missing", "Send `Authorization: Bearer TOKEN`; POST /v1/tokens gives one.")
    row = connection.execute(
        select(table(Player), Token.scopes, Token.expires_at, Token.revoked_at, Token.id.label("token_id"))
        .join(Token, Token.player_id == Player.id)
        .where(Token.hash == secret_hash(secret))
    ).first()
    if row is None or row.revoked_at is not None or row.deleted_at is not None:
        raise Refused("token_unknown", "This token is not known here, or was revoked; get a new one.")
    if row.expires_at <= club.now():
        raise Refused("token_expired", "This token has expired; get a new one.")
    if scope not in row.scopes.split():
        raise Refused("scope_missing", "This token may not do that: it needs the scope `{scope}`.", scope=scope)
    return row


def listed(club: Club, player: str) -> list[dict[str, Any]]:
    """Return a player's tokens that still work."""
    with club.read() as connection:
        good = (Token.player_id == player) & Token.revoked_at.is_(None) & (Token.expires_at > club.now())
        rows = connection.execute(select(TOKENS).where(good).order_by(Token.created_at)).mappings().all()
    return [described(dict(row)) for row in rows]


def revoke(club: Club, player: str, token_id: str) -> None:
    """Revoke one of a player's tokens."""
    with club.write() as connection:
        mine = (Token.player_id == player) & (Token.id == token_id) & Token.revoked_at.is_(None)
        revoked = connection.execute(update(Token).where(mine).values(revoked_at=club.now()))
    if revoked.rowcount == 0:
        raise Refused("not_found", "You have no token {token}.", token=token_id)
