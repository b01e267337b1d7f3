"""A right call for every operation of the API, by somebody who may make it, with a slip that is really signed."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, NamedTuple

from sqlalchemy import select

from engine.ledger.keys import make_key_from_os_randomness
from engine.ledger.slips import AcceptSlip, HelloSlip, KeySlip, RegisterSlip, SeatSlip, UndoSlip, sign
from server.models import AccountChange
from server.services import strangers, waits
from tests.server.people import FlaskDoor, Person, mailed_code, nonce

NAMES = count()
TODAY = datetime.now(UTC).date()
SEEN_BY_HOSTS = ("acts", "members", "games", "stuck", "outbox", "figures")


class Call(NamedTuple):
    """Who calls, with which parts of the path and which body."""

    person: Person
    path: dict[str, str] = {}
    body: Any = None


class World:
    """A club in which everything that can be called is there; each call is on things of its own."""

    def __init__(self, app):
        self.app = app
        self.club = app.extensions["atelier"]
        self.door = FlaskDoor(app)
        self.ada = self.make_person()

    def name_somebody(self):
        return Person(self.door, self.club, f"somebody{next(NAMES)}")

    def make_person(self, **more):
        return self.name_somebody().register(**more)

    def open_table(self, **more):
        """Return a game of foundry in which two are asked, and both."""
        ada, bob = self.make_person(), self.make_person()
        game = ada.open("foundry", 2, **more)
        ada.join(game, 0)
        bob.join(game, 1)
        return game, ada, bob

    def make_call(self, operation):
        """Return a right call of an operation, such as `POST /v1/games`."""
        return CALLS[operation](self)


def with_slip(person, raw, **path):
    return Call(person, path, {"slip": raw.decode()})


def register(world):
    new = world.name_somebody()
    jwk = new.key.public.jwk
    said = RegisterSlip(new.origin, new.now(), nonce(), new.handle, f"{new.handle}@example.org", jwk)
    return with_slip(new, sign(said, new.key))


def say_hello(world):
    ada = world.ada
    return with_slip(ada, sign(HelloSlip(ada.origin, ada.now(), nonce(), ("read",), "depth"), ada.key))


def revoke_token(world):
    person = world.make_person()
    return Call(person, {"token_id": person.hello()["id"]})


def change_address(world):
    person = world.make_person()
    return with_slip(person, person.act_slip("address", mail=f"new-{person.handle}@example.org"))


def change_key(world):
    person, new = world.make_person(), make_key_from_os_randomness()
    jti = nonce()
    accept = sign(AcceptSlip(person.origin, jti, person.key.kid), new).decode()
    said = KeySlip(person.origin, person.now(), jti, new.public.jwk, accept)
    return with_slip(person, sign(said, person.key))


def confirm_address(world):
    person = world.make_person(confirmed=False)
    return Call(person, body={"code": mailed_code(world.club, person.id, "confirm")})


def ask_recovery(world):
    person = world.make_person()
    return Call(person, body={"mail": f"{person.handle}@example.org"})


def confirm_recovery(world):
    person, body = ask_recovery(world).person, {}
    mail = f"{person.handle}@example.org"
    assert person.call("POST", "/recoveries", json={"mail": mail}, anonymous=True).status == 202
    body["code"] = mailed_code(world.club, person.id, "recover")
    return Call(person, body={**body, "mail": mail, "jwk": make_key_from_os_randomness().public.jwk})


def cancel_recovery(world):
    asked = confirm_recovery(world)
    done = asked.person.call("POST", "/recoveries/confirmation", json=asked.body, anonymous=True)
    assert done.status == 202, done
    return with_slip(asked.person, asked.person.act_slip("cancel_recovery"))


def open_game(world):
    bots = [{"seat": 1, "bot": "random"}]
    wish = {"rules": "foundry", "seats": 2, "title": "a table", "options": {}, "bots": bots, "pace": {"turn": "48h"}}
    return Call(world.make_person(), body=wish)


def see_game(world):
    game, ada, _ = world.open_table()
    return Call(ada, {"game_id": game})


def join_game(world):
    ada, bob = world.make_person(), world.make_person()
    game = ada.open("foundry", 2)
    return with_slip(bob, bob.join_slip(game, 1), game_id=game)


def leave_seat(world):
    ada = world.make_person()
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    head = ada.view(game)["head"]
    return with_slip(ada, sign(SeatSlip(game, 0, head, "leave"), ada.key), game_id=game)


def start_game(world):
    game, ada, _ = world.open_table(start="by_hand")
    return Call(ada, {"game_id": game})


def invite(world):
    ada = world.make_person()
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    return Call(ada, {"game_id": game}, {"mail": "eve@example.org"})


def take_back_invitation(world):
    asked = invite(world)
    made = asked.person.call("POST", f"/games/{asked.path['game_id']}/invitations", json={})
    return Call(asked.person, {**asked.path, "invitation_id": made.json["id"]})


def preview(world):
    return see_game(world)._replace(body={"moves": ["bid 1"]})


def play(world):
    game, ada, _ = world.open_table()
    return with_slip(ada, ada.turn_slip(game, ["bid 1"]), game_id=game)


def leave_notes(world):
    game, ada, _ = world.open_table()
    return Call(ada, {"game_id": game}, {"slips": [slip.decode() for slip in ada.note_slips(game, "bid 1")]})


def see_notes(world):
    game, ada, _ = world.open_table()
    assert ada.leave(game, "bid 1").status == 201
    return Call(ada, {"game_id": game})


def drop_notes(world):
    asked = see_notes(world)
    game = asked.path["game_id"]
    return with_slip(asked.person, asked.person.drop_slip(game), game_id=game)


def undo(world):
    game, ada, _ = world.open_table()
    assert ada.play(game, "bid 1").status == 201
    view = ada.view(game)
    said = UndoSlip(game, view["seat"], view["ask"], view["head"], view["undo"][0])
    return with_slip(ada, sign(said, ada.key), game_id=game)


def agree(world):
    game, ada, _ = world.open_table()
    return with_slip(ada, ada.motion_slip(game, "stop"), game_id=game)


def say(world):
    return see_game(world)._replace(body={"text": "Your move."})


def book_vacation(world):
    days = {"from": str(TODAY + timedelta(days=10)), "to": str(TODAY + timedelta(days=12))}
    return Call(world.make_person(), body=days)


def end_vacation(world):
    asked = book_vacation(world)
    booked = asked.person.call("POST", "/me/vacations", json=asked.body)
    return Call(asked.person, {"vacation_id": booked.json["id"]})


def see_calendar(world):
    person = world.make_person()
    link = person.call("POST", "/me/calendar").json["link"]
    return Call(person, {"secret": link.rpartition("/")[2].removesuffix(".ics")})


def silence(world):
    link = strangers.make_silence_link(world.club, f"somebody{next(NAMES)}@example.org")
    return Call(world.ada, {"token": link.rpartition("/")[2]})


def cancel_change(world):
    asked = change_address(world)
    person = asked.person
    assert person.call("POST", "/me/acts", json=asked.body).status == 200
    with world.club.read() as session:
        change = session.scalars(select(AccountChange.id).where(AccountChange.player_id == person.id)).one()
    return Call(person, {"token": waits.make_cancel_link(world.club, change).rpartition("/")[2]})


def unsubscribe(world):
    return Call(world.ada, {"token": "a-token-that-no-mail-had"})


def act_as_host(world):
    hana, bob = world.make_person().become_host(), world.make_person()
    return with_slip(hana, hana.act_slip("rename", member=bob.handle, to=f"{bob.handle}-b"))


def act_on_a_game(world):
    game, *_ = world.open_table()
    hana = world.make_person().become_host()
    return with_slip(hana, hana.host_slip(game, "bot_seat", seat=1), game_id=game)


def see_hosted_game(world):
    game, ada, _ = world.open_table()
    return Call(ada, {"game_id": game})


def call_as_host(world):
    return Call(world.make_person().become_host())


def call_as_ada(world):
    return Call(world.ada)


CALLS = {
    "POST /v1/players": register,
    "GET /v1/me": call_as_ada,
    "PATCH /v1/me": lambda world: Call(world.make_person(), body={"language": "fr", "mail_policy": "digest"}),
    "PUT /v1/me/mails/{game_id}": lambda world: see_game(world)._replace(body={"mail_policy": "once"}),
    "DELETE /v1/me/mails/{game_id}": see_game,
    "POST /v1/me/acts": change_address,
    "POST /v1/me/key": change_key,
    "POST /v1/me/confirmation": confirm_address,
    "POST /v1/me/code": lambda world: Call(world.make_person(confirmed=False)),
    "POST /v1/recoveries": ask_recovery,
    "POST /v1/recoveries/confirmation": confirm_recovery,
    "DELETE /v1/recoveries": cancel_recovery,
    "POST /v1/tokens": say_hello,
    "GET /v1/tokens": call_as_ada,
    "DELETE /v1/tokens/{token_id}": revoke_token,
    "GET /v1/rules": call_as_ada,
    "GET /v1/rules/{rules_id}": lambda world: Call(world.ada, {"rules_id": "nicodemus"}),
    "POST /v1/games": open_game,
    "GET /v1/games": call_as_ada,
    "GET /v1/games/{game_id}": see_game,
    "POST /v1/games/{game_id}/seats": join_game,
    "DELETE /v1/games/{game_id}/seats": leave_seat,
    "POST /v1/games/{game_id}/start": start_game,
    "POST /v1/games/{game_id}/invitations": invite,
    "DELETE /v1/games/{game_id}/invitations/{invitation_id}": take_back_invitation,
    "GET /v1/games/{game_id}/view": see_game,
    "POST /v1/games/{game_id}/preview": preview,
    "GET /v1/games/{game_id}/suggestions": see_game,
    "POST /v1/games/{game_id}/turns": play,
    "POST /v1/games/{game_id}/notes": leave_notes,
    "GET /v1/games/{game_id}/notes": see_notes,
    "DELETE /v1/games/{game_id}/notes": drop_notes,
    "POST /v1/games/{game_id}/notes/preview": lambda world: see_game(world)._replace(body={"notes": ["bid 1"]}),
    "POST /v1/games/{game_id}/undo": undo,
    "POST /v1/games/{game_id}/motions": agree,
    "GET /v1/games/{game_id}/motions": see_game,
    "GET /v1/games/{game_id}/entries": see_game,
    "GET /v1/games/{game_id}/bundle": see_game,
    "POST /v1/games/{game_id}/messages": say,
    "GET /v1/games/{game_id}/messages": see_game,
    "POST /v1/host/acts": act_as_host,
    **dict.fromkeys((f"GET /v1/host/{what}" for what in SEEN_BY_HOSTS), call_as_host),
    "GET /v1/news": call_as_ada,
    "GET /v1/games/{game_id}/host": see_hosted_game,
    "POST /v1/games/{game_id}/host": act_on_a_game,
    "GET /v1/members/{handle}": lambda world: Call(world.ada, {"handle": world.make_person().handle}),
    "GET /v1/me/vacations": call_as_ada,
    "POST /v1/me/vacations": book_vacation,
    "DELETE /v1/me/vacations/{vacation_id}": end_vacation,
    "GET /v1/me/standby": call_as_ada,
    "PUT /v1/me/standby": lambda world: Call(world.make_person(), body={"rules": ["foundry"]}),
    "GET /v1/me/calendar": call_as_ada,
    "POST /v1/me/calendar": lambda world: Call(world.make_person()),
    "DELETE /v1/me/calendar": lambda world: see_calendar(world)._replace(path={}),
    "GET /v1/calendar/{secret}.ics": see_calendar,
    "GET /v1/silence/{token}": silence,
    "POST /v1/silence/{token}": silence,
    "GET /v1/changes/{token}": cancel_change,
    "POST /v1/changes/{token}": cancel_change,
    "GET /v1/unsubscribe/{token}": unsubscribe,
    "POST /v1/unsubscribe/{token}": unsubscribe,
}
