"""The components."""

import pytest

import engine
from engine.core.editions import rows_in
from engine.core.errors import Refused
from engine.games.imaginarium.cards import FAMILIES, card_key
from tests.engine.imaginarium.positions import RULES

EDITION = RULES.edition


def test_the_edition_has_the_numbers_of_the_box():
    families = {family: sum(one.copies for one in EDITION.machine if one.family == family) for family in FAMILIES}
    assert families == {"production": 29, "transformation": 12, "attack": 10, "defense": 6, "special": 4}
    assert len(EDITION.machine) == 21
    assert (len(EDITION.assistant), len(EDITION.project), len(EDITION.workshop)) == (13, 14, 5)


def test_every_figure_has_a_source_that_is_explained():
    tables = [EDITION.bench.source, EDITION.market.source, EDITION.figures.source, *EDITION.board.source.values()]
    for source in [*tables, *(row.source for row in rows_in(EDITION))]:
        assert source in EDITION.sources, source
    assert set(EDITION.board.source) == {"belt", "extractors", "assistants_shown", "projects"}


def test_designed_figures_are_marked():
    marked = {board.id: board.designed for board in EDITION.workshop}
    both = ("machines", "goods")
    assert marked == {"W1": (), "W2": both, "W3": ("goods",), "W4": both, "W5": ()}
    assert EDITION.board.designed == ("projects.4", "projects.5")


def test_combinations_are_mutual():
    for machine in EDITION.machine:
        for other in machine.combines_with:
            assert machine.id in RULES.book.machines[other].combines_with


def test_machines_are_sorted_in_the_order_of_the_data():
    ids = [machine.id for machine in EDITION.machine]
    assert ids == sorted(ids, key=card_key)


@pytest.mark.parametrize(
    ("workshop", "machines", "goods"),
    [
        ("W1", ("P1", "P2"), {"charcoalium": 3, "wood": 1, "copper": 1, "crystal": 1}),
        ("W2", ("P1", "P2"), {"charcoalium": 4, "wood": 1, "copper": 1, "crystal": 1}),
        ("W3", ("P1", "P3"), {"charcoalium": 3, "wood": 1, "crystal": 1}),
        ("W4", ("P1", "P3"), {"charcoalium": 4, "wood": 1, "crystal": 1}),
        ("W5", ("P1", "P4"), {"charcoalium": 3, "wood": 1, "copper": 1}),
    ],
)
def test_every_workshop_starts_as_it_is_printed(workshop, machines, goods):
    (board,) = [board for board in EDITION.workshop if board.id == workshop]
    assert (board.machines, board.goods) == (machines, goods)
    assert board.initiative == int(workshop[1:])


def test_a_club_can_correct_a_figure():
    table = engine.open_table("imaginarium", 3, edition='[[machine]]\nid = "P1"\nlevel = 2\n')
    assert table.rules.book.edition.machine[0].level == 2
    again = engine.load_table(table.dump())
    assert again.dump() == table.dump()


@pytest.mark.parametrize(
    "change",
    [
        {"machine": [{"id": "P1", "level": 0}]},
        {"machine": [{"id": "P1", "repair": {"gold": 1}}]},
        {"machine": [{"id": "P1", "repair": {}, "multipliers": []}]},
        {"machine": [{"id": "A1", "steal": {"wood": 1, "copper": 1}}]},
        {"machine": [{"id": "P1", "combines_with": ["P9"]}]},
        {"machine": [{"id": "P1", "copies": 2}]},
        {"machine": [{"id": "P1", "family": "toy"}]},
        {"board": {"belt": []}},
        {"board": {"projects": {"5": 15}}},
        {"board": {"assistants_shown": 14}},
        {"bench": {"spaces": 1}},
        {"assistant": [{"id": "AS01", "effect": "borrow"}]},
        {"assistant": [{"id": "AS01", "cost": -1}]},
        {"project": [{"id": "PR01", "count": 0}]},
        {"project": [{"id": "PR01", "families": ["attack"]}]},
        {"project": [{"id": "PR04", "families": []}]},
        {"market": {"buy": {"gold": 1}}},
        {"machine": [{"id": "T1", "input": 10}]},
        {"machine": [{"id": "P1", "output": {"gold": 1}}]},
        {"workshop": [{"id": "W1", "goods": {"gold": 1}}]},
        {"bench": {"spaces": 0}},
        {"board": {"belt": [1] * 60}},
    ],
    ids=str,
)
def test_an_edition_that_cant_be_played_is_refused(change):
    with pytest.raises(Refused) as refused:
        engine.open_table("imaginarium", 3, edition=change)
    assert refused.value.code == "broken_edition"
