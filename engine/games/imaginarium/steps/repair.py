"""The action Repair, with the effect that works at once."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.cards import USABLE
from engine.games.imaginarium.effects import change, settle, start_effect, stock
from engine.games.imaginarium.events import Repaired
from engine.games.imaginarium.moves import Repair
from engine.games.imaginarium.state import ImaginariumState, Player
from engine.games.imaginarium.steps.base import ActionStep
from engine.games.imaginarium.words import list_goods, name_each


class RepairStep(ActionStep[Repair]):
    """A broken machine of the yard goes onto a free space."""

    name = "repair"
    moves = (Repair,)

    def limit(self, player: Player) -> int:
        shift = self.book.helper["repeat_work"]
        return shift.amount if shift.id in player.assistants else 1

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        if not player.yard or () not in player.spaces or not self.is_open(state, seat):
            return []
        return [self.book.repairs[card] for card in dict.fromkeys(player.yard) if self._can_pay(player, card)]

    def _can_pay(self, player: Player, card: str) -> bool:
        wood, copper, crystal = self.book.repair_costs[card]
        return player.wood >= wood and player.copper >= copper and player.crystal >= crystal

    def check(self, state: ImaginariumState, seat: Seat, move: Repair) -> Refusal | None:
        player = state.players[seat]
        closed = self.why_closed(state, seat)
        if closed is not None:
            return closed
        if move.card not in player.yard:
            yard = name_each(player.yard)
            return Refusal("not_in_yard", "you can repair only what stands broken in your yard: {yard}.", yard=yard)
        if () not in player.spaces:
            return Refusal("no_space", "all {spaces} spaces of your workshop are full.", spaces=len(player.spaces))
        if not self._can_pay(player, move.card):
            needs = list_goods(self.book.machines[move.card].repair)
            return Refusal(
                "too_poor", "its repair takes {needs}, and you have {stock}.", needs=needs, stock=stock(player)
            )
        return None

    def apply(self, state: ImaginariumState, seat: Seat, move: Repair, chance: Chance) -> list[Event]:
        self.begin(state)
        player = state.players[seat]
        machine = self.book.machines[move.card]
        paid = {good: -n for good, n in machine.repair.items()}
        change(player, paid)
        player.yard.remove(move.card)
        space = settle(player, move.card)
        runner = self.book.helper["double_effect"]
        times = runner.amount if runner.id in player.assistants and machine.effect in USABLE else 1
        repaired = Repaired(seat=seat, machine=move.card, space=space + 1, change=paid)
        return [repaired, *start_effect(self.book, state, seat, move.card, times, chance)]
