"""Suggested moves over REST: for whom, how often, at which tables, and that they tell nothing and leave nothing behind."""

import msgspec
import pytest
from sqlalchemy import func, select

from engine.ledger.verify import verify
from engine.suggestions import Suggestions
from server import create_app
from server.models import StoredEntry
from server.services import suggestions
from tests.server.people import FlaskDoor, Person, seat_two


@pytest.fixture(autouse=True)
def _nothing_kept():
    suggestions.ANSWERS = suggestions.Answers()


def ask(one, game, **more):
    return one.call("GET", f"/games/{game}/suggestions", **more)


def test_what_is_suggested_can_be_previewed_and_played(person):
    game, *people = seat_two(person, "nicodemus")
    one = next(each for each in people if each.view(game)["awaited"])
    found = ask(one, game).json
    assert found["bot"] == "journeyman"
    first = found["lines"][0]
    assert 0 < first["chance"] < 1
    tried = one.call("POST", f"/games/{game}/preview", json={"moves": first["moves"]}).json
    assert tried["events"] == first["events"]
    assert one.play(game, *first["moves"]).status == 201


def test_it_is_said_in_the_language_of_the_reader(person):
    game, ada, _ = seat_two(person)
    french = ask(ada, game, headers={"Accept-Language": "fr"}).json
    assert "Estimations" in french["note"]
    assert french["lines"][0]["moves"] == ask(ada, game).json["lines"][0]["moves"]


def test_nobody_is_told_who_asked(person, club):
    game, ada, bob = seat_two(person)
    before = bob.view(game)
    assert ask(ada, game).status == 200
    assert bob.view(game) == before
    with club.read() as session:
        assert session.scalar(select(func.count()).select_from(StoredEntry)) == before["n"] + 1


def test_only_who_is_asked_at_the_table_is_suggested_moves(person):
    game, ada, bob = seat_two(person)
    eve = person("eve")
    assert ask(eve, game).code == "not_your_seat"
    assert ask(ada, game, anonymous=True).status == 401
    ada.play(game, "bid 1")
    assert ask(ada, game).code == "not_awaited"
    assert ask(bob, game).status == 200
    assert ask(ada, ada.open("foundry", 2)).code == "not_your_seat"


def test_before_the_start_there_is_nothing_to_suggest(person):
    ada = person("ada")
    game = ada.open("foundry", 2)
    ada.join(game, 0)
    assert ask(ada, game).code == "game_not_started"


def test_a_table_without_hints_says_so_in_its_terms_and_gives_none(person):
    game, ada, _ = seat_two(person, hints="none")
    assert ada.call("GET", f"/games/{game}").json["hints"] == "none"
    refused = ask(ada, game)
    assert (refused.status, refused.code) == (403, "hints_off")
    bundle = ada.bundle(game)
    assert msgspec.json.decode(bundle)["entries"][0]["body"]["hints"] == "none"
    assert verify(bundle).grade == "partial"


def test_the_usual_terms_are_what_they_were(person):
    game, ada, _ = seat_two(person)
    assert ada.call("GET", f"/games/{game}").json["hints"] == "any"
    assert "hints" not in msgspec.json.decode(ada.bundle(game))["entries"][0]["body"]
    assert ada.call("POST", "/games", json={"rules": "foundry", "seats": 2, "hints": "few"}).code == "invalid_value"


def test_the_same_question_is_looked_for_once(person, monkeypatch):
    game, ada, _ = seat_two(person)
    first = ask(ada, game).json
    monkeypatch.setattr(suggestions, "suggest_packed", None)
    assert ask(ada, game).json == first


def test_only_so_many_answers_are_kept(monkeypatch):
    monkeypatch.setattr(suggestions, "MOST_KEPT", 2)
    kept = suggestions.Answers()
    asked = [suggestions.Asked(f"head {n}", 0, "en", ()) for n in range(3)]
    for one in asked:
        kept.keep(one, Suggestions(seat=0, bot="journeyman", lines=[], note=""))
    assert kept.find(asked[0]) is None
    assert kept.find(asked[2]) is not None


def test_who_asks_again_and_again_has_to_wait(config, person, monkeypatch):
    game, ada, _ = seat_two(person)
    app = create_app(msgspec.structs.replace(config, rates=True))
    limited = Person(FlaskDoor(app), app.extensions["atelier"], "ada")
    limited.key, limited.token = ada.key, ada.token
    monkeypatch.setattr(suggestions, "MOST_KEPT", 0)
    answers = [ask(limited, game).status for _ in range(suggestions.MOST_FOR_AN_ASK + 1)]
    limited.club.engine.dispose()
    assert answers == [200] * suggestions.MOST_FOR_AN_ASK + [429]
