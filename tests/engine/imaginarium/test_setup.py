"""Game setup."""

import pytest

import engine
from engine.core.chance import Chance
from engine.games.imaginarium.setup import first_belt, machine_deck
from engine.games.imaginarium.state import Piece
from tests.engine.imaginarium.positions import RULES, of


def opened(seats, seed=b"setup"):
    return of(engine.open_table("imaginarium", seats, seed=seed))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_randomly_takes_a_workshop_with_its_possessions(seats):
    boards = {board.id: board for board in RULES.edition.workshop}
    for player in opened(seats).players:
        board = boards[player.workshop]
        assert [stack[0] for stack in player.spaces if stack] == list(board.machines)
        assert player.spaces[2:] == [(), ()]
        assert {good: getattr(player, good) for good in board.goods} == board.goods
        assert player.points == 0
        assert player.yard == []


def test_boards_are_drawn_from_all_five_whatever_the_number_of_players():
    drawn = {player.workshop for n in range(40) for player in opened(2, b"%d" % n).players}
    assert drawn == {"W1", "W2", "W3", "W4", "W5"}


def test_start_machines_of_boards_not_drawn_stay_in_the_deck():
    boards = [board for board in RULES.edition.workshop if board.id in {"W1", "W3"}]
    deck = machine_deck(RULES.book, boards, Chance(b"deck"))
    assert len(deck) == 61 - 4
    assert (deck.count("P1"), deck.count("P2"), deck.count("P3"), deck.count("P4")) == (6, 6, 5, 4)


def test_handymen_stand_on_the_initiative_numbers_of_their_workshops():
    state = opened(5)
    numbers = {board.id: board.initiative for board in RULES.edition.workshop}
    order = [numbers[state.players[piece.seat].workshop] for piece in state.track]
    assert order == [1, 2, 3, 4, 5]


def test_the_first_belt_has_seven_machines_and_no_attack_machine():
    for n in range(60):
        belt = opened(4, b"belt%d" % n).belt
        assert len(belt) == 7
        assert not any(RULES.book.machines[card].family == "attack" for card in belt if card)


def test_the_first_belt_descends_in_level_with_level_1_at_the_far_end():
    for n in range(20):
        levels = [RULES.book.machines[card].level for card in opened(3, b"sorted%d" % n).belt if card]
        assert levels == sorted(levels, reverse=True)


def test_of_equal_levels_the_first_drawn_stands_nearer_the_deck():
    deck = ["P2", "T1", "P3", "D1", "P1", "T2", "P6"]
    assert first_belt(RULES.book, list(deck), Chance(b"x")) == ["P6", "P3", "T2", "P1", "D1", "T1", "P2"]


def test_attack_cards_go_back_into_the_deck_at_random_places():
    spots = set()
    for n in range(60):
        deck = [*["P1"] * 20, *["P2"] * 7, "A1"]
        first_belt(RULES.book, deck, Chance(b"%d" % n))
        assert deck.count("A1") == 1
        spots.add(deck.index("A1"))
    assert len(spots) > 10


def test_three_assistants_lie_face_up():
    state = opened(3)
    assert len(state.assistants) == 3
    assert len(state.assistant_deck) == 10


@pytest.mark.parametrize(("seats", "shown"), [(2, 6), (3, 7), (4, 8), (5, 9)])
def test_projects_in_play_by_the_number_of_players(seats, shown):
    state = opened(seats)
    assert len(state.projects) == shown
    assert len(state.unused_projects) == 14 - shown


def test_two_players_start_with_saboteurs_on_1_and_2_and_handymen_on_3_and_4():
    state = opened(2)
    numbers = {board.id: board.initiative for board in RULES.edition.workshop}
    low, high = sorted((0, 1), key=lambda seat: numbers[state.players[seat].workshop])
    assert state.track == [Piece(low, saboteur=True), Piece(high, saboteur=True), Piece(low), Piece(high)]


def test_every_seed_gives_its_own_game_and_the_same_one_again():
    assert opened(3, b"a") == opened(3, b"a")
    assert opened(3, b"a") != opened(3, b"b")
