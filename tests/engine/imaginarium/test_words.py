"""What players read and type: sheets, sentences, names."""

import ast
import itertools
from pathlib import Path

import pytest

import engine
from engine.core.errors import IllegalMove
from engine.core.language import translations
from engine.core.sheet import WIDTH, breadth
from engine.core.spelling import usage
from engine.games.imaginarium.state import OpenProject, Piece
from tests.engine.imaginarium.positions import (
    RULES,
    acting,
    at_turn,
    finish_round,
    lines,
    of,
    plain,
    planning,
    play,
    player,
    projects,
    rich,
)

PACKAGE = Path(engine.__file__).parent / "games" / "imaginarium"
NAMES = ["Odile", "Maximilien de la Tour", "Léa", "Gaston", "Marguerite-Antoinette"]
FULL = ("P2+P2+P2", "P3+T3", "P5+T4", "D1+D1+D2+D2+D3+D3", "T4+T4+T4", "P6+T1")
CODES = {
    "effect": lambda: _played(acting(player(yard=["P6"], **rich())), "repair P6"),
    "offer": lambda: _played(acting(player(yard=["S2"], **rich())), "repair S2"),
    "tangle": lambda: _played(acting(player(yard=["A6"], **rich()), player("P1")), "repair A6"),
    "cancel": lambda: _played(acting(player(yard=["A5"], **rich())), "repair A5"),
    "recover": lambda: _played(acting(player(yard=["S1"], **rich()), crusher=["P1"]), "repair S1"),
    "plan": planning,
    "use": at_turn,
    "pick_up": lambda: _played(at_turn(player(charcoalium=3, assistants=["AS07"])), "topdeck"),
    "actions": acting,
    "complete": lambda: _played(acting(player("A1", "A2"), projects=projects("PR02")), "complete PR02"),
}


def _played(table, line):
    play(table, line)
    return table


def crowded():
    """A table with the maximum of everything."""
    machines = [machine.id for machine in RULES.edition.machine for _ in range(machine.copies)]
    staff = iter([["AS06", "AS02", "AS07"], ["AS06", "AS03", "AS08"], ["AS01"], ["AS04", "AS05"], ["AS09"]])
    goods = {"wood": 99, "copper": 99, "crystal": 99, "charcoalium": 199, "points": 39}
    players = [
        player(*FULL[:4], yard=machines, assistants=assistants, face_down=[0, 3], private=["PR13", "PR14"], **goods)
        for assistants in staff
    ]
    for one in players[:2]:
        one.spaces = [tuple(stack.split("+")) for stack in FULL]
    table = acting(*players, seats=5, crusher=machines, round=318)
    of(table).projects = [OpenProject(project.id, [0, 1, 2, 3, 4]) for project in RULES.edition.project]
    of(table).track = [Piece(seat, place=seat) for seat in range(5)]
    return table


def test_machines_of_belt_and_workshop_are_read_by_their_names():
    table = planning(belt=["P6", "D3", "T4", "P4", "P2", "P3", None])
    assert str(table.read(0, "reserve Carpenteur")) == "reserve 5"
    assert str(table.read(0, "réserver rotativette")) == "reserve 4"
    assert str(at_turn(player("P1", "P2+P2")).read(0, "utiliser charbonneuse")) == "use 1"
    assert str(at_turn(player("P1", "P2+P2")).read(0, "use P2")) == "use 2"


def test_the_words_of_a_pair_stand_in_any_order_with_or_without_spaces():
    assert str(at_turn().read(0, "cadran négocier + réparer")) == "dial repair+transact"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("names", [(), NAMES], ids=["seats", "names"])
def test_the_sheet_fits_with_the_maximum_of_everything(lang, names):
    table = crowded()
    for seat in (*range(5), None):
        for line in table.sheet(seat, lang, names).lines():
            assert breadth(line) <= WIDTH
            assert not line or line.startswith(" "), "a line that was broken anyhow starts at the edge"


def test_what_is_asked_comes_first_and_others_are_waited_for():
    table = acting()
    assert "YOUR TURN" in table.sheet(0).lines()[1]
    assert "À VOUS" in table.sheet(0, "fr").lines()[1]
    assert "Waiting for p1" in table.sheet(1).lines()[1]


@pytest.mark.parametrize("asked", CODES)
def test_every_question_has_its_words(asked):
    table = CODES[asked]()
    assert table.view(0)["asked"] == asked
    for lang in ("en", "fr"):
        assert len(str(table.sheet(0, lang))) > 500
        assert table.prompt(0).say(lang)
    assert table.prompt(0).say("fr") != table.prompt(0).say("en")


def test_the_hands_of_this_turn_and_gaps_of_the_belt_are_shown():
    table = acting(belt=[None, *["P1"] * 6])
    shown = [line.split() for line in table.sheet(0).lines()]
    assert ["1", "empty"] in shown
    assert "hands: extract + repair" in str(table.sheet(0))
    assert "last hands: extract + repair" in str(planning(player(pair=("extract", "repair"))).sheet(0))


def test_what_is_asked_follows_the_turn():
    picked_up = at_turn(step="pick_up")
    assert str(picked_up.prompt(0)) == "Pick up what you planned."
    of(picked_up).now.picked_up = True
    assert str(picked_up.prompt(0)) == "Turn the hands to two actions."
    table = planning(seats=2)
    of(table).track[0].saboteur = True
    assert str(table.prompt(0)) == "Round 1, planning: where does your saboteur go?"


def test_prices_are_my_prices():
    table = planning(player(assistants=["AS05"]), belt=["P6", *["P1"] * 6])
    assert "4+3 = 7" in str(table.sheet(1))
    assert "4+3 = 7" not in str(table.sheet(0))


def test_reservations_and_saboteurs_are_named():
    track = [Piece(0, saboteur=True, place=0), Piece(1, saboteur=True), Piece(0, place=1), Piece(1)]
    table = planning(seats=2, track=track, at=1)
    text = str(table.sheet(1, players=["Odile", "Max"]))
    assert "Odile's saboteur" in text
    assert "Send your saboteur" in text


def test_stacks_that_are_face_down_say_so_to_everybody():
    table = acting(player("P1+P1", face_down=[0]))
    assert "Charcoalette ×2  face down" in str(table.sheet(1))
    assert "face down" in str(table.sheet(0))


def test_each_machine_stands_with_what_it_does():
    table = acting(player("D1", "P2+T3", yard=["A1"], wood=1), player("P1+P1"), belt=["T4", *["P1"] * 6])
    mine, theirs = str(table.sheet(0)), str(table.sheet(1))
    assert "transformation · 2 resources → 6 charcoalium (together ×2: 9, ×3: 12)" in mine
    assert "protects from Swaglifteur" in mine
    assert "Swaglifteur (1)       1 wood, 1 crystal · lacks 1 crystal" in mine
    assert "Carpenteur + Supertransmuteur  1 crystal" in theirs
    assert "yard  Swaglifteur                    each opponent loses up to 3 charcoalium" in theirs
    assert "Charcoalette ×2  3 charcoalium" in mine


def test_a_repaired_attack_has_worked():
    assert "worked when it was repaired" in str(acting(player("A1")).sheet(0))


def test_the_crusher_says_what_its_machines_do():
    table = planning(crusher=["P1", "P1", "P2"])
    assert "crusher: Charcoalette ×2 (1 charcoalium), Carpenteur (1 wood)" in str(table.sheet(0))


def test_opponents_hands_of_the_dial_are_shown():
    table = planning(player(), player(pair=("extract", "repair")))
    assert "last hands: extract + repair" in str(table.sheet(0))


def test_levels_and_the_end_say_what_they_are_for():
    shown = " ".join(str(planning(player("P6", points=7)).sheet(0)).split())
    assert "Your repaired machines have 3 levels in all, which break ties." in shown
    assert "somebody has 20 points behind the screen; you have 7." in shown


def test_private_projects_say_what_they_ask_for_and_bring():
    table = acting(player(assistants=["AS08"], private=["PR02"]))
    assert "private: Two Attackers, 4 points: 2 machines for attack" in str(table.sheet(0))
    assert "1 private project" in str(table.sheet(1))


def test_the_final_sheet_shows_places_and_screens():
    table = acting(player(points=20, wood=7), player("P6"))
    finish_round(table, pair="dismantle+reorganise")
    text = str(table.sheet(None))
    assert "Victory" in text
    assert "7 wood" in text


def test_a_project_within_reach_is_marked():
    table = acting(player("A1", "A2"), projects=projects("PR02"))
    assert "you can" in str(table.sheet(0))
    assert "you can" not in str(table.sheet(1))


def sentences():
    """Yield every literal sentence of the package, and the first line of each move."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield from sentence_in(node)
    for move in RULES.moves:
        yield (move.__doc__ or "").splitlines()[0]


def sentence_in(call):
    """Yield the sentence that a call is given, if it is one of those that take sentences."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    place = {"Text": 0, "say": 0, "Count": 0, "Refusal": 1}.get(name)
    if place is not None and len(call.args) > place and isinstance(call.args[place], ast.Constant):
        yield call.args[place].value


def test_every_sentence_is_in_the_french_catalogue():
    known = (PACKAGE / "locale" / "fr.po").read_text(encoding="utf-8")
    for sentence in sentences():
        escaped = sentence.replace("\\", "\\\\").replace('"', '\\"')
        assert f'msgid "{escaped}"' in known, sentence


def test_every_assistant_and_project_is_described_in_both_languages():
    from engine.games.imaginarium.words import about_assistant, about_project

    described = [*map(about_assistant, RULES.edition.assistant), *map(about_project, RULES.edition.project)]
    assert len({text.say("en") for text in described}) == 27
    assert len({text.say("fr") for text in described}) == 27


FRENCH = [
    ("réserver 2", planning),
    ("extracteur 3", planning),
    ("utiliser 1", lambda: at_turn(player("P1"))),
    ("emprunter p2 1", lambda: at_turn(player(assistants=["AS12"]), player("P1"))),
    ("acquérir", lambda: at_turn(player(charcoalium=9), place=0)),
    ("collecter", at_turn),
    ("piocher", lambda: at_turn(player(charcoalium=3, assistants=["AS07"]))),
    ("cadran négocier+réparer", lambda: at_turn(place=None)),
    ("réparer Charbonneuse", lambda: acting(player(yard=["P1"], wood=2))),
    ("effet bois", CODES["effect"]),
    ("effet", CODES["offer"]),
    ("embrouiller p2 1", CODES["tangle"]),
    ("annuler", lambda: _played(acting(player(yard=["A5"], **rich()), projects=projects("PR01")), "repair A5")),
    ("récupérer charbonneuse", CODES["recover"]),
    ("passer", CODES["recover"]),
    ("ferrailler menuisette cuivre", lambda: acting(player(yard=["P2"]), pair="transact+dismantle")),
    ("démonter 1 pièces", lambda: acting(player("P1"), pair="transact+dismantle")),
    ("réorganiser T3+P2", lambda: acting(player("P2", "T3"), pair="dismantle+reorganise")),
    ("acheter point", lambda: acting(player(charcoalium=5), pair="repair+transact")),
    ("vendre cristal", lambda: acting(player(crystal=1), pair="repair+transact")),
    ("extraire", acting),
    ("recruter tiroir secret", lambda: acting(player(charcoalium=6), pair="recruit+extract", assistants=["AS08"])),
    ("valider deux attaques", lambda: acting(player("A1", "A2"), projects=projects("PR02"))),
    ("fin", acting),
]


@pytest.mark.parametrize(("line", "build"), FRENCH, ids=[line for line, _ in FRENCH])
def test_every_move_has_a_french_spelling(line, build):
    assert play(build(), line).played


def test_saboteurs_have_french_spellings():
    track = [Piece(0, saboteur=True), Piece(1, saboteur=True), Piece(0), Piece(1)]
    for line in ("saboter 1", "bloquer 1"):
        assert play(planning(seats=2, track=[*track]), line).played


def test_every_move_is_public_and_explains_itself():
    for move in RULES.moves:
        assert move.public
        assert usage(move)
        assert translations("fr").gettext(move.__doc__.splitlines()[0]) != move.__doc__.splitlines()[0]


def test_refusals_start_small_and_end_with_a_stop():
    codes = [sentence for sentence in refusals() if not (sentence[0].islower() or sentence[0] == "{")]
    assert codes == []
    assert all(sentence.endswith(".") for sentence in refusals())


def refusals():
    return [
        node.args[1].value
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal"
        if isinstance(node.args[1], ast.Constant) and isinstance(node.args[1].value, str)
    ]


@pytest.mark.parametrize(
    ("line", "table", "en", "fr"),
    [
        (
            "repair P2",
            acting(player(yard=["P2"], copper=1)),
            "its repair takes 2 copper, and you have 0 wood, 1 copper, 0 crystals.",
            "sa réparation demande 2 cuivres, et vous avez 0 bois, 1 cuivre, 0 cristal.",
        ),
        (
            "scrap P2 copper",
            acting(player(yard=["P1", "P1"]), pair="transact+dismantle"),
            "you can scrap only what stands broken in your yard: Charcoalette.",
            "vous ne pouvez ferrailler que ce qui est cassé dans votre cour : Charbonneuse.",
        ),
        (
            "recruit AS01",
            acting(player(), pair="recruit+extract", assistants=[]),
            "you can recruit only who is in the meeting room: none.",
            "vous ne pouvez recruter que les assistants de la salle de réunion : rien.",
        ),
        (
            "complete PR05",
            acting(player("T1"), projects=projects("PR05")),
            "you don't fulfil Two Transformers now; it asks for this: 2 machines for transformation.",
            "vous ne remplissez pas Deux Transformatrices maintenant ; il demande ceci : 2 machines (transformation).",
        ),
        (
            "complete PR05",
            acting(player("T1"), projects=[]),
            "you can complete only projects that you see: none.",
            "vous ne pouvez valider que des projets que vous voyez : rien.",
        ),
        (
            "use 1 wood*2",
            at_turn(player("T1", wood=3)),
            "it takes 1 resource of your choice, not 2.",
            "il lui faut 1 ressource de votre choix, pas 2.",
        ),
        (
            "extract",
            _played(acting(player()), "extract"),
            "that action can be done 1 time in a turn.",
            "cette action se fait 1 fois par tour.",
        ),
        (
            "acquire wood",
            at_turn(player(wood=1), place=0),
            "all you have does not pay 6 charcoalium: `acquire` alone gives up your goods and the machine.",
            "tout ce que vous avez ne paie pas 6 charboniums : `acquérir` seul abandonne vos biens et la machine.",
        ),
    ],
)
def test_a_refusal_tells_what_is_asked_and_what_there_is(line, table, en, fr):
    with pytest.raises(IllegalMove) as caught:
        table.play(0, line)
    assert en in caught.value.say("en", table.voice("en"))
    assert fr in caught.value.say("fr", table.voice("fr"))


def test_names_are_unique_in_each_language():
    for lang in ("en", "fr"):
        spelled = [names[lang].casefold() for names in RULES.names.values()]
        assert len(spelled) == len(set(spelled))


def test_every_event_is_told_with_names_in_both_languages():
    table = engine.open_table("imaginarium", 3, seed=b"told")
    kinds = set()
    for turn in itertools.count():
        if not table.awaiting or turn > 3000:
            break
        seat = table.awaiting[0]
        legal = lines(table, seat=seat)
        outcome = play(table, legal[turn * 7919 % len(legal)], seat=seat)
        for event in outcome.events:
            kinds.add(plain(event)["event"])
            assert table.voice("fr").say(event.text()) != table.voice("en").say(event.text())
    assert len(kinds) > 15


def test_events_say_all_that_was_gained_and_paid():
    table = engine.open_table("imaginarium", 3, seed=b"sums")
    holdings = RULES.holdings(table.state)
    for turn in range(600):
        seat = table.awaiting[0]
        legal = lines(table, seat=seat)
        for event in play(table, legal[turn * 7919 % len(legal)], seat=seat).events:
            for key, change in event.changes().items():
                holdings[key] += change
        assert RULES.holdings(table.state) == holdings
