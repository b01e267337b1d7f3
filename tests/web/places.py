"""Every page of a club: where it is and who looks, in a club where all that pages show has happened."""

import random
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import select

import engine
from server.mail import tokens
from server.models import Letter, Member, OutboxRow
from server.services import bots
from server.services.invitations import invite_to_club
from server.worker import Worker
from tests.attacks.calls import TODAY, Call, World, cancel_change, silence
from tests.server.people import Person, play_to_the_end


class Place(NamedTuple):
    """A page: what leads to it, who looks, and with which status it is answered."""

    path: str
    by: Person | None = None
    form: dict[str, Any] | None = None
    status: int = 200

    def __str__(self) -> str:
        return f"{'POST' if self.form is not None else 'GET'} {self.path} by {self.by.handle if self.by else 'nobody'}"


class Life(World):
    """A club with one member, Ada, who has everything that a page can show."""

    def __init__(self, app, rules=None):
        super().__init__(app)
        self.bob = self.make_person()
        self.eve = self.make_person(confirmed=False)
        self.games = {game: self._begin(game) for game in rules or engine.games()}
        self.open = self._open(self.bob)
        self.own = self._open(self.ada, start="by_hand")
        self.over = self._begin("foundry")
        play_to_the_end(self.over, (self.ada, self.bob), random.Random(1))
        self._fill("foundry")

    def _open(self, host, **more):
        game = host.open("foundry", 2, title="Tea & cakes", **more)
        host.join(game, 0)
        return game

    def _begin(self, rules):
        """Return a game of Ada and Bob, and of bots where more are needed, in which Ada has played and is asked."""
        seats = engine.games()[rules].seats[0]
        others = [{"seat": seat, "bot": "random"} for seat in range(2, seats)]
        game = self.ada.open(rules, seats, title=f"A game of {rules}", bots=others)
        for seat, one in enumerate((self.ada, self.bob)[:seats]):
            one.join(game, seat)
        for _ in range(2):
            self._play(game, self.ada)
        self._wait_for_ada(game)
        return game

    def _wait_for_ada(self, game):
        while not (view := self.ada.view(game))["awaited"]:
            assert view["status"] == "running", game
            bots.play_due(self.club, game)
            self._play(game, self.bob)

    def _play(self, game, one):
        view = one.view(game)
        if view["awaited"]:
            assert one.play(game, view["legal"][0]["line"], view=view).status == 201

    def _fill(self, rules):
        """Have something said and proposed in a game, and a vacation booked."""
        game = self.games[rules]
        assert self.bob.call("POST", f"/games/{game}/messages", json={"text": "Your move.\nNo hurry."}).status == 201
        assert self.bob.agree(game, "stop").status == 201
        days = {"from": str(TODAY + timedelta(days=10)), "to": str(TODAY + timedelta(days=12))}
        assert self.ada.call("POST", "/me/vacations", json=days).status == 201

    def past(self, game):
        """Return a moment of a game that has gone by."""
        return self.ada.view(game)["n"] - 1

    def invite(self):
        """Return the way to an open table by an invitation."""
        made = self.bob.call("POST", f"/games/{self.open}/invitations", json={}).json
        return f"/games/{self.open}?invitation={made['invitation']}"

    def invite_to_club(self):
        with self.club.write() as session:
            made = invite_to_club(session, self.club, session.get_one(Member, self.ada.id), None)
        return made.link.removeprefix(self.club.origin)

    def list_places(self):
        """Return every page, those of a reader one after the other."""
        return [*self._for_strangers(), *self._for_eve(), *self._for_ada()]

    def _for_strangers(self):
        shown = ["/", self.invite_to_club(), "/register", "/key", "/me", "/new", f"/games/{self.open}", self.invite()]
        for game in (*self.games.values(), self.over):
            shown += [f"/games/{game}"]
        game = next(iter(self.games.values()))
        shown += [f"/games/{game}?at={self.past(game)}", f"/games/{game}/log"]
        refused = {
            f"/games/{game}?at=x": 422,
            f"/games/{game}/suggestions": 401,
            f"/games/{game}/turn": 405,
            "/games/nothing": 404,
            "/nothing": 404,
        }
        return [
            *map(Place, shown),
            *(Place(path, status=status) for path, status in refused.items()),
            *self._behind_mailed_links(),
        ]

    def _behind_mailed_links(self):
        for what, make in (("unsubscribe", unsubscribe), ("silence", silence), ("changes", cancel_change)):
            link = f"/v1/{what}/{make(self).path['token']}"
            yield from (Place(link), Place(link, form={}))
            yield Place(f"/v1/{what}/unknown", status=404)

    def _for_eve(self):
        wish = {"rules": "foundry", "seats": "2", "bots": "0", "bot": "greedy"}
        yield from (Place(path, self.eve) for path in ("/me", "/register"))
        yield Place("/new", self.eve, wish, 403)

    def _for_ada(self):
        for path in ("/", "/me", "/new", "/key", "/register", f"/games/{self.own}", self.invite()):
            yield Place(path, self.ada)
        yield Place("/new", self.ada, {"rules": "foundry", "seats": "2", "bots": "1", "bot": "greedy"})
        yield Place(f"/games/{self.own}/invitations", self.ada, {})
        for game in self.games.values():
            yield from self._of_game(game)
        foundry = self.games["foundry"]
        yield Place(f"/games/{foundry}/turn", self.ada, {"add": "no such move"}, 422)
        yield Place(f"/games/{foundry}/suggestions", self.ada)
        yield Place(f"/games/{self.over}", self.ada)
        yield Place(f"/games/{self.over}/log", self.ada)

    def _of_game(self, game):
        first = self.ada.view(game)["legal"][0]["line"]
        yield Place(f"/games/{game}", self.ada)
        yield Place(f"/games/{game}/turn", self.ada, {"add": first})
        yield Place(f"/games/{game}?at={self.past(game)}", self.ada)
        yield Place(f"/games/{game}/log", self.ada)


def unsubscribe(life):
    """Return the link of a mail of Bob's that stops such mails."""
    mailed = (
        select(OutboxRow.message_id)
        .join(Letter, Letter.outbox_id == OutboxRow.id)
        .where(Letter.player_id == life.bob.id, Letter.unsubscribe.is_not(None))
    )
    while True:
        Worker(life.club).once()
        with life.club.read() as session:
            found = session.scalars(mailed).first()
        if found:
            return Call(life.bob, {"token": tokens.make_token(life.club, found, "unsubscribe")})
