"""The action Dismantle: a broken machine for some of its parts, a repaired one for twice as many or for points."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Name, list_amounts
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import RESOURCES
from engine.games.imaginarium.effects import change, into_crusher, remains_of
from engine.games.imaginarium.events import Dismantled
from engine.games.imaginarium.moves import Dismantle, Scrap
from engine.games.imaginarium.stacks import is_in_order
from engine.games.imaginarium.state import ImaginariumState, Player
from engine.games.imaginarium.steps.base import ActionStep
from engine.games.imaginarium.words import name_each


class DismantleStep(ActionStep[Scrap | Dismantle]):
    """Never a special machine, never one out of a stack."""

    name = "dismantle"
    moves = (Scrap, Dismantle)

    def limit(self, player: Player) -> int:
        shift = self.book.helper["repeat_work"]
        return shift.amount if shift.id in player.assistants else 1

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        if not self.is_open(state, seat):
            return []
        player, machines = state.players[seat], self.book.machines
        found: list[Move] = [move for card in dict.fromkeys(player.yard) for move in self.book.scraps[card]]
        for space, stack in enumerate(player.spaces):
            if len(stack) == 1 and machines[stack[0]].dismantles:
                found += (Dismantle(space + 1, "parts"), Dismantle(space + 1, "points"))
        return found

    def check(self, state: ImaginariumState, seat: Seat, move: Scrap | Dismantle) -> Refusal | None:
        closed = self.why_closed(state, seat)
        if closed is not None:
            return closed
        if isinstance(move, Scrap):
            return self._check_scrap(state.players[seat], move)
        return self._check_dismantle(state.players[seat], move)

    def _check_scrap(self, player: Player, move: Scrap) -> Refusal | None:
        if move.card not in player.yard:
            yard = name_each(player.yard)
            return Refusal("not_in_yard", "you can scrap only what stands broken in your yard: {yard}.", yard=yard)
        machine = self.book.machines[move.card]
        if not machine.dismantles:
            return Refusal("special", "special machines can't be dismantled.")
        is_inside = all(move.goods.count(kind) <= machine.repair.get(kind, 0) for kind in RESOURCES)
        if len(move.goods) != machine.level or not is_inside or not is_in_order(move.goods):
            return Refusal(
                "wrong_parts",
                "name {level} out of its repair list: {list}.",
                level=machine.level,
                list=list_amounts(machine.repair),
            )
        return None

    def _check_dismantle(self, player: Player, move: Dismantle) -> Refusal | None:
        stack = player.spaces[move.space - 1] if 1 <= move.space <= len(player.spaces) else ()
        if not stack:
            return Refusal("no_machine", "no machine stands on space {space} of your workshop.", space=move.space)
        if len(stack) > 1:
            return Refusal(
                "combined", "{machines} are combined; separate them first.", machines=[Name(c) for c in stack]
            )
        if not self.book.machines[stack[0]].dismantles:
            return Refusal("special", "special machines can't be dismantled.")
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Scrap | Dismantle, chance: Chance) -> list[Event]:
        self.begin(state)
        player = state.players[seat]
        if isinstance(move, Scrap):
            card = move.card
            player.yard.remove(card)
            gain = {good: move.goods.count(good) for good in dict.fromkeys(move.goods)}
        else:
            (card,) = player.spaces[move.space - 1]
            player.spaces[move.space - 1] = ()
            gain = remains_of(self.book.machines[card], move.gain)
        change(player, gain)
        into_crusher(state, card)
        return [Dismantled(seat=seat, machine=card, change=gain)]
