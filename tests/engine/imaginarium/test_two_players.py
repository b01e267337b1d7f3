"""Two-player game: saboteurs."""

from engine.games.imaginarium.state import Piece
from tests.engine.imaginarium.positions import goods, lines, of, plain, planning, play, player


def duel(*players, **fields):
    track = [Piece(0, saboteur=True), Piece(1, saboteur=True), Piece(0), Piece(1)]
    return planning(*players, seats=2, track=track, **fields)


def test_all_four_pieces_plan_in_track_order():
    table = duel()
    assert lines(table) == [*(f"sabotage {n}" for n in range(1, 8)), *(f"block {n}" for n in (1, 2, 3))]
    play(table, "sabotage 2")
    assert table.awaiting == (1,)
    play(table, "block 1", seat=1)
    assert table.awaiting == (0,)
    assert lines(table)[:2] == ["reserve 1", "reserve 3"]
    play(table, "reserve 1")
    assert lines(table, "extractor", seat=1) == ["extractor 2", "extractor 3"]


def test_a_sabotaged_machine_goes_into_the_crusher_when_its_turn_comes():
    table = duel(player(charcoalium=9), player(charcoalium=9), belt=["P6", "P3", "P2", "P1", "P1", "P1", "P1"])
    play(table, "sabotage 2")
    play(table, "sabotage 7", seat=1)
    play(table, "reserve 1")
    play(table, "reserve 3", seat=1)
    assert of(table).crusher == []
    play(table, "acquire", "dial recruit+extract", "end")
    assert of(table).crusher == ["P3"]
    assert of(table).belt[1] is None
    assert table.awaiting == (1,)


def test_a_saboteur_nearest_the_deck_acts_before_anybody_is_asked():
    table = duel()
    play(table, "sabotage 1")
    play(table, "block 3", seat=1)
    play(table, "reserve 2")
    outcome = play(table, "reserve 3", seat=1)
    assert "spoiled" in str(plain(outcome.events))
    assert of(table).crusher == ["P4"]
    assert table.awaiting == (0,)


def test_a_blocked_extractor_pays_nobody():
    table = duel()
    play(table, "block 3")
    play(table, "block 2", seat=1)
    play(table, "extractor 1")
    play(table, "reserve 7", seat=1)
    for seat in (1, 0):
        play(table, "acquire" if seat else "collect", "dial recruit+extract", "end", seat=seat)
    assert of(table).round == 2
    assert goods(table) == {"charcoalium": 1}


def test_a_saboteur_pays_nothing_and_the_order_of_pieces_is_the_next_planning_order():
    table = duel()
    play(table, "block 3")
    play(table, "sabotage 5", seat=1)
    play(table, "extractor 1")
    play(table, "extractor 2", seat=1)
    order = [(piece.seat, piece.saboteur) for piece in of(table).track]
    assert order == [(1, True), (0, False), (1, False), (0, True)]
    for seat in (0, 1):
        play(table, "collect", "dial recruit+extract", "end", seat=seat)
    assert [(piece.seat, piece.saboteur) for piece in of(table).track] == order
    assert table.awaiting == (1,)


def test_the_normal_reset_discard_still_happens():
    table = duel(belt=["P4", "P3", "P3", "P2", "P2", "T2", "T1"], deck=["P1"] * 20)
    play(table, "sabotage 7")
    play(table, "block 3", seat=1)
    play(table, "extractor 1")
    play(table, "extractor 2", seat=1)
    assert of(table).crusher == ["T1"]
    for seat in (0, 1):
        play(table, "collect", "dial recruit+extract", "end", seat=seat)
    assert of(table).crusher == ["T1", "T2"]


def test_a_sabotaged_machine_can_be_recycled_from_then_on():
    table = duel(player(yard=["S1"], wood=1, copper=1, crystal=2), belt=["T1", *["P1"] * 6])
    play(table, "sabotage 1")
    play(table, "block 3", seat=1)
    play(table, "extractor 1")
    play(table, "extractor 2", seat=1)
    play(table, "collect", "dial extract+repair", "repair S1")
    assert lines(table, "recover") == ["recover T1"]


def test_a_saboteur_without_a_free_place_does_nothing():
    table = duel(belt=[None] * 7)
    play(table, "block 1")
    play(table, "block 2", seat=1)
    outcome = play(table, "extractor 3")
    assert "found_no_place" in str(plain(outcome.events))
    assert [(piece.seat, piece.saboteur) for piece in of(table).track][-1] == (1, False)


def test_a_saboteur_is_yours_or_somebodys():
    table = duel()
    play(table, "sabotage 2")
    assert "YOUR saboteur" in str(table.sheet(0))
    assert "VOTRE saboteur" in str(table.sheet(0, "fr"))
    assert "p1's saboteur" in str(table.sheet(1))
