"""A signed turn through the server: receipts, repeats, stale and foreign slips, undo, export."""

import random

from marshmallow import RAISE

from engine.ledger.verify import verify
from server.api.common import ReceiptSchema
from tests.server.people import play_to_the_end


def test_a_game_is_played_to_its_end_exported_and_verified(table):
    game, ada, bob = table
    play_to_the_end(game, (ada, bob), random.Random(1))
    shown = ada.call("GET", f"/games/{game}").json
    assert shown["status"] == "over"
    assert shown["result"]["how"] in {"rounds", "deck"}
    report = verify(bob.bundle(game))
    assert report.grade == "consistent", report.refused


def test_the_same_slip_again_is_answered_with_its_first_receipt(table):
    game, ada, _ = table
    raw = ada.turn_slip(game, ["bid 1"])
    first = ada.slip("POST", f"/games/{game}/turns", raw)
    again = ada.slip("POST", f"/games/{game}/turns", raw)
    assert (first.status, again.status) == (201, 200)
    assert first.json["receipt"] == again.json["receipt"]


def test_a_turn_is_answered_as_its_schema_says(table):
    game, ada, _ = table
    said = ada.play(game, "bid 1").json
    assert ReceiptSchema(unknown=RAISE).load(said) == said
    assert said.keys() == ReceiptSchema().fields.keys() - {"notes"}


def test_an_illegal_move_is_refused_with_its_index_and_reason(table):
    game, ada, _ = table
    answer = ada.play(game, "bid 9")
    assert answer.status == 422
    assert (answer.code, answer.json["index"], answer.json["reason"]) == ("illegal_move", 0, "too_poor")
    assert "bid 6" in answer.json["allowed"]
    assert ada.view(game)["n"] == 3


def test_a_turn_can_be_taken_back_before_it_is_answered(table):
    game, ada, bob = table
    before = ada.view(game)
    ada.play(game, "bid 2")
    assert ada.view(game)["undo"] == [3]
    answer = ada.undo(game)
    assert answer.status == 201, answer
    after = ada.view(game)
    assert after["view"] == before["view"]
    assert after["ask"] > before["ask"]
    assert bob.view(game)["on"] == after["on"]
