"""Les robots éclairés: the robot that copies an opponent's purple machine or robot for a flower."""

from collections.abc import Iterator

from engine.core.errors import Refusal
from engine.core.language import Name, Who, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.cards import Effect
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import use
from engine.games.mech_a_dream.moves import Copy
from engine.games.mech_a_dream.prices import can_pay
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.acquire import affordable
from engine.games.mech_a_dream.steps.base import is_used, no_use, too_poor, use_open
from engine.games.mech_a_dream.steps.robot import check_chain, check_number, effect_of, numbers
from engine.games.mech_a_dream.steps.use import ROBOT, UseStep


class CopyStep(UseStep[Copy]):
    """A flower, and on top of it whatever the copied effect takes; at night only what stood at nightfall."""

    name = "copy"
    moves = (Copy,)

    def fee(self, state: DreamState, seat: Seat) -> int | None:
        """Return the flowers that the seat's robot takes for a copy, or None if it can't copy."""
        effects = self.book.robots[state.players[seat].robot].effects
        return next((effect.inputs.flower for effect in effects if effect.special == "copy"), None)

    def candidates(self, state: DreamState, seat: Seat) -> Iterator[Move]:
        if self.barred(state, seat) is not None:
            return
        for other, player in enumerate(state.players):
            if other != seat:
                yield from (Copy(other, tile) for tile in self.copyable(state, other))
                effects = self.book.robots[player.robot].effects
                yield from (Copy(other, ROBOT, number) for number in numbers(effects))

    def copyable(self, state: DreamState, seat: Seat) -> list[str]:
        """Return the purple machines of a seat that can be copied."""
        built = state.players[seat].built
        stood = built[: state.dusk[seat]] if state.dusk else built
        return [tile for tile in stood if tile in self.book.purple]

    def barred(self, state: DreamState, seat: Seat) -> Refusal | None:
        """Refuse a copy that the seat's robot does not allow now."""
        if not use_open(self.book, state, seat):
            return no_use()
        if self.fee(state, seat) is None:
            return Refusal("no_copy", "your robot copies nothing.")
        if is_used(state, seat, ROBOT):
            return Refusal("used", "your robot has worked this night.")
        return None

    def check(self, state: DreamState, seat: Seat, move: Copy) -> Refusal | None:
        barred = self.barred(state, seat)
        if barred is not None:
            return barred
        if move.seat == seat or not 0 <= move.seat < len(state.players):
            seats = [Who(other) for other in range(len(state.players)) if other != seat]
            return Refusal("no_opponent", "copy from an opponent: {seats}.", seats=seats)
        unfit = self.check_robot(state, seat, move) if move.what == ROBOT else self.check_tile(state, move)
        return unfit or self.check_cost(state, seat, self.effect(state, move))

    def check_tile(self, state: DreamState, move: Copy) -> Refusal | None:
        """Refuse what is no purple machine of the opponent."""
        tiles = self.copyable(state, move.seat)
        if move.what not in tiles:
            return Refusal(
                "not_theirs",
                "`{tile}` can't be copied there; you could copy {tiles}.",
                tile=Name(move.what),
                tiles=[*name_all(tiles), ROBOT],
            )
        return None if move.effect is None else Refusal("one_effect", "a machine has one effect only; write no number.")

    def check_robot(self, state: DreamState, seat: Seat, move: Copy) -> Refusal | None:
        """Refuse an effect that the opponent's robot does not have, or that can't be copied."""
        effects = self.book.robots[state.players[move.seat].robot].effects
        wrong = check_number(effects, move.effect)
        if wrong is not None:
            return wrong
        effect = effect_of(effects, move.effect)
        if effect.special == "copy":
            return Refusal("copies", "a robot that copies can't be copied.")
        if effect.special == "purchase":
            return self.check_purchase(state, seat, move.seat)
        return check_chain(state, seat, effect)

    def check_purchase(self, state: DreamState, seat: Seat, buyer: Seat) -> Refusal | None:
        """Refuse a copied purchase that can't be paid, or whose owner has not finished their own this night."""
        if not affordable(self.book, state, seat):
            return Refusal("too_poor", "you can't pay for any tile.")
        if self.is_buying(state, buyer) and self.book.corrected["only_the_purchase_waits"]:
            return Refusal(
                "buyer_first",
                "{who} goes first: this can be copied once their robot has worked, or once they sleep.",
                who=Who(buyer),
            )
        return None

    def is_buying(self, state: DreamState, buyer: Seat) -> bool:
        """Tell whether the owner of a purchase can still make it this night; by day nobody is waited for."""
        player = state.players[buyer]
        return state.step == "night" and not player.asleep and ROBOT not in player.used

    def check_cost(self, state: DreamState, seat: Seat, effect: Effect) -> Refusal | None:
        """Refuse what can't be paid, the flower included."""
        player, fee = state.players[seat], self.fee(state, seat) or 0
        return None if can_pay(player, effect.inputs, fee) else too_poor(player, effect.inputs, fee)

    def effect(self, state: DreamState, move: Copy) -> Effect:
        """Return the effect that a checked copy means."""
        if move.what == ROBOT:
            return effect_of(self.book.robots[state.players[move.seat].robot].effects, move.effect)
        return self.book.purple[move.what]

    def hourglasses(self, state: DreamState, seat: Seat, move: Copy) -> int:
        return self.effect(state, move).outputs.hourglass

    def carry_out(self, deed: DreamDeed, move: Copy) -> None:
        effect = self.effect(deed.state, move)
        thing = deed.state.players[move.seat].robot if move.what == ROBOT else move.what
        fee = self.fee(deed.state, deed.seat) or 0
        self.begin(deed, ROBOT)
        use(deed, effect, thing, move.seat, fee)
