"""A club with a clock of its own and a box for its mail."""

from contextlib import contextmanager

import pytest

from server import create_app
from server.config import load_config
from server.mail.incoming import receive
from server.mail.outgoing.sender import Sender
from server.worker import Worker
from tests.databases import NO_CLOCK, make_club
from tests.mail.post import Box, Clock, reply
from tests.server.people import FlaskDoor, Person


class House:
    """A club, its clock, its outgoing mail, and people."""

    def __init__(self, config, clock, box=None):
        self.config = config
        self.clock = clock
        self.app = create_app(config, now=clock)
        self.club = self.app.extensions["atelier"]
        self.door = FlaskDoor(self.app)
        self.box = box or Box()
        self.worker = Worker(self.club)
        self.worker.sender = Sender(self.club, self.box)
        self.people = {}

    def person(self, handle, **more):
        one = Person(self.door, self.club, handle, now=self.clock).register(**more)
        self.people[handle] = one
        return one

    def table(self, rules="foundry", names=("ada", "bob"), **more):
        """Return a started game and the people at it."""
        people = [self.people.get(name) or self.person(name) for name in names]
        game = people[0].open(rules, len(names), **more)
        for seat, one in enumerate(people):
            self._join(people[0], one, game, seat)
        return game, *people

    def _join(self, host, one, game, seat):
        terms = host.call("GET", f"/games/{game}").json["terms"]
        secret = host.call("POST", f"/games/{game}/invitations", json={}).json["invitation"]
        slip = one.join_slip(game, seat, terms)
        assert one.slip("POST", f"/games/{game}/seats", slip, query_string={"invitation": secret}).status == 201

    def send(self):
        """Let the outbox run dry; return what went out."""
        self.clock.wait(seconds=self.config.mail.undo_pause)
        self.worker.sender.run_dry()
        return self.box.take()

    def work(self):
        """Let the worker do all that is due; return what went out."""
        self.worker._last.clear()
        self.worker.once()
        return self.box.take()

    def mails_to(self, who):
        return [mail for mail in self.send() if mail.to.startswith(f"{who}@")]

    def answer(self, mail, text, **more):
        """Answer a mail; return the outcome."""
        return self.take_in(reply(mail.reply_to, mail, text, **more), mail.reply_to, sender=more.get("author", mail.to))

    def take_in(self, raw, recipient, sender="somebody@example.org"):
        return receive.receive(self.club, raw, recipient, sender)

    def close(self):
        self.club.engine.dispose()


@contextmanager
def new_house(config, clock=None):
    """Make a club with these settings, and close it afterwards; its clock is one of its own unless it is given one."""
    make_club(config)
    house = House(config, clock or Clock())
    try:
        yield house
    finally:
        house.close()


@pytest.fixture
def clock():
    return Clock()


def settings(folder, **mail):
    given = {"undo_pause": 90, "sender": "turns@club.example", **mail}
    return load_config({}, home=str(folder), log="off", rates=False, name="Winter League", mail=given, tables=NO_CLOCK)


@pytest.fixture
def house(tmp_path, clock):
    """A club on SQLite."""
    with new_house(settings(tmp_path / "club"), clock) as house:
        yield house


@pytest.fixture(scope="module")
def french_club(tmp_path_factory):
    """One club for all tests of a file, with French readers; every test has a game of its own."""
    with new_house(settings(tmp_path_factory.mktemp("french") / "club")) as house:
        house.person("ada", language="fr")
        house.person("bob", language="fr")
        yield house
