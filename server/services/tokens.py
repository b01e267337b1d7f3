"""Bearer tokens: given for a signed hello, shown once, stored hashed, listed and revoked."""

import secrets
from contextlib import suppress
from typing import NamedTuple, NoReturn

import msgspec
from sqlalchemy import ColumnElement, bindparam, func, select, update

from engine.core.errors import Refused
from engine.ledger.slips import HelloSlip
from server.models import AccessToken, Member, Session
from server.services import texts
from server.services.club import Club
from server.services.ids import hash_secret, make_id
from server.services.slips import check_not_banned, read_for_server, use_slip

DAY = 24 * 3600 * 1000
LIFE = 90 * DAY
MOST_LIVE = 20
"""How many tokens of one player work at a time."""
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
    used_at: int | None
    is_current: bool
    """Whether it is the one that asks."""


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
        _make_room(session, club, member.id)
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
    return NewToken(**msgspec.structs.asdict(_show(token, token.id)), token=secret, player=member.id)


def _show(token: AccessToken, current: str) -> ShownToken:
    return ShownToken(
        id=token.id,
        label=token.label,
        scopes=token.scopes.split(),
        created_at=token.created_at,
        expires_at=token.expires_at,
        used_at=token.used_at,
        is_current=token.id == current,
    )


class Bearer(NamedTuple):
    """Whoever sent a token, and the token."""

    member: Member
    token: AccessToken


def get_owner(session: Session, club: Club, secret: str | None, scope: str) -> Member:
    """Return the member whose token this is, or refuse."""
    return get_bearer(session, club, secret, scope).member


def get_bearer(session: Session, club: Club, secret: str | None, scope: str) -> Bearer:
    """Return a good token and whose it is, or refuse."""
    if not secret:
        raise Refused("token_missing", "Send `Authorization: Bearer TOKEN`; POST /v1/tokens gives one.")
    found = session.execute(_OWNER, {"hash": hash_secret(secret)}).first()
    if found is None or found[1].revoked_at is not None or found[0].deleted_at is not None:
        raise Refused("token_unknown", "This token is not known here, or was revoked; get a new one.")
    member, token = found
    check_not_banned(member)
    if token.expires_at <= club.now():
        raise Refused("token_expired", "This token has expired; get a new one.")
    if scope not in token.scopes.split():
        _refuse_scope(scope)
    return Bearer(member, token)


def _refuse_scope(scope: str) -> NoReturn:
    raise Refused("scope_missing", "This token may not do that: it needs the scope `{scope}`.", scope=scope)


def note_use(club: Club, token: AccessToken) -> None:
    """Write down that a token is in use, once a day; where nothing can be written, reading goes on."""
    if (token.used_at or 0) > club.now() - DAY:
        return
    with suppress(Refused), club.write(lazily=True) as session:
        session.execute(update(AccessToken).where(AccessToken.id == token.id).values(used_at=club.now()))


def _is_live(club: Club, player: str) -> ColumnElement[bool]:
    mine = (AccessToken.player_id == player) & AccessToken.revoked_at.is_(None)
    return mine & (AccessToken.expires_at > club.now())


def get_tokens(club: Club, by: AccessToken) -> list[ShownToken]:
    """Return the tokens of a player that still work, the one that asks among them."""
    live = select(AccessToken).where(_is_live(club, by.player_id)).order_by(AccessToken.created_at)
    with club.read() as session:
        return [_show(one, by.id) for one in session.scalars(live)]


def _make_room(session: Session, club: Club, player: str) -> None:
    """Revoke what is more than a player may have live, the longest unused first."""
    last_used = func.coalesce(AccessToken.used_at, AccessToken.created_at)
    kept = select(AccessToken.id).where(_is_live(club, player)).order_by(last_used.desc()).limit(MOST_LIVE - 1)
    surplus = update(AccessToken).where(_is_live(club, player), AccessToken.id.not_in(kept))
    session.execute(surplus.values(revoked_at=club.now()))


def revoke(club: Club, by: AccessToken, token_id: str) -> None:
    """Revoke one of a player's tokens with another one that may do as much, or with itself."""
    with club.write() as session:
        wanted = select(AccessToken).where(_is_live(club, by.player_id), AccessToken.id == token_id)
        found = session.scalars(wanted).first()
        if found is None:
            raise Refused("not_found", "You have no token {token}.", token=token_id)
        for scope in set(found.scopes.split()) - set(by.scopes.split()):
            _refuse_scope(scope)
        found.revoked_at = club.now()
