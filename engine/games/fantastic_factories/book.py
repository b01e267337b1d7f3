"""An edition with its answers worked out once: lookups, costs, and every way in which a card can be used."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from engine.core.books import Book, Corrected
from engine.core.errors import Refused
from engine.games.fantastic_factories.cards import (
    Amounts,
    Blueprint,
    CardUse,
    Contractor,
    Effect,
    FactoriesEdition,
)
from engine.games.fantastic_factories.moves import FACES, Activate, Build, Choice, Discard, Drop, Place

Faces = tuple[int, ...]
CACHED = 20_000
CHANGERS: dict[str, range] = {"raise": range(1, 6), "lower": range(2, 7), "flip": FACES, "summon": FACES}
"""Effects that name one face, and which faces they can name."""
PATTERNS: dict[str, Callable[[CardUse], Iterator[Faces]]] = {
    "none": lambda _: iter([()]),
    "any": lambda _: ((face,) for face in FACES),
    "exact": lambda use: ((face,) for face in use.faces),
    "pair": lambda _: ((face, face) for face in FACES),
    "triple": lambda _: ((face, face, face) for face in FACES),
    "run": lambda _: ((face, face + 1, face + 2) for face in FACES[:-2]),
    "sum": lambda use: (faces for faces in combinations_with_replacement(FACES, 3) if sum(faces) >= use.at_least),
}
"""The dice that a card takes, in ascending order."""


class Way(NamedTuple):
    """One way to use a card: the dice it takes, what is paid, what is gained, and what else it does."""

    move: Activate
    needs: Faces
    is_placed: bool
    metal: int
    energy: int
    cards: int
    gain: Amounts
    effect: Effect | None

    @property
    def card(self) -> str:
        """The card that is used."""
        return self.move.card


class FactoriesBook(Book[FactoriesEdition]):
    """An edition for the steps: what they look up often is here by id."""

    def __init__(self, edition: FactoriesEdition, corrected: Corrected) -> None:
        """Index the edition, or refuse a club's edition that can't be played."""
        refuse_unplayable(edition)
        super().__init__(edition, corrected)
        self.setup = edition.setup
        self.limits = edition.limits
        self.end = edition.end
        self.solo = edition.solo
        self.floors = {floor.id: floor for floor in edition.floor}
        self.cards = {card.id: card for card in edition.blueprint}
        self.contractors = {contractor.id: contractor for contractor in edition.contractor}
        self.tool: dict[str, str] = {card.id: card.tool for card in edition.blueprint}
        self.type: dict[str, str] = {card.id: card.type for card in edition.blueprint}
        self.costs = {card.id: (card.cost.metal, card.cost.energy) for card in edition.blueprint}
        self.discounted = {card.id for card in edition.blueprint if card.metal_off_per_monument}
        self.repeatable = {card.id for card in edition.blueprint if card.repeatable}
        self.triggers = {card.id: card.trigger for card in edition.blueprint if card.trigger}
        self.replicators = tuple(card.id for card in edition.blueprint if card.use and card.use.effect == "copy")
        self._index_moves()

    def _index_moves(self) -> None:
        self.ways = {card.id: tuple(ways_of(card)) for card in self.cards.values()}
        self.way = {card: {(way.move.faces, way.move.choice): way for way in ways} for card, ways in self.ways.items()}
        self.builds = {card: {other: Build(card, other) for other in self.same_tool(card)} for card in self.cards}
        self.discards = {card: Discard(card) for card in self.cards}
        self.drops = {card: Drop(card) for card in self.cards}
        self.fitting = lru_cache(CACHED)(self._fitting)
        self.places = lru_cache(CACHED)(self._places)

    def same_tool(self, card: str) -> Iterator[str]:
        """Yield all cards that have the tool of a card, itself included."""
        return (other for other, tool in self.tool.items() if tool == self.tool[card])

    def _fitting(self, card: str, dice: Faces) -> tuple[Way, ...]:
        """Return the ways to use a card for which the dice are there."""
        return tuple(way for way in self.ways[card] if fits(way, dice))

    def _places(self, dice: Faces, open_floors: Faces) -> tuple[Place, ...]:
        """Return every way to place one of the dice on a floor that has room (1) or has none (0)."""
        return tuple(
            Place(face, floor.id)  # type: ignore[arg-type]
            for face in dict.fromkeys(dice)
            for floor, has_room in zip(self.edition.floor, open_floors, strict=True)
            if has_room and face in floor.faces
        )


def fits(way: Way, dice: Sequence[int]) -> bool:
    """Tell whether the unplaced dice are those that a way takes; another roll takes any die."""
    if way.effect == "reroll":
        return bool(dice)
    return all(dice.count(face) >= way.needs.count(face) for face in way.needs)


def ways_of(card: Blueprint) -> Iterator[Way]:
    """Yield every way to use a card; a Replicator has none of its own."""
    use = card.use
    if use is None or use.effect == "copy":
        return
    for faces in faces_of(use):
        for choice, chosen in choices_of(use):
            yield way_of(card, use, faces, choice, chosen)


def faces_of(use: CardUse) -> Iterator[Faces]:
    """Yield the faces that can be named for a use."""
    if use.effect in CHANGERS:
        return ((face,) for face in CHANGERS[use.effect])
    return PATTERNS[use.dice](use)


def choices_of(use: CardUse) -> list[tuple[Choice | None, Amounts]]:
    """Return what can be chosen as part of the gain, by the word for it."""
    return [(word_of(gain), gain) for gain in use.one_of] or [(None, Amounts())]


def word_of(gain: Amounts) -> Choice:
    """Return the word for a gain of one kind."""
    return "metal" if gain.metal else "energy" if gain.energy else "draw"


def way_of(card: Blueprint, use: CardUse, faces: Faces, choice: Choice | None, chosen: Amounts) -> Way:
    """Return one way to use a card, its costs and gains added up."""
    x = faces[0] if faces else 0
    gain = added(use.gain, chosen, *(one.gain for one in use.by_face if x in one.faces))
    if use.gain_x:
        gain = added(gain, Amounts(**{use.gain_x: x}))
    pay = added(use.pay, Amounts(**{use.pay_x: x})) if use.pay_x else use.pay
    needs = () if use.effect == "summon" else faces
    move = Activate(card.id, faces, choice)
    return Way(move, needs, use.dice != "none", pay.metal, pay.energy, pay.cards, gain, use.effect)


def added(*amounts: Amounts) -> Amounts:
    """Return the sum of amounts."""
    return Amounts(*(sum(getattr(one, kind) for one in amounts) for kind in Amounts.__struct_fields__))


def floor_gain(book: FactoriesBook, floor: str, face: int, placed: Sequence[int]) -> Amounts:
    """Return what a die gives on a floor; beside an equal die it gives a unit more, whatever the floor."""
    row = book.floors[floor]
    bonus = book.limits.team_bonus if face in placed else 0
    return Amounts(**{row.gives: (face if row.by_face else 1) + bonus})


def refuse_unplayable(edition: FactoriesEdition) -> None:
    """Refuse an edition whose figures don't fit together."""
    cards = sum(card.copies for card in edition.blueprint)
    dealt = 5 * edition.setup.hand + edition.setup.blueprints
    hands = sum(contractor.copies for contractor in edition.contractor)
    if dealt > cards or len(edition.setup.tools) > hands:
        raise Refused(
            "broken_edition",
            "The edition deals more than there is: {dealt} of {cards} blueprints, {shown} of {hands} contractors.",
            dealt=dealt,
            cards=cards,
            shown=len(edition.setup.tools),
            hands=hands,
        )
    for contractor in edition.contractor:
        if not serves_one_way(contractor):
            raise Refused(
                "broken_edition",
                "The edition's contractor `{id}` must either do something or give to its player and to an opponent, "
                "who gets no goods.",
                id=contractor.id,
            )


def serves_one_way(contractor: Contractor) -> bool:
    """Tell whether a contractor either does something or gives, to an opponent too."""
    if contractor.effect:
        return not contractor.gain and not contractor.gift
    return bool(contractor.gain and contractor.gift) and not (contractor.gift or Amounts()).goods
