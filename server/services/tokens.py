"""Bearer tokens: given for a signed hello, shown once, stored hashed, listed and revoked."""

import secrets

import msgspec
from sqlalchemy import bindparam, select, update

from engine.core.errors import Refused
from engine.ledger.slips import HelloSlip
from server.models import AccessToken, Member, Session
from server.services import texts
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.slips import read_for_server, use_slip

LIFE = 90 * 24 * 3600 * 1000
_OWNER = (
    select(Member, AccessToken)
    .join(AccessToken, AccessToken.player_id == Member.id)
    .where(AccessToken.hash == bindparam("hash"))
)


class ShownToken(msgspec.Struct, kw_only=True):
    """What is shown of a token."""

    id: str
    label: str
    scopes: list[str]
    created_at: int
    expires_at: int


class NewToken(ShownToken, kw_only=True):
    """A token that was just given, with its secret."""

    token: str
    player: str


def give(club: Club, raw: bytes) -> NewToken:
    """Return a new token for a signed hello; it is shown this once."""
    slip, said = read_for_server(club, raw, HelloSlip)
    secret, now = "atl_" + secrets.token_urlsafe(32), club.now()
    with club.write() as session:
        member = use_slip(session, club, slip, said.jti)
        token = AccessToken(
            id=make_id("tk_"),
            player_id=member.id,
            hash=hash_secret(secret),
            created_at=now,
            scopes=" ".join(sorted(set(said.scope))),
            label=texts.plain(said.label, "label", 64),
            expires_at=now + LIFE,
        )
        session.add(token)
    return NewToken(**msgspec.structs.asdict(_show(token)), token=secret, player=member.id)


def _show(token: AccessToken) -> ShownToken:
    return ShownToken(
        id=token.id,
        label=token.label,
        scopes=token.scopes.split(),
        created_at=token.created_at,
        expires_at=token.expires_at,
    )


def get_owner(session: Session, club: Club, secret: str | None, scope: str) -> Member:
    """Return the member whose token this is, or refuse."""
    if not secret:
        raise Refused("token_missing", "Send `Authorization: Bearer TOKEN`; POST /v1/tokens gives one.")
    found = session.execute(_OWNER, {"hash": hash_secret(secret)}).first()
    if found is None or found[1].revoked_at is not None or found[0].deleted_at is not None:
        raise Refused("token_unknown", "This token is not known here, or was revoked; get a new one.")
    member, token = found
    if token.expires_at <= club.now():
        raise Refused("token_expired", "This token has expired; get a new one.")
    if scope not in token.scopes.split():
        raise Refused("scope_missing", "This token may not do that: it needs the scope `{scope}`.", scope=scope)
    return member


def get_tokens(club: Club, player: str) -> list[ShownToken]:
    """Return a player's tokens that still work."""
    good = (AccessToken.player_id == player) & AccessToken.revoked_at.is_(None) & (AccessToken.expires_at > club.now())
    with club.read() as session:
        return [_show(one) for one in session.scalars(select(AccessToken).where(good).order_by(AccessToken.created_at))]


def revoke(club: Club, player: str, token_id: str) -> None:
    """Revoke one of a player's tokens."""
    mine = (AccessToken.player_id == player) & (AccessToken.id == token_id) & AccessToken.revoked_at.is_(None)
    with club.write() as session:
        if session.change(update(AccessToken).where(mine).values(revoked_at=club.now())) == 0:
            raise Refused("not_found", "You have no token {token}.", token=token_id)
