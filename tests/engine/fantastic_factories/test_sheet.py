"""The board: what is asked first, my prices, dice as faces, what is hidden, 80 columns in both languages."""

import pytest

import engine
from engine.core.language import Voice
from engine.core.sheet import WIDTH, breadth
from engine.games.fantastic_factories.formulas import formula
from tests.engine.fantastic_factories.positions import CARDS, at_market, at_work, play, player
from tests.engine.positions import final_rows, left_over

GAME = engine.games()["fantastic_factories"]
LONG = ["aluminum_factory", "fulfillment_center", "recycling_plant", "trash_compactor", "concrete_plant"]


def lines(table, seat=0, lang="en", players=()):
    return table.sheet(seat, lang, players).lines()


def line_of(table, word, seat=0):
    return next(line for line in lines(table, seat) if word in line)


def test_what_is_asked_comes_first():
    top = lines(at_work(player(dice=[3]), player()))
    assert top[0].strip() == "FANTASTIC FACTORIES                                  round 1 · work · your turn"
    assert top[1].strip() == "Place dice, build and activate in any order, then end."


def test_dice_are_shown_as_faces_with_the_numbers_that_are_typed():
    table = at_work(player(dice=[1, 3, 6], at={"mine": [4, 4]}))
    assert line_of(table, "to place").endswith("to place: ⚀1 ⚂3 ⚅6")
    assert "Mine ⚃4 ⚃4 ·" in line_of(table, "Mine")


def test_the_market_shows_tools_types_the_readers_prices_and_what_cards_do():
    mine = player(built=["obelisk"])
    table = at_market(mine, player(), market=["megalith", "golem", None, "biolab"])
    assert " ".join(line_of(table, "  Megalith").split()) == "1 Megalith wrench 4 metal, 2 energy 3 monument"
    assert line_of(table, "Investor").split()[:4] == ["4", "Investor", "wrench", "×0"]
    golem = lines(table).index(line_of(table, "  Golem"))
    assert lines(table)[golem + 1].strip() == "X energy: an extra die X"


def test_a_gift_goes_to_somebody_with_a_name():
    contractors = ["miner", "electrician", "architect", "investor"]
    duel = at_market(player(), player(), contractors=contractors)
    assert line_of(duel, "Miner").endswith("3 metal; p2: 1 metal")
    assert line_of(duel, "Miner", 1).endswith("3 metal; p1: 1 metal")
    assert line_of(duel, "Miner", None).endswith("3 metal; an opponent: 1 metal")
    three = at_market(player(), player(), player(), contractors=contractors)
    assert line_of(three, "Electrician").endswith("5 energy; an opponent of your choice: 2")
    alone = at_market(player(), contractors=contractors)
    assert line_of(alone, "Miner").endswith("3 metal")
    assert line_of(alone, "Miner", None).endswith("3 metal")


def test_each_contractor_says_how_many_cards_of_the_hand_have_its_tool():
    table = at_market(player(["golem", "robot", "dojo"]), player())
    assert [line_of(table, name).split()[3] for name in ("Miner", "Electrician", "Architect")] == ["×2", "×1", "×0"]
    assert "×" not in line_of(table, "Miner", None)


def test_the_hand_is_marked_hidden_and_says_what_can_be_built_and_with_what():
    table = at_work(player(["biolab", "foundry", "golem"], metal=1, energy=3), player())
    assert "hidden" in line_of(table, "Your hand")
    assert line_of(table, " Biolab ").rstrip().endswith("discarding Foundry")
    assert line_of(table, " Foundry ").rstrip().endswith("lacks 1 metal")
    assert line_of(table, " Golem ").rstrip().endswith("lacks 3 metal")
    assert "Your hand" not in "\n".join(lines(table, None))


def test_a_card_that_stands_or_has_no_second_tool_says_so():
    table = at_work(player(["dojo", "golem"], built=["dojo"], metal=9, energy=9))
    assert "stands already" in "\n".join(lines(table))
    assert "lacks a second tool" in "\n".join(lines(table))


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        ({"ask": "set", "left": 3, "free": 4}, "3 dice are left."),
        ({"ask": "discard", "card": "refinery", "left": 1}, "Refinery costs 1 more card of your hand."),
        (
            {"ask": "gain", "by": "black_market", "card": "megalith", "n": 4},
            "Which 4 of 5 metal, 2 energy do you gain?",
        ),
    ],
)
def test_an_open_choice_says_how_much_of_it_is_left(choice, said):
    table = at_work(player(["dojo"]), player(), pending=[[choice], []])
    assert said in "\n".join(lines(table))
    assert said not in "\n".join(lines(table, 1))


def test_every_compound_is_grouped_by_type_and_says_what_has_worked():
    table = at_work(
        player(built=["dojo", "biolab", "golem"], used=["golem"]),
        player(built=["obelisk", "obelisk", "motherlode"], used=["motherlode"], at={"motherlode": [4], "mine": [5]}),
    )
    text = lines(table)
    mine, theirs = text[: text.index(line_of(table, " p2 "))], text[text.index(line_of(table, " p2 ")) :]
    order = [
        line.split()[0] for line in mine if line.split()[-1:] and line.startswith(("  Biolab", "  Dojo", "  Golem"))
    ]
    assert order == ["Biolab", "Dojo", "Golem"]
    assert any("Golem ✓  special     X energy: an extra die X" in line for line in mine)
    assert any("Motherlode ✓ ⚃4  utility   any die: 1 metal by 1-3, 2 metal by 4-6" in line for line in theirs)
    assert any("Mine ⚄5 · ·" in line for line in theirs)
    assert any("Obelisk ×2" in line for line in theirs)


def test_others_are_shown_without_their_hands():
    table = at_work(player(), player(["golem", "robot"], known=["robot"], dice=[3]))
    text = "\n".join(lines(table))
    assert "2 cards  among them Robot  to place: ⚂3" in text
    assert "Golem" not in text


def test_marked_dice_empty_spaces_and_finished_work_are_shown():
    table = at_work(
        player(dice=[2], hired="specialist"),
        player(done=True),
        pending=[[{"ask": "mark", "marked": [5, 5]}], []],
        contractors=["miner", None, None, None],
        market=["golem", None, None, None],
    )
    text = "\n".join(lines(table))
    assert "to place: ⚁2  marked: ⚄5 ⚄5  hired: Specialist" in text
    assert "has finished" in text
    assert "marked: ⚄5 ⚄5" in "\n".join(lines(table, 1))
    assert "marks dice to roll again" in "\n".join(lines(table, 1))
    assert [line.split() for line in lines(table) if line.split()[:2] == ["3", "-"]] == [
        ["3", "-"],
        ["3", "-", "shovel", "×0"],
    ]


def test_cards_are_explained_in_both_languages():
    table = at_work(player(built=["concrete_plant", "scrap_yard", "laboratory", "motherlode", "manufactory"]))
    english = "\n".join(lines(table))
    assert "2 equal dice, X metal: 2 goods" in english
    assert "after another card is built: 1 metal" in english
    assert "at the first goods of a round: draw 1 card" in english
    assert "any die: 1 metal by 1-3, 2 metal by 4-6" in english
    assert "2 equal dice: 1 good, and 2 metal or 3 energy or" in english
    assert "Usine de Béton" in "\n".join(lines(table, 0, "fr"))


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("incinerator", "1 metal, discard 1 card: 6 energy"),
        ("recycling_plant", "2 energy, discard 2 cards: 1 good, draw 1 card"),
        ("foundry", "any die, X energy: X metal"),
        ("mega_factory", "3 equal dice: 2 goods, an extra die of your choice"),
        ("warehouse", "3 dice, 14 or more in all: 2 energy, 2 goods"),
        ("megalith", "1 metal less per monument"),
    ],
)
def test_a_card_says_what_it_takes_and_gives(card, said):
    assert Voice("en", GAME.names).word(formula(CARDS[card])) == said


def test_monuments_say_what_they_score():
    table = at_work(player(built=["beacon", "obelisk"]))
    assert "the first you build scores 2, the next 3, 4, 5" in "\n".join(lines(table))
    assert formula(CARDS["obelisk"]) is None
    assert "scores only" in "\n".join(lines(table))


def test_the_machine_is_shown_with_what_its_dice_count():
    table = at_work(player(), machine={"built": ["dojo", "golem", "golem"], "goods": 3})
    text = "\n".join(lines(table))
    assert "The Machine" in text
    assert "3 goods · 6 points" in text
    assert "Golem ×2  special   X energy: an extra die X" in text
    assert "purple: special 2" in " ".join(text.split())


def test_the_marker_is_shown_where_there_are_others():
    assert "(first player)" in line_of(at_work(player(), player()), "Your factory")
    assert "(first player)" not in line_of(at_work(player()), "Your factory")


def test_the_machines_last_roll_is_shown_in_both_languages_once_it_has_rolled():
    table = at_work(player(), machine={"built": ["dojo"], "rolled": [5, 1, 2, 3, 4]})
    english, french = (" ".join("\n".join(lines(table, 0, lang)).split()) for lang in ("en", "fr"))
    assert "Its last roll: green ⚄5, red ⚀1, blue ⚁2, purple ⚂3, yellow ⚃4." in english
    assert "Son dernier lancer : vert ⚄5, rouge ⚀1, bleu ⚁2, violet ⚂3, jaune ⚃4." in french
    assert "last roll" not in "\n".join(lines(at_work(player())))


def test_the_last_rounds_and_the_outcome_are_said():
    table = at_work(player(goods=12), player(), ending="goods")
    assert "The next round is the last." in "\n".join(lines(table))
    table = at_work(player(goods=12), player(), ending="goods", last=True)
    assert "This is the last round." in "\n".join(lines(table))
    play(table, "end", "end")
    assert final_rows(table) == ["1 p1 12 12 0 0 0 0", "2 p2 0 0 0 0 0 0"]
    shared = at_work(player(goods=12), player(goods=12), ending="goods", last=True)
    play(shared, "end", "end")
    assert final_rows(shared) == ["1 p1 12 12 0 0 0 0", "1 p2 12 12 0 0 0 0"]


@pytest.mark.parametrize(
    ("goods", "first", "second"), [(40, "1 p1 40", "2 the Machine"), (0, "1 the Machine", "2 p1 0")]
)
def test_a_lone_players_outcome_is_a_table_with_the_machine(goods, first, second):
    table = at_work(player(goods=goods), ending="goods", last=True)
    play(table, "end")
    one, other = final_rows(table)
    assert one.startswith(first)
    assert other.startswith(second)


def crowded():
    """Five players with as much as can be, long names everywhere."""
    rest = left_over(CARDS, LONG * 2)
    share = len(rest) // 4
    hands = [rest[n * share : (n + 1) * share] for n in range(4)]
    hands[3] += rest[4 * share :]
    me = player(
        LONG + hands[0], built=LONG, dice=[1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], metal=112, energy=112, goods=111
    )
    me |= {"at": {"mine": [6, 6, 6], "research": [1, 1, 1], "generate": [3, 3, 3], LONG[0]: [5, 5]}, "used": [LONG[0]]}
    others = [player(hand, known=sorted(hand), dice=[1] * 8, metal=99, energy=99, goods=99) for hand in hands[1:]]
    market = [None] * 4
    contractors = ["electrician", "hired_hands", "engineer", "foreman"]
    return at_work(me, *others, player(hired="specialist"), market=market, contractors=contractors, ending="goods")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_even_the_fullest_table_fits_eighty_columns(lang):
    names = ["Maximilienne de Rochefoucauld-Liancourt", "Jean-Sébastien", "Odile", "Léa", "Barthélemy-Apollinaire"]
    for seat in (0, 1, 4, None):
        for line in lines(crowded(), seat, lang, names):
            assert breadth(line) <= WIDTH, line


@pytest.mark.parametrize("seats", range(1, 6))
def test_the_first_board_of_every_table_fits(seats):
    table = engine.open_table("fantastic_factories", seats, seed=b"sheet")
    for lang in ("en", "fr"):
        assert all(breadth(line) <= WIDTH for line in lines(table, 0, lang))
