"""Names, spellings, sentences and editions: what a player may type and read, and what a club may change."""

import random
from typing import Any

import msgspec
import pytest

import engine
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Voice
from engine.games.mech_a_dream.events import (
    Acquired,
    Advanced,
    Assigned,
    Built,
    DayBegan,
    Docked,
    Drafted,
    FirstNamed,
    HourglassesLost,
    LaidOut,
    NightFell,
    ParcelOpened,
    Poached,
    Rewarded,
    ScreenOpened,
    ScreenSealed,
    Skipped,
    Slept,
    Stored,
    Used,
    WorkEnded,
)
from engine.games.mech_a_dream.state import Rewards
from engine.games.mech_a_dream.words import specialist_text
from tests.engine.mech_a_dream.positions import (
    BOOK,
    BOTH,
    GAME,
    ROBOTS,
    SPECIALISTS,
    by_day,
    by_night,
    first,
    play,
    player,
    state_of,
)
from tests.engine.positions import legal, outcome_of, refusal


@pytest.mark.parametrize(
    "line", ["acquire red_08", "ACQUIRE Pollen Harp", "acquérir harpe à pollen", "acquerir HARPE A POLLEN"]
)
def test_a_tile_is_read_by_id_or_name_in_both_languages(line):
    table = by_day(player(ink=9), player(), market=["red_08"])
    play(table, line)
    assert first(table).belt == {"red_08": 3}


@pytest.mark.parametrize(
    "line", ["stockage encre", "magasin fleur", "quai", "affecter grand rêveur", "construire red_07"]
)
def test_the_moves_of_the_day_have_french_spellings(line):
    table = by_day(player([], {"red_07": 6}, flower=3), player(), delivery="delivery_01")
    assert outcome_of(table, line).played


@pytest.mark.parametrize("line", ["activer presse à pétales", "robot", "dormir"])
def test_the_moves_of_the_night_have_french_spellings(line):
    assert outcome_of(by_night(player(["blue_01"]), player()), line).played


def test_the_moves_of_the_variants_have_french_spellings():
    night = by_night(
        player(robot="robot_8", flower=3),
        player(["red_01a"], robot="robot_1"),
        player(robot="robot_7", ink=9),
        options=ROBOTS,
        market=["red_08"],
    )
    play(night, "acheter harpe à pollen", "dormir", seat=2)
    play(night, "copier p2 orgue à rêves A", seat=0)
    assert first(night).points == 2
    day = by_day(player(rainbow=1), player(specialists={"specialist_08": 1}), options=SPECIALISTS)
    play(day, "débaucher épicière", "récompense fleur")
    setup = engine.open_table("mech_a_dream", 2, ROBOTS, b"fr")
    play(setup, f"écran {legal(setup)[0].split()[1]}")
    draft = engine.open_table("mech_a_dream", 2, SPECIALISTS, b"fr")
    play(draft, f"spécialiste {legal(draft)[0].split()[1]}")
    dock = by_day(player([], {"red_07": 6}, flower=3), player(), delivery="delivery_05")
    play(dock, "quai", "avancer", "avancer grand rêveur", "passer")


def test_forced_arguments_are_filled_in_by_the_reader():
    table = by_day(player([], {"red_07": 6}), player())
    assert str(table.read(0, "assign")) == "assign red_07"


def test_an_opponent_is_read_by_name():
    table = by_night(player(robot="robot_8", flower=1), player(["red_01a"], robot="robot_1"), options=ROBOTS)
    table.play(0, "copy Odile Dream Organ A", players=["Max", "Odile"])
    assert first(table).points == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("storage", "it can mean `storage flower`, `storage ink`; write which."),
        ("acquire nothing_here", "`nothing_here` can't stand there"),
        ("fly", "there is no move `fly`"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_with_what_would(line, said):
    assert said.split()[0] in refusal(by_day(player(ink=9), player()), line).say()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_refusals_are_sentences_with_names_in_the_readers_language(lang):
    table = by_day(player([], {"red_07": 6}), player(), market=["red_08"])
    with pytest.raises(IllegalMove) as refused:
        table.play(0, "assign red_08")
    name = {"en": "Grand Dreamer", "fr": "Grand rêveur"}[lang]
    assert name in refused.value.say(lang, table.voice(lang))


@pytest.mark.parametrize(
    ("table", "line", "en", "fr"),
    [
        (by_day, "assign red_07", "your belt is empty.", "votre tapis est vide."),
        (
            lambda: by_night(player(), player()),
            "activate red_14",
            "you have built no purple machine yet.",
            "vous n'avez pas encore construit de machine violette.",
        ),
        (
            lambda: by_night(player(["red_14"]), player()),
            "activate red_14",
            "that costs 2 flowers, 1 ink; you have nothing.",
            "cela coûte 2 fleurs, 1 encre ; vous n'avez rien.",
        ),
        (
            lambda: by_day(player(), player(), options=SPECIALISTS),
            "poach specialist_01",
            "there is no specialist that you could take.",
            "il n'y a aucun spécialiste à prendre.",
        ),
        (
            lambda: by_day(player(), player(specialists={"specialist_01": 1}), options=SPECIALISTS),
            "poach specialist_01",
            "that costs 1 rainbow; you have 0.",
            "cela coûte 1 arc-en-ciel ; vous en avez 0.",
        ),
        (
            lambda: by_day(player(rainbow=1), player(), market=["yellow_01"]),
            "acquire yellow_01",
            "that costs 2 rainbows; you have 1.",
            "cela coûte 2 arcs-en-ciel ; vous en avez 1.",
        ),
        (
            lambda: by_day(player(), player(), delivery="delivery_07"),
            "dock",
            "the dock costs you 1 flower; you have 0.",
            "le quai vous coûte 1 fleur ; vous en avez 0.",
        ),
    ],
)
def test_whoever_has_nothing_is_told_so_in_a_whole_sentence(table, line, en, fr):
    refused = refusal(table(), line)
    assert en in refused.say("en", Voice("en", GAME.names))
    assert fr in refused.say("fr", Voice("fr", GAME.names))


def test_a_move_out_of_time_names_what_can_be_played():
    said = refusal(by_day(), "sleep").say()
    assert said.startswith("`sleep`: that is not possible now; now you can: storage")


def test_events_tell_what_changed_in_both_languages():
    table = by_day(player(["green_01a"], flower=3, ink=4), player(), market=["red_08"])
    events = outcome_of(table, "acquire red_08").events
    assert Voice("en", GAME.names).say(events[0].text()) == "p1 acquired Pollen Harp for slot 3 (-1 ink)."
    assert Voice("fr", GAME.names).say(events[0].text()) == "p1 a acquis Harpe à pollen, case 3 (-1 encre)."


SENTENCES = [
    (ScreenSealed(seat=0), "p1 chose a screen."),
    (ScreenOpened(seat=0, robot="robot_basic"), "p1 has the screen {robot_basic}."),
    (FirstNamed(seat=1), "p2 is the first player."),
    (Drafted(seat=0, card="specialist_01"), "p1 starts with the specialist {specialist_01}."),
    (Stored(seat=0, flower=2), "p1 went to the storage: +2 flowers."),
    (
        Poached(seat=0, card="specialist_01", owner=None, price=1),
        "p1 took {specialist_01} from the centre for 1 rainbow.",
    ),
    (Poached(seat=0, card="specialist_01", owner=1, price=2), "p1 took {specialist_01} from p2 for 2 rainbows."),
    (Docked(seat=0), "p1 went to the dock for nothing."),
    (Docked(seat=0, flower=-2), "p1 went to the dock for 2 flowers."),
    (
        ParcelOpened(seat=0, ink=1, hourglass=2, activation=1),
        "p1 opened a parcel: +1 ink, +2 hourglasses, +1 activation.",
    ),
    (ParcelOpened(seat=0, flower=2), "p1 opened a parcel: +2 flowers."),
    (
        Acquired(seat=0, tile="red_08", slot=2, ink=-1, bought=True),
        "p1 bought Pollen Harp without an assistant, for slot 2 (-1 ink).",
    ),
    (Acquired(seat=0, tile="red_08", slot=2, ink=-1), "p1 acquired Pollen Harp for slot 2 (-1 ink)."),
    (
        Acquired(seat=0, tile="red_08", slot=0, ink=-1, bought=True),
        "p1 bought Pollen Harp without an assistant, to be built at once (-1 ink).",
    ),
    (Acquired(seat=0, tile="red_08", slot=0, ink=-1), "p1 acquired Pollen Harp, to be built at once (-1 ink)."),
    (LaidOut(tile="red_08"), "New in the factory: Pollen Harp."),
    (Assigned(seat=0, tile="red_08"), "p1 put an assistant on Pollen Harp."),
    (Advanced(seat=0, tile="red_08", slot=0), "p1: Pollen Harp left the belt."),
    (Advanced(seat=0, tile="red_08", slot=2), "p1: Pollen Harp advanced to slot 2."),
    (Built(seat=0, tile="red_08", number=9, points=3), "p1 built Pollen Harp, machine number 9: +3 points."),
    (Built(seat=0, tile="red_08", number=1), "p1 built Pollen Harp, machine number 1."),
    (Used(seat=0, thing="red_08", whose=1, ink=1), "p1 copied Pollen Harp of p2: +1 ink."),
    (Used(seat=0, thing="red_08"), "p1 used Pollen Harp."),
    (Used(seat=0, thing="red_08", rainbow=1), "p1 used Pollen Harp: +1 rainbow."),
    (Rewarded(seat=0, card="specialist_01"), "{specialist_01} helped p1."),
    (Rewarded(seat=0, card="specialist_01", ink=1), "{specialist_01} brought p1: +1 ink."),
    (HourglassesLost(seat=0, n=2), "p1 lost 2 hourglasses: the belt is empty."),
    (Skipped(seat=0), "p1 declined."),
    (NightFell(day=3), "Night 3 falls; all assistants are back."),
    (Slept(seat=0), "p1 went to sleep."),
    (DayBegan(day=2, first=1, delivery="delivery_01"), "Day 2 begins with p2; at the dock: {delivery_01}."),
    (WorkEnded(how="week"), "The week is over."),
    (WorkEnded(how="machines"), "A workshop is full: the game is over."),
]


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_every_event_has_its_sentence(event, sentence):
    named = sentence.format_map({thing: name["en"] for thing, name in GAME.names.items()})
    assert Voice("en", GAME.names).say(event.text()) == named
    assert Voice("fr", GAME.names).say(event.text()) != named


def test_no_event_is_without_a_sentence():
    assert {type(event) for event, _ in SENTENCES} == set(GAME.event_types)


def test_a_machine_is_told_of_from_the_factory_to_the_workshop():
    table = by_day(player(belt={"red_07": 2}, ink=9), player(), market=["red_08"], moment=1)
    events = outcome_of(table, "acquire red_08").events
    assert [type(event) for event in events] == [Acquired, LaidOut]
    assert events[1] == LaidOut(tile=state_of(table).market["belt_red"][0])
    hourglasses = {"ask": "hourglasses", "n": 2}
    table = by_day(player(belt={"red_07": 2}), player(), pending=[[hourglasses], []])
    told = [event for _ in range(2) for event in outcome_of(table, "advance red_07").events]
    assert told[:3] == [
        Advanced(seat=0, tile="red_07", slot=1),
        Advanced(seat=0, tile="red_07", slot=0),
        Built(seat=0, tile="red_07", number=1),
    ]


def test_an_edition_may_take_points():
    change = '[[robot]]\nid = "robot_basic"\neffects = [{ inputs = { points = 2 }, outputs = { ink = 1 } }]\n'
    table = engine.open_table("mech_a_dream", 2, None, b"points", edition=change)
    state_of(table).step, state_of(table).dusk = "night", [0, 0]
    state_of(table).players[0].points = 5
    ink = first(table).ink
    play(table, "robot", seat=0)
    assert (first(table).points, first(table).ink) == (3, ink + 1)


@pytest.mark.parametrize("options", [{}, BOTH], ids=["base", "both variants"])
def test_events_say_all_that_was_gained_and_paid(options):
    table = engine.open_table("mech_a_dream", 3, options, b"sums")
    holdings, rng = GAME.holdings(table.state), random.Random(3)
    while table.awaiting:
        seat = rng.choice(table.awaiting)
        for event in table.play(seat, rng.choice(table.legal(seat))).events:
            for key, change in event.changes().items():
                holdings[key] += change
        assert GAME.holdings(table.state) == holdings


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ([], "Where do you send your assistant of the morning?"),
        ([{"ask": "hourglasses", "n": 1}], "Which machine advances? You have 1 hourglass."),
        ([{"ask": "hourglasses", "n": 2}], "Which machine advances? You have 2 hourglasses."),
        ([{"ask": "activation"}], "Which machine or robot do you use? You may skip."),
        ([{"ask": "purchase", "sooner": 2}], "Which tile do you buy? You may skip."),
        (
            [{"ask": "rewards", "cards": ["specialist_08"]}],
            "Your specialist rewards you: specialist_08. What do you take?",
        ),
        (
            [{"ask": "rewards", "cards": ["specialist_08", "specialist_02"]}],
            "Your specialists reward you: specialist_08, specialist_02. Which comes first?",
        ),
    ],
)
def test_every_open_choice_says_what_is_asked(asked, sentence):
    mine = player(belt={"red_07": 2}, ink=9, specialists={"specialist_08": 1})
    table = by_day(mine, player(), pending=[asked, []], options=SPECIALISTS)
    assert str(table.prompt(0)) == sentence


def test_every_phase_says_what_is_asked():
    assert (
        str(by_night(player(), player()).prompt(1))
        == "Use your robot and your purple machines, each once, then `sleep`."
    )
    screens = engine.open_table("mech_a_dream", 2, ROBOTS, b"asked")
    dealt = ", ".join(screens.view(0)["dealt"])
    assert str(screens.prompt(0)) == f"Which screen do you keep: {dealt}?"
    draft = engine.open_table("mech_a_dream", 2, SPECIALISTS, b"asked")
    assert (
        str(draft.prompt(draft.awaiting[0]))
        == f"Which specialist do you start with: {', '.join(sorted(state_of(draft).centre))}?"
    )


# Editions


def test_an_edition_that_changes_one_tiles_cost_plays_with_that_cost_and_is_recorded():
    change = '[[machine]]\nid = "red_08"\ncost = 5\nsource = "the box"\n'
    table = engine.open_table("mech_a_dream", 2, None, b"edition", edition=change)
    rules: Any = table.rules
    assert rules.book.machines["red_08"].cost == 5
    assert "red_08" not in rules.book.designed
    dump = msgspec.json.decode(table.dump())
    assert dump["edition"] != GAME.bound.digest
    assert next(row for row in dump["components"]["machine"] if row["id"] == "red_08")["cost"] == 5
    state = state_of(table)
    belt = state.market["belt_red"]
    if "red_08" not in belt:
        pile = state.piles["belt_red"]
        pile[pile.index("red_08")] = belt[0]
        belt[0] = "red_08"
    seat = table.awaiting[0]
    state.players[seat].ink = 9
    table.play(seat, "acquire red_08")
    assert state.players[seat].ink == 4
    assert engine.load_table(table.dump()).dump() == table.dump()


@pytest.mark.parametrize(
    "change",
    [
        '[[machine]]\nid = "red_08"\ntime = 8\n',
        '[[machine]]\nid = "red_08"\noutputs = { activation = 1 }\n',
        '[[machine]]\nid = "red_08"\ncost = -1\n',
        '[[machine]]\nid = "red_99"\ncost = 1\n',
        '[[specialist]]\nid = "specialist_08"\ngains = [{ points = 1 }, { ink = 2 }]\n',
        '[[specialist]]\nid = "specialist_05"\ngains = [{ hourglass = 1, activation = 1 }]\n',
        '[[robot]]\nid = "robot_1"\neffects = [{ outputs = { activation = 1 } }]\n',
        '[[robot]]\nid = "robot_7"\neffects = [{ inputs = { ink = 1 }, special = "purchase" }]\n',
        '[[robot]]\nid = "robot_8"\neffects = [{ inputs = { ink = 1 }, special = "copy" }]\n',
        "[board]\ndays = 9\n",
        '[[belt]]\nid = "belt_red"\ncolours = []\n',
        '[[robot]]\nid = "robot_1"\neffects = []\n',
        '[[specialist]]\nid = "specialist_05"\ngains = []\n',
    ],
)
def test_an_edition_that_cant_be_played_is_refused(change):
    with pytest.raises(Refused, match="broken_edition"):
        engine.open_table("mech_a_dream", 2, None, b"x", edition=change)


def night_with(change, *robots):
    """Return a night of two robots in an edition of a club's own."""
    table = engine.open_table("mech_a_dream", 2, ROBOTS, b"x", edition=change)
    for seat in (0, 1):
        play(table, legal(table, seat=seat)[0], seat=seat)
    state = state_of(table)
    state.step, state.dusk = "night", [0, 0]
    for one, robot in zip(state.players, robots, strict=True):
        one.robot = robot
    return table


def test_an_evening_activation_of_an_edition_works_once_through_the_porter():
    change = '[[delivery]]\nid = "delivery_01"\nevening = [{ activation = 1 }]\n'
    table = night_with(change, "robot_4", "robot_1")
    state_of(table).delivery = "delivery_01"
    play(table, "robot", seat=0)
    assert legal(table, seat=0) == ["skip"]
    assert refusal(table, "robot", seat=0).reason == "chained"


def test_a_specialist_of_an_edition_may_offer_two_uses_and_the_porter_fetches_twice():
    change = '[[specialist]]\nid = "specialist_06"\ngains = [{ activation = 2 }]\n'
    table = engine.open_table("mech_a_dream", 2, BOTH, b"x", edition=change)
    state = state_of(table)
    state.step, state.turn, state.first, state.delivery = "day", 0, 0, "delivery_09"
    state.players[0].robot, state.players[1].robot = "robot_4", "robot_1"
    state.pending[0] = [Rewards(["specialist_06"])]
    play(table, "robot", "robot", seat=0)
    assert first(table).points == 6


def test_a_star_stands_only_beside_designed_figures():
    change = '[[machine]]\nid = "red_08"\ncost = 2\nsource = "the box"\n'
    table = engine.open_table("mech_a_dream", 2, None, b"edition", edition=change)
    state_of(table).market["belt_red"][:] = ["red_08", "red_09"]
    lines = table.sheet(0).lines()
    assert not any("Pollen Harp*" in line for line in lines)
    assert any("Story Pen*" in line for line in lines)


def test_a_whole_edition_from_the_box_has_no_note_on_designed_figures():
    tables = [name for name in GAME.edition.__struct_fields__ if isinstance(getattr(GAME.edition, name), tuple)]
    change = {name: [{"id": row.id, "source": "the box"} for row in getattr(GAME.edition, name)] for name in tables}
    table = engine.open_table("mech_a_dream", 2, None, b"edition", edition=change)
    assert "stand-in" not in str(table.sheet(0))
    assert "*" not in str(table.sheet(0))


def test_a_robot_of_an_edition_that_copies_and_buys_waits_for_nobody():
    effects = '[{ special = "purchase", sooner = 1 }, { inputs = { flower = 1 }, special = "copy" }]'
    change = f'[[robot]]\nid = "robot_8"\neffects = {effects}\n'
    table = night_with(change, "robot_8", "robot_1")
    assert table.awaiting == (0, 1)


def test_a_robot_that_copies_is_copied_by_no_other():
    change = '[[robot]]\nid = "robot_1"\neffects = [{ inputs = { flower = 1 }, special = "copy" }]\n'
    table = night_with(change, "robot_8", "robot_1")
    first(table).flower = 3
    assert refusal(table, "copy p2 robot").reason == "copies"


def test_rewards_without_an_activation_offer_no_use():
    rewards = {"ask": "rewards", "cards": ["specialist_08"]}
    mine = player(["blue_01"], specialists={"specialist_08": 1})
    table = by_day(mine, player(), pending=[[rewards], []], options=SPECIALISTS)
    assert refusal(table, "activate blue_01").reason == "no_use"


@pytest.mark.parametrize(
    ("said", "robot", "built"),
    [
        ("the evening's parcel of the dock, for nothing", "robot_4", []),
        ("buy a tile without an assistant, 2 slots sooner", "robot_7", []),
        ("1 flower: copy an opponent's purple machine or robot", "robot_8", []),
        ("tiles cost 1 ink less", "robot_1", ["green_01a"]),
        ("yellow tiles cost 1 rainbow less", "robot_1", ["green_02a"]),
        ("tiles enter 1 slot sooner", "robot_1", ["green_03a"]),
        ("the dock costs 1 flower less", "robot_1", ["green_04a"]),
    ],
)
def test_the_sheet_says_what_robots_and_green_machines_do(said, robot, built):
    table = by_day(player(built, robot=robot), player(robot="robot_2"), options=ROBOTS)
    assert said in " ".join(" ".join(table.sheet(0).lines()).split())


def test_a_specialist_of_an_edition_may_reward_any_actions():
    change = '[[specialist]]\nid = "specialist_04"\nafter = ["dock", "storage"]\n'
    rules: Any = engine.open_table("mech_a_dream", 2, SPECIALISTS, b"x", edition=change).rules
    assert str(specialist_text(rules.book.specialists["specialist_04"])) == "after `dock`, `storage`: 2 points"


def test_every_designed_figure_says_so_and_attested_parts_are_named():
    assert all(machine.source == "designed" for machine in BOOK.machines.values())
    assert BOOK.machines["red_08"].parts == {"cost": "rulebook", "time": "rulebook"}
    assert all("power" in BOOK.machines[tile].parts for tile in BOOK.powers)
    assert all(card.source == "rulebook" for card in BOOK.specialists.values())
    assert BOOK.deliveries["delivery_01"].parts == {"cost": "rulebook", "morning": "rulebook"}


# Positions that make no sense


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"players": [player(flower=10), player()]}, "more flowers or ink than fit"),
        ({"players": [player(ink=-1), player()]}, "less than nothing"),
        ({"players": [player([], {"red_07": 9}), player()]}, "beside its belt"),
        ({"players": [player(robot=""), player()]}, "no screen"),
        ({"players": [player(asleep=True), player()]}, "after the night"),
        ({"moment": 3}, "three moments"),
        ({"day": 8}, "deliveries"),
        ({"pending": [[{"ask": "hourglasses", "n": 1}], []]}, "no answer"),
        ({"pending": [[], [{"ask": "activation"}]]}, "nobody can answer"),
        ({"turn": 5}, "other seats"),
        ({"ended": "week"}, "no cause"),
        ({"dusk": [0, 0]}, "nightfall"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused(change, problem):
    players = change.pop("players", (player(), player()))
    with pytest.raises(Refused) as refused:
        by_day(*players, **change)
    assert problem in refused.value.say()


def swap_belts(state):
    one, other, *_ = tiles = state["market"]
    tiles[one][0], tiles[other][0] = tiles[other][0], tiles[one][0]


def hide_a_tile(state):
    belt = next(iter(state["market"]))
    state["piles"][belt].append(state["market"][belt].pop())


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda state: state.update(options={"centre_price": "falls"}), "the options of the position"),
        (lambda state: state.pop("first"), "the first player is named"),
        (lambda state: state["market"].update(cellar=[]), "other belts"),
        (swap_belts, "on the wrong belt"),
        (hide_a_tile, "another number of tiles"),
        (lambda state: state["players"][0].update(assistants=["dock"] * 4), "three assistants"),
    ],
)
def test_a_position_that_was_edited_into_nonsense_is_refused(change, problem):
    dump = msgspec.json.decode(by_day().dump())
    change(dump["state"])
    with pytest.raises(Refused) as refused:
        engine.load_table(msgspec.json.encode(dump))
    assert problem in refused.value.say()


def test_somebody_is_awake_at_night():
    with pytest.raises(Refused, match="nobody is awake"):
        by_night(player(asleep=True), player(asleep=True))


def test_a_screen_is_chosen_out_of_those_that_were_dealt():
    table = engine.open_table("mech_a_dream", 2, ROBOTS, b"dealt")
    dump = msgspec.json.decode(table.dump())
    assert engine.load_table(table.dump()).dump() == table.dump()
    dump["state"]["players"][0]["chosen"] = dump["state"]["players"][1]["dealt"][0]
    with pytest.raises(Refused, match="not dealt"):
        engine.load_table(msgspec.json.encode(dump))


def test_a_token_lies_on_a_side_that_it_has_and_rewards_have_an_answer():
    mine = player(specialists={"specialist_02": -1})
    with pytest.raises(Refused, match="no such side"):
        by_day(mine, player(), options=SPECIALISTS)
    mine["specialists"] = {"specialist_02": 1}
    with pytest.raises(Refused, match="no answer"):
        by_day(mine, player(), options=SPECIALISTS, pending=[[{"ask": "rewards", "cards": ["specialist_02"]}], []])
