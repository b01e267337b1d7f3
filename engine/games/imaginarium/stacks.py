"""Machines on one space: which may stand together, what they make, and every way to lay out a workshop."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.games.imaginarium.cards import RESOURCES, USABLE, Machine, card_key
from engine.games.imaginarium.moves import Reorganise, in_data_order
from engine.games.imaginarium.state import Stack

REMEMBERED = 4096
"""How many workshops are kept; a game sees a few hundred."""


class Making(NamedTuple):
    """What one use of a stack takes (any resources) and gives; `choice` units are of one kind that is chosen."""

    input: int = 0
    gives: tuple[tuple[str, int], ...] = ()
    choice: int = 0

    @property
    def asks(self) -> bool:
        """Whether goods must be named."""
        return bool(self.choice or self.input)

    @property
    def has_points(self) -> bool:
        """Whether points are made; they can end the game."""
        return any(good == "points" for good, _ in self.gives)


class Combinations:
    """The combinations of one edition's machines; everything is worked out once."""

    def __init__(self, machines: dict[str, Machine]) -> None:
        self.machines = machines
        self.find_making = lru_cache(REMEMBERED)(self._find_making)
        self.is_stack = lru_cache(REMEMBERED)(self._is_stack)
        self.layouts = lru_cache(REMEMBERED)(self._layouts)

    def _is_stack(self, stack: Stack) -> bool:
        """Tell whether machines (one at least, in the order of the data) may stand on one space."""
        return len(stack) == 1 or self._are_identical(stack) or self._are_fed(stack) or self._are_defences(stack)

    def _are_identical(self, stack: Stack) -> bool:
        kind = self.machines[stack[0]]
        return kind.id in kind.combines_with and set(stack) == {kind.id} and len(stack) <= len(kind.multipliers)

    def _are_fed(self, stack: Stack) -> bool:
        if len(stack) != 2:  # noqa: PLR2004 - one feeds one
            return False
        families = tuple(self.machines[card].family for card in stack)
        return families == ("production", "transformation") and stack[1] in self.machines[stack[0]].combines_with

    def _are_defences(self, stack: Stack) -> bool:
        return all(self.machines[card].family == "defense" for card in stack)

    def _find_making(self, stack: Stack) -> Making | None:
        """Return what one use makes, or None for machines that can't be used."""
        if not stack:
            return None
        machine = self.machines[stack[-1]]
        is_fed = stack[0] != stack[-1]
        if machine.effect not in USABLE:
            return None
        times = machine.multipliers[0 if is_fed else len(stack) - 1]
        gives = tuple((good, amount * times) for good, amount in machine.output.items())
        if machine.effect == "produce_choice":
            return Making(choice=times)
        return Making(input=0 if is_fed else machine.input, gives=gives)

    def making(self, stack: Stack) -> Making:
        """Return what one use of machines makes that are known to be usable."""
        making = self.find_making(stack)
        assert making is not None, stack
        return making

    def coal(self, stack: Stack) -> int:
        """Return the charcoalium that one use of a stack makes without any input."""
        making = self.find_making(stack)
        return 0 if making is None or making.input else dict(making.gives).get("charcoalium", 0)

    def _layouts(self, cards: Stack, spaces: int) -> tuple[Reorganise, ...]:
        """Return every layout of these machines (in the order of the data) on at most so many spaces."""
        found = {in_data_order(layout) for layout in self._parted(cards, spaces)}
        return tuple(Reorganise(layout) for layout in sorted(found, key=_layout_key))

    def _parted(self, cards: Stack, spaces: int) -> Iterator[tuple[Stack, ...]]:
        if not cards:
            yield ()
        elif spaces:
            for stack in self._stacks_with_first(cards):
                for others in self._parted(_without(cards, stack), spaces - 1):
                    yield (stack, *others)

    def _stacks_with_first(self, cards: Stack) -> Iterator[Stack]:
        """Yield every stack that can hold the first of the machines."""
        first, others = cards[0], Counter(cards[1:])
        partners = [card for card in others if card in self.machines[first].combines_with]
        numbers = [range(others[card] + 1) for card in partners]
        for chosen in product(*numbers):
            more = [card for card, n in zip(partners, chosen, strict=True) for _ in range(n)]
            stack = tuple(sorted((first, *more), key=card_key))
            if self.is_stack(stack):
                yield stack


def _without(cards: Stack, taken: Sequence[str]) -> Stack:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def _layout_key(layout: tuple[Stack, ...]) -> tuple[int, list[list[tuple[int, str]]]]:
    return len(layout), [[card_key(card) for card in stack] for stack in layout]


@lru_cache(REMEMBERED)
def payments(wood: int, copper: int, crystal: int, units: int) -> tuple[tuple[str, ...], ...]:
    """Return every way to take so many resources out of a stock, each in the order of kinds."""
    return tuple(
        in_kinds(woods, coppers, units - woods - coppers)
        for woods in range(min(wood, units) + 1)
        for coppers in range(min(copper, units - woods) + 1)
        if units - woods - coppers <= crystal
    )


def in_kinds(*amounts: int) -> tuple[str, ...]:
    """Return goods as a move writes them."""
    return tuple(kind for kind, amount in zip(RESOURCES, amounts, strict=True) for _ in range(amount))


def is_in_order(goods: Sequence[str]) -> bool:
    """Tell whether goods are resources in the order of kinds, their one spelling."""
    return all(good in RESOURCES for good in goods) and list(goods) == sorted(goods, key=RESOURCES.index)
