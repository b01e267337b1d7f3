"""Mails about an account: codes, recoveries, changed keys; they go out whatever the reader's policy."""

import shlex
from collections.abc import Iterator

from sqlalchemy import select

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.outgoing.material import Composition, Material, Stale
from server.models import AccountChange, Code
from server.services import waits
from server.services.codes import hash_code


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
        material.note(Text("Type this on the machine that you will play from:")),
        material.copy([_recover_line(material)]),
        material.note(
            Text("It is good for half an hour; the new key counts a day later. If it was not you, do nothing.")
        ),
    ]
    return Composition(Text("{code} recovers your account", code=material.data["code"]), parts)


def _recover_line(material: Material) -> str:
    mail, code = shlex.quote(material.reader.address), material.data["code"]
    return f"atelier key recover {mail} --code {code} --server {material.link}"


def _check_code(material: Material, kind: str) -> None:
    if "code" not in material.data:
        raise Stale("used")
    hashed = hash_code(material.row.player_id or "", material.data["code"])
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
    """Write that another key counts now, and for how long the old one can be put back."""
    parts = [
        material.note(
            Text(
                "Another key counts for your account at {club} now; the old one no longer signs.",
                club=material.club.config.name,
            ),
            "strong",
        ),
        *_way_back(material),
        material.note(
            Text("If it was not you, recover your account by mail: `atelier key recover MAIL`, and tell the host.")
        ),
    ]
    return Composition(Text("Your key has changed"), parts)


def _way_back(material: Material) -> Iterator[Part]:
    if "change" in material.data:
        until = material.when(material.data["until"])
        yield material.note(Text("If it was not you, this page puts the old key back, until {when}:", when=until))
        yield material.copy([waits.make_cancel_link(material.club, material.data["change"])])


def address_asked(material: Material) -> Composition:
    """Write to the old address that a new one was given."""
    change = _get_open_change(material)
    told = Text("Somebody with your key wants your mail to go to {mail}. A code was mailed there.", mail=change.new)
    return _write_about_address(material, told, Text("A new address for your account was asked for"))


def address_confirmed(material: Material) -> Composition:
    """Write to the old address that a new one will replace it."""
    change = _get_open_change(material)
    when = material.when(change.effective_at or 0)
    told = Text("{mail} was confirmed. It is the address of your account from {when}.", mail=change.new, when=when)
    return _write_about_address(material, told, Text("Your account gets a new address"))


def _get_open_change(material: Material) -> AccountChange:
    change = material.session.get(AccountChange, material.data["change"])
    if change is None or change.cancelled_at is not None or change.done_at is not None:
        raise Stale("over")
    return change


def _write_about_address(material: Material, told: Text, subject: Text) -> Composition:
    parts = [
        material.note(told, "strong"),
        material.note(Text("If it was not you, this page cancels it:")),
        material.copy([waits.make_cancel_link(material.club, material.data["change"])]),
        material.note(
            Text(
                "Then somebody else has your key: `atelier key recover MAIL` names a new one. This address can do so for 30 days."
            )
        ),
    ]
    return Composition(subject, parts)
