"""1. Using the workshop machines: each once, in any order, none forced."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Text, Who
from engine.core.types import Event, Move, Seat
from engine.games.imaginarium.effects import check_goods, goods_for, make
from engine.games.imaginarium.events import Used
from engine.games.imaginarium.moves import Borrow, Use
from engine.games.imaginarium.state import ImaginariumState, Player, Stack
from engine.games.imaginarium.steps.base import TurnStep

BORROWED = ("production", "transformation")


class UseStep(TurnStep[Use | Borrow]):
    """Using the workshop machines, and an opponent's one with the Borrower."""

    name = "use"
    moves = (Use, Borrow)

    def prompt(self, state: ImaginariumState, seat: Seat) -> Text:
        return Text("Your turn: use machines, then pick up what you planned.")

    def candidates(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        player, used = state.players[seat], state.now.used
        found: list[Move] = []
        for space, stack in enumerate(player.spaces):
            if stack and space not in used and space not in player.face_down:
                making = self.book.stacks.find_making(stack)
                if making is not None:
                    found += [Use(space + 1, goods) for goods in goods_for(player, making)]
        if self.has(player, "borrow") and not state.now.borrowed:
            found += self._borrowings(state, seat)
        return found

    def _borrowings(self, state: ImaginariumState, seat: Seat) -> list[Move]:
        me = state.players[seat]
        return [
            Borrow(owner, space + 1, goods)
            for owner, player in enumerate(state.players)
            if owner != seat
            for space, stack in enumerate(player.spaces)
            if self._can_lend(player, space) and (making := self.book.stacks.find_making(stack))
            for goods in goods_for(me, making)
        ]

    def _can_lend(self, owner: Player, space: int) -> bool:
        stack = owner.spaces[space]
        return len(stack) == 1 and space not in owner.face_down and self.book.machines[stack[0]].family in BORROWED

    def check(self, state: ImaginariumState, seat: Seat, move: Use | Borrow) -> Refusal | None:
        if isinstance(move, Borrow):
            return self._check_borrow(state, seat, move)
        player = state.players[seat]
        stack = _find_stack(player, move.space)
        if not stack:
            return Refusal("no_machine", "no machine stands on space {space} of your workshop.", space=move.space)
        if move.space - 1 in state.now.used:
            return Refusal("used", "you have used space {space} this turn.", space=move.space)
        if move.space - 1 in player.face_down:
            return Refusal("face_down", "space {space} is face down until this step ends.", space=move.space)
        making = self.book.stacks.find_making(stack)
        if making is None:
            return Refusal("no_use", "what stands on space {space} has nothing to use in this step.", space=move.space)
        return check_goods(player, making, move.goods)

    def _check_borrow(self, state: ImaginariumState, seat: Seat, move: Borrow) -> Refusal | None:
        player = state.players[seat]
        if not self.has(player, "borrow"):
            return Refusal("no_borrower", "only the Borrower's employer uses machines of others.")
        if state.now.borrowed:
            return Refusal("borrowed", "you borrow one machine a turn.")
        if move.seat == seat or not 0 <= move.seat < len(state.players):
            return Refusal("no_opponent", "name an opponent's seat.")
        owner = state.players[move.seat]
        if not _find_stack(owner, move.space) or not self._can_lend(owner, move.space - 1):
            return Refusal(
                "no_loan",
                "on space {space} of {owner} stands no single, face-up production or transformation machine.",
                space=move.space,
                owner=Who(move.seat),
            )
        return check_goods(player, self.book.stacks.making(owner.spaces[move.space - 1]), move.goods)

    def apply(self, state: ImaginariumState, seat: Seat, move: Use | Borrow, chance: Chance) -> list[Event]:
        if isinstance(move, Borrow):
            state.now.borrowed = True
            return [self._use(state, seat, move, move.seat)]
        state.now.used.append(move.space - 1)
        return [self._use(state, seat, move)]

    def _use(self, state: ImaginariumState, seat: Seat, move: Use | Borrow, owner: Seat | None = None) -> Event:
        machines = state.players[seat if owner is None else owner].spaces[move.space - 1]
        made = make(state.players[seat], self.book.stacks.making(machines), move.goods)
        return Used(seat=seat, machines=machines, owner=owner, change=made)


def _find_stack(player: Player, space: int) -> Stack | None:
    return player.spaces[space - 1] if 1 <= space <= len(player.spaces) else None
