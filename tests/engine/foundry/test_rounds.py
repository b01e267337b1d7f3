"""A round of Foundry: bids, designs, casting; and the end."""

import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from tests.engine.positions import legal, refusal, result_of, table_of

DESIGNS = ["anchor", "bell", "weather_vane"] * 4


def at(step, players, **more):
    """Two players with coins, hands, metals and what they have cast; the other designs are the deck."""
    used = [card for player in players for card in player.get("hand", []) + player.get("cast", [])]
    used += [card for stack in more.get("pending", []) for draft in stack for card in draft["drawn"]]
    deck = DESIGNS.copy()
    for card in used:
        deck.remove(card)
    state = {"players": [{"coins": 6, **player} for player in players], "deck": deck, "sealed": [None, None]}
    return table_of("foundry", 2, {"step": step, "pending": [[], []], **state, **more})


def at_casting(**more):
    return at("cast", [{"hand": ["bell"], "iron": 1, "tin": 1}, {}], **more)


def at_the_end(one, other):
    table = at("cast", [one, other], round=4, turn=1)
    table.play(1, "pass")
    return result_of(table)


def test_each_begins_with_six_coins_and_a_hidden_design():
    view = engine.open_table("foundry", 4).view(0)
    assert [(player["coins"], player["hand"]) for player in view["players"]] == [(6, 1)] * 4
    assert len(view["hand"]) == 1


def test_all_bid_at_once_and_nobody_sees_the_bids_of_others():
    table = at("bid", [{}, {}])
    assert table.awaiting == (0, 1)
    table.play(1, "bid 4")
    assert (table.view(0)["bid"], table.view(1)["bid"]) == (None, 4)


def test_nobody_bids_more_than_they_have():
    assert "you have 2 coins" in refusal(at("bid", [{"coins": 2}, {}]), "bid 3").say()


def test_only_the_highest_bid_is_paid_and_its_owner_smelts():
    table = at("bid", [{}, {}])
    table.play(0, "bid 1")
    (_, opened, _) = table.play(1, "bid 2").events
    one, other = table.state.players
    assert (one.coins, other.coins) == (6, 4)
    assert other.iron + other.tin == opened.amount


def test_a_tie_goes_to_the_lower_seat():
    table = at("bid", [{}, {}])
    table.play(1, "bid 2")
    table.play(0, "bid 2")
    assert [player.coins for player in table.state.players] == [4, 6]


def test_the_winner_alone_sees_the_two_designs_that_were_drawn():
    table = at("bid", [{}, {}])
    table.play(1, "bid 0")
    drew = table.play(0, "bid 1").events[-1]
    assert (drew.seen_by, len(drew.cards)) == ((0,), 2)
    assert (table.view(0)["drawn"], table.view(1)["drawn"]) == (list(drew.cards), None)


def test_one_design_is_kept_and_the_other_discarded_face_up():
    draft = {"ask": "draft", "drawn": ["bell", "anchor"]}
    table = at("bid", [{}, {}], sealed=[1, 0], pending=[[draft], []])
    assert legal(table) == ["keep anchor", "keep bell"]
    assert "you drew" in refusal(table, "keep weather_vane").say()
    table.play(0, "keep bell")
    assert (table.state.players[0].hand, table.state.discard) == (["bell"], ["anchor"])


def test_a_design_is_cast_for_its_cost_in_any_metals():
    table = at_casting()
    assert legal(table) == ["pass", "cast bell iron tin"]
    table.play(0, "cast bell iron tin")
    player = table.state.players[0]
    assert (player.cast, player.iron, player.tin) == (["bell"], 0, 0)


def test_only_a_design_of_the_hand_is_cast():
    assert "not in your hand" in refusal(at_casting(), "cast anchor iron tin*3").say()


def test_who_passes_casts_nothing_and_the_next_seat_is_asked():
    table = at_casting()
    table.play(0, "pass")
    assert table.awaiting == (1,)


def test_after_the_last_seat_a_new_round_begins():
    table = at_casting(turn=1)
    table.play(1, "pass")
    assert (table.state.round, table.state.step, table.awaiting) == (2, "bid", (0, 1))


def test_the_last_round_ends_the_game_and_cast_designs_score():
    result = at_the_end({"cast": ["anchor", "bell"]}, {})
    assert (result.how, result.scores, result.winners) == ("rounds", (7, 0), (0,))


def test_a_deck_too_small_for_another_round_ends_the_game():
    table = engine.open_table("foundry", 4, edition={"rounds": 9})
    while table.awaiting:
        seat = table.awaiting[0]
        table.play(seat, table.legal(seat)[0])
    assert (result_of(table).how, table.view(None)["deck"]) == ("deck", 0)


def test_equal_points_are_decided_by_coins_or_the_win_is_shared():
    assert at_the_end({"coins": 1}, {"coins": 2}).winners == (1,)
    assert at_the_end({"coins": 2}, {"coins": 2}).winners == (0, 1)


@pytest.mark.parametrize(
    "odd",
    [
        {"sealed": [None]},
        {"sealed": [7, None]},
        {"sealed": [1, 1]},
        {"step": "keep"},
        {"step": "over"},
        {"turn": 2},
        {"round": 0},
        {"pending": [[{"ask": "draft", "drawn": ["bell", "bell"]}], []]},
        {"players": [{"coins": -1}, {"coins": 6}]},
    ],
)
def test_a_position_that_makes_no_sense_is_refused(odd):
    with pytest.raises(Refused, match="makes no sense"):
        at(**{"step": "bid", "players": [{}, {}], **odd})


def test_a_move_of_another_step_is_refused():
    with pytest.raises(IllegalMove, match="now you can: bid"):
        at("bid", [{}, {}]).play(0, "pass")
