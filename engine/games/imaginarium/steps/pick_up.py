"""2. Picking up a reserved machine or extracting charcoalium, and the Deck Buyer's purchase."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Name, Text
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import GOODS, card_key
from engine.games.imaginarium.effects import change, check_stock, into_crusher, others
from engine.games.imaginarium.events import Acquired, Collected, LostMachine, Topdecked
from engine.games.imaginarium.flow import draw_machine, everybody
from engine.games.imaginarium.moves import Acquire, Collect, Topdeck
from engine.games.imaginarium.prices import can_pay, missing, price_of
from engine.games.imaginarium.stacks import payments
from engine.games.imaginarium.state import ImaginariumState, Player
from engine.games.imaginarium.steps.base import TurnStep

BARE, COLLECT, TOPDECK = Acquire(), Collect(), Topdeck()


class PickUpStep(TurnStep[Acquire | Collect | Topdeck]):
    """What was planned is now paid or received."""

    name = "pick_up"
    moves = (Acquire, Collect, Topdeck)

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        if is_picked_up(state):
            return Text("Turn the hands to two actions.")
        return Text("Pick up what you planned.")

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        found: list[Move] = []
        if not is_picked_up(state):
            found += [COLLECT] if self._at_extractor(state) else self._payments(state, seat)
        if self._why_no_topdeck(state, seat) is None:
            found.append(TOPDECK)
        return found

    def _payments(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        player, units = state.players[seat], self._missing(state, seat)
        if not units:
            return [BARE]
        ways = payments(player.wood, player.copper, player.crystal, units)
        return [Acquire(goods) for goods in ways] or [BARE]

    def _at_extractor(self, state: ImaginariumState) -> bool:
        place = state.track[state.at].place
        return place is not None and place >= len(state.belt)

    def _price(self, state: ImaginariumState, seat: Seat) -> int:
        return price_of(self.book, state, seat, state.track[state.at].place or 0)

    def _missing(self, state: ImaginariumState, seat: Seat) -> int:
        return missing(self.book, state.players[seat], self._price(state, seat))

    def check(self, state: ImaginariumState, seat: Seat, move: Acquire | Collect | Topdeck) -> Refusal | None:
        if isinstance(move, Topdeck):
            return self._why_no_topdeck(state, seat)
        if is_picked_up(state):
            return Refusal("picked_up", "you have nothing more to pick up this turn.")
        if isinstance(move, Collect):
            if self._at_extractor(state):
                return None
            return Refusal("no_extractor", "you reserved a machine: `acquire` it.")
        if self._at_extractor(state):
            return Refusal("no_machine", "you stand at an extractor: `collect` its charcoalium.")
        return self._check_payment(state, seat, move.goods)

    def _check_payment(self, state: ImaginariumState, seat: Seat, goods: tuple[str, ...]) -> Refusal | None:
        player, price, units = state.players[seat], self._price(state, seat), self._missing(state, seat)
        is_payable = can_pay(self.book, player, price)
        if goods and not is_payable:
            return Refusal(
                "cannot_pay",
                "all you have does not pay {price}: `acquire` alone gives up your goods and the machine.",
                price=Amount("charcoalium", price),
            )
        if len(goods) == units or not is_payable:
            return check_stock(player, goods)
        if not units:
            return Refusal("no_goods", "no resources are asked of you here; write `acquire` alone.")
        return Refusal(
            "wrong_payment",
            "it costs {price} and you have {coal}: name {units} resources, not {named}.",
            price=Amount("charcoalium", price),
            coal=player.charcoalium,
            units=units,
            named=len(goods),
        )

    def _why_no_topdeck(self, state: ImaginariumState, seat: Seat) -> Refusal | None:
        player, buyer = state.players[seat], self.book.helper["top_of_deck"]
        if buyer.id not in player.assistants:
            return Refusal("no_deck_buyer", "only the Deck Buyer's employer buys from the deck.")
        if state.now.bought_blind:
            return Refusal("bought_blind", "you buy one machine a turn from the deck.")
        if player.charcoalium < buyer.amount:
            return Refusal(
                "too_poor",
                "it costs {price} and you have {coal}.",
                price=Amount("charcoalium", buyer.amount),
                coal=player.charcoalium,
            )
        if not state.deck and (state.rulings.empty_deck == "gaps" or not state.crusher):
            return Refusal("no_deck", "no machine is left in the deck.")
        return None

    def apply(
        self, state: ImaginariumState, seat: Seat, move: Acquire | Collect | Topdeck, chance: Chance
    ) -> list[Event]:
        close_use(state, seat)
        state.step = "pick_up"
        if isinstance(move, Topdeck):
            return [self._topdeck(state, seat, chance)]
        state.now.picked_up = True
        if isinstance(move, Collect):
            return [self._collect(state, seat)]
        chance.tell(*others(state, seat))
        return [self._acquire(state, seat, move.goods)]

    def _topdeck(self, state: ImaginariumState, seat: Seat, chance: Chance) -> Event:
        state.now.bought_blind = True
        player = state.players[seat]
        paid = {"charcoalium": -self.book.helper["top_of_deck"].amount}
        change(player, paid)
        machine = draw_machine(state, chance, everybody(state)) or ""
        into_yard(player, machine)
        return Topdecked(seat=seat, machine=machine, change=paid)

    def _collect(self, state: ImaginariumState, seat: Seat) -> Event:
        place = state.track[state.at].place or 0
        gain = {"charcoalium": self.book.extractors[place - len(state.belt)]}
        change(state.players[seat], gain)
        return Collected(seat=seat, change=gain)

    def _acquire(self, state: ImaginariumState, seat: Seat, goods: tuple[str, ...]) -> Event:
        player, place, price = state.players[seat], state.track[state.at].place or 0, self._price(state, seat)
        machine = state.belt[place] or ""
        state.belt[place] = None
        if not can_pay(self.book, player, price):
            lost = {good: -n for good in GOODS if (n := getattr(player, good))}
            change(player, lost)
            into_crusher(state, machine)
            return LostMachine(seat=seat, machine=machine, change=lost)
        paid = {good: -goods.count(good) for good in dict.fromkeys(goods)}
        paid["charcoalium"] = -min(price, player.charcoalium)
        change(player, paid)
        into_yard(player, machine)
        return Acquired(seat=seat, machine=machine, change=paid)

    def advise(self, state: ImaginariumState, seat: Seat, move: Acquire | Collect | Topdeck) -> Text | None:
        if not isinstance(move, Acquire) or self.check(state, seat, move):
            return None
        if can_pay(self.book, state.players[seat], self._price(state, seat)):
            return None
        machine = Name(state.belt[state.track[state.at].place or 0] or "")
        return Text("You can't pay for {machine}: all your goods are lost, and the machine too.", machine=machine)


def is_picked_up(state: ImaginariumState) -> bool:
    """Tell whether nothing is left to pick up: done, or the piece found no place."""
    return state.now.picked_up or state.track[state.at].place is None


def close_use(state: ImaginariumState, seat: Seat) -> None:
    """The first step is over: spaces that a Tanglette turned face down are turned back."""
    if state.step == "use":
        state.players[seat].face_down.clear()


def into_yard(player: Player, machine: str) -> None:
    """Put a broken machine into the yard, which is kept sorted."""
    player.yard.append(machine)
    player.yard.sort(key=card_key)
