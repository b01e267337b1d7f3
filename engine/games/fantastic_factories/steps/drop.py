"""Fin de la phase de travail: ten cards and twelve resources may be kept; the owner chooses what goes."""

from engine.core.errors import Refusal
from engine.core.language import Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Discarded, Dropped
from engine.games.fantastic_factories.flow import finish_work
from engine.games.fantastic_factories.moves import Drop
from engine.games.fantastic_factories.state import DropChoice, FactoriesState, Player
from engine.games.fantastic_factories.steps.base import FactoriesStep, check_hand

RESOURCES = ("metal", "energy")
DROPS: dict[str, Move] = {kind: Drop(kind) for kind in RESOURCES}


class DropStep(FactoriesStep[Drop]):
    """One card or resource at a time, as long as there is too much of it; goods are never limited."""

    name = "drop"
    moves = (Drop,)
    answers = DropChoice
    exact = True

    def prompt(self, state: FactoriesState, seat: Seat) -> Text:
        limits = self.book.limits
        return Text(
            "Keep at most {cards} cards and {resources} resources: what do you give up?",
            cards=limits.hand,
            resources=limits.resources,
        )

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        found: list[Move] = []
        if self._has_too_many_cards(player):
            found += [self.book.drops[card] for card in dict.fromkeys(player.hand)]
        if self._has_too_many_resources(player):
            found += [move for kind, move in DROPS.items() if getattr(player, kind)]
        return found

    def check(self, state: FactoriesState, seat: Seat, move: Drop) -> Refusal | None:
        player = state.players[seat]
        if move.what in RESOURCES:
            return self._check_resource(player, move.what)
        if not self._has_too_many_cards(player):
            return Refusal("within_limit", "you may keep your {n} cards.", n=len(player.hand))
        return check_hand(player.hand, move.what)

    def _check_resource(self, player: Player, kind: str) -> Refusal | None:
        if not self._has_too_many_resources(player):
            return Refusal("within_limit", "you may keep your {n} resources.", n=player.metal + player.energy)
        if not getattr(player, kind):
            return Refusal("too_poor", "you have none of it.")
        return None

    def _has_too_many_cards(self, player: Player) -> bool:
        return len(player.hand) > self.book.limits.hand

    def _has_too_many_resources(self, player: Player) -> bool:
        return player.metal + player.energy > self.book.limits.resources

    def carry_out(self, deed: FactoriesDeed, move: Drop) -> None:
        if move.what in RESOURCES:
            metal, energy = (1, 0) if move.what == "metal" else (0, 1)
            deed.player.metal -= metal
            deed.player.energy -= energy
            deed.events.append(Dropped(seat=deed.seat, metal=-metal, energy=-energy))
        else:
            deed.discard(move.what)
            deed.events.append(Discarded(seat=deed.seat, card=move.what))
        finish_work(deed)
