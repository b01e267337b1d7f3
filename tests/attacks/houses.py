"""Clubs to attack: on both databases, with limits in force and a clock that the attacker waits for."""

import re

import msgspec
import pytest

from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import AcceptSlip, KeySlip, RegisterSlip, sign
from tests.mail.conftest import House
from tests.mail.post import Clock
from tests.server.conftest import config
from tests.server.people import Person, mailed_code, nonce

__all__ = ["config", "house"]


@pytest.fixture
def house(config):
    house = House(msgspec.structs.replace(config, rates=True), Clock())
    yield house
    house.close()


def set_up(house, **settings):
    """Give a club other settings."""
    house.club.config = msgspec.structs.replace(house.club.config, **settings)


def try_to_register(house, handle, mail=None, **more):
    """Return somebody new, and what the server says to them."""
    one = Person(house.door, house.club, handle, now=house.clock)
    said = RegisterSlip(one.origin, one.now(), nonce(), handle, mail or f"{handle}@example.org", one.key.public.jwk)
    answer = one.call("POST", "/players", json={"slip": sign(said, one.key).decode(), **more})
    if answer.status == 201:
        one.id = answer.json["id"]
        one.hello()
    return one, answer


def try_to_confirm(house, one):
    code = mailed_code(house.club, one.id, "confirm") or house.box.codes[-1]
    return one.call("POST", "/me/confirmation", json={"code": code})


def change_address(house, one, mail):
    """Do what a thief of somebody's key does: give an address of one's own, and confirm it."""
    assert one.slip("POST", "/me/acts", one.act_slip("address", mail=mail)).status == 200
    assert try_to_confirm(house, one).status == 200


def rotate(one):
    """Pass on to a new key with the one that was stolen; return the answer and the new key."""
    new, jti = make_key_from_os_randomness(), nonce()
    accept = sign(AcceptSlip(one.origin, jti, one.key.kid), new).decode()
    said = KeySlip(one.origin, one.now(), jti, new.public.jwk, accept)
    return one.slip("POST", "/me/key", sign(said, one.key)), new


def recover(house, one, mail):
    """Name a new key with the code that is mailed to an address; return the answer and the key."""
    new = make_key_from_os_randomness()
    one.call("POST", "/recoveries", json={"mail": mail}, anonymous=True)
    body = {"mail": mail, "code": mailed_code(house.club, one.id, "recover"), "jwk": new.public.jwk}
    return one.call("POST", "/recoveries/confirmation", json=body, anonymous=True), new


def find_link(mail, purpose):
    """Return the path of the link of a kind in a mail."""
    found = re.search(rf"https?://[^/]+(/v1/{purpose}/\S+)", mail.text)
    assert found, mail.text
    assert found[1] in mail.html
    return found[1]
