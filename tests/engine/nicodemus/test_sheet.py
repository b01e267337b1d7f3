"""The sheet: what is asked comes first, prices are the reader's own, everything fits in 80 columns."""

import pytest

from engine.core.sheet import WIDTH, breadth
from tests.engine.nicodemus.positions import PROJECTS, duel, play, player
from tests.engine.positions import final_rows

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


def test_prices_are_the_readers_own_and_say_what_is_lacking():
    table = duel(row=["purple_2", "blue_1"], mine=player(workshop=["purple_4"], wood=1, charcoalium=1))
    mine = next(line for line in lines(table) if "Sorter" in line)
    theirs = next(line for line in lines(table, 1) if "Sorter" in line)
    assert mine.endswith("◆1, 1 wood")
    assert theirs.endswith("◆1, 2 wood · lacks ◆1, 2 wood")


def test_an_any_discount_goes_where_most_is_lacking():
    table = duel(row=["yellow_1"], mine=player(workshop=["blue_5"], crystal=1))
    line = next(line for line in lines(table) if "Drafter" in line)
    assert line.endswith("2 wood, 2 crystals · lacks 1 wood, 1 crystal")


def test_each_machine_stands_with_what_it_does():
    shown = lines(duel(row=["red_4"], mine=player(["blue_2"]), theirs=player([])))
    assert (
        shown[shown.index(next(line for line in shown if "Wrecker" in line)) + 1]
        .strip()
        .startswith("they lose up to 2")
    )
    kiln = shown.index(next(line for line in shown if "Kiln" in line))
    said = " ".join(" ".join(shown[kiln + 1 : kiln + 3]).split())
    assert said == "1 charcoalium for each bric-a-brac machine that makes it (now 1 with it)"


def test_a_gain_counts_what_is_left_of_a_bric_a_brac_that_is_cleared_first():
    table = duel(row=NINE, mine=player(["blue_5"]), theirs=player([]), options={"purge": "at_once"})
    assert "(now 2 with it)" in "\n".join(lines(table))


def test_machines_that_a_claim_takes_are_named():
    table = duel(row=["blue_2"], mine=player(workshop=["blue_1"], wood=2), projects=["two_blue", "two_red"])
    play(table, "repair 1", "claim two_blue")
    assert table.view(1)["committed"] == [{"project": "two_blue", "machines": ["blue_2", "blue_1"]}]
    assert any("Two blue takes Kiln, Sawmill at the end of the turn." in line for line in lines(table, 1))


def test_drawn_projects_are_shown_with_their_points_to_who_drew_them():
    table = duel(mine=player(["yellow_1"]), projects=[])
    play(table, "play yellow_1 effect")
    shown = lines(table)
    drawn = shown.index(" Drawn projects:")
    for project, line in zip(table.view(0)["choice"]["drawn"], shown[drawn + 1 :], strict=False):
        assert f"  {PROJECTS[project].name.en}  " in line
        assert f"  {PROJECTS[project].points}  " in line
    assert any("drew 2 projects" in line for line in lines(table, 1))


def test_the_board_says_how_far_the_end_is():
    assert "somebody reaches 20 points" in " ".join(lines(duel()))


def test_coins_on_machines_and_both_rows_are_shown():
    text = "\n".join(lines(duel(row=NINE[:6], coins=[3], theirs=player([]))))
    upper, lower = text.split("Bric-a-brac, lower row")
    assert "◆3 on it" in upper
    assert lower.splitlines()[2].startswith("  6  Harvester")


def test_the_hand_is_marked_as_hidden_and_never_shown_to_others():
    table = duel(row=[], mine=player(["red_3"]), theirs=player(["red_4"]))
    assert "Saboteur" in "\n".join(lines(table, 0))
    assert "Saboteur" not in "\n".join(lines(table, 1)) + "\n".join(lines(table, None))
    assert any("Your hand" in line and "hidden" in line for line in lines(table))


def test_machines_that_are_held_twice_stand_once():
    shown = lines(duel(mine=player(["red_3", "red_3"])))
    assert sum("Saboteur" in line for line in shown) == 1
    assert any("Saboteur ×2" in line for line in shown)


def test_workshops_are_shown_with_their_discounts():
    text = "\n".join(lines(duel(mine=player(workshop=["blue_2", "blue_5", "red_1"]))))
    assert "Kiln        blue      1  1 charcoalium" in text
    assert "Harvester   blue      3  1 resource of any kind" in text


def test_known_machines_are_named_on_both_sides():
    table = duel(mine=player(["red_1"], known=["red_1"]))
    assert "your opponent knows Pickpocket" in "\n".join(lines(table))
    assert "among them Pickpocket" in "\n".join(lines(table, 1))


def test_projects_that_can_be_claimed_now_say_so():
    table = duel(row=["blue_2"], mine=player(workshop=["blue_1"], wood=2), projects=["two_blue", "two_red"])
    play(table, "repair 1")
    text = lines(table)
    assert any("2 blue machines · can be claimed now" in line for line in text)
    assert any(line.endswith("2 red machines") for line in text)


def test_the_last_round_and_the_end_are_announced():
    table = duel(deck=0)
    play(table, "play blue_1 coins")
    assert any("This is the last round." in line for line in lines(table))
    play(table, "play blue_1 coins")
    assert final_rows(table) == ["1 p1 0 1 0", "1 p2 0 1 0"]


def test_the_winner_is_named_first():
    table = duel(theirs=player(score=3), deck=0)
    play(table, "play blue_1 coins", "play blue_1 coins")
    assert final_rows(table) == ["1 p2 3 1 0", "2 p1 0 1 0"]


def test_players_are_called_by_their_names():
    sheet = duel().sheet(0, "fr", ["Odile", "Max"])
    assert "Atelier de Max" in str(sheet)
