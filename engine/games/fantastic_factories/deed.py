"""What moves of Fantastic Factories draw, gain, pay and turn up while they are carried out."""

from bisect import insort
from collections.abc import Iterable

from engine.core.chance import Chance
from engine.core.deeds import Deed
from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.cards import Amounts
from engine.games.fantastic_factories.events import (
    Built,
    Drew,
    DrewSome,
    EndNeared,
    Gained,
    LaidOut,
    Reshuffled,
    Rolled,
)
from engine.games.fantastic_factories.moves import Row
from engine.games.fantastic_factories.state import FactoriesState

PILES = {
    "blueprints": ("market", "deck", "discard"),
    "contractors": ("contractors", "contractor_deck", "contractor_discard"),
}
"""Each row of the market with its deck and its discard pile."""


class FactoriesDeed(Deed[FactoriesState, FactoriesBook]):
    """A move of one of the factories."""

    __slots__ = ("player",)

    def __init__(self, book: FactoriesBook, state: FactoriesState, seat: Seat, chance: Chance) -> None:
        super().__init__(book, state, seat, chance)
        self.player = state.players[seat]

    def everybody(self) -> range:
        """Return all seats."""
        return range(len(self.state.players))

    # Piles and rows

    def turn_up(self, row: Row, seats: Iterable[Seat]) -> str | None:
        """Take the top card of a deck, seen by some seats; an empty deck is made anew; None when there is no card."""
        _, deck, discard = PILES[row]
        pile: list[str] = getattr(self.state, deck)
        if not pile:
            pile = getattr(self.state, discard)
            if not pile:
                return None
            setattr(self.state, deck, pile)
            setattr(self.state, discard, [])
            self.chance.shuffle(pile)
            self.events.append(Reshuffled(row=row))
        return self.chance.draw(pile, seats)

    def has_pile(self) -> bool:
        """Tell whether there is any blueprint to draw."""
        return bool(self.state.deck or self.state.discard)

    def fill(self, row: Row) -> None:
        """Fill the empty spaces of a row in place, before everybody's eyes."""
        spaces: list[str | None] = getattr(self.state, PILES[row][0])
        laid = []
        for slot, card in enumerate(spaces):
            if card is None:
                new = spaces[slot] = self.turn_up(row, self.everybody())
                if new is not None:
                    laid.append(new)
        if laid:
            self.events.append(LaidOut(cards=tuple(laid)))

    def sweep(self, row: Row) -> None:
        """Discard a whole row, without filling it."""
        spaces, _, discard = PILES[row]
        swept: list[str | None] = getattr(self.state, spaces)
        pile: list[str] = getattr(self.state, discard)
        for card in swept:
            if card is not None:
                insort(pile, card)
        swept[:] = [None] * len(swept)

    # Cards

    def draw(self, n: int, seat: Seat | None = None) -> None:
        """Draw blueprints into a hand (one's own unless said), as many as there are."""
        seat = self.seat if seat is None else seat
        drawn = []
        for _ in range(n):
            card = self.turn_up("blueprints", (seat,))
            if card is None:
                break
            drawn.append(card)
            insort(self.state.players[seat].hand, card)
        if drawn:
            self.events.append(DrewSome(seat=seat, n=len(drawn)))
            self.events.append(Drew(seat=seat, cards=tuple(drawn), seen_by=(seat,)))

    def discard(self, card: str) -> None:
        """Discard a card of one's hand, face up."""
        self.leave_hand(card)
        insort(self.state.discard, card)

    def leave_hand(self, card: str) -> None:
        """Take a card out of one's hand before everybody's eyes."""
        self.player.hand.remove(card)
        if card in self.player.known:
            self.player.known.remove(card)
        self.chance.tell(*(other for other in self.everybody() if other != self.seat))

    # Gains

    def gain(self, gain: Amounts, by: str, seat: Seat | None = None) -> None:
        """Gain resources, goods and cards; a first good of the round wakes the Laboratory."""
        seat = self.seat if seat is None else seat
        player = self.state.players[seat]
        player.metal += gain.metal
        player.energy += gain.energy
        player.goods += gain.goods
        if gain.metal or gain.energy or gain.goods:
            self.events.append(Gained(seat=seat, by=by, metal=gain.metal, energy=gain.energy, goods=gain.goods))
        if gain.draw:
            self.draw(gain.draw, seat)
        if gain.goods:
            self.fire("goods", "")
            if player.goods >= self.book.end.goods:
                self.near_end("goods")

    def fire(self, on: str, newest: str) -> None:
        """Let triggered cards work: each once a round, never by its own construction."""
        player = self.player
        triggers = self.book.triggers
        for card in player.built:
            trigger = triggers.get(card)
            if (
                trigger
                and trigger.on == on
                and card not in player.used
                and card != newest
                and self.can_fire(trigger.gain)
            ):
                insort(player.used, card)
                self.gain(trigger.gain, card)
        for card in list(player.echo):
            trigger = triggers[card]
            if trigger.on == on and self.can_fire(trigger.gain):
                player.echo.remove(card)
                self.gain(trigger.gain, card)

    def can_fire(self, gain: Amounts) -> bool:
        """Tell whether a trigger has something to give: a draw from nothing does not use it up."""
        return not gain.draw or self.has_pile()

    # Buildings

    def erect(self, card: str, built: Built) -> None:
        """Put a building into one's compound; only then do triggered cards work."""
        self.player.built.append(card)
        self.events.append(built)
        self.fire("build", card)
        if len(self.player.built) >= self.book.end.buildings:
            self.near_end("buildings")

    def near_end(self, how: str) -> None:
        """Note what will end the game, the first time only."""
        if self.state.ending is None:
            self.state.ending = how  # type: ignore[assignment]
            self.events.append(EndNeared(how=how, seat=self.seat))  # type: ignore[arg-type]

    # Dice

    def roll(self, n: int, seat: Seat | None = None) -> None:
        """Roll dice of a seat's own stream before everybody's eyes."""
        seat = self.seat if seat is None else seat
        stream = self.chance.of(seat)
        rolled = sorted(stream.die(6) for _ in range(n))
        if rolled:
            player = self.state.players[seat]
            player.dice = sorted(player.dice + rolled)
            self.chance.tell(*self.everybody())
            self.events.append(Rolled(seat=seat, dice=tuple(rolled)))
