"""A workshop: which machines stand together, what they make, which projects they fulfil."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, product

from tests.engine.imaginarium.second.figures import FAMILIES, GOODS, MACHINES, ORDER, RESOURCES, SHIELDS

Stack = list[str]
Layout = tuple[tuple[str, ...], ...]


@dataclass
class Player:
    """One side of the table, with what is behind the screen."""

    workshop: str
    spaces: list[Stack]
    goods: Counter[str]
    points: int = 0
    face_down: set[int] = field(default_factory=set)
    yard: list[str] = field(default_factory=list)
    assistants: list[str] = field(default_factory=list)
    private: list[str] = field(default_factory=list)
    pair: tuple[str, str] | None = None

    def stacks(self) -> list[Stack]:
        return [stack for stack in self.spaces if stack]

    def machines(self) -> list[str]:
        return [card for stack in self.spaces for card in stack]

    def resources(self) -> int:
        return sum(self.goods[kind] for kind in RESOURCES)

    def count(self, family: str) -> int:
        return sum(family_of(card) == family for card in self.machines())

    def count_level(self, level: int) -> int:
        return sum(MACHINES[card].level == level for card in self.machines())

    def levels(self) -> int:
        return sum(MACHINES[card].level for card in self.machines())

    def settle(self, card: str) -> None:
        self.spaces[self.spaces.index([])] = [card]

    def is_shielded(self, attack: str, *, face_down_too: bool) -> bool:
        shields = [
            card
            for space, stack in enumerate(self.spaces)
            if face_down_too or space not in self.face_down
            for card in stack
        ]
        return any(attack in SHIELDS.get(card, ()) for card in shields)


def family_of(card: str) -> str:
    return FAMILIES[card[0]]


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=ORDER.index)


def repair_list(card: str) -> Counter[str]:
    return Counter(dict(zip(RESOURCES, MACHINES[card].repair, strict=True)))


def bundles(purse: Counter[str], size: int) -> list[str]:
    """Return every choice of so many resources out of a purse, as moves write them."""
    choices = combinations_with_replacement(RESOURCES, size)
    return [written(choice) for choice in choices if Counter(choice) <= purse]


def written(goods: tuple[str, ...]) -> str:
    counts = ((kind, goods.count(kind)) for kind in GOODS if kind in goods)
    return " ".join(kind if n == 1 else f"{kind}*{n}" for kind, n in counts)


def counted(words: tuple[str, ...]) -> Counter[str]:
    pairs = (word.partition("*") for word in words)
    return Counter({kind: int(n or 1) for kind, _, n in pairs})


def work_of(stack: Stack) -> tuple[tuple[str, ...], int, int]:
    """Return what a stack makes, how many of each, and how many resources it eats."""
    top = MACHINES[stack[-1]]
    if not top.yields:
        return (), 0, 0
    if family_of(stack[0]) == "production" and family_of(stack[-1]) == "transformation":
        return top.makes, top.yields[0], 0
    return top.makes, top.yields[len(stack) - 1], top.eats


def ways_to_use(stack: Stack, purse: Counter[str]) -> list[str]:
    """Return the goods that can be named for one use of a stack; none when it can't be used."""
    makes, _, eats = work_of(stack)
    if makes == ("any",):
        return list(RESOURCES)
    return bundles(purse, eats) if makes else []


def layouts(cards: tuple[str, ...], spaces: int) -> set[Layout]:
    """Return every way to lay out machines, in the order of the box, on so many spaces."""
    if not cards:
        return {()}
    if not spaces:
        return set()
    found = set()
    for stack in stacks_with(cards[0], cards[1:]):
        rest = list(cards)
        for card in stack:
            rest.remove(card)
        found |= {(stack, *others) for others in layouts(tuple(rest), spaces - 1)}
    return {tuple(sorted(layout, key=lambda stack: [ORDER.index(card) for card in stack])) for layout in found}


def stacks_with(card: str, others: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield every stack that a machine can stand in together with others that come after it."""
    if family_of(card) == "defense":
        defences = [other for other in others if family_of(other) == "defense"]
        for size in range(len(defences) + 1):
            yield from ((card, *chosen) for chosen in set(combinations(defences, size)))
        return
    most = min(1 + others.count(card), max(1, len(MACHINES[card].yields)))
    yield from ((card,) * size for size in range(1, most + 1))
    yield from ((card, other) for other in set(others) if other in MACHINES[card].joins)


def outputs(player: Player) -> Iterator[Counter[str]]:
    """Yield the resources that production can make in one go, for each choice of the Flamelleurs."""
    fixed, free = Counter[str](), list[int]()
    for stack in player.stacks():
        makes, n, _ = work_of(stack)
        if makes == ("any",):
            free.append(n)
        elif family_of(stack[0]) == "production":
            fixed.update({kind: n for kind in makes if kind in RESOURCES})
    for kinds in product(RESOURCES, repeat=len(free)):
        made = Counter(fixed)
        for kind, n in zip(kinds, free, strict=True):
            made[kind] += n
        yield made


PROJECTS: dict[str, Callable[[Player], bool]] = {
    "PR01": lambda p: sum(any(family_of(card) == "production" for card in stack) for stack in p.spaces) >= 4,
    "PR02": lambda p: p.count("attack") >= 2,
    "PR03": lambda p: p.count("defense") >= 2,
    "PR04": lambda p: p.count("attack") >= 1 and p.count("defense") >= 1,
    "PR05": lambda p: p.count("transformation") >= 2,
    "PR06": lambda p: any(stack.count(stack[0]) >= 3 for stack in p.stacks()),
    "PR07": lambda p: len(p.machines()) >= 6,
    "PR08": lambda p: p.count_level(2) >= 3,
    "PR09": lambda p: p.count_level(3) >= 2,
    "PR10": lambda p: any(made.total() >= 6 and len(+made) >= 2 for made in outputs(p)),
    "PR11": lambda p: any(len(+made) == 3 for made in outputs(p)),
    "PR12": lambda p: any(max(made.values(), default=0) >= 3 for made in outputs(p)),
    "PR13": lambda p: len(p.assistants) >= 3,
    "PR14": lambda p: p.goods["charcoalium"] >= 15,
}
