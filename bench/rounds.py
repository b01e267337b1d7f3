"""Rounds of posts that are made before the clock runs: one signed turn in each of many games, or as many bare posts."""

import os
import random
import time

from flask import Flask

from bench.light import Post
from engine.ledger.keys import make_key_from_os_randomness
from tests.server.people import JOSE, FlaskDoor, Person

GAME = "nicodemus"


def make_bare_round(posts: int) -> list[Post]:
    """Return posts for the bare endpoint: key, signature, message."""
    key = make_key_from_os_randomness()
    messages = [os.urandom(300) for _ in range(posts)]
    bodies = [key.public.x.encode() + key.sign(message) + message for message in messages]
    return [Post("/turns", "application/octet-stream", body) for body in bodies]


class Tables:
    """Many games of the same two people, in each of which one of them is asked."""

    def __init__(self, app: Flask, games: int) -> None:
        self.rng = random.Random(games)
        names = (f"{side}{time.time_ns() % 10**9}" for side in ("ada", "bob"))
        self.people = [Person(FlaskDoor(app), app.extensions["atelier"], name).register() for name in names]
        self.games = [self.open() for _ in range(games)]

    def open(self) -> str:
        """Return a new game with both at the table."""
        game: str = self.people[0].open(GAME, 2)
        for seat, one in enumerate(self.people):
            one.join(game, seat)
        return game

    def sign_round(self) -> list[Post]:
        """Return a signed turn for each game, as it stands now; a game that is over makes room for a new one."""
        return [self._sign(index) for index in range(len(self.games))]

    def _sign(self, index: int) -> Post:
        game = self.games[index]
        for one in self.people:
            view = one.view(game)
            if view["awaited"]:
                raw = one.turn_slip(game, [self.rng.choice(view["legal"])["line"]], view)
                return Post(f"/v1/games/{game}/turns", JOSE, raw)
        self.games[index] = self.open()
        return self._sign(index)
