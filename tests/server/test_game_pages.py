"""Pages of games and of members: what they show to whom, and turns that are put together on them without any script."""

import html
import json
import re

import msgspec
import pytest

from engine.core.canonical import b64u
from engine.ledger.slips import AgreeSlip, JoinSlip, SeatSlip, TurnSlip, UndoSlip, sign
from tests.server.people import seat_all, seat_two

KINDS = {kind.typ: kind for kind in (TurnSlip, UndoSlip, JoinSlip, SeatSlip, AgreeSlip)}
FORM = re.compile(
    r'<form data-act="sign" data-typ="([^"]+)" data-method="(\w+)" data-to="([^"]+)" data-payload="([^"]+)"'
)


class Reader:
    """Somebody who opens pages, with a token if they have one, and signs what these ask to be signed."""

    def __init__(self, door, person=None, lang="en"):
        self.door = door
        self.person = person
        self.headers = {"Accept": "text/html", "Accept-Language": lang}
        if person:
            self.headers["Authorization"] = f"Bearer {person.token}"

    def look(self, path, **more):
        return self.door("GET", path, headers=self.headers | more)

    def post(self, path, **form):
        return self.door("POST", path, headers=self.headers, data=form)

    def read(self, path):
        return text_of(self.look(path))

    def sign(self, answer, typ):
        """Sign what a page asks for, as a script would, and send it where the page says."""
        found = {found[0]: found for found in FORM.findall(answer.body.decode())}
        _, method, to, payload = (html.unescape(part) for part in found[typ])
        said = json.loads(payload)
        said = {name: b64u(b"e" * 32) if value is None else value for name, value in said.items()}
        slip = sign(msgspec.convert(said, KINDS[typ]), self.person.key).decode()
        return self.door(method, to, json={"slip": slip})


def text_of(answer):
    assert answer.headers["Content-Type"].startswith("text/html")
    return html.unescape(answer.body.decode())


def buttons(answer):
    return re.findall(r'name="add" value="([^"]*)"', text_of(answer))


@pytest.fixture
def reader(door):
    return lambda person=None, lang="en": Reader(door, person, lang)


@pytest.fixture
def machines(person):
    """Two people at a game with hidden hands."""
    return seat_two(person, "nicodemus", options={"first_player": "p1"}, title="Tea & <cakes>")


def test_whoever_looks_on_sees_the_board_and_no_hand(reader, machines):
    game, ada, _ = machines
    page = reader().look(f"/games/{game}")
    assert page.status == 200
    text = text_of(page)
    assert "Waiting for ada." in text
    assert "Tea & <cakes>" in text
    assert "Your hand" not in text
    assert "Sign and play" not in text
    assert "Your hand" in reader(ada).read(f"/games/{game}")


def test_what_a_member_wrote_is_escaped(reader, machines):
    game, _, bob = machines
    bob.call("POST", f"/games/{game}/messages", json={"text": "<script>alert(1)</script>"})
    body = reader().look(f"/games/{game}").body
    assert b"&lt;script&gt;alert(1)" in body
    assert b"<cakes>" not in body


def test_nothing_keeps_a_page_or_adds_to_it_from_elsewhere(reader, machines):
    game, ada, _ = machines
    for page in (reader().look(f"/games/{game}"), reader(ada).look(f"/games/{game}"), reader(ada).look("/me")):
        assert page.headers["Cache-Control"] == "private, no-store"
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in page.headers
        assert not re.search(rb"<script>|<style|style=| on\w+=", page.body)


def test_a_turn_is_put_together_looked_at_and_signed(reader, machines):
    game, ada, _ = machines
    mine = reader(ada)
    first = buttons(mine.look(f"/games/{game}"))[0]
    picked = mine.post(f"/games/{game}/turn", add=first)
    assert picked.status == 200
    assert "Picked so far; nothing is played yet" in text_of(picked)
    assert ada.view(game)["n"] == 3
    answer = mine.sign(picked, TurnSlip.typ)
    assert answer.status == 201, answer
    after = mine.look(f"/games/{game}")
    assert "Since your last turn" in text_of(after)
    assert "Your turn" not in text_of(after)


def test_moves_are_taken_back_one_by_one_or_all(reader, machines):
    game, ada, _ = machines
    mine = reader(ada)
    move = buttons(mine.look(f"/games/{game}"))[0]
    for clicked in ("back", "anew"):
        page = mine.post(f"/games/{game}/turn", moves=[move], **{clicked: "1"})
        assert "Picked so far" not in text_of(page)
        assert buttons(page)[0] == move


def test_a_move_that_is_not_allowed_says_why_and_loses_nothing(reader, machines):
    game, ada, _ = machines
    page = reader(ada).post(f"/games/{game}/turn", add="repair Nothing")
    assert page.status == 422
    assert "Nothing was played." in text_of(page)
    assert len(buttons(page)) > 3


def test_a_typed_move_is_read_as_people_write_it(reader, table):
    game, ada, _ = table
    page = reader(ada).post(f"/games/{game}/turn", line=" BID  0 ")
    assert page.status == 200, page
    assert 'value="bid 0"' in page.body.decode()


def test_whoever_is_not_asked_is_offered_nothing(reader, machines):
    game, _, bob = machines
    page = reader(bob).post(f"/games/{game}/turn", add="x")
    assert buttons(page) == []
    assert reader().post(f"/games/{game}/turn", add="x").status == 401


def test_the_last_turn_is_taken_back_by_the_page(reader, person):
    people = [person(name) for name in ("ada", "bob", "eve")]
    game = people[0].open("imaginarium", 3)
    seat_all(game, people)
    ada = next(one for one in people if one.view(game)["awaited"])
    assert ada.play(game, ada.view(game)["legal"][0]["line"]).status == 201
    page = reader(ada).look(f"/games/{game}")
    assert reader(ada).sign(page, UndoSlip.typ).status == 201
    assert ada.view(game)["awaited"]


def test_a_stranger_with_a_link_sees_who_invites_and_a_member_sits_down(reader, person):
    ada, bob = person("ada"), person("bob")
    game = ada.open("nicodemus", 2, private=True, title="secret title")
    ada.join(game, 0)
    made = ada.call("POST", f"/games/{game}/invitations", json={}).json
    path = made["link"].removeprefix(ada.origin)
    stranger = reader().read(path)
    assert "ada invites you to a game of Nicodemus" in stranger
    assert "Most points win" in stranger
    assert f"/register?then=/games/{game}%3Finvitation%3D" in stranger
    assert "secret title" not in stranger
    page = reader(bob).look(path)
    assert reader(bob).sign(page, JoinSlip.typ).status == 201
    assert bob.view(game)["status"] == "running"
    assert reader().look(f"/games/{game}").status == 404


def test_a_game_is_looked_back_at_and_each_moment_has_an_address(reader, machines):
    game, ada, _ = machines
    ada.play(game, ada.view(game)["legal"][0]["line"])
    now = reader().read(f"/games/{game}")
    assert 'rel="prev"' in now
    then = reader().read(f"/games/{game}?at=3")
    assert "This is how it stood after entry 3 of 4." in then
    assert 'rel="next"' in then
    assert 'rel="prev"' not in then
    for wrong, status in (("1", 422), ("99", 422), ("x", 422)):
        assert reader().look(f"/games/{game}?at={wrong}").status == status


def test_the_log_is_told_in_sentences_the_last_first(reader, machines):
    game, ada, _ = machines
    ada.play(game, ada.view(game)["legal"][0]["line"])
    log = reader().read(f"/games/{game}/log")
    assert log.index('value="4"') < log.index('value="3"')
    assert "ada " in log
    assert "joined" in log or "took a seat" in log or "sat down" in log


def test_what_has_not_changed_is_not_sent_again(reader, machines):
    game, ada, bob = machines
    page = reader(bob).look(f"/games/{game}")
    again = {"If-None-Match": page.headers["ETag"]}
    assert reader(bob).look(f"/games/{game}", **again).status == 304
    assert reader(ada).look(f"/games/{game}", **again).status == 200
    ada.call("POST", f"/games/{game}/messages", json={"text": "hello"})
    assert reader(bob).look(f"/games/{game}", **again).status == 200


def test_talk_is_said_on_the_page(reader, machines):
    game, ada, bob = machines
    assert "Back on Monday" in text_of(reader(ada).post(f"/games/{game}/talk", text="Back on Monday"))
    assert bob.call("GET", f"/games/{game}/messages").json[0]["text"] == "Back on Monday"


def test_what_might_be_played_is_tried_with_a_click(reader, machines):
    game, ada, _ = machines
    page = reader(ada).look(f"/games/{game}/suggestions")
    assert page.status == 200, page
    move, *_ = re.findall(r'name="moves" value="([^"]+)"', text_of(page))
    assert "Picked so far" in text_of(reader(ada).post(f"/games/{game}/turn", moves=[move]))


def test_a_page_speaks_french(reader, machines):
    game, ada, _ = machines
    text = reader(ada, "fr").read(f"/games/{game}")
    assert '<html lang="fr">' in text
    assert "À vous" in text or "Votre tour" in text
    assert "Ou tapez un coup" in text


def test_ones_own_page_has_what_waits_first(reader, machines):
    game, ada, bob = machines
    waiting = reader(ada).read("/me")
    assert waiting.index("They wait for you") < waiting.index(game) < waiting.index("Open a table")
    assert "Nobody waits for you." in reader(bob).read("/me")
    assert "needs your key" in reader().read("/me")


def test_settings_and_vacations_are_changed_on_the_page(reader, person, club):
    ada = person("ada")
    page = reader(ada).post("/me", mail_policy="digest", language="fr", zone="Europe/Paris")
    assert page.status == 200, page
    shown = ada.call("GET", "/me").json
    assert (shown["mail_policy"], shown["language"], shown["zone"]) == ("digest", "fr", "Europe/Paris")
    assert reader(ada).post("/me", mail_policy="never", language="fr", zone="Europe/Paris").status == 422
    page = reader(ada).post("/me/vacations", first="2099-01-01", last="2099-01-02")
    assert page.status == 422
    assert "vacation" in text_of(page)


def test_who_would_step_in_says_so_on_the_page(reader, person):
    ada = person("ada")
    assert 'value="nicodemus" checked' not in reader(ada).read("/me")
    assert 'value="nicodemus" checked' in text_of(reader(ada).post("/me/standby", rules=["nicodemus", "foundry"]))
    assert ada.call("GET", "/me/standby").json == {"rules": ["foundry", "nicodemus"]}
    assert reader(ada).post("/me/standby", rules=["chess"]).status == 404
    assert reader(ada).post("/me/standby").status == 200
    assert ada.call("GET", "/me/standby").json == {"rules": []}


def test_a_table_is_opened_on_the_page_and_its_first_seat_taken(reader, person):
    ada = person("ada")
    mine = reader(ada)
    assert "Nicodemus (2 to 2 players)" in mine.read("/new")
    page = mine.post("/new", rules="nicodemus", seats="2", bots="1", bot="greedy", title="Alone")
    assert page.status == 200, page
    assert mine.sign(page, JoinSlip.typ).status == 201
    wrong = mine.post("/new", rules="nicodemus", seats="2", bots="2", bot="greedy")
    assert wrong.status == 422
    assert "at most 1 are for bots" in text_of(wrong)


def test_the_front_page_lists_public_tables_only(reader, machines, person):
    game, ada, _ = machines
    hidden = ada.open("nicodemus", 2, private=True)
    text = reader().read("/")
    assert game in text
    assert hidden not in text
    assert hidden not in reader(ada).read("/")


def test_files_of_pages_are_kept_for_ever_under_names_that_change_with_them(reader, door):
    names = re.findall(r"/static/[^\"']+", reader().read("/"))
    assert len(names) >= 3
    for name in names:
        answer = door("GET", name, headers={"Accept-Encoding": "gzip"})
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"
        old = door("GET", re.sub(r"/static/[^/]+", "/static/older", name))
        assert old.headers["Cache-Control"] == "no-cache"
    assert door("GET", "/static/x/secret.key").status == 404
