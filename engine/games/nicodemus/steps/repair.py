"""Réparer une machine du bric-à-brac, 1 to 3: pay, take the machine with its charcoalium, score, close the gap."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Count
from engine.core.types import Event, Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.effects import give_back
from engine.games.nicodemus.events import Repaired
from engine.games.nicodemus.moves import Repair
from engine.games.nicodemus.prices import Price, Quote, Ways, discounts, offer_at, unfold, ways_to_pay
from engine.games.nicodemus.state import NicodemusState
from engine.games.nicodemus.steps.base import NicodemusStep
from engine.games.nicodemus.words import bundle, bundle_price


class RepairStep(NicodemusStep[Repair]):
    """One machine of the row; claims follow."""

    name = "repair"
    moves = (Repair,)
    exact = True

    def candidates(self, state: NicodemusState, seat: Seat) -> list[Repair]:
        return payable_repairs(self.book, state, seat)

    def check(self, state: NicodemusState, seat: Seat, move: Repair) -> Refusal | None:
        last = len(state.row)
        if not 1 <= move.position <= last:
            return Refusal(
                "no_such_position",
                "there is no machine at {position}; the bric-a-brac has {machines}, counted from the oldest.",
                position=move.position,
                machines=Count("{n} machine", "{n} machines", last),
            )
        price, ways = self.offer(state, seat, move.position)
        coins = state.players[seat].stock.charcoalium
        if price.charcoalium > coins:
            return Refusal(
                "too_poor",
                "newer machines: {later}; that costs you {owed} and you have {coins}.",
                later=last - move.position,
                owed=Amount("charcoalium", price.charcoalium),
                coins=coins,
            )
        if not ways:
            return too_few_resources(state, seat, price)
        return check_way(move, ways)

    def plain(self, state: NicodemusState, seat: Seat, move: Repair) -> Repair:
        if not 1 <= move.position <= len(state.row):
            return move
        _, ways = self.offer(state, seat, move.position)
        return Repair(move.position) if ways == (move.goods,) else move

    def offer(self, state: NicodemusState, seat: Seat, position: int) -> Quote:
        """Return what a machine costs a seat, and the ways in which it can pay the resources."""
        player, waivable = state.players[seat], state.options.any_discount == "waivable"
        return offer_at(self.book, state.row, position, player.workshop, player.stock.resources, waivable=waivable)

    def apply(self, state: NicodemusState, seat: Seat, move: Repair, chance: Chance) -> list[Event]:
        offer = self.offer(state, seat, move.position)
        paid, coins = offer.payment(move.goods), offer.price.charcoalium
        give_back(state, seat, paid[: len(paid) - coins])
        strew(state, seat, move.position, coins)
        card, found = take(state, seat, move.position)
        points = self.book.points[card]
        state.players[seat].score += points
        state.step = "claims"
        return [Repaired(seat=seat, card=card, points=points, paid=paid, found=found)]


def payable_repairs(book: NicodemusBook, state: NicodemusState, seat: Seat) -> list[Repair]:
    """Return every repair that a seat can pay; the oldest machines are out of reach for its charcoalium."""
    player = state.players[seat]
    off = discounts(book, player.workshop)
    purse = player.stock.resources
    waivable = state.options.any_discount == "waivable"
    oldest = max(1, len(state.row) - off.charcoalium - player.stock.charcoalium)
    found: list[Repair] = []
    for position, card in enumerate(state.row[oldest - 1 :], oldest):
        ways = ways_to_pay(book.costs[card], off, purse, waivable=waivable)
        if ways:
            found += (Repair(position, way) for way in ways) if len(ways) > 1 else (Repair(position),)
    return found


def strew(state: NicodemusState, seat: Seat, position: int, coins: int) -> None:
    """Lay one charcoalium on each machine right after the repaired one; the discount spares the newest (Réduction)."""
    state.players[seat].stock.charcoalium -= coins
    for index in range(position, position + coins):
        state.coins[index] += 1


def take(state: NicodemusState, seat: Seat, position: int) -> tuple[str, int]:
    """Move a machine into the workshop and the charcoalium on it into the stock; the row closes up."""
    player = state.players[seat]
    card, found = state.row.pop(position - 1), state.coins.pop(position - 1)
    player.stock.charcoalium += found
    player.workshop.append(card)
    return card, found


def too_few_resources(state: NicodemusState, seat: Seat, price: Price) -> Refusal:
    """Return the refusal that names what is owed and what is there."""
    owed, purse = bundle_price(unfold(price.owed)), bundle(unfold(state.players[seat].stock.resources))
    if not price.any:
        return Refusal("too_poor", "it costs you {owed} and you have {purse}.", owed=owed, purse=purse)
    return Refusal(
        "too_poor",
        "after your discounts it costs {owed}, less {any} of your choice, and you have {purse}.",
        owed=owed,
        any=price.any,
        purse=purse,
    )


def check_way(move: Repair, ways: Ways) -> Refusal | None:
    """Return why `any` discounts can't go there; with one way to pay, none is named."""
    if len(ways) == 1:
        if not move.goods:
            return None
        exact = str(Repair(move.position))
        return Refusal("no_choice", "there is only one way to pay: write `{exact}`.", exact=exact)
    if move.goods in ways:
        return None
    return Refusal("which_discount", "say what your `any` discounts take off.")
