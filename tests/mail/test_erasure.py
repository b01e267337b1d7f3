"""Whoever leaves the club leaves no address: in no table, no file and no log, sealed, packed or encoded."""

import base64

import msgspec
import pytest
from sqlalchemy import func, select

from engine.ledger.armour import armour
from engine.ledger.slips import HelloSlip, sign
from engine.ledger.verify import verify
from server.mail.outgoing.transports import Maildir, TurnedAway
from server.models import InboundMail, Invitation, Rate
from server.services import erasure, founding, tidying
from server.services.notices import About, announce
from tests.attacks.houses import change_address, find_link, recover, try_to_confirm, try_to_register
from tests.mail.conftest import House
from tests.mail.post import Box, Clock, reply
from tests.mail.seeking import find_files, find_tables, holds
from tests.server.conftest import config
from tests.server.people import nonce

__all__ = ["config"]
FIRST, SECOND, THIRD = "canary.bird@nest.example", "canary2@nest.example", "canary3@nest.example"
ADDRESSES = (FIRST, SECOND, THIRD)
CLUB = "atelier@localhost"
BOUNCE = (
    "From: MAILER-DAEMON@mx.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n"
    "--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n"
    f"Final-Recipient: rfc822; {FIRST}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--x--\r\n"
)


class FiledBox(Box):
    """A transport that keeps mails in a list and in the club's folder."""

    def __init__(self, folder):
        super().__init__()
        self.maildir = Maildir(folder / "mail")

    def send(self, envelope):
        super().send(envelope)
        self.maildir.send(envelope)


@pytest.fixture
def house(config):
    config = msgspec.structs.replace(config, rates=True, log="text")
    house = House(config, Clock(), FiledBox(config.folder))
    yield house
    house.close()


def turn_away(envelope):
    if envelope.to in ADDRESSES:
        raise TurnedAway(550, f"5.1.1 <{envelope.to}>: no such user")


class Canary:
    """Somebody whose address goes through everything that a club does with one."""

    def __init__(self, house):
        self.house = house
        self.game, self.ada, self.bob = house.table(title=f"Write to {FIRST.title()}")
        self.second = self.ada.open("foundry", 2, private=True)
        self.ada.join(self.second, 0)

    def live(self):
        self.arrive()
        self.play()
        self.move_away_and_back()
        self.be_spoken_of()
        self.meet_trouble()

    def invite(self):
        body = {"mail": FIRST.upper()}
        return self.ada.call("POST", f"/games/{self.second}/invitations", json=body)

    def arrive(self):
        invitation = self.invite().json["invitation"]
        (self.invited,) = self.house.mails_to("canary.bird")
        self.canary, answer = try_to_register(self.house, "canary", FIRST)
        assert answer.status == 201
        assert try_to_confirm(self.house, self.canary).status == 200
        slip = self.canary.join_slip(self.second, 1, self.ada.call("GET", f"/games/{self.second}").json["terms"])
        query = {"invitation": invitation}
        assert self.canary.slip("POST", f"/games/{self.second}/seats", slip, query_string=query).status == 201
        label = HelloSlip(self.canary.origin, self.canary.now(), nonce(), ("read",), f"laptop of {FIRST}")
        assert self.canary.slip("POST", "/tokens", sign(label, self.canary.key)).status == 201

    def play(self):
        self.mail = self.house.mails_to("canary.bird")[-1]
        assert self.house.answer(self.mail, "bid 2").code == "played"
        assert self.ada.play(self.second, "bid 1").status == 201
        view = self.canary.view(self.second)
        slip = self.canary.turn_slip(self.second, [view["legal"][0]["line"]], view)
        signed = f"From: {FIRST}\r\nMessage-ID: <1@nest>\r\n\r\n{armour(slip)}"
        self.house.take_in(signed.encode(), CLUB, FIRST)
        self.canary.call("POST", f"/games/{self.second}/messages", json={"text": f"I am {FIRST.title()} at home."})
        self.write_for_bob()
        self.house.send()

    def write_for_bob(self):
        """Answer bob's mail from the canary's address, and write to the canary in bob's own."""
        self.bob.call("POST", f"/games/{self.game}/messages", json={"text": "Anybody?"})
        self.ada.call("POST", f"/games/{self.game}/messages", json={"text": "Here."})
        mail = self.of_bob = self.house.mails_to("bob")[-1]
        assert self.house.answer(mail, "say I am not bob", author=f"Canary <{FIRST}>").code == "sender_mismatch"
        said = base64.encodebytes(f"say hello\n\nto {FIRST.upper()}".encode()).decode()
        raw = reply(mail.reply_to, mail, "say hello", Cc=FIRST)
        assert self.house.take_in(raw, mail.reply_to, "bob@example.org").code == "say"
        encoded = (
            f"From: bob@example.org\r\nMessage-ID: <2@nest>\r\nContent-Type: text/plain\r\n"
            f"Content-Transfer-Encoding: base64\r\n\r\n{said}"
        )
        assert self.house.take_in(encoded.encode(), mail.reply_to, "bob@example.org").code == "say"

    def move_away_and_back(self):
        for mail in (SECOND, FIRST, SECOND, FIRST):
            change_address(self.house, self.canary, mail)
            self.house.send()
            self.house.clock.wait(hours=25)
            self.house.work()
        assert self.canary.call("GET", "/me").json["mail"] == FIRST

    def be_spoken_of(self):
        """A host tells everybody where the canary lives, and bob signs that he would like to have that address."""
        ada = self.ada
        ada.slip("POST", "/me/acts", ada.act_slip("claim", code=founding.make_claim(self.house.club)))
        told = ada.slip("POST", "/host/acts", ada.act_slip("tell", lines=[f"Write to {FIRST.upper()}"]))
        assert told.status == 201, told
        claim = f"From: x@elsewhere.example\r\nMessage-ID: <3@nest>\r\n\r\n{armour(self.bob.act_slip('address', mail=FIRST))}"
        assert self.house.take_in(claim.encode(), CLUB).code == "done"
        self.house.send()

    def meet_trouble(self):
        house = self.house
        house.box.trouble = turn_away
        for _ in range(12):
            last = self.invite()
        assert last.code == "rate_limited"
        house.work()
        house.box.trouble = None
        house.work()
        assert house.take_in(BOUNCE.encode(), self.mail.sender, "").code == "bounce"
        house.door("POST", find_link(self.invited, "silence"))
        self.canary.call("POST", "/recoveries", json={"mail": FIRST}, anonymous=True)
        house.send()
        self.canary.slip("POST", "/me/acts", self.canary.act_slip("address", mail=THIRD))
        house.send()
        assert house.answer(self.of_bob, "say Me again", author=FIRST).code == "sender_mismatch"
        self.canary.call("POST", "/recoveries", json={"mail": FIRST}, anonymous=True)

    def leave(self):
        gone = self.canary.slip("POST", "/me/acts", self.canary.act_slip("delete"))
        assert gone.json["deleted"], gone


def test_after_a_deletion_the_address_is_nowhere(house, capsys):
    canary = Canary(house)
    canary.live()
    before, files = find_tables(house.club, ADDRESSES), find_files(house.config.folder, ADDRESSES)
    assert before >= {
        "account_changes.old",
        "codes.mail",
        "games.title",
        "host_acts.note",
        "inbound.raw",
        "invitations.mail",
        "messages.text",
        "outbox.address",
        "outbox.data",
        "outbox.error",
        "players.mail",
        "recovery_asks.mail",
        "tokens.label",
    }
    assert any(name.startswith("mail/new/") for name in files)
    canary.leave()
    assert find_tables(house.club, ADDRESSES) == set()
    house.work()
    assert find_tables(house.club, ADDRESSES) == set()
    assert find_files(house.config.folder, ADDRESSES) == set()
    log = capsys.readouterr().err
    assert "request" in log
    assert not holds(log.encode(), ADDRESSES)
    assert verify(canary.ada.bundle(canary.second)).holds


def test_kept_mails_leave_their_hashes_and_others_keep_theirs(house):
    canary = Canary(house)
    canary.live()
    canary.leave()
    with house.club.read() as session:
        kept = session.scalars(select(InboundMail)).all()
    assert [one for one in kept if one.player_id == canary.canary.id and one.raw is not None] == []
    assert all(len(one.sha256) == 43 for one in kept)
    assert [one.outcome for one in kept if one.raw is not None] == []
    canary.bob.call("POST", f"/games/{canary.game}/messages", json={"text": "Who is left?"})
    mail = next(mail for mail in house.mails_to("ada") if "Who is left" in mail.text)
    assert house.answer(mail, "say I am").code == "say"
    eve = house.person("eve")
    eve.slip("POST", "/me/acts", eve.act_slip("delete"))
    with house.club.read() as session:
        assert session.scalars(select(InboundMail.raw).order_by(InboundMail.id.desc())).first() is not None


def test_a_claim_on_somebodys_address_erases_nothing_of_theirs(house):
    """Eve asks for bob's address, and somebody registers with it; both leave again."""
    _, _, bob = house.table()
    mail = house.mails_to("bob")[-1]
    assert house.answer(mail, "bid 1").code == "played"
    eve = house.person("eve")
    eve.slip("POST", "/me/acts", eve.act_slip("address", mail="bob@example.org"))
    rival, _ = try_to_register(house, "rival", "bob@example.org")
    before = find_tables(house.club, ["bob@example.org"])
    for one in (eve, rival):
        assert one.slip("POST", "/me/acts", one.act_slip("delete")).json["deleted"]
    house.work()
    assert bob.call("GET", "/me").json["mail"] == "bob@example.org"
    assert find_tables(house.club, ["bob@example.org"]) >= before & {"players.mail", "inbound.raw"}
    files = [path.read_bytes() for path in (house.config.folder / "mail" / "new").iterdir()]
    assert sum(b"Delivered-To: bob@example.org" in file for file in files) >= 2


def test_somebody_who_never_confirmed_leaves_no_address_either(house):
    eve, _ = try_to_register(house, "eve", FIRST)
    house.send()
    assert find_files(house.config.folder, ADDRESSES)
    eve.slip("POST", "/me/acts", eve.act_slip("delete"))
    house.work()
    assert find_tables(house.club, ADDRESSES) == set()
    assert find_files(house.config.folder, ADDRESSES) == set()


def test_what_others_claimed_of_an_erased_address_goes_too(house):
    canary, _ = try_to_register(house, "canary", FIRST)
    assert try_to_confirm(house, canary).status == 200
    rival, _ = try_to_register(house, "rival", FIRST)
    eve = house.person("eve")
    eve.slip("POST", "/me/acts", eve.act_slip("address", mail=FIRST))
    canary.slip("POST", "/me/acts", canary.act_slip("delete"))
    assert find_tables(house.club, ADDRESSES) == set()
    assert rival.call("GET", "/me").json["mail"] is None
    rival.slip("POST", "/me/acts", rival.act_slip("address", mail=SECOND))
    assert try_to_confirm(house, rival).json["mail"] == SECOND


def test_what_is_written_for_a_member_who_is_leaving_is_erased_within_the_hour(house):
    canary, _ = try_to_register(house, "canary", FIRST)
    canary.slip("POST", "/me/acts", canary.act_slip("delete"))
    with house.club.write() as session:
        announce(session, house.club, "confirm", canary.id, About(address=FIRST, data={"code": "1"}), unique="late")
    tidying.tidy(house.club)
    assert find_tables(house.club, ADDRESSES) == set()


def test_codes_invitations_and_rates_are_forgotten_by_age(house):
    ada = house.person("ada")
    game = ada.open("foundry", 2)
    ada.call("POST", f"/games/{game}/invitations", json={"mail": FIRST})
    try_to_register(house, "eve", SECOND)
    house.work()
    assert find_tables(house.club, [FIRST]) == {"invitations.mail", "outbox.address"}
    assert find_tables(house.club, [SECOND]) == {"codes.mail", "outbox.address", "players.mail"}
    house.clock.wait(days=2)
    house.work()
    assert find_tables(house.club, [SECOND]) == {"outbox.address", "players.mail"}
    assert count(house, Rate) == 0
    house.clock.wait(days=13)
    house.work()
    assert find_tables(house.club, [SECOND]) == {"players.mail"}
    assert find_tables(house.club, [FIRST]) == {"invitations.mail"}
    house.clock.wait(days=16)
    house.work()
    assert find_tables(house.club, [FIRST]) == set()
    house.clock.wait(days=31)
    house.work()
    assert count(house, Invitation) == 0


def count(house, model):
    with house.club.read() as session:
        return session.scalar(select(func.count()).select_from(model))


def test_a_recovery_that_waits_outlives_the_forgetting_of_codes(house):
    ada = house.person("ada")
    answer, new = recover(house, ada, "ada@example.org")
    assert answer.status == 202
    tidying.tidy(house.club)
    house.clock.wait(hours=25)
    tidying.tidy(house.club)
    house.work()
    assert (
        ada.slip("POST", "/tokens", sign(HelloSlip(ada.origin, ada.now(), nonce(), ("read",), "x"), new)).status == 201
    )


def test_a_club_is_written_anew_once_after_something_was_erased(house):
    house.work()
    assert not erasure.scrub(house.club)
    eve = house.person("eve")
    eve.slip("POST", "/me/acts", eve.act_slip("delete"))
    assert erasure.scrub(house.club)
    assert not erasure.scrub(house.club)
    assert house.person("max").call("GET", "/me").status == 200
