"""What happens in Foundry."""

from engine.core.language import Count, Name, Text, Who
from engine.core.types import Event, Seat


class BidPlaced(Event, frozen=True, tag="bid_placed"):
    """A sealed bid was handed in."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} handed in a bid.", who=Who(self.seat))


class BidsOpened(Event, frozen=True, tag="bids_opened"):
    """All bids were opened and the winner smelted."""

    bids: tuple[int, ...]
    winner: Seat
    metal: str
    amount: int

    def text(self) -> Text:
        """Tell it."""
        return Count(
            "{who} won with {n} coin and smelted {metal}*{amount}.",
            "{who} won with {n} coins and smelted {metal}*{amount}.",
            self.bids[self.winner],
            who=Who(self.winner),
            metal=Name(self.metal),
            amount=self.amount,
        )

    def changes(self) -> dict[tuple[Seat, str], int]:
        """The winner paid the bid and gained metal."""
        return {(self.winner, "coins"): -self.bids[self.winner], (self.winner, self.metal): self.amount}


class Drew(Event, frozen=True, tag="drew"):
    """The winner drew two designs."""

    seat: Seat
    cards: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} drew {cards}.", who=Who(self.seat), cards=[Name(card) for card in self.cards])


class Discarded(Event, frozen=True, tag="discarded"):
    """The winner kept one design and discarded the other face up."""

    seat: Seat
    card: str

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} discarded {card}.", who=Who(self.seat), card=Name(self.card))


class WasCast(Event, frozen=True, tag="was_cast"):
    """A design was cast."""

    seat: Seat
    card: str
    metals: tuple[str, ...]

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} cast {card}.", who=Who(self.seat), card=Name(self.card))

    def changes(self) -> dict[tuple[Seat, str], int]:
        """The metals were paid."""
        return {(self.seat, metal): -self.metals.count(metal) for metal in set(self.metals)}


class Passed(Event, frozen=True, tag="passed"):
    """Nothing was cast."""

    seat: Seat

    def text(self) -> Text:
        """Tell it."""
        return Text("{who} passed.", who=Who(self.seat))


EVENTS = (BidPlaced, BidsOpened, Drew, Discarded, WasCast, Passed)
