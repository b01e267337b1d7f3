"""Mise en place: boards, piles, deliveries, screens, specialists, the first player."""

import pytest

import engine
from engine.core.errors import Refused
from tests.engine.mech_a_dream.positions import BOOK, BOTH, GAME, ROBOTS, SPECIALISTS, state_of, store
from tests.engine.positions import legal, refusal

EACH_SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def opened(seats=3, options=None, seed=b"setup"):
    return engine.open_table("mech_a_dream", seats, options, seed)


def test_there_are_50_tiles_10_deliveries_8_screens_and_10_specialists():
    colours = [machine.colour for machine in BOOK.machines.values()]
    assert {colour: colours.count(colour) for colour in colours} == {"blue": 18, "red": 16, "green": 8, "yellow": 8}
    assert (len(BOOK.deliveries), len(BOOK.screens), len(BOOK.specialists)) == (10, 8, 10)


def test_the_factory_shows_three_blue_or_green_two_red_and_one_yellow_tile():
    state = state_of(opened())
    assert [len(state.market[belt]) for belt in ("belt_blue_green", "belt_red", "belt_yellow")] == [3, 2, 1]
    assert [len(state.piles[belt]) for belt in ("belt_blue_green", "belt_red", "belt_yellow")] == [23, 14, 7]


def test_three_deliveries_are_removed_unseen_and_the_first_of_seven_is_open():
    state = state_of(opened())
    assert len(state.removed) == 3
    assert len(state.deliveries) == 6
    assert "removed" not in opened().view(0)
    assert opened().view(0)["deliveries"] == 6


@EACH_SEATS
def test_everybody_starts_with_three_flowers_and_four_ink(seats):
    for player in state_of(opened(seats)).players:
        assert store(player) == (3, 4, 0, 0)
        assert player.robot == "robot_basic"


def test_the_first_player_is_drawn_by_lot_or_is_p1_by_choice():
    drawn = {state_of(opened(4, seed=b"%d" % n)).first for n in range(30)}
    assert drawn == {0, 1, 2, 3}
    assert state_of(opened(4, {"first_player": "p1"})).first == 0


def test_the_game_is_for_two_to_four():
    for seats in (1, 5):
        with pytest.raises(Refused, match="seats_out_of_range"):
            opened(seats)


# Variante « Les robots éclairés »


@EACH_SEATS
def test_each_is_dealt_two_screens_and_sees_only_their_own(seats):
    table = opened(seats, ROBOTS)
    assert table.awaiting == tuple(range(seats))
    for seat in range(seats):
        assert table.view(seat)["dealt"] == state_of(table).players[seat].dealt
        assert len(table.view(seat)["dealt"]) == 2
    assert table.view(None)["dealt"] == []


def test_screens_are_sealed_and_opened_together():
    table = opened(3, ROBOTS)
    for seat in (2, 0):
        outcome = table.play(seat, legal(table, seat=seat)[0])
        assert not outcome.learned_by
        assert all(one["robot"] == "" for one in table.view(1)["players"])
        assert table.view(1)["chosen"] == ""
    outcome = table.play(1, legal(table, seat=1)[1])
    assert outcome.learned_by == {0, 1, 2}
    assert all(one["robot"] for one in table.view(None)["players"])


def test_the_starting_goods_of_the_screen_replace_the_printed_ones():
    table = opened(4, ROBOTS)
    for seat in range(4):
        table.play(seat, legal(table, seat=seat)[0])
    for player in state_of(table).players:
        start = BOOK.robots[player.robot].start
        assert store(player) == (start.flower, start.ink, start.rainbow, 0)


def test_more_than_one_screen_starts_with_a_rainbow():
    assert sum(BOOK.robots[screen].start.rainbow for screen in BOOK.screens) >= 2


def test_the_other_screen_goes_back_into_the_box():
    table = opened(2, ROBOTS)
    for seat in range(2):
        table.play(seat, legal(table, seat=seat)[0])
    assert len(state_of(table).screens) == 6


def test_only_a_dealt_screen_can_be_kept():
    table = opened(2, ROBOTS)
    other = next(screen for screen in BOOK.screens if screen not in table.view(0)["dealt"])
    assert refusal(table, f"screen {other}", seat=0).reason == "not_dealt"
    assert refusal(table, "screen robot_basic", seat=0).reason == "not_dealt"


def test_all_players_use_the_variant_or_none():
    table = opened(4, ROBOTS)
    for seat in range(4):
        table.play(seat, legal(table, seat=seat)[0])
    assert all(player.robot in BOOK.screens for player in state_of(table).players)


# Variante « Les spécialistes »


@pytest.mark.parametrize(("seats", "shown"), [(2, 3), (3, 3), (4, 4)])
def test_three_specialists_are_revealed_or_four_for_four_players(seats, shown):
    table = opened(seats, SPECIALISTS)
    assert len(table.view(None)["centre"]) == shown
    assert set(table.view(None)["centre"].values()) == {1}


@EACH_SEATS
def test_specialists_are_chosen_from_the_last_player_to_the_first(seats):
    table = opened(seats, SPECIALISTS)
    first = state_of(table).first
    assert first is not None
    order = []
    while state_of(table).step == "draft":
        order.append(table.awaiting[0])
        table.play(table.awaiting[0], legal(table)[0])
    assert order == [(first - n) % seats for n in range(1, seats + 1)]
    assert table.awaiting == (first,)
    assert all(set(player.specialists.values()) == {1} for player in state_of(table).players)


def test_with_two_players_the_spare_card_stays_in_the_centre_with_a_token():
    table = opened(2, SPECIALISTS)
    for _ in range(2):
        table.play(table.awaiting[0], legal(table)[0])
    assert list(state_of(table).centre.values()) == [1]


def test_only_a_revealed_specialist_can_be_chosen():
    table = opened(3, SPECIALISTS)
    other = next(card for card in BOOK.specialists if card not in table.view(0)["centre"])
    assert refusal(table, f"specialist {other}").reason == "not_offered"


def test_specialists_are_revealed_screens_chosen_the_first_player_named_then_the_draft_begins():
    table = opened(3, BOTH)
    view = table.view(0)
    assert (len(view["centre"]), view["step"], view["first"]) == (3, "screens", None)
    for seat in range(3):
        table.play(seat, legal(table, seat=seat)[0])
    view = table.view(0)
    assert view["step"] == "draft"
    assert table.awaiting == ((view["first"] - 1) % 3,)


# What nobody knows


def test_a_redeal_mixes_piles_removed_deliveries_and_the_screens_of_others():
    table = opened(3, ROBOTS)
    table.play(1, legal(table, seat=1)[0])
    others = [state_of(table.redeal(0, b"%d" % n)) for n in range(40)]
    assert len({tuple(state.piles["belt_red"]) for state in others}) > 1
    assert len({tuple(state.removed) for state in others}) > 1
    assert len({tuple(state.players[1].dealt) for state in others}) > 1
    assert {tuple(state.players[0].dealt) for state in others} == {tuple(state_of(table).players[0].dealt)}
    assert all(state.players[1].chosen in state.players[1].dealt for state in others)
    assert {state.delivery for state in others} == {state_of(table).delivery}
    assert all(GAME.census(state) == GAME.census(table.state) for state in others)
