"""Slips that speak to the server and not to a game: read, checked for audience, age and reuse."""

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, insert, select

from engine.core.errors import Refused
from engine.ledger.keys import PublicKey
from engine.ledger.slips import Payload, Slip, check_signature, expect, read_slip
from server.models import Player, SeenSlip, table
from server.services.club import Club
from server.services.order import alone

P = TypeVar("P", bound=Payload)
WINDOW = 5 * 60 * 1000
SECONDS_LIMIT = 10**11
"""Smaller numbers are seconds, as other JOSE programs write them; larger ones milliseconds."""


def check_fresh(club: Club, aud: str, iat: int) -> None:
    """Refuse a slip for another server, or one that was not made just now."""
    if aud.rstrip("/") != club.config.origin.rstrip("/"):
        raise Refused(
            "wrong_audience", "The slip is for the server {aud}, not for {here}.", aud=aud, here=club.config.origin
        )
    made = iat * 1000 if iat < SECONDS_LIMIT else iat
    if abs(club.now() - made) > WINDOW:
        raise Refused("slip_expired", "The slip was not made within the last five minutes; make a new one.")


def use_once(connection: Connection, club: Club, slip: Slip, jti: str) -> None:
    """Refuse a slip that was used before."""
    alone(connection, f"slip:{jti}")
    seen = select(SeenSlip.jti).where(SeenSlip.kid == slip.kid, SeenSlip.jti == jti)
    if connection.execute(seen).first() is not None:
        raise Refused("jti_seen", "This slip was used before; make a new one.")
    now = club.now()
    connection.execute(delete(SeenSlip).where(SeenSlip.expires_at < now))
    connection.execute(insert(table(SeenSlip)).values(kid=slip.kid, jti=jti, expires_at=now + 2 * WINDOW))


def read_for_server(club: Club, raw: bytes, kind: type[P]) -> tuple[Slip, P]:
    """Return a slip to the server and what it says; who signed it is still to be checked."""
    slip = read_slip(raw)
    said: Any = expect(slip, kind)
    check_fresh(club, said.aud, said.iat)
    return slip, said


def signer(connection: Connection, slip: Slip) -> Any:
    """Return the player whose current key signed a slip."""
    player = connection.execute(select(table(Player)).where(Player.kid == slip.kid)).first()
    if player is None or player.deleted_at is not None:
        raise Refused("wrong_key", "The slip is signed with a key that nobody here has: register first.")
    check_signature(slip, PublicKey(player.x))
    return player


def signed_act(club: Club, raw: bytes, kind: type[P], act: Callable[[Connection, Any, P, Slip], Any]) -> Any:
    """Check a slip to the server, use it up, and do what it asks, in one transaction."""
    slip, said = read_for_server(club, raw, kind)
    with club.write() as connection:
        player = signer(connection, slip)
        use_once(connection, club, slip, said.jti)  # type: ignore[attr-defined]
        return act(connection, player, said, slip)
