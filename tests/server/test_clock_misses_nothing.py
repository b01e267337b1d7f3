"""The clock looks only where something may be due; looking everywhere would find nothing more, whatever happened."""

import random
from contextlib import suppress

import pytest
from sqlalchemy import func, select, update

from engine.core.errors import Refused
from server.mail.outgoing.transports import RelayDown
from server.models import Game, Moment, OutboxRow, Seat, Stop, StoredEntry
from server.services import bots, clock, looks, outages, respites
from tests.mail.conftest import house
from tests.mail.month import DSN
from tests.mail.post import Clock

__all__ = ["house"]
HOUR = 3_600_000
PACES: list[dict[str, dict[str, object]]] = [
    {"pace": {"turn": "48h"}, "policy": {"timeout": "bot_turn", "reminders": ["24h", "3h"]}},
    {"pace": {"turn": "30h", "quiet": "22:00-07:00"}, "policy": {"timeout": "wait", "reminders": ["6h"]}},
    {"pace": {"turn": "20m"}, "policy": {"timeout": "bot_turn"}},
]


@pytest.fixture(name="clock")
def _clock():
    return Clock()


class Weather:
    """All that can happen to a club with a clock, one thing after the other."""

    def __init__(self, house, seed):
        self.house, self.club, self.rng = house, house.club, random.Random(seed)
        self.games = [house.table(**terms)[0] for terms in PACES]
        self.people = [house.people["ada"], house.people["bob"]]
        self.mails = house.send()

    def happen(self):
        """Let one thing happen at one table; what is refused does not."""
        name = self.rng.choice([name for name in vars(Weather) if name.startswith("let_")])
        with suppress(Refused):
            getattr(self, name)(self.rng.choice(self.games), self.rng.choice(self.people))
        return name

    def let_somebody_play(self, game, one):
        view = one.view(game)
        if view["awaited"]:
            assert one.play(game, self.rng.choice(view["legal"])["line"], view=view).status in {201, 503}

    def let_somebody_look(self, game, one):
        one.view(game)

    def let_somebody_be_away(self, _game, one):
        today = "2026-11-" + str(16 + (self.club.now() - 1_794_816_000_000) // (24 * HOUR))
        one.call("POST", "/me/vacations", json={"from": today, "to": today})

    def let_somebody_come_back(self, _game, one):
        for vacation in one.call("GET", "/me/vacations").json:
            one.call("DELETE", f"/me/vacations/{vacation['id']}")

    def let_mail_bounce(self, _game, _one):
        if self.mails:
            self.house.take_in(DSN, self.rng.choice(self.mails).sender, sender="")

    def let_mail_fail(self, _game, _one):
        self.house.box.trouble = fail

    def let_mail_work(self, _game, _one):
        self.house.box.trouble = None

    def let_a_game_pause(self, game, _one):
        with self.club.write() as session:
            respites.pause(session, self.club, game, self.rng.choice([None, self.club.now() + 5 * HOUR]))

    def let_a_game_go_on(self, game, _one):
        with self.club.write() as session:
            respites.resume(session, self.club, game)

    def let_the_club_pause(self, _game, _one):
        with self.club.write() as session:
            outages.pause(session, self.club)

    def let_the_club_go_on(self, _game, _one):
        with self.club.write() as session:
            outages.resume(session, self.club)

    def let_a_host_give_time(self, game, _one):
        with self.club.write() as session:
            respites.extend(session, self.club, game, None, self.club.now() + 9 * HOUR)

    def let_a_game_be_held(self, game, _one):
        with self.club.write() as session:
            session.execute(update(Game).where(Game.id == game).values(held=True))

    def let_held_games_go(self, _game, _one):
        with self.club.write() as session:
            session.execute(update(Game).values(held=False))

    def let_bots_play(self, _game, _one):
        for game in bots.find_games_with_work(self.club):
            bots.play_due(self.club, game)

    def let_mail_go_out(self, _game, _one):
        self.mails += self.house.send()

    def pass_time(self):
        """Let some time pass, in which the server is up or not."""
        self.house.clock.wait(minutes=self.rng.choice([0, 1, 20, 120, 600]))
        if self.rng.random() < 0.9:
            with self.club.write() as session:
                session.execute(update(Moment).where(Moment.name == "heartbeat").values(at=self.club.now()))

    def describe(self):
        """Return all that the clock could have changed."""
        with self.club.read() as session:
            return (
                session.scalar(select(func.count()).select_from(StoredEntry)),
                session.scalar(select(func.count()).select_from(OutboxRow)),
                session.execute(select(Seat.game_id, Seat.seat, Seat.by, Seat.deadline)).all(),
                session.execute(select(Stop.game_id, Stop.seat, Stop.ask, Stop.ended)).all(),
            )


def fail(_parcel):
    raise RelayDown("session refused")


@pytest.mark.parametrize("seed", range(4))
def test_looking_at_every_ask_finds_nothing_that_was_missed(house, seed):
    weather = Weather(house, seed)
    happened = []
    for _ in range(70):
        happened.append(weather.happen())
        weather.pass_time()
        clock.mind(weather.club)
        seen = weather.describe()
        with weather.club.write() as session:
            looks.wake(session, weather.club.now())
        clock.mind(weather.club)
        assert weather.describe() == seen, happened
