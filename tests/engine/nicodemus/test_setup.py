"""Mise en place: what lies where when a game begins, and the components themselves."""

import pytest

import engine
from engine.core.errors import Refused
from tests.engine.nicodemus.positions import GAME, MACHINES, PROJECTS, TOTALS, state_of, tokens


@pytest.fixture
def start():
    return state_of(engine.open_table("nicodemus", 2, {"first_player": "p1"}, b"start"))


def test_six_projects_are_face_up_and_eleven_in_the_pile(start):
    assert (len(start.projects), len(start.pile)) == (6, 11)


def test_the_first_machine_is_revealed_and_each_player_has_five(start):
    assert len(start.row) == 1
    assert [len(player.hand) for player in start.players] == [5, 5]
    assert len(start.deck) == 45


def test_the_first_player_has_two_charcoalium_the_second_one_and_a_wood(start):
    assert tokens(start, 0) == {"charcoalium": 2}
    assert tokens(start, 1) == {"charcoalium": 1, "wood": 1}


def test_the_rest_of_the_tokens_is_the_reserve(start):
    reserve = start.reserve
    assert (reserve.wood, reserve.copper, reserve.crystal, reserve.charcoalium) == (7, 8, 8, 9)


def test_everybody_starts_without_points_workshop_or_projects(start):
    for player in start.players:
        assert (player.score, player.workshop, player.private) == (0, [], [])


def test_machines_and_projects_are_shuffled():
    starts = [state_of(engine.open_table("nicodemus", 2, seed=b"lot%d" % n)) for n in range(12)]
    assert len({tuple(start.deck) for start in starts}) == len({tuple(start.pile) for start in starts}) == 12


def test_the_first_player_is_drawn_by_lot():
    seats = {state_of(engine.open_table("nicodemus", 2, seed=b"lot%d" % n)).first for n in range(12)}
    assert seats == {0, 1}


@pytest.mark.parametrize(("option", "seat"), [("p1", 0), ("p2", 1)])
def test_the_first_player_can_be_named(option, seat):
    table = engine.open_table("nicodemus", 2, {"first_player": option}, b"named")
    assert state_of(table).first == seat
    assert table.awaiting == (seat,)
    assert tokens(state_of(table), seat) == {"charcoalium": 2}


@pytest.mark.parametrize("seats", [1, 3])
def test_the_game_is_for_two(seats):
    with pytest.raises(Refused):
        engine.open_table("nicodemus", seats)


def test_there_are_56_machines_17_projects_12_charcoalium_and_24_cubes(start):
    census = GAME.census(start)
    assert sum(census[card] for card in MACHINES) == 56
    assert sum(census[project] for project in PROJECTS) == 17
    assert {kind: census[kind] for kind in TOTALS} == TOTALS


FIGURES = """
blue_1    1 wood        0 1 1 per_wood            4
blue_2    1 charcoalium 2 0 0 per_charcoalium     4
blue_3    2 copper      0 1 2 per_copper          4
blue_4    2 crystal     0 2 1 per_crystal         4
blue_5    3 any         3 1 0 per_any             4
purple_1  1 any         1 1 0 scrap_hand          4
purple_2  1 crystal     2 0 0 scrap_last_three    4
purple_3  2 copper      0 2 1 scrap_last_two      4
purple_4  2 wood        2 0 1 exchange            4
purple_5  3 charcoalium 1 1 2 scrap_last_one      4
red_1     1 crystal     1 0 1 steal_charcoalium   2
red_2     2 copper      1 1 1 steal_resource      2
red_3     3 charcoalium 1 0 3 sabotage_hand       2
red_4     3 wood        1 3 0 sabotage_resources  2
yellow_1  3 wood        2 0 2 private_project     4
yellow_2  3 charcoalium 0 3 1 copy                4
"""


@pytest.mark.parametrize("line", FIGURES.strip().splitlines(), ids=lambda line: line.split()[0])
def test_a_machine_has_the_figures_of_its_card(line):
    card, points, makes, wood, copper, crystal, effect, copies = line.split()
    machine = MACHINES[card]
    assert (machine.points, machine.production, machine.effect) == (int(points), makes, effect)
    assert (machine.cost.wood, machine.cost.copper, machine.cost.crystal) == (int(wood), int(copper), int(crystal))
    assert (machine.copies, machine.colour) == (int(copies), card.split("_")[0])


@pytest.mark.parametrize(("colour", "cards"), [("blue", 20), ("purple", 20), ("red", 8), ("yellow", 8)])
def test_each_colour_has_its_number_of_cards(colour, cards):
    assert sum(machine.copies for machine in MACHINES.values() if machine.colour == colour) == cards


def test_every_machine_costs_at_least_two_so_that_two_can_be_gained_from_it():
    assert all(sum(cost) >= 2 for cost in GAME.book.costs.values())


def test_every_source_is_explained_and_no_figure_is_designed():
    edition = GAME.edition
    rows = (
        *edition.token,
        *edition.effect,
        *edition.machine,
        *edition.project,
        edition.setup,
        edition.limits,
        edition.end,
    )
    assert {row.source for row in rows} <= edition.sources.keys()
    assert "designed" not in edition.sources


def test_a_club_can_correct_a_figure():
    table = engine.open_table("nicodemus", 2, edition={"machine": [{"id": "red_1", "points": 2}]})
    assert next(row for row in table.rules.book.edition.machine if row.id == "red_1").points == 2


def test_a_club_can_keep_two_machines_at_the_clean_up():
    from engine.games.nicodemus.steps.claims import tidy
    from tests.engine.nicodemus.positions import duel, player

    limits = engine.open_table("nicodemus", 2, edition={"limits": {"workshop_keep": 2}}).rules.book.edition.limits
    state = state_of(duel(mine=player(workshop=["blue_1", "red_1", "purple_1", "blue_2"])))
    tidy(state, 0, limits)
    assert state.players[0].workshop == ["purple_1", "blue_2"]


def test_every_effect_is_on_a_machine_and_every_kind_of_effect_is_used():
    from engine.games.nicodemus.effects import BEGIN

    assert {machine.effect for machine in MACHINES.values()} == GAME.book.effects.keys()
    assert {effect.kind for effect in GAME.book.effects.values()} == BEGIN.keys()
