"""Mails about an account: codes, recoveries, changed keys; they go out whatever the reader's policy."""

from sqlalchemy import select

from engine.core.language import Text
from server.mail.outgoing.material import Composition, Material, Stale
from server.models import Code
from server.services.ids import hash_secret


def confirm(material: Material) -> Composition:
    """Write the code that confirms an address."""
    _check_code(material, "confirm")
    code = material.data["code"]
    parts = [
        material.note(
            Text(
                "Somebody, probably you, gave this address at {club}. This code confirms it:",
                club=material.club.config.name,
            )
        ),
        material.copy([code]),
        material.note(Text("`atelier confirm {code}`, within half an hour. If it was not you, do nothing.", code=code)),
    ]
    return Composition(Text("{code} confirms your address", code=code), parts)


def recover(material: Material) -> Composition:
    """Write the code with which a lost key is replaced."""
    _check_code(material, "recover")
    parts = [
        material.note(
            Text(
                "Somebody, probably you, lost the key to your account at {club}. This code names a new one:",
                club=material.club.config.name,
            )
        ),
        material.copy([material.data["code"]]),
        material.note(
            Text("It is good for half an hour; the new key counts a day later. If it was not you, do nothing.")
        ),
    ]
    return Composition(Text("{code} recovers your account", code=material.data["code"]), parts)


def _check_code(material: Material, kind: str) -> None:
    if "code" not in material.data:
        raise Stale("used")
    hashed = hash_secret(f"{material.row.player_id}:{material.data['code']}")
    good = (Code.hash == hashed) & (Code.kind == kind) & Code.used_at.is_(None) & (Code.expires_at > material.now)
    if material.session.execute(select(Code.id).where(good)).first() is None:
        raise Stale("expired")


def recovery(material: Material) -> Composition:
    """Write that a new key waits to take over."""
    parts = [
        material.note(
            Text(
                "A new key was named for your account. It counts from {when}.",
                when=material.when(material.data["effective_at"]),
            ),
            "strong",
        ),
        material.note(
            Text(
                "If it was not you: `atelier key cancel` with your old key stops it. Your tables are told when the key changes."
            )
        ),
    ]
    return Composition(Text("A new key for your account waits"), parts)


def key_changed(material: Material) -> Composition:
    """Write that another key counts now."""
    parts = [
        material.note(
            Text(
                "Another key counts for your account at {club} now; the old one no longer signs.",
                club=material.club.config.name,
            ),
            "strong",
        ),
        material.note(
            Text("If it was not you, recover your account by mail: `atelier key recover`, and tell the host.")
        ),
    ]
    return Composition(Text("Your key has changed"), parts)
