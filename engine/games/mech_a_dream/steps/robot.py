"""Effet du robot: the printed screen's, or that of an enlightened robot."""

from engine.core.errors import Refusal
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.cards import Effect
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import use
from engine.games.mech_a_dream.moves import UseRobot
from engine.games.mech_a_dream.prices import can_pay
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import is_chained, is_used, no_use, too_poor, use_open
from engine.games.mech_a_dream.steps.use import ROBOT, UseStep


class RobotStep(UseStep[UseRobot]):
    """Bare `robot` where there is one effect, with its number where there are several."""

    name = "robot"
    moves = (UseRobot,)

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        if not use_open(self.book, state, seat) or is_used(state, seat, ROBOT):
            return []
        effects = self.book.robots[state.players[seat].robot].effects
        return [UseRobot(number) for number in numbers(effects)]

    def check(self, state: DreamState, seat: Seat, move: UseRobot) -> Refusal | None:
        if not use_open(self.book, state, seat):
            return no_use()
        if is_used(state, seat, ROBOT):
            return Refusal("used", "your robot has worked this night.")
        player = state.players[seat]
        effects = self.book.robots[player.robot].effects
        return (
            check_number(effects, move.effect)
            or check_special(effect_of(effects, move.effect))
            or check_chain(state, seat, effect_of(effects, move.effect))
            or self.check_cost(state, seat, effect_of(effects, move.effect))
        )

    def check_cost(self, state: DreamState, seat: Seat, effect: Effect) -> Refusal | None:
        """Refuse what can't be paid."""
        player = state.players[seat]
        return None if can_pay(player, effect.inputs) else too_poor(player, effect.inputs)

    def hourglasses(self, state: DreamState, seat: Seat, move: UseRobot) -> int:
        effects = self.book.robots[state.players[seat].robot].effects
        return effect_of(effects, move.effect).outputs.hourglass

    def carry_out(self, deed: DreamDeed, move: UseRobot) -> None:
        robot = deed.player.robot
        self.begin(deed, ROBOT)
        use(deed, effect_of(self.book.robots[robot].effects, move.effect), robot)


def numbers(effects: tuple[Effect, ...]) -> tuple[int | None, ...]:
    """Return how a robot's effects are numbered: not at all where there is one."""
    return (None,) if len(effects) == 1 else tuple(range(1, len(effects) + 1))


def effect_of(effects: tuple[Effect, ...], number: int | None) -> Effect:
    """Return the effect that a number means."""
    return effects[0] if number is None else effects[number - 1]


def check_number(effects: tuple[Effect, ...], number: int | None) -> Refusal | None:
    """Refuse a number that a robot's effects don't have."""
    if number in numbers(effects):
        return None
    if len(effects) == 1:
        return Refusal("one_effect", "this robot has one effect only; write no number.")
    return Refusal("which_effect", "say which effect: a number from 1 to {n}.", n=len(effects))


def check_special(effect: Effect) -> Refusal | None:
    """Refuse what has a verb of its own."""
    if effect.special == "purchase":
        return Refusal("own_verb", "for this effect write `buy` and the tile.")
    if effect.special == "copy":
        return Refusal("own_verb", "for this effect write `copy`, the seat and what you copy.")
    return None


def check_chain(state: DreamState, seat: Seat, effect: Effect) -> Refusal | None:
    """Refuse to fetch a parcel by what came out of a fetched parcel."""
    if effect.special == "evening_parcel" and is_chained(state, seat):
        return Refusal("chained", "a parcel that was fetched so can't fetch another.")
    return None
