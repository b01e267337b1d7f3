"""Names, spellings and sentences: what a player may type and what they read."""

import pytest

import engine
from engine.core.errors import Refused
from engine.core.language import Voice
from engine.games.nicodemus.events import (
    Copied,
    Discarded,
    Drew,
    EndTriggered,
    Gained,
    MachineStolen,
    Passed,
    Played,
    ProjectClaimed,
    ProjectKept,
    ProjectsDrawn,
    ProjectsLookedAt,
    Purged,
    Refilled,
    Repaired,
    Sabotaged,
    Scrapped,
    SetAside,
    Stolen,
    Swapped,
)
from engine.games.nicodemus.moves import Repair
from tests.engine.nicodemus.positions import GAME, duel, play, player, tokens
from tests.engine.positions import legal, outcome_of, refusal


@pytest.mark.parametrize(
    "line",
    [
        "play blue_5 make wood",
        "PLAY Blue_5 MAKE Wood",
        "play harvester make wood",
        "jouer moissonneuse produire bois",
        "jouer Moissonneuse make BOIS",
    ],
)
def test_a_play_is_read_by_id_or_name_in_both_languages(line):
    assert tokens(play(duel(mine=player(["blue_5"])), line)) == {"wood": 1}


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("play purple_1 effect", "défausser scierie cuivre cristal"),
        ("play purple_2 effect", "ferrailler 1 bois"),
        ("play purple_4 effect", "échanger charbonium bois"),
        ("play blue_5 effect", "sorte cristal"),
        ("play red_2 effect", "voler bois"),
        ("play red_4 effect", "ruiner bois*2"),
        ("play yellow_1 effect", "garder deux rouges"),
        ("play yellow_2 effect", "copier 1"),
        ("repair 1", "fin"),
    ],
)
def test_every_move_has_a_french_spelling(setting, line):
    hand = ["blue_1", "purple_1", "purple_2", "purple_4", "blue_5", "red_2", "red_4", "yellow_1", "yellow_2"]
    mine = player(hand, wood=2, charcoalium=1)
    table = duel(row=["blue_2"], mine=mine, theirs=player(wood=2), pile=["two_red", "two_blue"])
    play(table, setting)
    assert outcome_of(table, line).played


def test_repairs_claims_and_passes_have_french_spellings_too():
    table = duel(row=["blue_2"], mine=player([], workshop=["blue_1"], wood=2), projects=["two_blue"])
    play(table, "réparer 1", "valider deux bleues", "finir")
    assert play(duel(mine=player([])), "passer").turn == 1


def test_goods_are_written_in_the_order_wood_copper_crystal():
    table = duel(mine=player(["purple_1", "red_1"]))
    play(table, "play purple_1 effect")
    assert legal(table) == ["discard red_1 wood crystal"]
    assert str(table.read(0, "discard red_1 crystal wood")) == "discard red_1 wood crystal"


def test_what_a_machine_makes_may_be_said_though_it_goes_without_saying():
    assert str(duel().read(0, "jouer scierie produire bois")) == "play blue_1 make"


def test_charcoalium_may_be_said_too_where_a_machine_makes_it():
    table = duel(mine=player(["red_3", "blue_5"]))
    assert str(table.read(0, "play red-3, make charcoalium")) == "play red_3 make"
    assert refusal(table, "play blue_5 make charcoalium").reason == "which_kind"


@pytest.mark.parametrize("line", ["repair Sawmill", "réparer scierie", "repair blue 1", "repair blue1"])
def test_a_machine_of_the_bric_a_brac_is_read_by_its_name(line):
    table = duel(row=["red_1", "blue_1"], mine=player(wood=3, copper=3, crystal=3))
    assert str(table.read(0, line)) == "repair 2"


def test_a_kind_is_an_answer_without_its_verb():
    table = duel(mine=player(["blue_5"]))
    play(table, "play blue_5 effect")
    assert str(table.read(0, "cristal")) == "kind crystal"


def test_a_move_that_a_wordier_line_means_is_exact_only_by_reading():
    table = duel(row=["blue_1"], mine=player(workshop=["blue_5"], copper=1))
    assert refusal(table, Repair(1, ("crystal",))).reason == "no_choice"


def test_forced_arguments_are_filled_in_by_the_reader():
    table = duel(row=["blue_2"], mine=player(["purple_5"]))
    play(table, "play purple_5 effect")
    assert str(table.read(0, "scrap")) == "scrap 1 wood*2"


def test_a_refusal_says_what_would_be_allowed_in_both_languages():
    illegal = refusal(duel(mine=player(["red_1"])), "play blue_1 coins")
    voice = engine.open_table("nicodemus", 2).voice("fr")
    assert illegal.say().startswith("`play Sawmill coins`: `Sawmill` is not in your hand; you hold Pickpocket.")
    assert "n'est pas dans votre main ; vous avez Chapardeur." in illegal.say(voice=voice)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play red_1 coins", "not_in_hand"),
        ("play no_such_thing coins", "unreadable_move"),
        ("play blue_1 coins wood", "no_kind"),
        ("play blue_1 effect wood", "no_kind"),
        ("play blue_1 make copper", "no_kind"),
        ("repair 99", "no_such_position"),
        ("pass", "can_play"),
        ("claim two_blue", "not_now"),
        ("keep two_blue", "not_now"),
        ("end", "not_now"),
        ("copy 1", "not_now"),
    ],
)
def test_a_wrong_move_is_refused_with_its_own_reason(line, reason):
    illegal = refusal(duel(), line)
    assert illegal.reason == reason
    assert illegal.refusal.text.say()[0] in "`abcdefghijklmnopqrstuvwxyz"


def test_nobody_moves_out_of_turn():
    table = duel()
    assert table.legal(1) == []
    with pytest.raises(engine.core.errors.IllegalMove) as refused:  # type: ignore[attr-defined]
        table.play(1, "play blue_1 coins")
    assert refused.value.code == "not_awaited"


def test_every_move_can_be_shown_to_the_other_player():
    assert all(move.public for move in GAME.moves)


EVENTS = [
    (["play blue_1 effect"], "p1 gained 2 wood."),
    (["play red_1 effect"], "p1 stole 1 charcoalium and a machine from p2."),
    (["play red_3 effect"], "p2 lost 2 charcoalium."),
    (["play red_4 effect", "ruin wood*2"], "p2 lost 2 wood."),
    (["play purple_2 effect", "scrap 1 copper"], "p1 scrapped Sawmill; the 1 charcoalium on it went to the reserve."),
    (["repair 1"], "p1 repaired Sawmill for 1 point, paid 1 copper, 1 crystal and found 1 charcoalium on it."),
]


@pytest.mark.parametrize(("lines", "sentence"), EVENTS, ids=[lines[0] for lines, _ in EVENTS])
def test_events_are_told_in_the_games_words(lines, sentence):
    hand = ["blue_1", "red_1", "red_3", "red_4", "purple_2"]
    theirs = player(["blue_2", "blue_3"], wood=3, charcoalium=3)
    table = duel(row=["blue_1"], coins=[1], mine=player(hand, copper=1, crystal=1), theirs=theirs)
    told = [table.voice().say(event.text()) for line in lines for event in outcome_of(table, line).events]
    assert sentence in told


SENTENCES = [
    (Played(seat=0, card="blue_1", choice="coins"), "p1 played Sawmill for charcoalium."),
    (Played(seat=0, card="blue_1", choice="make"), "p1 played Sawmill for what it makes."),
    (Played(seat=1, card="blue_1", choice="effect"), "p2 played Sawmill for its effect."),
    (Gained(seat=0, kind="wood", n=0), "There was no wood left for p1."),
    (Gained(seat=1, kind="wood", n=3, taken=2), "p2 gained 3 wood, 2 of it from p1."),
    (Gained(seat=0, kind="wood", n=1), "p1 gained 1 wood."),
    (Copied(seat=0, card="blue_1"), "p1 copied the effect of Sawmill."),
    (Discarded(seat=0, card="blue_1"), "p1 discarded Sawmill from hand."),
    (Scrapped(seat=0, card="blue_1"), "p1 scrapped Sawmill."),
    (Swapped(seat=0, give="wood"), "p1 gave wood to the reserve."),
    (Stolen(seat=1, goods=("wood",)), "p2 stole 1 wood from p1."),
    (Stolen(seat=0, machines=1), "p1 stole a machine from p2."),
    (Stolen(seat=0), "p1 found nothing to steal."),
    (MachineStolen(card="blue_1"), "The stolen machine is Sawmill."),
    (Sabotaged(seat=1, goods=("wood",), cards=("blue_1",)), "p1 lost 1 wood and discarded Sawmill."),
    (Sabotaged(seat=0, cards=("blue_1", "blue_1")), "p2 discarded Sawmill, Sawmill."),
    (Sabotaged(seat=0), "p2 had nothing to lose."),
    (ProjectsLookedAt(seat=0, n=2), "p1 drew 2 projects."),
    (ProjectsDrawn(seat=0, projects=("two_red",)), "p1 drew the projects Two red."),
    (ProjectsDrawn(seat=0), "There was no project left to draw for p1."),
    (ProjectKept(seat=0, project="two_red"), "p1 kept the project Two red."),
    (Refilled(seat=0, n=1), "p1 drew 1 machine."),
    (Drew(cards=("blue_1",)), "You drew Sawmill."),
    (
        Purged(cards=("blue_1",), coins=2),
        "The bric-a-brac was full: Sawmill were discarded, 2 charcoalium went to the reserve.",
    ),
    (Repaired(seat=0, card="blue_1", points=1), "p1 repaired Sawmill for 1 point and paid nothing."),
    (ProjectClaimed(seat=0, project="two_red", points=4), "p1 claimed Two red for 4 points."),
    (SetAside(seat=0, cards=("blue_1",)), "p1 set aside Sawmill."),
    (Passed(seat=0), "p1 passed."),
    (EndTriggered(seat=0, how="points"), "p1 reached the final score: the game ends with this round."),
    (EndTriggered(seat=1, how="deck"), "The deck could not refill the hand of p2: the game ends with this round."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_every_event_has_its_sentence(event, sentence):
    assert Voice("en", GAME.names).say(event.text()) == sentence
    assert Voice("fr", GAME.names).say(event.text()) != sentence


def test_no_event_is_without_a_sentence():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.events.values())


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ([], "Play a machine from your hand, or repair one of the bric-a-brac."),
        (["play purple_1 effect"], "Which machine of your hand do you discard, for which 2 of its cost?"),
        (["play purple_2 effect"], "Which machine from 1 to 2 do you scrap, for which 1 of its cost?"),
        (["play purple_5 effect"], "You scrap the machine at 2: for which 2 of its cost?"),
        (["play purple_4 effect"], "You can swap 3 more times, or skip."),
        (["play blue_5 effect"], "Which kind do you gain: wood, copper, crystal?"),
        (["play red_2 effect"], "Which resource do you steal: 2 wood?"),
        (["play red_4 effect"], "Which 2 resources does your opponent lose, out of 2 wood?"),
        (["play yellow_1 effect"], "Which project do you keep: two_blue, two_red?"),
        (["play yellow_2 effect"], "The effect of which machine do you copy: 1, 2?"),
        (["repair 2"], "Claim projects with blue_2, or end your turn."),
    ],
)
def test_every_choice_says_what_is_asked(lines, asked):
    hand = ["purple_1", "purple_2", "purple_4", "purple_5", "blue_5", "red_2", "red_4", "yellow_1", "yellow_2"]
    mine = player(hand, wood=2, charcoalium=1)
    table = duel(row=["blue_1", "blue_2"], mine=mine, theirs=player(wood=2), pile=["two_red", "two_blue"])
    play(table, *lines)
    assert str(table.prompt(0)) == asked


def test_an_empty_hand_is_told_what_is_left_to_do():
    said = str(duel(mine=player([])).prompt(0))
    assert said == "Your hand is empty: repair a machine, or pass if you can pay for none."


@pytest.mark.parametrize(
    "change",
    [
        {"machine": [{"id": "red_1", "effect": "no_such_effect"}]},
        {"setup": {"hand": 40}},
        {"setup": {"projects_face_up": 18}},
        {"machine": [{"id": "red_1", "colour": "green"}]},
    ],
)
def test_an_edition_that_cant_be_played_is_refused(change):
    with pytest.raises(Refused) as refused:
        engine.open_table("nicodemus", 2, edition=change)
    assert refused.value.code == "broken_edition"


@pytest.mark.parametrize(
    "odd",
    [
        {"turn": 2},
        {"coins": [0, 0]},
        {"step": "no_such_step"},
        {"step": "claims"},
        {"pending": [[], [{"ask": "copy"}]]},
        {"deck": ["blue_1"]},
        {"step": "over"},
        {"claims": [{"project": "two_blue"}]},
        {"pending": [[{"ask": "scrap", "effect": "no_such_effect"}], []]},
        {
            "row": [],
            "coins": [],
            "discard": ["blue_1"],
            "pending": [[{"ask": "scrap", "effect": "scrap_last_one"}], []],
        },
        {"options": {"purge": "at_once"}},
    ],
    ids=str,
)
def test_a_position_that_makes_no_sense_is_refused(odd):
    import msgspec

    dump = msgspec.json.decode(duel().dump())
    dump["state"] |= odd
    with pytest.raises(Refused) as refused:
        engine.load_table(msgspec.json.encode(dump))
    assert refused.value.code == "broken_dump"
