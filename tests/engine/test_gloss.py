"""What a legal move would bring, in a few words beside it: from what its player sees, in both languages."""

import random
from typing import get_type_hints

import pytest

import engine
from engine.core.language import Amount, Count, Name, Text, Who
from engine.core.notation import parse
from engine.core.rules import Rules
from engine.games.imaginarium.state import Piece
from engine.games.mech_a_dream.cards import Amounts
from engine.games.mech_a_dream.gloss import add_up
from engine.games.nicodemus.gloss import about_effect
from tests.engine.fantastic_factories import positions as factories
from tests.engine.imaginarium import positions as imaginarium
from tests.engine.mech_a_dream import positions as dream
from tests.engine.nicodemus import positions as nicodemus

LONGEST = 140
MOVES = 300
MINERS = ["miner", None, None, None]


def gloss(table, line, lang="en"):
    """Return what is said beside a legal move of p1."""
    move = parse(line, table.rules.verbs)
    assert line in [str(one) for one in table.legal(0)], line
    return table.rules.explain(table.view(0), move, table.voice(lang))


def test_texts_that_say_the_same_have_the_same_key():
    wood = Text("{good}", good=[Name("wood")])
    assert wood.key == Text("{good}", good=[Name("wood")]).key
    assert wood.key != Text("{good}", good=["wood"]).key
    assert Count("{n} point", "{n} points", 1).key != Count("{n} point", "{n} points", 2).key
    assert Text("{one}", one=wood).key == Text("{one}", one=Text("{good}", good=[Name("wood")])).key
    assert Text("{who}", who=[Who(1)]).key != Text("{who}", who=[Who(1)]).key


def test_what_is_kept_of_explanations_has_a_bound(monkeypatch):
    monkeypatch.setattr("engine.core.rules.MOST_SAID", 2)
    table = nicodemus.duel(mine=nicodemus.player(["blue_1", "red_3"]))
    moves, rules = table.legal(0), table.rules
    monkeypatch.setattr(rules, "_said", {})
    first, again = ([rules.explain(table.view(0), move, table.voice("en")) for move in moves] for _ in range(2))
    assert first == again
    assert len(set(first)) > 2
    assert len(rules._said) <= 2


@pytest.mark.parametrize("game", list(engine.games()))
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_legal_move_of_a_game_is_explained_in_a_line(game, lang):
    rules = engine.games()[game]
    seats = rules.seats[-1]
    options = {name: True for name, kind in get_type_hints(rules.options_type).items() if kind is bool}
    table = engine.open_table(game, seats, options, b"gloss")
    chooser = random.Random(7)
    verbs = set()
    for _ in range(MOVES):
        if not table.awaiting:
            break
        seat = chooser.choice(table.awaiting)
        legal, view = table.legal(seat), table.view(seat)
        for move in legal:
            said = rules.explain(view, move, table.voice(lang))
            assert len(said) <= LONGEST
            assert "{" not in said
            verbs |= {str(move).split()[0]} if said else set()
        table.play(seat, [chooser.choice(legal)])
    assert verbs or type(rules).gloss is Rules.gloss


@pytest.mark.parametrize(
    ("line", "said", "dit"),
    [
        ("play red_3 coins", "3 charcoalium", "3 charboniums"),
        ("play red_3 make", "1 charcoalium", "1 charbonium"),
        ("play blue_5 make copper", "1 copper", "1 cuivre"),
        (
            "play blue_1 effect",
            "1 wood for each bric-a-brac machine that makes wood (now 2 with it)",
            "1 bois par machine du bric-à-brac qui produit du bois (ici 2 avec elle)",
        ),
        ("repair 1", "1 point, for 1 copper, 1 charcoalium", "1 point, pour 1 cuivre, 1 charbonium"),
    ],
)
def test_nicodemus_says_what_a_machine_gives_or_costs(line, said, dit):
    mine = nicodemus.player(
        ["blue_1", "blue_5", "red_3"], workshop=["purple_2"], wood=1, copper=1, crystal=1, charcoalium=1
    )
    table = nicodemus.duel(row=["blue_1", "red_1"], mine=mine)
    assert gloss(table, line) == said
    assert gloss(table, line, "fr") == dit


@pytest.mark.parametrize(
    ("card", "stock", "any_discount", "said"),
    [
        ("blue_2", {"wood": 1}, "forced", "1 point, for 1 wood"),
        ("blue_2", {"wood": 2}, "forced", "1 point, for 1 wood"),
        ("blue_2", {"wood": 1}, "waivable", "1 point, for 1 wood"),
        ("blue_1", {}, "forced", "1 point, for nothing"),
    ],
)
def test_a_price_that_can_be_paid_in_one_way_counts_the_discounts(card, stock, any_discount, said):
    options = {"any_discount": any_discount}
    mine = nicodemus.player([], workshop=["purple_1", "purple_1"][: 1 + (card == "blue_1")], **stock)
    table = nicodemus.duel(row=[card], mine=mine, options=options)
    assert gloss(table, "repair 1") == said


def test_nicodemus_says_what_is_copied_or_kept_and_nothing_that_the_move_says():
    table = nicodemus.duel(row=["blue_2"], mine=nicodemus.player(["yellow_2", "blue_1"]))
    nicodemus.play(table, "play yellow_2 effect")
    assert gloss(table, "copy 1") == "1 charcoalium for each bric-a-brac machine that makes it (now 2 with it)"
    table = nicodemus.duel(row=["blue_2"], mine=nicodemus.player(["purple_2"]))
    nicodemus.play(table, "play purple_2 effect")
    assert gloss(table, "scrap 1 wood") == ""
    table = nicodemus.duel(mine=nicodemus.player(["purple_1", "red_1"]))
    nicodemus.play(table, "play purple_1 effect")
    assert gloss(table, "discard red_1 wood crystal") == ""
    table = nicodemus.duel(mine=nicodemus.player(["yellow_1"]), pile=["two_red", "two_blue"])
    nicodemus.play(table, "play yellow_1 effect")
    assert gloss(table, "keep two_red", "fr") == "3 points"


def test_imaginarium_says_what_the_belt_costs_and_what_machines_do():
    table = imaginarium.planning(belt=["P6", "D1", "T1", "A1", "A5", "A6", "S1"])
    assert gloss(table, "reserve 1") == "for 7 charcoalium: any 1 resource"
    assert gloss(table, "reserve 2") == "for 4 charcoalium: protects you from Swaglifteur"
    assert gloss(table, "reserve 3", "fr") == "pour 4 charboniums : 1 ressource → 3 charboniums"
    assert gloss(table, "reserve 4", "fr").endswith(
        " : chaque adversaire perd jusqu'à 3 charboniums, vous en gardez jusqu'à 3"
    )
    assert gloss(table, "reserve 5").endswith(": takes a project out of the game")
    assert gloss(table, "reserve 6").endswith(": turns a space of each opponent face down")
    assert gloss(table, "reserve 7").endswith(": brings a machine back from the crusher")
    assert gloss(table, "extractor 2") == "2 charcoalium"


def test_imaginarium_says_what_is_picked_up():
    mine = imaginarium.player("P1+P1", **imaginarium.rich())
    table = imaginarium.at_turn(mine)
    assert gloss(table, "use 1") == "3 charcoalium"
    assert gloss(table, "collect") == "3 charcoalium"
    table = imaginarium.at_turn(mine, place=0, belt=["P2", *[None] * 6])
    assert gloss(table, "acquire", "fr") == "Menuisette pour 5 charboniums : 1 bois"


def test_imaginarium_says_what_actions_bring():
    office = imaginarium.projects("PR14", completed=(1,))
    mine = imaginarium.player("P2", charcoalium=15, wood=1)
    table = imaginarium.acting(mine, pair="transact+dismantle", projects=office)
    assert gloss(table, "buy crystal") == "for 3 charcoalium"
    assert gloss(table, "buy point") == "for 5 charcoalium"
    assert gloss(table, "sell wood") == "for 1 charcoalium"
    assert gloss(table, "dismantle 1 parts", "fr") == "4 cuivres"
    assert gloss(table, "dismantle 1 points") == "1 point"
    assert gloss(table, "complete PR14") == "2 points"
    helped = imaginarium.player(charcoalium=15, assistants=["AS09", "AS04"])
    table = imaginarium.acting(helped, pair="transact+dismantle", projects=office)
    assert gloss(table, "buy point") == f"for {imaginarium.RULES.book.assistants['AS09'].amount} charcoalium"
    assert gloss(table, "complete PR14") == "3 points"


def test_imaginarium_says_what_staff_saboteurs_and_repairs_do():
    table = imaginarium.acting(
        imaginarium.player(yard=["A1"], **imaginarium.rich()), pair="recruit+extract", assistants=["AS10"]
    )
    assert gloss(table, "recruit AS10") == "for 6 charcoalium: 5 transactions a turn"
    assert gloss(table, "extract") == "3 charcoalium"
    table = imaginarium.acting(imaginarium.player(yard=["A1"], **imaginarium.rich()))
    assert gloss(table, "repair A1") == (
        "for 1 wood, 1 crystal: each opponent loses up to 3 charcoalium, you keep up to 3"
    )
    table = imaginarium.at_turn(imaginarium.player(assistants=["AS12"]), imaginarium.player("P3"))
    assert gloss(table, "borrow p2 1") == "Copperette: 1 copper"


@pytest.mark.parametrize(
    ("staff", "ruling", "said"),
    [([], True, "3 points"), (["AS04"], True, "4 points"), (["AS04"], False, "3 points")],
)
def test_imaginarium_says_what_a_private_project_brings_its_player_alone(staff, ruling, said):
    rulings = engine.games()["imaginarium"].options({"private_bonus": ruling})
    private = imaginarium.player(charcoalium=15, private=["PR14", "PR13"], assistants=staff)
    table = imaginarium.acting(private, projects=[], rulings=rulings)
    assert gloss(table, "complete PR14") == said
    assert [table.view(seat)["private_points"] for seat in (1, None)] == [{}, {}]


def test_imaginarium_says_nothing_of_a_private_project_where_an_older_server_does_not():
    private = imaginarium.player(charcoalium=15, private=["PR14", "PR13"])
    table = imaginarium.acting(private, projects=[])
    view = {key: value for key, value in table.view(0).items() if key != "private_points"}
    assert table.rules.gloss(view, parse("complete PR14", table.rules.verbs)) is None


@pytest.mark.parametrize(
    ("line", "said", "dit"),
    [
        ("take 1", "1 metal: roll an extra die", "1 métal : lancer un dé supplémentaire"),
        (
            "take 3",
            "the first you build scores 2, the next 3, 4, 5",
            "le premier bâti vaut 2, les suivants 3, 4, 5",
        ),
        (
            "hire 1 discard robot",
            "gain the cost of the top blueprint",
            "gagner le coût du premier plan de la pioche",
        ),
    ],
)
def test_fantastic_factories_says_what_the_market_offers(line, said, dit):
    table = factories.at_market(
        factories.player(["robot"]),
        factories.player(),
        market=["robot", "dojo", "beacon", "beacon"],
        contractors=["investor", "miner", "electrician", "architect"],
    )
    assert gloss(table, line) == said
    assert gloss(table, line, "fr").replace("\u00a0", " ") == dit


@pytest.mark.parametrize(
    ("others", "said", "dit"),
    [
        (0, "3 metal", "3 métaux"),
        (1, "3 metal; p2: 1 metal", "3 métaux ; p2 : 1 métal"),
        (2, "3 metal; an opponent of your choice: 1 metal", "3 métaux ; un adversaire au choix : 1 métal"),
    ],
)
def test_fantastic_factories_gives_gifts_to_nobody_who_is_not_there(others, said, dit):
    table = factories.at_market(factories.player(["robot"]), *[factories.player()] * others, contractors=MINERS)
    assert gloss(table, "hire 1 discard robot") == said
    assert gloss(table, "hire 1 discard robot", "fr").replace("\u00a0", " ") == dit


def test_fantastic_factories_says_what_dice_and_cards_bring():
    mine = factories.player(
        ["golem", "robot"], built=["power_plant"], dice=[2, 2, 5], metal=9, energy=9, at={"generate": [2]}
    )
    table = factories.at_work(mine, factories.player())
    assert gloss(table, "place 2 generate") == "3 energy"
    assert gloss(table, "place 5 mine", "fr") == "1 métal"
    assert gloss(table, "place 2 research") == "draw 1 card"
    assert gloss(table, "activate power_plant 5") == "5 energy"
    assert gloss(table, "build robot discard golem") == "for 1 metal, 1 energy (1 metal: roll an extra die)"


def test_mech_a_dream_says_what_a_day_brings():
    mine = dream.player(built=["green_04b"], belt={"red_12": 4}, ink=5, flower=5)
    table = dream.by_day(mine, dream.player(), moment=0)
    assert gloss(table, "storage flower") == "4 flowers, 2 ink"
    assert gloss(table, "storage ink", "fr") == "2 fleurs, 4 encres"
    assert gloss(table, "assign red_12") == "in slot 4"
    assert gloss(table, "dock").endswith(" flowers")
    tile = next(str(move) for move in table.legal(0) if str(move).startswith("acquire blue"))
    assert " ink, in slot " in gloss(table, tile)


def test_mech_a_dream_says_what_a_night_brings():
    table = dream.by_night(dream.player(built=["red_12"], flower=3), dream.player())
    assert gloss(table, "robot") == "1 ink"
    assert gloss(table, "activate red_12") == "2 flowers → 3 points"
    assert gloss(table, "activate red_12", "fr") == "2 fleurs → 3 points"


def test_mech_a_dream_says_what_a_copy_brings():
    rival = dream.player(built=["red_12"], robot="robot_6")
    table = dream.by_night(dream.player(robot="robot_8", flower=4, ink=2, rainbow=2), rival, options={"robots": True})
    assert gloss(table, "copy p2 red_12") == "3 flowers → 3 points"
    assert gloss(table, "copy p2 robot 2") == "1 flower, 1 ink → 1 rainbow"


def test_mech_a_dream_says_where_the_buyers_tile_lands():
    table = dream.by_night(
        dream.player(robot="robot_7", ink=9), dream.player(robot="robot_1"), options={"robots": True}
    )
    tile = next(str(move) for move in table.legal(0) if str(move).startswith("buy red"))
    slot = dream.BOOK.machines[tile.split()[1]].time - 2
    assert f"in slot {slot}: " in gloss(table, tile)


def test_mech_a_dream_says_what_a_poached_specialist_costs_and_brings():
    def said(mode, line):
        options = {"specialists": True, "specialist_mode": mode}
        rival = dream.player(specialists={"specialist_02": 1})
        return gloss(dream.by_day(dream.player(rainbow=3), rival, options=options), line)

    assert ", with " in said("replaces_choice", "poach specialist_02")
    assert ", with " not in said("replaces_all", "poach specialist_02")
    assert "for 1 rainbow" in said("replaces_all", "poach specialist_02")
    assert said("in_addition", "poach specialist_02 ink") != said("in_addition", "poach specialist_02 flower")


def test_what_finds_no_room_is_said_before_the_move():
    table = dream.by_day(dream.player(ink=8, flower=9), dream.player(), moment=0)
    assert gloss(table, "storage ink") == "2 flowers, 4 ink; no room for 2 flowers, 3 ink"


def test_fantastic_factories_says_what_another_row_and_a_gift_cost_and_bring():
    rich = factories.player(["robot"], metal=1, energy=1)
    market = {"contractors": ["miner", "investor", "electrician", "architect"]}
    table = factories.at_market(rich, factories.player(), factories.player(), **market)
    assert gloss(table, "refresh contractors metal") == "discard the whole row and lay out a new one, for 1 metal"
    assert gloss(table, "refresh blueprints energy", "fr").endswith(", pour 1 énergie")


def test_fantastic_factories_says_what_a_copy_of_a_card_that_works_by_itself_takes():
    market = ["scrap_yard", None, None, None]
    mine = factories.player(built=["replicator"], energy=1)
    table = factories.at_work(mine, factories.player(), market=market, options={"replicator": "any"})
    does = factories.GAME.explain(table.view(0), parse("replicate 1", table.rules.verbs), table.voice("en"))
    assert does == gloss(table, "replicate 1")
    assert does.startswith("for 1 energy (")


def test_imaginarium_says_what_open_effects_are_after():
    table = imaginarium.acting(imaginarium.player("P2", yard=["S1"], **imaginarium.rich()), crusher=["P1", "S2"])
    imaginarium.play(table, "repair S1")
    assert gloss(table, "recover P1") == "1 charcoalium"
    theirs = imaginarium.player("P1+P1", "-", "P2")
    table = imaginarium.acting(imaginarium.player(yard=["A6"], **imaginarium.rich()), theirs)
    imaginarium.play(table, "repair A6")
    assert gloss(table, "tangle p2 3") == "Carpenteur"


def test_mech_a_dream_says_where_a_copied_purchase_lands():
    rival = dream.player(robot="robot_7", asleep=True)
    mine = dream.player(robot="robot_8", flower=1, ink=2)
    table = dream.by_night(mine, rival, options={"robots": True}, market=["red_08"])
    table.play(0, ["copy p2 robot 2"])
    slot = dream.BOOK.machines["red_08"].time - 2
    assert f"in slot {slot}: " in gloss(table, "buy red_08")


def test_imaginarium_says_that_a_machine_which_cant_be_paid_is_lost():
    table = imaginarium.at_turn(imaginarium.player(charcoalium=1, wood=1), place=0, belt=["P6", *[None] * 6])
    assert gloss(table, "acquire") == "you can't pay 7 charcoalium: all your goods and Flamelleur are lost"
    table = imaginarium.at_turn(imaginarium.player(charcoalium=6, wood=2), place=0, belt=["P6", *[None] * 6])
    assert gloss(table, "acquire wood*2") == "Flamelleur for 6 charcoalium, 2 wood: any 1 resource"


def test_nicodemus_says_no_more_than_there_is():
    table = nicodemus.duel(mine=nicodemus.player(["red_3"], charcoalium=11), theirs=nicodemus.player(charcoalium=0))
    left = table.view(0)["reserve"]["charcoalium"]
    assert left < 3
    assert gloss(table, "play red_3 coins") == f"{left} charcoalium"


def test_a_machine_that_lies_elsewhere_is_not_counted_among_those_of_the_row():
    table = nicodemus.duel(row=["blue_1"])
    said = about_effect(table.rules.book, table.view(0), "blue_2", ["blue_1"])
    assert table.voice("en").say(said) == "1 charcoalium for each bric-a-brac machine that makes it (now 0)"


def test_a_saboteurs_move_says_what_becomes_of_the_place():
    track = [Piece(0, saboteur=True), Piece(1, saboteur=True), Piece(0), Piece(1)]
    table = imaginarium.planning(seats=2, track=track, belt=["P6", "P3", "P2", "P1", "P1", "P1", "P1"])
    assert gloss(table, "sabotage 2") == "to the crusher"
    assert gloss(table, "block 2") == "nobody extracts there this round"


def test_a_kind_that_several_parcels_of_the_dock_bring_is_said_once():
    parcels = [Amounts(points=2), Amounts(activation=1), Amounts(activation=1)]
    assert add_up(parcels) == [Amount("points", 2), Amount("activation", 2)]


def test_a_game_that_says_nothing_of_its_own_explains_nothing():
    table = engine.open_table("foundry", 2, seed=b"plain")
    move = table.legal(0)[-1]
    assert table.rules.explain(table.view(0), move, table.voice("en")) == ""
    assert table.rules.rows(table.view(0)) == {}
