"""Names, spellings and sentences: what a player may type and what they read."""

import random

import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Voice
from engine.games.fantastic_factories.events import Activated, EndNeared
from tests.engine.fantastic_factories.positions import GAME, at_market, at_work, first, play, player, store
from tests.engine.positions import legal, outcome_of, refusal


@pytest.mark.parametrize(
    "line",
    [
        "build biolab discard foundry",
        "BUILD Biolab DISCARD Foundry",
        "bâtir bio-labo défausser fonderie",
        "batir Bio-Labo discard Fonderie",
    ],
)
def test_a_build_is_read_by_id_or_name_in_both_languages(line):
    table = at_work(player(["biolab", "foundry"], metal=1, energy=3))
    play(table, line)
    assert first(table).built == ["biolab"]


def test_cards_of_the_market_are_read_by_their_names():
    table = at_market(player(["biolab", "foundry"]), market=["obelisk", "robot", "dojo", "beacon"])
    assert str(table.read(0, "take Robot")) == "take 2"
    assert str(table.read(0, "prendre obélisque")) == "take 1"


def test_dice_are_read_in_any_order_and_written_in_ascending_order():
    table = at_work(player(built=["assembly_line"], dice=[2, 3, 4]))
    assert str(table.read(0, "activate assembly_line 4 2 3")) == "activate assembly_line 2 3 4"


@pytest.mark.parametrize(
    ("line", "said", "dit"),
    [
        ("place 5 mine", "you have no unplaced dice.", "vous n'avez aucun dé non placé."),
        ("activate golem 7", "Golem takes a face from 1 to 6.", "Golem prend une valeur de 1 à 6."),
        (
            "activate temp_agency 3",
            "Temp Agency takes no dice yet: `mark` them next, then `roll`.",
            "ne prend pas encore de dés : marquez-les ensuite avec `marquer`, puis lancez-les avec `lancer`.",
        ),
        ("activate battery_factory 3", "Battery Factory takes no dice.", "ne prend aucun dé."),
    ],
)
def test_a_refusal_about_dice_says_which_dice_there_are_or_should_be(line, said, dit):
    refused = refusal(at_work(player(built=["golem", "temp_agency", "battery_factory"])), line)
    assert said in refused.say()
    assert dit in refused.say("fr")


def test_a_gift_goes_to_a_player_whose_name_has_a_hyphen():
    table = at_market(player(["golem"]), player(), player())
    table.play(0, "hire 1 discard golem")
    assert str(table.read(0, "gift Jean-Luc", players=("ada", "max", "jean-luc"))) == "gift p3"


def test_a_negative_slot_is_no_slot():
    table = at_market(player(["golem"]), player())
    assert [refusal(table, line).code for line in ("take -1", "hire -1 discard golem")] == ["unreadable_move"] * 2


def test_forced_arguments_are_filled_in_by_the_reader():
    table = at_work(player(["biolab", "foundry"], built=["assembly_line"], dice=[2, 3, 4], metal=1, energy=3))
    assert str(table.read(0, "build biolab")) == "build biolab discard foundry"
    assert str(table.read(0, "activate assembly_line")) == "activate assembly_line 2 3 4"


WORK_LINES = [
    "placer 4 mine",
    "placer 1 générateur",
    "activer récolteur 5 5 métal",
    "activer golem 3",
    "répliquer 1 4",
    "spécialiste 6",
    "fin",
    "finir",
]


@pytest.mark.parametrize("line", WORK_LINES)
def test_the_moves_of_work_have_french_spellings(line):
    mine = player(built=["harvester", "golem", "replicator"], dice=[1, 4, 5, 5], energy=5, hired="specialist")
    table = at_work(mine, market=["power_plant", None, None, None])
    assert outcome_of(table, line).played


@pytest.mark.parametrize(
    ("setting", "lines"),
    [
        (["activer agence d'intérim"], ["marquer 2", "lancer"]),
        (["activer super usine 2 2 2"], ["dé 5"]),
        (["activer marché noir 2", "défausser mégalithe"], ["gagner métal*4"]),
        (["activer raffinerie"], ["défausser mégalithe"]),
    ],
)
def test_open_choices_have_french_spellings(setting, lines):
    built = ["temp_agency", "mega_factory", "black_market", "refinery"]
    table = at_work(player(["megalith"], built=built, dice=[2, 2, 2], energy=5))
    play(table, *setting)
    assert outcome_of(table, *lines).played


@pytest.mark.parametrize(
    "line", ["prendre 1", "engager 1 défausser golem", "renouveler plans énergie", "renouveler prestataires energy"]
)
def test_the_moves_of_the_market_have_french_spellings(line):
    assert outcome_of(at_market(player(["golem"], energy=3), player()), line).played


def test_gifts_set_dice_and_drops_have_french_spellings():
    table = at_market(player(["golem"]), player(), player())
    play(table, "engager 1 discard golem", "offrir p3")
    foreman = at_market(player(["golem"], energy=2), contractors=["foreman", None, None, None])
    play(foreman, "engager 1", "fixer 6", "lancer")
    rich = at_work(player(metal=13))
    play(rich, "fin", "céder métal")
    empty = at_market(player(), player(["dojo"]), market=[None] * 4)
    play(empty, "passer")


def test_a_gift_is_read_by_the_opponents_name():
    table = at_market(player(["golem"]), player(), player())
    table.play(0, "hire 1")
    table.play(0, "gift Odile", players=["Max", "Léa", "Odile"])
    assert store(table.state.players[2]) == (1, 0, 0)  # type: ignore[attr-defined]


def test_a_refusal_says_what_would_be_allowed_in_both_languages():
    table = at_work(player(dice=[2, 5]))
    illegal = refusal(table, "place 5 generate")
    assert illegal.say(voice=table.voice("en")) == (
        "`place 5 Generate`: Generate takes dice that show 1, 2, 3. Allowed: `place 5 Research`, `place 5 Mine`."
    )
    french = illegal.say(voice=table.voice("fr"))
    assert "Générateur prend les dés de valeur 1, 2, 3." in french


WRONG = [
    ("place 3 mine", "no_such_dice"),
    ("place 9 research", "no_such_dice"),
    ("place 999999 research", "no_such_dice"),
    ("place 5 attic", "unreadable_move"),
    ("build golem discard golem", "not_in_hand"),
    ("build dojo discard golem", "not_in_hand"),
    ("build no_such_thing discard dojo", "unreadable_move"),
    ("activate golem 3", "not_built"),
    ("activate robot 3", "wrong_dice"),
    ("replicate 1", "not_built"),
    ("specialist 3", "no_specialist"),
    ("discard dojo", "not_now"),
    ("take 1", "not_now"),
    ("drop metal", "not_now"),
    ("roll", "not_now"),
    ("mark 5", "not_now"),
    ("gain metal", "not_now"),
    ("die 5", "not_now"),
    ("gift p2", "not_now"),
    ("pass", "not_now"),
    ("refresh blueprints metal", "not_now"),
]


@pytest.mark.parametrize(("line", "reason"), WRONG)
def test_a_wrong_move_is_refused_with_its_own_reason(line, reason):
    illegal = refusal(at_work(player(["dojo", "foundry"], built=["robot"], dice=[5], metal=3), player()), line)
    assert illegal.reason == reason
    assert illegal.refusal.text.say()[0] in "`abcdefghijklmnopqrstuvwxyz"


def test_nobody_moves_out_of_turn():
    table = at_market()
    with pytest.raises(IllegalMove) as refused:
        table.play(1, "take 1")
    assert refused.value.reason == "not_awaited"


def test_a_turn_stops_at_the_first_thing_it_shows_unless_told_otherwise():
    table = at_work(player(dice=[4, 4]))
    outcome = outcome_of(table, "place 4 research", "place 4 mine")
    assert (outcome.stopped, outcome.unplayed) == ("reveal", ("place 4 mine",))
    table = at_work(player(dice=[4, 4]))
    assert len(outcome_of(table, "place 4 research!", "place 4 mine").played) == 2


def test_an_illegal_later_move_takes_back_what_showed_nothing():
    table = at_work(player(["biolab", "foundry"], dice=[4, 2], energy=3))
    with pytest.raises(IllegalMove) as refused:
        table.play(0, ["place 4 mine", "build biolab discard foundry", "place 2 mine"])
    assert refused.value.index == 2
    assert store(first(table)) == (0, 3, 0)


def test_unknown_options_and_values_are_refused():
    with pytest.raises(Refused, match="no option"):
        engine.open_table("fantastic_factories", 2, {"colour": "red"})
    with pytest.raises(Refused, match="does not fit"):
        engine.open_table("fantastic_factories", 1, {"difficulty": "absurd"})


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        ({"ask": "set", "left": 2, "free": 4}, "Set a die, or roll the rest: 2 are left."),
        ({"ask": "mark", "marked": []}, "Mark the dice that you want to roll again."),
        ({"ask": "mark", "marked": [3]}, "Mark more dice, or roll ⚂3."),
        ({"ask": "die"}, "Which face does your extra die show?"),
        (
            {"ask": "gain", "by": "black_market", "card": "megalith", "n": 4},
            "Which 4 of 5 metal, 2 energy do you gain?",
        ),
        ({"ask": "drop"}, "Keep at most 10 cards and 12 resources: what do you give up?"),
    ],
)
def test_every_open_choice_says_what_is_asked(state, asked):
    table = at_work(player(dice=[2], metal=13), player(), pending=[[state], []])
    assert str(table.prompt(0)) == asked
    assert legal(table)


def test_the_phases_and_the_gift_say_what_is_asked():
    assert str(at_market().prompt(0)) == "Take a blueprint of the market or hire a contractor."
    assert str(at_work().prompt(1)) == "Place dice, build and activate in any order, then end."
    table = at_market(player(["golem"]), player(), player())
    play(table, "hire 1")
    assert str(table.prompt(0)) == "Which opponent gets 1 metal from miner?"


def random_game(seats, seed):
    """Yield a table and what became of each move of a random game."""
    table = engine.open_table("fantastic_factories", seats, seed=b"tell%d" % seed)
    rng = random.Random(seed)
    while table.awaiting:
        seat = rng.choice(table.awaiting)
        yield table, table.play(seat, rng.choice(table.legal(seat)))


def test_every_event_can_be_told_in_both_languages():
    told = set()
    for seed in range(8):
        for table, outcome in random_game(1 + seed % 3, seed):
            for event in outcome.events:
                assert all("{" not in table.voice(lang).say(event.text()) for lang in ("en", "fr"))
                told.add(event.__struct_config__.tag)
    assert len(told) > 20
    assert told <= set(GAME.events)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Activated(seat=0, card="dojo"), "p1 used Dojo."),
        (Activated(seat=0, card="dojo", dice=(3,), energy=-1), "p1 used Dojo with ⚂3, 1 energy."),
        (EndNeared(how="machine"), "The Machine has made enough goods: one more round is played."),
        (EndNeared(how="goods", seat=1), "p2 has made enough goods: one more round is played."),
        (EndNeared(how="buildings", seat=0), "p1 has built enough: one more round is played."),
    ],
)
def test_events_are_told_in_the_games_words(event, said):
    assert Voice("en", GAME.names).say(event.text()) == said


def test_events_say_all_that_was_gained_and_paid():
    holdings = dict.fromkeys([(seat, kind) for seat in range(3) for kind in ("metal", "energy", "goods")], 0)
    holdings |= {(seat, kind): n for seat in range(3) for kind, n in (("metal", 1), ("energy", 2))}
    for table, outcome in random_game(3, 1):
        for event in outcome.events:
            for key, change in event.changes().items():
                holdings[key] += change
        assert GAME.holdings(table.state) == holdings
