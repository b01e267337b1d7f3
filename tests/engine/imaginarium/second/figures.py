"""The figures of the box, copied once more by hand: nothing here is read from the edition file."""

from typing import NamedTuple

RESOURCES = ("wood", "copper", "crystal")
GOODS = (*RESOURCES, "charcoalium")
RING = ("recruit", "extract", "repair", "transact", "dismantle", "reorganise")
FAMILIES = {"P": "production", "T": "transformation", "A": "attack", "D": "defense", "S": "special"}


class Machine(NamedTuple):
    """One type of machine: wood, copper and crystal repair it; `yields` has one figure per machine in the stack."""

    level: int
    copies: int
    repair: tuple[int, int, int]
    makes: tuple[str, ...] = ()
    yields: tuple[int, ...] = ()
    eats: int = 0
    joins: tuple[str, ...] = ()


MACHINES = {
    "P1": Machine(1, 8, (2, 0, 0), ("charcoalium",), (1, 3, 7)),
    "P2": Machine(1, 7, (0, 2, 0), ("wood",), (1, 3, 5), joins=("T1", "T2", "T3")),
    "P3": Machine(2, 6, (2, 0, 1), ("copper",), (1, 3, 5), joins=("T1", "T3")),
    "P4": Machine(2, 4, (2, 2, 0), ("crystal",), (1, 3, 5), joins=("T1", "T2")),
    "P5": Machine(2, 2, (0, 0, 3), ("wood", "copper"), (1,), joins=("T4",)),
    "P6": Machine(3, 2, (0, 2, 2), ("any",), (1, 3), joins=("T1",)),
    "T1": Machine(1, 3, (0, 1, 1), ("charcoalium",), (3, 5), eats=1),
    "T2": Machine(1, 3, (1, 0, 1), ("copper",), (1, 3), eats=1),
    "T3": Machine(2, 3, (1, 2, 0), ("crystal",), (1, 3), eats=1),
    "T4": Machine(2, 3, (1, 1, 1), ("charcoalium",), (6, 9, 12), eats=2),
    "A1": Machine(1, 2, (1, 0, 1)),
    "A2": Machine(1, 2, (0, 1, 1)),
    "A3": Machine(1, 2, (1, 0, 2)),
    "A4": Machine(1, 2, (1, 3, 0)),
    "A5": Machine(2, 1, (0, 2, 2)),
    "A6": Machine(3, 1, (0, 1, 3)),
    "D1": Machine(1, 2, (1, 1, 0)),
    "D2": Machine(2, 2, (3, 1, 0)),
    "D3": Machine(3, 2, (1, 1, 2)),
    "S1": Machine(3, 1, (1, 1, 2)),
    "S2": Machine(3, 3, (1, 1, 2), ("points",), (1, 3)),
}
ORDER = tuple(MACHINES)
THEFTS = {"A1": ("charcoalium", 3), "A2": ("wood", 3), "A3": ("copper", 2), "A4": ("crystal", 2)}
SHIELDS = {"D1": {"A1"}, "D2": {"A2", "A3", "A4"}, "D3": {"A1", "A2", "A3", "A4", "A6"}}
LIGHTNING = {"A1", "A2", "A3", "A4", "A5", "A6", "S1"}

SALARIES = {
    "AS01": 9,
    "AS02": 5,
    "AS03": 6,
    "AS04": 5,
    "AS05": 6,
    "AS06": 4,
    "AS07": 3,
    "AS08": 6,
    "AS09": 5,
    "AS10": 6,
    "AS11": 5,
    "AS12": 3,
    "AS13": 3,
}
POINTS = {
    "PR01": 4,
    "PR02": 4,
    "PR03": 4,
    "PR04": 4,
    "PR05": 3,
    "PR06": 5,
    "PR07": 4,
    "PR08": 4,
    "PR09": 3,
    "PR10": 5,
    "PR11": 4,
    "PR12": 3,
    "PR13": 3,
    "PR14": 3,
}

BASES = (4, 3, 3, 2, 2, 1, 1)
EXTRACTORS = (1, 2, 3)
PRICES = {"wood": 1, "copper": 2, "crystal": 3}
PROJECTS_SHOWN = {2: 6, 3: 7, 4: 8, 5: 9}
WORKSHOPS = {
    "W1": (("P1", "P2"), {"charcoalium": 3, "wood": 1, "copper": 1, "crystal": 1}),
    "W2": (("P1", "P2"), {"charcoalium": 4, "wood": 1, "copper": 1, "crystal": 1}),
    "W3": (("P1", "P3"), {"charcoalium": 3, "wood": 1, "copper": 0, "crystal": 1}),
    "W4": (("P1", "P3"), {"charcoalium": 4, "wood": 1, "copper": 0, "crystal": 1}),
    "W5": (("P1", "P4"), {"charcoalium": 3, "wood": 1, "copper": 1, "crystal": 0}),
}
