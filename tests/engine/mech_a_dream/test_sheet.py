"""The board: what is asked first, the reader's prices, designed figures marked, 80 columns with the most of everything."""

import pytest

import engine
from engine.core.sheet import WIDTH, breadth
from tests.engine.mech_a_dream.positions import BOOK, BOTH, ROBOTS, SPECIALISTS, by_day, by_night, play, player
from tests.engine.positions import final_rows


def lines_of(table, seat=0, lang="en"):
    return table.sheet(seat, lang).lines()


def line_with(table, text, seat=0, lang="en"):
    return next(line for line in lines_of(table, seat, lang) if text in line)


def test_what_is_asked_comes_first():
    table = by_day()
    head = lines_of(table)
    assert "MECH A DREAM · DAY 1 OF 7" in head[0]
    assert "your turn" in head[0]
    assert "`storage`, `dock`, `acquire TILE` or `assign TILE`" in " ".join(head[1:3])


def test_prices_and_slots_are_the_readers():
    table = by_day(player(["green_01a", "green_03a"]), player(), market=["red_01a"])
    name = table.rules.names["red_01a"]["en"]
    assert " 3 ink (lacks 3) 3 " in " ".join(line_with(table, name).split())
    assert " 4 ink (lacks 4) 4 " in " ".join(line_with(table, name, seat=1).split())
    assert " 4 ink 4 " in " ".join(line_with(table, name, seat=None).split())


def test_the_dock_shows_the_readers_toll():
    table = by_day(player(["green_04a"]), player(), delivery="delivery_01")
    assert "the dock costs 2 flowers" in line_with(table, "Night Mail")


@pytest.mark.parametrize(("lang", "note"), [("en", "* stand-in figures"), ("fr", "* chiffres de substitution")])
def test_designed_figures_are_said_to_be_designed(lang, note):
    table = by_day(player(), player(), market=["red_08"])
    assert line_with(table, f"{table.rules.names['red_08'][lang]}*", 0, lang)
    assert note in "\n".join(lines_of(table, 0, lang))


def test_a_belt_shows_slots_and_assistants():
    table = by_day(player([], {"red_07": 6}, assistants=["red_07"]), player(), moment=1)
    assert line_with(table, "Grand Dreamer").startswith("  slot 6  Grand Dreamer* (+1 assistant)  3 points")
    assert "assistants: Grand Dreamer" in line_with(table, "assistants", 1)


def test_what_has_worked_this_night_is_marked():
    table = by_night(player(["blue_01"]), player())
    play(table, "activate blue_01")
    for seat in (0, 1, None):
        assert "(used)" in line_with(table, table.rules.names["blue_01"]["en"], seat)


def test_dealt_screens_are_shown_to_their_owner_only():
    table = engine.open_table("mech_a_dream", 2, ROBOTS, b"screens")
    mine = table.view(0)["dealt"]
    names = [table.rules.names[robot]["en"] for robot in mine]
    assert all(any(name in line for line in lines_of(table)) for name in names)
    assert not any(name in line for name in names for line in lines_of(table, 1))
    table.play(0, f"screen {mine[0]}")
    assert line_with(table, names[0]).strip().startswith(">")


def test_specialists_show_their_owner_and_price():
    table = by_day(player(), player(specialists={"specialist_10": 2}), options=SPECIALISTS, centre={"specialist_05": 1})
    assert line_with(table, "Collector").split()[1:3] == ["p2", "2"]
    assert "centre" in line_with(table, "Sandman")


def test_everybodys_robots_and_machines_say_what_they_do():
    rival = player(["red_08"], {"red_07": 6}, robot="robot_1")
    table = by_night(player(robot="robot_8"), rival, options=ROBOTS)
    shown = "\n".join(lines_of(table))
    assert "1 flower → 2 points" in line_with(table, table.rules.names["red_08"]["en"])
    assert "3 points" in line_with(table, "slot 6")
    assert table.rules.names["robot_1"]["en"] in shown


def test_the_open_choice_of_another_player_is_shown():
    mine = player(belt={"red_07": 2}, waiting=[{"gain": {"ink": 2}}])
    table = by_day(mine, player(), pending=[[{"ask": "hourglasses", "n": 2}], []])
    assert table.view(1)["players"][0]["choice"] == {"ask": "hourglasses", "n": 2}
    assert line_with(table, "spends hourglasses  parcels to come: 2 ink", 1)


def test_the_board_says_how_far_the_end_is():
    table = by_day(player(["blue_01", "blue_02"]), player())
    assert "somebody has 9 machines (the most now: 2)" in " ".join(" ".join(lines_of(table)).split())


def test_open_choices_say_what_is_left_and_what_follows():
    table = by_day(player([], {"red_07": 6}, flower=2), player(), delivery="delivery_02")
    play(table, "dock")
    shown = "\n".join(lines_of(table))
    assert "2 hourglasses are left." in shown
    assert "Parcels to come: 2 ink." in shown


@pytest.mark.parametrize(
    ("points", "rows"),
    [((4, 9), ["1 p2 9 9 0 0 0", "2 p1 4 4 0 0 0"]), ((4, 4), ["1 p1 4 4 0 0 0", "1 p2 4 4 0 0 0"])],
)
def test_the_end_says_who_won(points, rows):
    table = by_night(player(points=points[0]), player(points=points[1]), day=7)
    play(table, "sleep", "sleep")
    assert final_rows(table) == rows


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_board_fits_80_columns_with_the_most_of_everything(lang, seat):
    tiles = list(BOOK.machines)
    robots = ("robot_8", "robot_7", "robot_3", "robot_6")
    players = [
        player(
            tiles[n * 10 : n * 10 + 8],
            dict.fromkeys(tiles[n * 10 + 8 : n * 10 + 10], 7),
            robot=robot,
            flower=9,
            ink=9,
            rainbow=60,
            points=188,
        )
        for n, robot in enumerate(robots)
    ]
    cards = list(BOOK.specialists)
    for n, one in enumerate(players):
        one["specialists"] = dict.fromkeys(cards[n * 2 : n * 2 + 2], 2)
    table = by_night(*players, options=BOTH, day=7, delivery="delivery_08")
    names = ["Maximilian-Alexander", "Anne-Charlotte", "Jean-Baptiste", "Bartholomew"]
    for line in table.sheet(seat, lang, names).lines():
        assert breadth(line) <= WIDTH, line


def test_the_sheet_tells_what_is_left_of_a_choice_and_the_parcels_to_come():
    mine = player(belt={"red_07": 2}, waiting=[{"gain": {"ink": 2}}], specialists={"specialist_08": 1})
    table = by_day(mine, player(), pending=[[{"ask": "hourglasses", "n": 2}], []], options=SPECIALISTS)
    assert line_with(table, "2 hourglasses are left.")
    assert line_with(table, "Parcels to come: 2 ink.")
    mine["waiting"] = []
    table = by_day(mine, player(), pending=[[{"ask": "rewards", "cards": ["specialist_08"]}], []], options=SPECIALISTS)
    assert not any("Parcels to come" in line for line in lines_of(table))
    assert line_with(table, f"Rewards to take: {BOOK.specialists['specialist_08'].name.en}.")


def test_the_draft_is_named():
    assert "specialists" in engine.open_table("mech_a_dream", 2, SPECIALISTS, b"draft").sheet(0).lines()[0]
