"""Phase de travail, simultanément: all are asked at once, in any order, for days; and what nobody may know."""

import random

import engine
from engine.core.chance import Chance
from tests.engine.fantastic_factories.positions import at_market, at_work, first, play, player, state_of
from tests.engine.positions import legal, outcome_of

SCRIPTS = [
    ["activate robot", "place 4 mine", "activate battery_factory", "build dojo discard foundry", "end"],
    ["activate temp_agency", "mark 5", "mark 5", "roll", "activate golem 2", "place 2 generate", "end"],
    ["place 6 mine", "place 6 mine", "activate robot", "end"],
]


def three_at_work():
    return at_work(
        player(["dojo", "foundry"], built=["robot", "battery_factory"], dice=[4], metal=4, energy=9),
        player(built=["temp_agency", "golem"], dice=[5, 5], energy=3),
        player(built=["robot"], dice=[6, 6], metal=1),
    )


def interleaved(order):
    """Play the scripts in an order of seats up to the last `end`, and return what each seat has then."""
    table = three_at_work()
    left = [list(script) for script in SCRIPTS]
    for seat in order[:-1]:
        table.play(seat, left[seat].pop(0))
    return table.view(None)["players"]


def test_seats_in_any_order_get_the_same_dice_and_results_when_no_pile_was_touched():
    order = [seat for seat, script in enumerate(SCRIPTS) for _ in script]
    rng = random.Random(7)
    outcomes = []
    for _ in range(25):
        rng.shuffle(order)
        players = interleaved(order)
        last = order[-1]
        outcomes.append({seat: one for seat, one in enumerate(players) if seat != last})
    for seat in range(3):
        seen = [outcome[seat] for outcome in outcomes if seat in outcome]
        assert seen
        assert all(one == seen[0] for one in seen)


def test_a_seats_dice_dont_depend_on_when_others_roll():
    def rolled(first_seat):
        table = at_work(player(built=["robot"], metal=1), player(built=["robot"], metal=1))
        play(table, "activate robot", seat=first_seat)
        play(table, "activate robot", seat=1 - first_seat)
        return [one.dice for one in state_of(table).players]

    assert rolled(0) == rolled(1)


def test_everybodys_dice_come_from_streams_of_their_own():
    table = engine.open_table("fantastic_factories", 3, seed=b"streams")
    for _ in range(3):
        play(table, "take 1")
    assert {"p1", "p2", "p3"} <= table.chance.positions.keys()
    for seat, one in enumerate(state_of(table).players):
        stream = Chance(b"streams").of(seat)
        assert one.dice == sorted(stream.die(6) for _ in range(4))


def test_draws_are_taken_in_the_order_in_which_they_arrive():
    one = player(dice=[4])
    for seat in (0, 1):
        table = at_work(one, one, top=["dojo", "robot"])
        play(table, "place 4 research", seat=seat)
        play(table, "place 4 research", seat=1 - seat)
        assert [player.hand for player in state_of(table).players] == [["dojo"], ["robot"]][:: 1 - 2 * seat]


def test_a_half_played_turn_survives_a_restart():
    table = at_work(
        player(["dojo", "robot"], built=["refinery"], energy=3), player(built=["temp_agency"], dice=[4], energy=1)
    )
    play(table, "activate refinery", seat=0)
    play(table, "activate temp_agency", "mark 4", seat=1)
    again = engine.load_table(table.dump())
    assert legal(again, seat=0) == ["discard dojo", "discard robot"]
    play(again, "roll", seat=1)
    play(again, "discard robot", seat=0)
    assert first(again).metal == 3


# Hands and decks are hidden


def test_a_view_shows_ones_own_hand_and_only_the_size_of_others():
    table = at_work(player(["dojo"]), player(["golem", "robot"]))
    assert table.view(0)["hand"] == ["dojo"]
    assert table.view(0)["players"][1]["hand"] == 2
    assert table.view(None)["hand"] is None
    assert "golem" not in str(table.view(0)["players"])


def test_a_card_taken_from_the_market_is_known_to_all_until_it_is_seen_to_leave():
    table = at_market(player(["golem"]), player(), market=["robot", "dojo", "biolab", "refinery"])
    play(table, "take 1")
    assert table.view(None)["players"][0]["known"] == ["robot"]
    for seed in (b"a", b"b", b"c"):
        other = table.redeal(1, seed)
        assert "robot" in state_of(other).players[0].hand
    table = at_work(player(["golem", "robot"], known=["robot"], metal=4))
    play(table, "build golem discard robot")
    assert first(table).known == []


def test_of_two_equal_cards_one_may_leave_and_the_other_is_no_longer_known():
    table = at_work(player(["robot", "robot"], known=["robot"], built=["incinerator"], metal=1))
    play(table, "activate incinerator", "discard robot")
    assert (first(table).hand, first(table).known) == (["robot"], [])


def test_hands_and_deck_are_one_pool_for_a_stranger():
    table = at_work(player(["dojo"]), player(["golem", "robot"]))
    hands = {tuple(state_of(table.redeal(0, b"%d" % n)).players[1].hand) for n in range(20)}
    assert len(hands) > 10
    assert all(state_of(table.redeal(0, b"%d" % n)).players[0].hand == ["dojo"] for n in range(5))


def test_others_learn_what_is_discarded_and_only_the_drawer_what_is_drawn():
    table = at_work(player(["dojo", "robot"], built=["refinery"], energy=3, dice=[4]), player())
    play(table, "activate refinery", seat=0)
    assert outcome_of(table, "discard dojo").learned_by == {1}
    assert outcome_of(table, "place 4 research").learned_by == {0}


def test_compounds_dice_and_discards_are_public():
    table = at_work(player(built=["robot"], dice=[3, 4]), player(), deck=60)
    view = table.view(1)
    assert view["players"][0]["built"] == ["robot"]
    assert view["players"][0]["dice"] == [3, 4]
    assert len(view["discard"]) == 74 - 4 - 1 - 60
