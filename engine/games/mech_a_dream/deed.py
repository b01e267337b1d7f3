"""What moves of Mech A Dream gain, pay, acquire and build while they are carried out."""

from typing import Any

from engine.core.chance import Chance
from engine.core.deeds import Deed
from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import Amounts
from engine.games.mech_a_dream.events import Acquired, Advanced, Built, LaidOut
from engine.games.mech_a_dream.prices import currency_of, find_discounts, price_of, slot_of
from engine.games.mech_a_dream.state import DreamState, Hourglasses


class DreamDeed(Deed[DreamState, DreamBook]):
    """One move of one workshop."""

    __slots__ = ("player",)

    def __init__(self, book: DreamBook, state: DreamState, seat: Seat, chance: Chance) -> None:
        super().__init__(book, state, seat, chance)
        self.player = state.players[seat]

    # Ressources et colis

    def gain(self, gain: Amounts, cost: Amounts | None = None, flower: int = 0) -> dict[str, Any]:
        """Pay a cost, take a gain, and return what changed: what is above the limits is lost."""
        player, board = self.player, self.book.board
        before = (player.flower, player.ink, player.rainbow, player.points)
        if cost is not None:
            player.flower -= cost.flower + flower
            player.ink -= cost.ink
            player.rainbow -= cost.rainbow
            player.points -= cost.points
        player.flower = max(player.flower, min(player.flower + gain.flower, board.flower_max))
        player.ink = max(player.ink, min(player.ink + gain.ink, board.ink_max))
        player.rainbow += gain.rainbow
        player.points += gain.points
        return {
            "flower": player.flower - before[0],
            "ink": player.ink - before[1],
            "rainbow": player.rainbow - before[2],
            "points": player.points - before[3],
        }

    def add_hourglasses(self, n: int) -> None:
        """Ask for the machines that advance."""
        if n:
            self.state.pending[self.seat].append(Hourglasses(n))

    # Acquérir une nouvelle machine

    def acquire(self, tile: str, sooner: int = 0, **how: Any) -> None:
        """Pay for a tile and put it on the belt, or build it at once; the factory's belt is filled."""
        book, player = self.book, self.player
        off = find_discounts(book, player.built)
        price, slot = price_of(book, tile, off), slot_of(book, tile, off, sooner)
        paid: dict[str, Any] = {currency_of(book, tile): -price}
        player.ink += paid.get("ink", 0)
        player.rainbow += paid.get("rainbow", 0)
        self.events.append(Acquired(seat=self.seat, tile=tile, slot=slot, **paid, **how))
        player.belt[tile] = slot
        if not slot:
            self.build(tile)
        self.refill(tile)

    def refill(self, tile: str) -> None:
        """Fill the gap from the pile, whose next tile comes to light before everybody's eyes."""
        belt = self.book.belt_of[tile]
        shown, pile = self.state.market[belt], self.state.piles[belt]
        if not pile:
            shown.remove(tile)
            return
        shown[shown.index(tile)] = shown[0]
        shown[0] = self.chance.draw(pile, range(len(self.state.players)))
        self.events.append(LaidOut(tile=shown[0]))

    # Avancée des machines, machines construites

    def advance(self, tile: str, steps: int) -> None:
        """Move a machine towards the end of the belt; beyond the last slot it is built."""
        slot = self.player.belt[tile] = max(self.player.belt[tile] - steps, 0)
        self.events.append(Advanced(seat=self.seat, tile=tile, slot=slot))
        if not slot:
            self.build(tile)

    def build(self, tile: str) -> None:
        """Put a machine into the workshop: green gives rainbows and yellow points at once, and so does its slot."""
        book, player = self.book, self.player
        del player.belt[tile]
        player.built.append(tile)
        number = len(player.built)
        at_once = Amounts() if tile in book.purple else book.machines[tile].outputs
        gained = self.gain(
            Amounts(at_once.flower, at_once.ink, at_once.rainbow, at_once.points + book.slot_points(number))
        )
        self.events.append(Built(seat=self.seat, tile=tile, number=number, **gained))
