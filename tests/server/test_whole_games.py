"""A whole game of each kind over real HTTP, on SQLite and on Postgres, with a repeat, a stale slip and an undo in it."""

import random

import pytest

import engine
from engine.ledger.anchoring import Anchors
from engine.ledger.keys import PublicKey
from engine.ledger.verify import verify
from tests.server.people import HttpDoor, Person


def open_table_with_bots(ada, bob, game):
    """Two people where the game has room for them; greedy bots bring it to an end."""
    rules = engine.games()[game]
    seats = max(2, rules.seats[0])
    spare = seats < rules.seats[-1]
    table = ada.open(game, seats + spare, bots=[{"seat": seats, "bot": "greedy"}] if spare else [])
    ada.join(table, 0)
    bob.join(table, 1)
    return table


KINDS = ("sqlite", "postgres")
BY_DAY = [pytest.param(game, KINDS[number % 2]) for number, game in enumerate(engine.games())]
"""Each game once, on either database by turns: neither asks which game it stores. The other half is for the night."""
BY_NIGHT = [
    pytest.param(game, KINDS[1 - number % 2], marks=pytest.mark.nightly) for number, game in enumerate(engine.games())
]


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("game", "kind"), BY_DAY + BY_NIGHT)
def test_a_whole_game_over_http_verifies_offline(served_clubs, kind, game):
    rng = random.Random(11)
    served, club = served_clubs.serve(kind)
    ada, bob = (
        Person(HttpDoor(served.url), club, f"{name}-{game}".replace("_", "-")).register() for name in ("ada", "bob")
    )
    table = open_table_with_bots(ada, bob, game)
    undone = turns = 0
    while True:
        views = {one: one.view(table) for one in (ada, bob)}
        if views[ada]["status"] == "over":
            break
        for one, view in views.items():
            if view["awaited"]:
                turns += play_a_turn(one, table, view, rng)
                undone += undo_now_and_then(one, table, rng)
    assert turns
    check_bundle(ada, table)


def play_a_turn(one, table, view, rng):
    """Play a random move; now and then send the slip twice, or a stale one after it."""
    raw = one.turn_slip(table, [rng.choice(view["legal"])["line"]], view)
    answer = one.slip("POST", f"/games/{table}/turns", raw)
    if answer.status == 409 and answer.code in {"stale_position", "stale_ask", "game_over", "not_awaited"}:
        return 0  # the other player's undo came between
    assert answer.status == 201, answer
    one.receipts.append(answer.json["receipt"])
    if rng.random() < 0.05:
        again = one.slip("POST", f"/games/{table}/turns", raw)
        assert (again.status, again.json["receipt"]) == (200, answer.json["receipt"])
        stale = one.play(table, view["legal"][0]["line"], "end", view=view)
        assert stale.status == 409, stale
    return 1


def undo_now_and_then(one, table, rng):
    if rng.random() > 0.03:
        return 0
    view = one.view(table)
    if not view["undo"] or view["status"] != "running":
        return 0
    answer = one.undo(table, view["undo"][0])
    assert answer.status in {201, 409}, answer
    return answer.status == 201


def check_bundle(one, table):
    keys = one.door("GET", "/.well-known/jwks.json").json["keys"]
    anchors = Anchors(
        server_keys=tuple(PublicKey(key["x"]) for key in keys),
        own_keys=(one.key.public,),
        receipts=tuple(receipt.encode() for receipt in one.receipts),
    )
    report = verify(one.bundle(table), anchors)
    assert report.grade == "anchored", report.refused
    assert report.result is not None
    assert report.seats[0].signed >= len(one.receipts) > 0
