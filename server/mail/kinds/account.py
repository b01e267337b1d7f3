"""Mails about an account: codes, recoveries, changed keys; they go out whatever the reader's policy."""

from sqlalchemy import select

from engine.core.language import Text
from server.mail.desk import Desk, Draft, Stale
from server.models import Code
from server.services.accounts import secret_hash


def confirm(desk: Desk) -> Draft:
    """Write the code that confirms an address."""
    _check_code(desk, "confirm")
    code = desk.data["code"]
    parts = [
        desk.note(
            Text(
                "Somebody, probably you, gave this address at {club}. This code confirms it:",
                club=desk.club.config.name,
            )
        ),
        desk.copy([code]),
        desk.note(Text("`atelier confirm {code}`, within half an hour. If it was not you, do nothing.", code=code)),
    ]
    return Draft(Text("{code} confirms your address", code=code), parts)


def recover(desk: Desk) -> Draft:
    """Write the code with which a lost key is replaced."""
    _check_code(desk, "recover")
    parts = [
        desk.note(
            Text(
                "Somebody, probably you, lost the key to your account at {club}. This code names a new one:",
                club=desk.club.config.name,
            )
        ),
        desk.copy([desk.data["code"]]),
        desk.note(Text("It is good for half an hour; the new key counts a day later. If it was not you, do nothing.")),
    ]
    return Draft(Text("{code} recovers your account", code=desk.data["code"]), parts)


def _check_code(desk: Desk, kind: str) -> None:
    if "code" not in desk.data:
        raise Stale("used")
    hashed = secret_hash(f"{desk.row.player_id}:{desk.data['code']}")
    good = (Code.hash == hashed) & (Code.kind == kind) & Code.used_at.is_(None) & (Code.expires_at > desk.now)
    if desk.connection.execute(select(Code.id).where(good)).first() is None:
        raise Stale("expired")


def recovery(desk: Desk) -> Draft:
    """Write that a new key waits to take over."""
    parts = [
        desk.note(
            Text(
                "A new key was named for your account. It counts from {when}.",
                when=desk.when(desk.data["effective_at"]),
            ),
            "strong",
        ),
        desk.note(
            Text(
                "If it was not you: `atelier key cancel` with your old key stops it. Your tables are told when the key changes."
            )
        ),
    ]
    return Draft(Text("A new key for your account waits"), parts)


def key_changed(desk: Desk) -> Draft:
    """Write that another key counts now."""
    parts = [
        desk.note(
            Text(
                "Another key counts for your account at {club} now; the old one no longer signs.",
                club=desk.club.config.name,
            ),
            "strong",
        ),
        desk.note(Text("If it was not you, recover your account by mail: `atelier key recover`, and tell the host.")),
    ]
    return Draft(Text("Your key has changed"), parts)
