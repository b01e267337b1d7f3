"""The leak gate over the whole stack: what a seat is sent does not depend on what it may not know.

A game is played by bots; at random moments the stored position is exchanged for one that differs only in what a seat can't
know, and everything the server sends to that seat must stay the same, byte for byte.
"""

import random

import pytest
from sqlalchemy import update

import engine
from engine.bots import BOTS, take_turn
from engine.core.chance import Chance
from server import create_app
from server.config import load_config
from server.models import Game
from server.services import host, shelf
from tests.server.people import FlaskDoor, Person

LOOKS = 6


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    config = load_config({}, home=str(tmp_path_factory.mktemp("leaks")), log="off", rates=False)
    host.init(config).engine.dispose()
    app = create_app(config)
    people = [Person(FlaskDoor(app), app.extensions["atelier"], name).register() for name in ("ada", "bob", "eve")]
    yield app.extensions["atelier"], people
    app.extensions["atelier"].engine.dispose()


def sent_to(one, game):
    """Return all that the server sends to a person about a game, without what names the answer itself."""
    view = one.call("GET", f"/games/{game}/view")
    legal = [move["line"] for move in view.json["legal"]]
    previews = [
        one.call("POST", f"/games/{game}/preview", json={"moves": [line, "nothing at all"]}) for line in legal[:4]
    ]
    wrong = [
        one.play(game, line, view=view.json)
        for line in ("nothing at all", "pass 9", f"{legal[0]} 999" if legal else "x")
    ]
    entries = one.call("GET", f"/games/{game}/entries")
    bundle = one.call("GET", f"/games/{game}/bundle")
    return [view.body, *map(without_id, [*previews, *wrong]), entries.body, bundle.body]


def without_id(answer):
    return (answer.status, {key: value for key, value in answer.json.items() if key != "id"})


def exchange(club, game, table):
    """Store another position under the same head."""
    with club.write() as connection:
        connection.execute(update(Game).where(Game.id == game).values(dump=table.dump()))
    club._records.clear()  # what this process remembers is the true position


def seats_for(game):
    rules = engine.games()[game]
    return min(max(2, rules.seats[0]), 3, rules.seats[-1])


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_know(house, game):
    club, everybody = house
    people = everybody[: seats_for(game)]
    rng = random.Random(f"leak {game}")
    table_id = people[0].open(game, len(people))
    for seat, one in enumerate(people):
        one.join(table_id, seat)
    for look in range(LOOKS):
        play_on(people, table_id, rng, moves=1 + look * 3)
        with club.read() as connection:
            true = shelf.get_record(connection, table_id).table
        if true is None or not true.awaiting:
            break
        for seat, one in enumerate(people):
            exchange(club, table_id, true)
            sent = sent_to(one, table_id)
            for seed in (b"one", b"two"):
                exchange(club, table_id, true.redealt(seat, seed))
                assert sent_to(one, table_id) == sent
        exchange(club, table_id, true)


def play_on(people, table_id, rng, moves):
    """Play some random moves as signed turns."""
    for _ in range(moves):
        for one in people:
            view = one.view(table_id)
            if view["awaited"]:
                assert one.play(table_id, rng.choice(view["legal"])["line"], view=view).status == 201


def test_the_gate_turns_red_when_a_view_shows_the_deck(house, monkeypatch):
    from tests.games.foundry.rules import Foundry

    honest = Foundry.view
    monkeypatch.setattr(
        Foundry, "view", lambda self, state, seat: {**honest(self, state, seat), "top": state.deck[-1:]}
    )
    with pytest.raises(AssertionError):
        test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_know(house, "foundry")


@pytest.mark.parametrize("game", list(engine.games()))
def test_bots_choose_the_same_whatever_they_may_not_know(game):
    table = engine.open_table(game, seats_for(game), seed=b"bots know nothing")
    for turn in range(8):
        if not table.awaiting:
            break
        seat = table.awaiting[0]
        chosen = [
            BOTS["greedy"].choose(desk(one, seat), Chance(b"%d" % turn)) for one in (table, table.redealt(seat, b"x"))
        ]
        assert chosen[0] == chosen[1]
        take_turn(table, seat, BOTS["random"], b"%d" % turn)


def desk(table, seat):
    from engine.bots import Desk

    return Desk(table, seat)
