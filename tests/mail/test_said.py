"""Every command that any kind of mail names, in both languages, is one that the client takes."""

import io
import re

import pytest

from cli.env import Env
from engine.ledger.keys import make_key_from_os_randomness
from server.mail.outgoing.kinds import WRITERS
from server.services import outbox
from tests.mail.month import DSN
from tests.mail.test_kinds import play_out
from tests.mail.test_outbox import refuse
from tests.said import find_commands, find_fault
from tests.server.people import mailed_code
from tests.server.test_clock import beat

HOUR = 3600 * 1000
SUBSTITUTE = {"pace": {"turn": "48h"}, "policy": {"timeout": "substitute", "reminders": ["24h"]}, "private": True}


class Life:
    """A club in which everything happens that somebody is mailed about."""

    def __init__(self, house, lang):
        self.house, self.mails = house, []
        self.host, self.ada, self.bob, self.eve = (
            house.person(name, language=lang) for name in ("host", "ada", "bob", "eve")
        )
        self.host.become_host()
        self.eve.call("PUT", "/me/standby", json={"rules": ["foundry"]})
        self.gather()

    def gather(self):
        found = self.house.send() + self.house.work()
        self.mails += found
        return found

    def wait(self, hours):
        """Let time pass while the server is up."""
        self.house.clock.wait(hours=hours)
        beat(self.house)
        self.gather()

    def lose_a_seat(self):
        game, *_ = self.house.table("foundry", ("ada", "bob"), **SUBSTITUTE)
        self.ada.call("POST", f"/games/{game}/invitations", json={"mail": "new@example.net"})
        self.ada.call("POST", f"/games/{game}/messages", json={"text": "Hello"})
        turn = next(
            mail for mail in self.gather() if mail.to == "ada@example.org" and re.search("(bid|miser) 1", mail.text)
        )
        self.house.answer(turn, "bid 1")
        for _ in range(3):
            self.wait(hours=23)

    def end_a_game(self):
        game, *_ = self.house.table("nicodemus", ("ada", "bob"))
        self.gather()
        play_out(self.house, game, self.ada, self.bob)
        self.gather()

    def leave_a_note(self):
        for more in ({}, {"slips_only": True}):
            game, *_ = self.house.table("pebbles", ("ada", "bob"), **more)
            self.bob.leave(game, "take 3")
            self.ada.play(game, "take 1")
            self.gather()

    def agree(self):
        game, *_ = self.house.table("foundry", ("ada", "bob"))
        self.ada.agree(game, "stop")
        self.gather()
        self.bob.second(game)
        self.gather()

    def leave_a_table(self):
        game, *_ = self.house.table("foundry", ("ada", "bob"))
        self.bob.slip("DELETE", f"/games/{game}/seats", self.bob.seat_slip(game, "leave"))
        self.gather()

    def get_a_digest(self):
        self.ada.call("PATCH", "/me", json={"mail_policy": "digest"})
        self.house.table("foundry", ("ada", "eve"), slips_only=True)
        self.wait(hours=25)
        self.ada.call("PATCH", "/me", json={"mail_policy": "every"})

    def miss_mails(self):
        self.house.box.trouble = refuse(550)
        self.house.table("foundry", ("bob", "eve"))
        to_eve = next(mail for mail in self.gather() if mail.to == "eve@example.org")
        self.house.box.trouble = None
        self.house.take_in(DSN, to_eve.sender, sender="")
        self.gather()

    def change_an_address(self):
        self.ada.slip("POST", "/me/acts", self.ada.act_slip("address", mail="new-ada@example.org"))
        code = mailed_code(self.house.club, self.ada.id, "confirm")
        self.gather()
        self.ada.call("POST", "/me/confirmation", json={"code": code})
        self.gather()

    def look_after_the_club(self):
        """Let a host do everything that members are mailed about."""
        for name in ("dora", "emil"):
            self.house.person(name)
        for do, args in (
            ("tell", {"lines": ["Hello"]}),
            ("pause", {}),
            ("resume", {}),
            ("invite", {"mail": "newer@example.net"}),
            ("appoint", {"member": "dora"}),
            ("dismiss", {"member": "dora"}),
            ("rename", {"member": "dora", "to": "dorothy"}),
            ("readdress", {"member": "dorothy", "mail": "dorothy@example.net"}),
            ("ban", {"member": "dorothy"}),
            ("readmit", {"member": "dorothy"}),
            ("remove", {"member": "emil", "why": "As agreed."}),
        ):
            assert self.host.host(do, **args).status == 201, do
            self.gather()

    def look_after_a_table(self):
        """Let a host do to a game what its players are mailed about."""
        game, *_ = self.house.table("foundry", ("ada", "bob"), private=True, pace={"turn": "48h"})
        kid = self.host.call("GET", "/members/eve").json["kid"]
        assert (
            self.host.intervene(game, "extend", "Take your time.", until=self.house.clock() + 60 * HOUR).status == 201
        )
        self.gather()
        assert self.host.intervene(game, "offer_seat", seat=1, to=kid).status == 201
        self.gather()

    def recover_a_key(self):
        self.bob.call("POST", "/recoveries", json={"mail": "bob@example.org"})
        code = mailed_code(self.house.club, self.bob.id, "recover")
        self.gather()
        named = {"mail": "bob@example.org", "code": code, "jwk": make_key_from_os_randomness().public.jwk}
        assert self.bob.call("POST", "/recoveries/confirmation", json=named, anonymous=True).status == 202
        self.gather()
        self.wait(hours=25)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_command_that_a_mail_names_can_be_typed(house, lang):
    life = Life(house, lang)
    for happen in (
        life.lose_a_seat,
        life.leave_a_note,
        life.end_a_game,
        life.leave_a_table,
        life.agree,
        life.get_a_digest,
    ):
        happen()
    for happen in (
        life.miss_mails,
        life.change_an_address,
        life.look_after_the_club,
        life.look_after_a_table,
        life.recover_a_key,
    ):
        happen()
    assert set(WRITERS) == {one.kind for one in outbox.find_mails(house.club, "sent")}
    env = Env.of({}, io.StringIO(), io.StringIO(), io.StringIO())
    said = {command for mail in life.mails for command in find_commands(mail.text)}
    assert {command: fault for command in said if (fault := find_fault(command, env))} == {}
    assert {command.split()[0] for command in said} >= {"return", "join", "register", "key", "host", "play"}
