"""The sealed auction that opens each round."""

from collections.abc import Iterator

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Event, Seat
from tests.games.foundry.events import BidPlaced, BidsOpened, Drew
from tests.games.foundry.moves import METALS, Bid
from tests.games.foundry.state import Draft, FoundryState
from tests.games.foundry.steps.base import FoundryStep


class BidStep(FoundryStep[Bid]):
    """Everybody bids at once."""

    name = "bid"
    moves = (Bid,)

    def prompt(self, state: FoundryState, seat: Seat) -> Text:
        """Ask for a bid."""
        return Text(
            "Round {round}: how many of your {coins} coins do you bid?",
            round=state.round,
            coins=state.players[seat].coins,
        )

    def awaiting(self, state: FoundryState) -> tuple[Seat, ...]:
        """All who have not bid; then the winner, who has to keep a design."""
        drafting = tuple(seat for seat, stack in enumerate(state.pending) if stack)
        return drafting or tuple(seat for seat, bid in enumerate(state.sealed) if bid is None)

    def candidates(self, state: FoundryState, seat: Seat) -> Iterator[Bid]:
        """Any number of one's own coins."""
        return (Bid(coins) for coins in range(state.players[seat].coins + 1))

    def check(self, state: FoundryState, seat: Seat, move: Bid) -> Refusal | None:
        """Nobody bids more than they have."""
        purse = state.players[seat].coins
        if move.coins > purse:
            return Refusal("too_poor", "you have {purse} coins.", purse=purse)
        return None

    def apply(self, state: FoundryState, seat: Seat, move: Bid, chance: Chance) -> list[Event]:
        """Seal the bid; the last one opens them all."""
        state.sealed[seat] = move.coins
        events: list[Event] = [BidPlaced(seat=seat)]
        return events + open_bids(state, chance) if None not in state.sealed else events


def open_bids(state: FoundryState, chance: Chance) -> list[Event]:
    """Highest bid wins, ties go to the lower seat; only the winner pays, smelts and draws."""
    bids = tuple(bid or 0 for bid in state.sealed)
    chance.tell(*range(len(bids)))
    winner = bids.index(max(bids))
    player = state.players[winner]
    player.coins -= bids[winner]
    amount = chance.of(winner).die(6)
    metal = METALS[amount % 2]
    setattr(player, metal, getattr(player, metal) + amount)
    drawn = [chance.draw(state.deck, [winner]) for _ in range(2)]
    state.pending[winner].append(Draft(drawn))
    opened = BidsOpened(bids=bids, winner=winner, metal=metal, amount=amount)
    return [opened, Drew(seat=winner, cards=tuple(drawn), seen_by=(winner,))]
