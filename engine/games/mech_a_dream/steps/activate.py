"""Effets de production et de conversion: the use of one's own purple machines."""

from engine.core.errors import Refusal
from engine.core.language import Name, Text, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import use
from engine.games.mech_a_dream.moves import Activate
from engine.games.mech_a_dream.prices import can_pay
from engine.games.mech_a_dream.state import Activation, DreamState
from engine.games.mech_a_dream.steps.base import is_used, no_use, too_poor, use_open
from engine.games.mech_a_dream.steps.use import UseStep


class ActivateStep(UseStep[Activate]):
    """Once a night each, and whenever a parcel or a specialist offers it; one batch a use."""

    name = "activate"
    moves = (Activate,)
    answers = Activation
    exact = True

    def __init__(self, book: DreamBook) -> None:
        super().__init__(book)
        self.made = self.moves_of(Activate, self.book.purple)

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Which machine or robot do you use? You may skip.")

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        if not use_open(self.book, state, seat):
            return []
        player, purple = state.players[seat], self.book.purple
        used = () if state.pending[seat] else player.used
        return [
            self.made[tile]
            for tile in player.built
            if tile in purple and tile not in used and can_pay(player, purple[tile].inputs)
        ]

    def check(self, state: DreamState, seat: Seat, move: Activate) -> Refusal | None:
        if not use_open(self.book, state, seat):
            return no_use()
        player, purple = state.players[seat], self.book.purple
        if move.tile not in player.built or move.tile not in purple:
            return not_yours(move.tile, [tile for tile in player.built if tile in purple])
        if is_used(state, seat, move.tile):
            return Refusal("used", "`{tile}` has worked this night.", tile=Name(move.tile))
        cost = purple[move.tile].inputs
        return None if can_pay(player, cost) else too_poor(player, cost)

    def hourglasses(self, state: DreamState, seat: Seat, move: Activate) -> int:
        return self.book.purple[move.tile].outputs.hourglass

    def carry_out(self, deed: DreamDeed, move: Activate) -> None:
        self.begin(deed, move.tile)
        use(deed, self.book.purple[move.tile], move.tile)


def not_yours(tile: str, purple: list[str]) -> Refusal:
    """Refuse what is none of one's own purple machines."""
    if not purple:
        return Refusal("not_yours", "you have built no purple machine yet.")
    return Refusal(
        "not_yours",
        "`{tile}` is no purple machine of yours; you have {tiles}.",
        tile=Name(tile),
        tiles=name_all(purple),
    )
