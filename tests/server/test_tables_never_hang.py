"""A club loses one of four members in every way there is: each of their games ends, and verifies."""

import random

import msgspec
import pytest
from sqlalchemy import update

import engine
from engine.ledger.verify import verify
from server.config import Tables
from server.models import Moment
from tests.mail.conftest import House
from tests.mail.month import DSN
from tests.mail.post import Clock

NAMES = ("dan", "ada", "bob", "cleo")
"""Dan is the one who goes."""
MOST_DAYS = 14
"""After that a clock has done all that it can about somebody who is silent: reminded, offered, given away."""


class Club(House):
    """Four members, at a table of each game, and a host."""

    def open_tables(self, rules):
        """Open a table of each of these games, with as many of the four as it takes."""
        self.host = self.person("hanna").become_host()
        seats = {one: min(len(NAMES), max(engine.games()[one].seats)) for one in rules}
        self.games = {one: self.table(one, NAMES[:count])[0] for one, count in seats.items()}
        self.dan, self.others = self.people["dan"], [self.people[name] for name in NAMES[1:] if name in self.people]
        for one in self.others:
            one.call("PATCH", "/me", json={"mail_policy": "off"})  # nobody reads these mails
        self.is_bouncing = False
        self.mails = self.send()
        return self

    def let_a_day_pass(self):
        """Let a day pass in which the server lives and works, hour by hour where its clock matters."""
        for _ in range(4):
            self.clock.wait(hours=6)
            with self.club.write() as session:
                session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=self.clock()))
            sent = self.work()
            self.mails += sent
            for mail in sent if self.is_bouncing else ():
                if mail.to.startswith("dan@"):
                    self.take_in(DSN, mail.sender, sender="")

    def find_running(self):
        return [game for game in self.games.values() if self.status_of(game) == "running"]

    def find_others_at(self, game):
        seats = self.others[0].call("GET", f"/games/{game}").json["seats"]
        return [one for one in self.others if one.handle in {seat["player"] for seat in seats}]

    def status_of(self, game):
        return self.others[0].call("GET", f"/games/{game}").json["status"]


@pytest.fixture
def club(config):
    house = Club(msgspec.structs.replace(config, tables=Tables()), Clock())
    yield house
    house.close()


def leave(club):
    for game in club.games.values():
        slip = club.dan.seat_slip(game, "leave")
        assert club.dan.slip("DELETE", f"/games/{game}/seats", slip).status == 201


def delete(club):
    assert club.dan.slip("POST", "/me/acts", club.dan.act_slip("delete")).json["deleted"]


def say_nothing(_club):
    """Leave everything to the clock."""


def be_banned(club):
    assert club.host.host("ban", member="dan").status == 201


def bounce(club):
    club.is_bouncing = True


def play_while_asked(one, game, rng):
    """Return how many moves somebody played before others are asked."""
    played = 0
    while (view := one.view(game))["awaited"]:
        assert one.play(game, rng.choice(view["legal"])["line"], view=view).status == 201
        played += 1
    return played


WAYS = [leave, delete, say_nothing, be_banned, bounce]
DAILY = [pytest.param(way, index) for index, way in enumerate(WAYS)]
NIGHTLY = [pytest.param(way, None, marks=pytest.mark.nightly) for way in WAYS]


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("way", "only"), DAILY + NIGHTLY)
def test_every_game_of_somebody_who_is_lost_ends(club, way, only):
    """Every way with one game each day, every way with every game at night: what is done does not ask which game it is."""
    games = sorted(engine.games())
    club.open_tables(games if only is None else [games[only % len(games)]])
    way(club)
    rng = random.Random(7)
    days = 0
    while club.find_running() and days < MOST_DAYS:
        played = sum(
            play_while_asked(one, game, rng) for game in club.find_running() for one in club.find_others_at(game)
        )
        if played:
            club.mails += club.work()
        else:
            club.let_a_day_pass()
            days += 1
    assert club.find_running() == []
    for game in club.games.values():
        report = verify(club.others[0].bundle(game))
        assert (report.grade, report.is_over) == ("consistent", True)
