"""The sheet: what is asked comes first, prices are the reader's own, everything fits in 80 columns."""

import pytest

from engine.core.sheet import WIDTH, breadth
from tests.engine.nicodemus.positions import PROJECTS, duel, play, player

NINE = ["yellow_1", "red_4", "purple_5", "purple_5", "blue_5", "blue_5", "yellow_2", "purple_4", "red_3"]
LONG = ["yellow_1", "yellow_2", "purple_3", "blue_4", "blue_5"]


def full_table():
    """Return a table with the most of everything on it."""
    tiles = list(PROJECTS)
    mine = player(LONG, ["blue_2", "purple_1", "purple_1"], score=25, private=tiles[6:11], known=LONG, wood=4, copper=4)
    theirs = player(LONG, ["red_3", "purple_5", "purple_4"], score=24, private=tiles[11:], known=LONG, crystal=8)
    return duel(row=NINE, mine=mine, theirs=theirs, coins=[3, 2, 2, 1, 1, 1, 1, 1], projects=tiles[:6], deck=0)


def lines(table, seat=0, lang="en"):
    return table.sheet(seat, lang).lines()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_fullest_board_fits_in_80_columns(seat, lang):
    assert max(breadth(line) for line in lines(full_table(), seat, lang)) <= WIDTH


def test_what_is_asked_comes_first():
    top = lines(duel())
    assert top[0].split() == ["NICODEMUS", "round", "1", "·", "your", "turn"]
    assert top[1].startswith(" Play a machine of your hand")


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("play blue_5 effect", "Choose the kind"),
        ("play purple_1 effect", "Discard a machine"),
        ("play purple_2 effect", "Scrap a machine"),
        ("play purple_4 effect", "Swap charcoalium"),
        ("play red_2 effect", "resource that you steal"),
        ("play red_4 effect", "your opponent loses"),
        ("play yellow_1 effect", "Keep one of the projects"),
        ("play yellow_2 effect", "whose effect you copy"),
        ("repair 1", "Claim projects"),
    ],
)
def test_every_question_stands_at_the_top(line, asked):
    hand = ["blue_5", "purple_1", "purple_2", "purple_4", "red_2", "red_4", "yellow_1", "yellow_2"]
    table = duel(row=["blue_2"], mine=player(hand, wood=2), theirs=player(wood=2))
    table.play(0, line)
    assert asked in lines(table)[1]


def test_an_empty_hand_is_told_what_is_left_to_do():
    table = duel(mine=player([]))
    assert "Your hand is empty" in lines(table)[1]
    assert "Your hand is empty" in str(table.prompt(0))


def test_prices_are_the_readers_own():
    table = duel(row=["purple_2", "blue_1"], mine=player(workshop=["purple_4"], wood=1, charcoalium=1))
    mine = next(line for line in lines(table) if "purple_2" in line)
    theirs = next(line for line in lines(table, 1) if "purple_2" in line)
    assert mine.split()[-3:] == ["yes", "◆1", "wood"]
    assert theirs.split()[-3:] == ["no", "◆1", "wood*2"]


def test_coins_on_machines_and_both_rows_are_shown():
    text = "\n".join(lines(duel(row=NINE[:6], coins=[3], theirs=player([]))))
    upper, lower = text.split("Bric-a-brac, lower row")
    assert "◆3" in next(line for line in upper.splitlines() if line.startswith("  1 "))
    assert lower.splitlines()[2].startswith("  6  blue_5")


def test_the_hand_is_marked_as_hidden_and_never_shown_to_others():
    table = duel(row=[], mine=player(["red_3"]), theirs=player(["red_4"]))
    assert "red_3" in "\n".join(lines(table, 0))
    assert "red_3" not in "\n".join(lines(table, 1)) + "\n".join(lines(table, None))
    assert any("Your hand" in line and "hidden" in line for line in lines(table))


def test_workshops_are_shown_with_their_discounts():
    text = "\n".join(lines(duel(mine=player(workshop=["blue_2", "blue_5", "red_1"]))))
    assert "takes off: crystal 1 ◆ 1 any 1" in text
    assert "blue_2 Kiln (◆)" in text


def test_known_machines_are_named_on_both_sides():
    table = duel(mine=player(["red_1"], known=["red_1"]))
    assert "your opponent knows red_1" in "\n".join(lines(table))
    assert "among them red_1" in "\n".join(lines(table, 1))


def test_projects_that_can_be_claimed_now_say_so():
    table = duel(row=["blue_2"], mine=player(workshop=["blue_1"], wood=2), projects=["two_blue", "two_red"])
    play(table, "repair 1")
    text = lines(table)
    assert any("two_blue" in line and "can be claimed now" in line for line in text)
    assert not any("two_red" in line and "can be claimed now" in line for line in text)


def test_the_last_round_and_the_end_are_announced():
    table = duel(deck=0)
    play(table, "play blue_1 coins")
    assert any("This is the last round." in line for line in lines(table))
    play(table, "play blue_1 coins")
    assert any("The win is shared: p1 0 points, 1 charcoalium, 0 resources" in line for line in lines(table))


def test_the_winner_is_named():
    table = duel(mine=player(score=3), deck=0)
    play(table, "play blue_1 coins", "play blue_1 coins")
    assert any("p1 won: p1 3 points" in line for line in lines(table))


def test_players_are_called_by_their_names():
    sheet = duel().sheet(0, "fr", ["Odile", "Max"])
    assert "Atelier de Max" in str(sheet)
    assert "<h2>Atelier de Max" in sheet.html()
