"""Planning."""

from engine.games.imaginarium.state import Piece
from tests.engine.imaginarium.positions import lines, of, plain, planning, play, player, refused


def test_a_handyman_reserves_a_machine_or_takes_an_extractor():
    table = planning()
    assert lines(table) == [*(f"reserve {n}" for n in range(1, 8)), *(f"extractor {n}" for n in (1, 2, 3))]
    play(table, "reserve 3")
    assert of(table).track[0].place == 2
    play(table, "extractor 2", seat=1)
    assert of(table).track[1].place == 8


def test_planning_goes_in_the_order_of_the_initiative_track():
    table = planning(track=[Piece(2), Piece(0), Piece(1)])
    for seat in (2, 0, 1):
        assert table.awaiting == (seat,)
        play(table, lines(table, seat=seat)[0], seat=seat)
    assert of(table).step == "use"


def test_a_place_is_for_one_piece_only():
    table = planning()
    play(table, "reserve 3")
    assert refused(table, "reserve 3", seat=1) == "taken"
    play(table, "extractor 1", seat=1)
    assert refused(table, "extractor 1", seat=2) == "taken"


def test_places_that_are_not_there_are_refused():
    table = planning(belt=[None, "P1", "P1", "P1", "P1", "P1", "P1"])
    assert refused(table, "reserve 1") == "empty_space"
    assert refused(table, "reserve 8") == "no_place"
    assert refused(table, "reserve 0") == "no_place"
    assert refused(table, "extractor 4") == "no_place"
    assert "reserve 1" not in lines(table)


def test_only_a_saboteur_sabotages_and_only_a_handyman_reserves():
    table = planning()
    assert refused(table, "sabotage 1") == "handyman"
    duel = planning(seats=2, track=[Piece(0, saboteur=True), Piece(1, saboteur=True), Piece(0), Piece(1)])
    assert refused(duel, "reserve 1") == "saboteur"
    assert refused(duel, "extractor 1") == "saboteur"


def test_reserving_what_one_cannot_pay_is_legal_with_a_warning():
    table = planning(player(charcoalium=4, wood=1))
    outcome = play(table, "reserve 1")
    assert len(outcome.advice) == 1
    assert "6 charcoalium" in outcome.advice[0].say()
    assert of(table).track[0].place == 0


def test_no_warning_when_resources_make_up_for_it():
    table = planning(player(charcoalium=4, wood=3, crystal=1))
    assert play(table, "reserve 1").advice == []


def test_the_bargain_hunter_is_warned_by_the_base_cost_only():
    assert play(planning(player(charcoalium=4, assistants=["AS05"])), "reserve 1").advice == []
    assert play(planning(player(charcoalium=3, assistants=["AS05"])), "reserve 1").advice != []


def test_the_order_of_implementation_is_belt_from_the_deck_side_then_extractors():
    table = planning(seats=5)
    for seat, line in enumerate(("extractor 3", "reserve 7", "extractor 1", "reserve 2", "reserve 1")):
        play(table, line, seat=seat)
    assert [piece.seat for piece in of(table).track] == [4, 3, 1, 2, 0]
    assert table.awaiting == (4,)


def test_a_piece_without_a_free_place_plays_last_in_table_order_and_picks_up_nothing():
    nothing = [None] * 6
    table = planning(seats=5, belt=[*nothing, "P1"], track=[Piece(seat) for seat in (4, 3, 2, 1, 0)])
    for seat, line in ((4, "extractor 3"), (3, "reserve 7"), (2, "extractor 1")):
        play(table, line, seat=seat)
    outcome = play(table, "extractor 2", seat=1)
    assert "found_no_place" in str(plain(outcome.events))
    assert [piece.seat for piece in of(table).track] == [3, 2, 1, 4, 0]
    of(table).at = 4
    assert table.awaiting == (0,)
    assert refused(table, "acquire") == "picked_up"
    assert refused(table, "collect") == "picked_up"
    play(table, "dial recruit+extract", "end")


def test_two_pieces_without_a_place_play_in_table_order():
    table = planning(seats=5, belt=[None] * 7, track=[Piece(seat) for seat in (4, 3, 2, 1, 0)])
    for seat, line in ((4, "extractor 3"), (3, "extractor 2"), (2, "extractor 1")):
        play(table, line, seat=seat)
    assert [piece.seat for piece in of(table).track] == [2, 3, 4, 0, 1]
