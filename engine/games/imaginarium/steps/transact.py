"""The action Carry out transactions: buying and selling one unit at a time."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Name
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.effects import change, stock
from engine.games.imaginarium.events import Traded
from engine.games.imaginarium.moves import Buy, Sell
from engine.games.imaginarium.prices import unit_price
from engine.games.imaginarium.state import ImaginariumState, Player
from engine.games.imaginarium.steps.base import ActionStep


class TransactStep(ActionStep[Buy | Sell]):
    """Up to three transactions, five with the Market Regular; points can only be bought."""

    name = "transact"
    moves = (Buy, Sell)

    def __init__(self, book: ImaginariumBook) -> None:
        super().__init__(book)
        self._sales = (Sell("wood"), Sell("copper"), Sell("crystal"))
        self._purchases = (Buy("wood"), Buy("copper"), Buy("crystal"), Buy("point"))

    def limit(self, player: Player) -> int:
        regular = self.book.helper["transactions"]
        return regular.amount if regular.id in player.assistants else int(self.book.edition.market.transactions)

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        if not self.is_open(state, seat):
            return []
        player = state.players[seat]
        coal = player.charcoalium
        found: list[Move] = [
            buy for buy in self._purchases if unit_price(self.book, player.assistants, buy.good) <= coal
        ]
        return found + [sell for sell in self._sales if getattr(player, sell.good)]

    def check(self, state: ImaginariumState, seat: Seat, move: Buy | Sell) -> Refusal | None:
        closed = self.why_closed(state, seat)
        if closed is not None:
            return closed
        player = state.players[seat]
        if isinstance(move, Sell):
            return None if getattr(player, move.good) else Refusal("too_poor", "you have {stock}.", stock=stock(player))
        price = unit_price(self.book, player.assistants, move.good)
        if price > player.charcoalium:
            return Refusal(
                "too_poor",
                "one {good} costs {price} and you have {coal}.",
                good=Name(move.good),
                price=Amount("charcoalium", price),
                coal=player.charcoalium,
            )
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Buy | Sell, chance: Chance) -> list[Event]:
        self.begin(state)
        player = state.players[seat]
        if isinstance(move, Sell):
            trade = {move.good: -1, "charcoalium": self.book.edition.market.sell[move.good]}
        else:
            good = "points" if move.good == "point" else move.good
            trade = {"charcoalium": -unit_price(self.book, player.assistants, move.good), good: 1}
        change(player, trade)
        return [Traded(seat=seat, change=trade)]
