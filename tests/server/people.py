"""People who use the server over HTTP, with keys of their own."""

import re
import secrets
import time

import msgspec

from engine.core.canonical import b64u
from engine.core.notes.terms import NoteTerms
from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import (
    ActSlip,
    AgreeSlip,
    DropSlip,
    HelloSlip,
    HostSlip,
    JoinSlip,
    NoteSlip,
    RegisterSlip,
    SeatSlip,
    TurnSlip,
    UndoSlip,
    sign,
)

JOSE = "application/jose"
CODE = re.compile(r"^(?:\d{6}|\w{4}-\w{4}-\w{4})\b")


def nonce():
    return secrets.token_urlsafe(16)


class Answer:
    """Status, headers and JSON of an answer, whoever gave it."""

    def __init__(self, status, headers, body):
        self.status = status
        self.headers = headers
        self.body = body

    @property
    def json(self):
        return msgspec.json.decode(self.body)

    @property
    def code(self):
        return self.json["code"]

    def __repr__(self):
        return f"<{self.status} {self.body[:600]!r}>"


class FlaskDoor:
    """Calls an app in this process."""

    def __init__(self, app):
        self.client = app.test_client()

    def __call__(self, method, path, **given):
        answer = self.client.open(path, method=method, **given)
        return Answer(answer.status_code, answer.headers, answer.data)


class HttpDoor:
    """Calls a real server."""

    def __init__(self, origin):
        import requests

        self.origin = origin
        self.session = requests.Session()

    def __call__(self, method, path, *, json=None, data=None, content_type=None, headers=None, query_string=None):
        headers = dict(headers or {})
        if content_type:
            headers["Content-Type"] = content_type
        answer = self.session.request(
            method, self.origin + path, json=json, data=data, headers=headers, params=query_string, timeout=30
        )
        return Answer(answer.status_code, answer.headers, answer.content)


class Person:
    """Somebody with a key, a token and games to play."""

    def __init__(self, door, club, handle, *, now=None):
        self.door = door
        self.club = club
        self.handle = handle
        self.key = make_key_from_os_randomness()
        self.token = None
        self.origin = club.origin
        self.now = now or (lambda: time.time_ns() // 1_000_000)
        self.receipts = []

    def call(self, method, path, *, anonymous=False, headers=None, **given):
        headers = dict(headers or {})
        if self.token and not anonymous:
            headers.setdefault("Authorization", f"Bearer {self.token}")
        return self.door(method, f"/v1{path}", headers=headers, **given)

    def slip(self, method, path, raw, **given):
        return self.call(method, path, data=raw, content_type=JOSE, anonymous=True, **given)

    def register(self, *, confirmed=True, **more):
        said = RegisterSlip(
            self.origin, self.now(), nonce(), self.handle, f"{self.handle}@example.org", self.key.public.jwk
        )
        answer = self.call("POST", "/players", json={"slip": sign(said, self.key).decode(), **more})
        assert answer.status == 201, answer
        self.id = answer.json["id"]
        self.hello()
        if confirmed:
            self.confirm()
        return self

    def become_host(self):
        """Use the club's claim code."""
        from server.services import founding

        answer = self.slip("POST", "/me/acts", self.act_slip("claim", code=founding.make_claim(self.club)))
        assert (answer.status, answer.json["role"]) == (200, "host"), answer
        return self

    def host(self, do, **args):
        """Do something that hosts can do."""
        return self.slip("POST", "/host/acts", self.act_slip(do, **args))

    def host_slip(self, game, do, **said):
        head = self.call("GET", f"/games/{game}/host").json["head"]
        return sign(HostSlip(game, head, do, **said), self.key)

    def intervene(self, game, do, note="", **said):
        """Do something that hosts can do to a game."""
        slip = self.host_slip(game, do, **said)
        return self.call("POST", f"/games/{game}/host", json={"slip": slip.decode(), "note": note}, anonymous=True)

    def hello(self, scope=("read", "act")):
        said = HelloSlip(self.origin, self.now(), nonce(), scope, "tests")
        answer = self.slip("POST", "/tokens", sign(said, self.key))
        assert answer.status == 201, answer
        self.token = answer.json["token"]
        return answer.json

    def confirm(self):
        answer = self.call("POST", "/me/confirmation", json={"code": mailed_code(self.club, self.id, "confirm")})
        assert answer.status == 200, answer

    def act_slip(self, do, **args):
        return sign(ActSlip(self.origin, self.now(), nonce(), do, args), self.key)

    def open(self, rules, seats, **more):
        answer = self.call("POST", "/games", json={"rules": rules, "seats": seats, **more})
        assert answer.status == 201, answer
        return answer.json["id"]

    def join_slip(self, game, seat, terms=None):
        terms = terms or self.call("GET", f"/games/{game}").json["terms"]
        return sign(JoinSlip(game, seat, terms, b64u(secrets.token_bytes(32))), self.key)

    def join(self, game, seat, **given):
        answer = self.slip("POST", f"/games/{game}/seats", self.join_slip(game, seat), **given)
        assert answer.status == 201, answer
        return answer.json

    def view(self, game, **query):
        answer = self.call("GET", f"/games/{game}/view", query_string=query)
        assert answer.status == 200, answer
        return answer.json

    def turn_slip(self, game, moves, view=None, **changes):
        view = view or self.view(game)
        said = {
            "game": game,
            "seat": view["seat"],
            "ask": view["ask"],
            "on": view["on"],
            "moves": tuple(moves),
            **changes,
        }
        return sign(TurnSlip(**said), self.key)

    def play(self, game, *moves, view=None, **changes):
        answer = self.slip("POST", f"/games/{game}/turns", self.turn_slip(game, moves, view, **changes))
        if answer.status == 201:
            self.receipts.append(answer.json["receipt"])
        return answer

    def undo(self, game, to=None):
        view = self.view(game)
        said = UndoSlip(game, view["seat"], view["ask"], view["head"], view["undo"][0] if to is None else to)
        return self.slip("POST", f"/games/{game}/undo", sign(said, self.key))

    def motion_slip(self, game, do, **more):
        """Return a signed proposal to the table, or with `on` and `ends` a yes to one."""
        view = self.view(game)
        asked = {"on": view["head"], "ends": self.now() + 7 * 24 * 3_600_000, **more}
        return sign(AgreeSlip(game=game, seat=view["seat"], do=do, **asked), self.key)

    def agree(self, game, do, **more):
        return self.slip("POST", f"/games/{game}/motions", self.motion_slip(game, do, **more))

    def second(self, game, number=0):
        """Agree to what somebody has proposed."""
        motion = self.call("GET", f"/games/{game}/motions").json[number]
        said = {name: motion[name] for name in ("on", "ends", "about", "until") if motion[name] is not None}
        return self.agree(game, motion["do"], **said)

    def note_slips(self, game, *texts, moves=(), **changes):
        """Return signed notes as they are typed, which replace those left before."""
        asked = {"notes": texts, "moves": moves}
        worked = self.call("POST", f"/games/{game}/notes/preview", json=asked)
        assert worked.status == 200, worked
        seat, place = self.view(game)["seat"], worked.json
        seen = {"first": place["next"], "n": place["n"], "on": place["on"]}
        return [
            sign(
                NoteSlip(
                    **{
                        **seen,
                        "game": game,
                        "seat": seat,
                        "note": number,
                        "says": msgspec.convert(one["says"], NoteTerms),
                        **changes,
                    }
                ),
                self.key,
            )
            for number, one in enumerate(place["notes"], place["next"])
        ]

    def post_notes(self, game, slips):
        return self.call(
            "POST", f"/games/{game}/notes", json={"slips": [slip.decode() for slip in slips]}, anonymous=True
        )

    def leave(self, game, *texts, **changes):
        return self.post_notes(game, self.note_slips(game, *texts, **changes))

    def read_notes(self, game, **more):
        answer = self.call("GET", f"/games/{game}/notes", **more)
        assert answer.status == 200, answer
        return answer.json

    def drop_slip(self, game, note=None):
        place = self.read_notes(game)
        last = note or place["next"] - 1
        return sign(DropSlip(game, self.view(game)["seat"], last, place["n"], place["on"]), self.key)

    def drop_notes(self, game, note=None):
        return self.slip("DELETE", f"/games/{game}/notes", self.drop_slip(game, note))

    def seat_slip(self, game, do, seat=None):
        view = self.view(game)
        return sign(SeatSlip(game, view["seat"] if seat is None else seat, view["head"], do), self.key)

    def bundle(self, game):
        answer = self.call("GET", f"/games/{game}/bundle")
        assert answer.status == 200, answer
        return answer.body


def sit_beside_bot(app):
    """Return somebody new at a started game of Foundry, and the game; a bot has the other seat."""
    one = Person(FlaskDoor(app), app.extensions["atelier"], "ada").register()
    game = one.open("foundry", 2, bots=[{"seat": 1, "bot": "random"}])
    one.join(game, 0)
    return one, game


def seat_all(game, seated):
    for seat, one in enumerate(seated):
        one.join(game, seat)


def seat_two(person, rules="foundry", **more):
    """Return a started game of two new people, and both."""
    ada, bob = person("ada"), person("bob")
    game = ada.open(rules, 2, **more)
    seat_all(game, (ada, bob))
    return game, ada, bob


def play_to_the_end(game, people, rng):
    """Let whoever is asked play any legal move, until nobody is."""
    while waiting := [(one, view) for one in people if (view := one.view(game))["awaited"]]:
        one, view = rng.choice(waiting)
        answer = one.play(game, rng.choice(view["legal"])["line"], view=view)
        assert answer.status == 201, answer


def mailed_code(club, player, kind="confirm"):
    """Return the last code to a player, once the worker has looked up who has an address.

    The outbox forgets a code that has gone out: then it is in the club's mail folder, or nowhere (None).
    """
    from server.services import waits
    from server.services.outbox import find_mails

    waits.finish_due(club)
    mine = [mail for mail in find_mails(club) if (mail.player, mail.kind) == (player, kind)]
    last = max(mine, key=lambda mail: mail.id)
    return last.data.get("code") or find_sent_code(club, last.to)


def find_sent_code(club, address):
    """Return the code in the subject of the newest mail with one to an address."""
    from server.mail import folder

    sent = map(folder.read, folder.find_mails(club))
    found = (CODE.match(str(mail["Subject"])) for mail in sent if str(mail["To"]) == address)
    return next((code[0] for code in found if code), None)
