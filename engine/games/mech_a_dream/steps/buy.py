"""Les robots éclairés: the robot that acquires a machine without an assistant and two slots sooner."""

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Used
from engine.games.mech_a_dream.moves import Buy
from engine.games.mech_a_dream.state import DreamState, Purchase
from engine.games.mech_a_dream.steps.acquire import affordable, check_offer
from engine.games.mech_a_dream.steps.base import is_used, no_use, purchase_of, use_open
from engine.games.mech_a_dream.steps.use import ROBOT, UseStep


class BuyStep(UseStep[Buy]):
    """Own effect or a copied one; it is no assistant's action, so no specialist rewards it."""

    name = "buy"
    moves = (Buy,)
    answers = Purchase
    exact = True

    def __init__(self, book: DreamBook) -> None:
        super().__init__(book)
        self.made = self.moves_of(Buy, self.book.machines)
        self.sooner = {
            robot.id: effect.sooner
            for robot in self.book.robots.values()
            for effect in robot.effects
            if effect.special == "purchase"
        }

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Which tile do you buy? You may skip.")

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        if self.barred(state, seat) is not None:
            return []
        return [self.made[tile] for tile in affordable(self.book, state, seat)]

    def barred(self, state: DreamState, seat: Seat) -> Refusal | None:
        """Refuse a purchase that neither the own robot nor a copied one allows now."""
        if purchase_of(state, seat) is not None:
            return None
        if not use_open(self.book, state, seat):
            return no_use()
        if state.players[seat].robot not in self.sooner:
            return Refusal("no_purchase", "your robot buys no tiles; by day write `acquire`.")
        if is_used(state, seat, ROBOT):
            return Refusal("used", "your robot has worked this night.")
        return None

    def check(self, state: DreamState, seat: Seat, move: Buy) -> Refusal | None:
        return self.barred(state, seat) or check_offer(self.book, state, seat, move.tile)

    def carry_out(self, deed: DreamDeed, move: Buy) -> None:
        asked = purchase_of(deed.state, deed.seat)
        if asked is not None:
            deed.state.pending[deed.seat].pop()
            deed.acquire(move.tile, asked.sooner, bought=True)
            return
        self.begin(deed, ROBOT)
        deed.events.append(Used(seat=deed.seat, thing=deed.player.robot))
        deed.acquire(move.tile, self.sooner[deed.player.robot], bought=True)
