"""Mails in another's name: confirmations from elsewhere."""

import msgspec
import pytest

from engine.ledger.armour import armour
from tests.databases import make_club
from tests.mail.conftest import House, settings
from tests.mail.post import Clock

EVE = "eve@example.net"
FAILED = "mx.club.example; dmarc=fail"


@pytest.fixture
def house(tmp_path):
    """A club that counts, and whose mail server says what it thinks of senders."""
    config = msgspec.structs.replace(settings(tmp_path / "club", authserv_id="mx.club.example"), rates=True)
    make_club(config)
    house = House(config, Clock())
    yield house
    house.close()


# Confirming a mail that was held


@pytest.mark.parametrize(
    "headers", [{"author": EVE}, {"Authentication_Results": FAILED}, {"author": EVE, "Authentication_Results": FAILED}]
)
def test_a_held_mail_is_confirmed_by_its_owner_alone(house, headers):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    assert house.answer(mail, "bid 6", author="ada@work.example").code == "sender_mismatch"
    (question,) = house.send()
    assert house.answer(question, "confirm", **headers) == ("unproved_sender", True)
    assert ada.view(game)["awaited"]
    (answer,) = house.send()
    assert "Only a mail from your own address" in answer.text
    assert house.answer(question, "confirm").code == "played"
    assert not ada.view(game)["awaited"]


def test_a_slip_needs_no_confirmation(house):
    game, ada, _ = house.table()
    mail = house.mails_to("ada")[0]
    house.answer(mail, "bid 6", author=EVE)
    (question,) = house.send()
    slip = armour(ada.turn_slip(game, ["bid 6"]))
    assert house.answer(question, slip, author="ada@work.example", Authentication_Results=FAILED).code == "played"
