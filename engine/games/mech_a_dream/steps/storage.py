"""Travailler à l'usine, magasin de stockage: goods of the moment's floor; with the variant, also a specialist."""

from engine.core.errors import Refusal
from engine.core.language import Count, Name, Text, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.cards import MOMENTS, Amounts, Floor
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Poached, Stored
from engine.games.mech_a_dream.moves import GOODS, Good, Poach, Storage
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DayStep, too_few

STORAGE: list[Move] = [Storage(good) for good in GOODS]


class StorageStep(DayStep[Storage | Poach]):
    """Always possible: fixed goods, then the last two are a choice, one of which may be a specialist."""

    name = "day"
    moves = (Storage, Poach)
    exact = True

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Where do you send your assistant of the {moment}?", moment=Name(MOMENTS[state.moment]))

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        if not state.options.specialists or not self.floor(state).specialist:
            return STORAGE
        purse = state.players[seat].rainbow
        cards = [card for card, price in sorted(self.prices(state, seat).items()) if price <= purse]
        goods = GOODS if state.options.specialist_mode == "in_addition" else (None,)
        return [*STORAGE, *(Poach(card, good) for card in cards for good in goods)]

    def prices(self, state: DreamState, seat: Seat) -> dict[str, int]:
        """Return the specialists that can be taken, with their tokens."""
        others = [player.specialists for other, player in enumerate(state.players) if other != seat]
        return {card: token for held in (*others, state.centre) for card, token in held.items()}

    def floor(self, state: DreamState) -> Floor:
        """Return the floor of this moment."""
        return self.book.floor(state.moment, specialists=state.options.specialists)

    def check(self, state: DreamState, seat: Seat, move: Storage | Poach) -> Refusal | None:
        if isinstance(move, Storage):
            return None
        if not state.options.specialists:
            return Refusal("no_specialists", "this game is played without specialists.")
        if not self.floor(state).specialist:
            return Refusal("too_late", "specialists can be taken in the morning and in the afternoon only.")
        return self.check_card(state, seat, move) or self.check_good(state, move)

    def check_card(self, state: DreamState, seat: Seat, move: Poach) -> Refusal | None:
        """Refuse a card that nobody else has, or that is too dear."""
        prices = self.prices(state, seat)
        if not prices:
            return Refusal("not_there", "there is no specialist that you could take.")
        if move.card not in prices:
            cards = name_all(sorted(prices))
            return Refusal(
                "not_there", "`{card}` can't be taken; you could take {cards}.", card=Name(move.card), cards=cards
            )
        price, purse = prices[move.card], state.players[seat].rainbow
        if price > purse:
            return too_few("rainbow", price, purse)
        return None

    def check_good(self, state: DreamState, move: Poach) -> Refusal | None:
        """Refuse a missing or superfluous good: only a ruling gives goods on top."""
        if state.options.specialist_mode == "in_addition":
            if move.good is None:
                return Refusal("which_good", "say also which good you take: flower or ink.")
        elif move.good is not None:
            return Refusal("no_good", "the specialist takes the place of the last goods.")
        return None

    def advise(self, state: DreamState, seat: Seat, move: Storage | Poach) -> Text | None:
        if isinstance(move, Poach):
            return None
        goods, player, board = goods_of(self.floor(state), move.good), state.players[seat], self.book.board
        lost = max(player.flower + goods.flower - board.flower_max, 0) + max(player.ink + goods.ink - board.ink_max, 0)
        if not lost:
            return None
        return Count("{n} good will be lost: there is no room.", "{n} goods will be lost: there is no room.", lost)

    def carry_out(self, deed: DreamDeed, move: Storage | Poach) -> None:
        state = deed.state
        floor = self.floor(state)
        deed.player.assistants.append("storage")
        brings_goods = isinstance(move, Storage) or state.options.specialist_mode != "replaces_all"
        if brings_goods or not self.book.corrected["no_goods_no_reward"]:
            state.action = "storage"
        if brings_goods:
            deed.events.append(Stored(seat=deed.seat, **deed.gain(goods_of(floor, move.good))))
        if isinstance(move, Poach):
            self.take(deed, move.card)

    def take(self, deed: DreamDeed, card: str) -> None:
        """Pay the owner, who can't refuse, or the supply; the card then costs two."""
        state = deed.state
        owner = next((seat for seat, player in enumerate(state.players) if card in player.specialists), None)
        held = state.centre if owner is None else state.players[owner].specialists
        price = held.pop(card)
        deed.player.rainbow -= price
        if owner is not None:
            state.players[owner].rainbow += price
        deed.player.specialists[card] = self.book.edition.specialist_rules.token_after_taking
        deed.events.append(Poached(seat=deed.seat, card=card, owner=owner, price=price))


def goods_of(floor: Floor, good: Good | None) -> Amounts:
    """Return what a visit brings, with the chosen last goods."""
    fixed = floor.fixed
    flower = fixed.flower + (floor.choice if good == "flower" else 0)
    ink = fixed.ink + (floor.choice if good == "ink" else 0)
    return Amounts(flower, ink, fixed.rainbow, fixed.points)
