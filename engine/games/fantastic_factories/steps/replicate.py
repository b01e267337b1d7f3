"""Réplicateur: use a face-up blueprint of the market as if it stood in one's compound."""

from bisect import insort

import msgspec

from engine.core.errors import Refusal
from engine.core.language import Amount, Name, Text
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import can_pay, check_use, use
from engine.games.fantastic_factories.events import Activated
from engine.games.fantastic_factories.moves import Replicate
from engine.games.fantastic_factories.state import FactoriesState, Player
from engine.games.fantastic_factories.steps.activate import ActivateStep
from engine.games.fantastic_factories.steps.base import WorkPhaseStep, check_slot
from engine.games.fantastic_factories.steps.build import BuildStep
from engine.games.fantastic_factories.steps.place import PlaceStep
from engine.games.fantastic_factories.steps.specialist import SpecialistStep


class ReplicateStep(WorkPhaseStep[Replicate]):
    """Its own energy on top of what the copied card asks; the copied card stays in the market."""

    name = "replicate"
    moves = (Replicate,)
    exact = True

    def __init__(self, book: FactoriesBook) -> None:
        super().__init__(book)
        self._others = (PlaceStep(book), BuildStep(book), ActivateStep(book), SpecialistStep(book))

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        replicator = self._find_rested(player)
        if replicator is None:
            return []
        energy = self._energy(replicator)
        dice = tuple(player.dice)
        found: list[Move] = []
        for slot, card in enumerate(state.market, 1):
            if card is None:
                continue
            ways = [way.move for way in self.book.fitting(card, dice) if can_pay(player, way, energy)]
            found += [Replicate(slot, move.faces, move.choice) for move in ways]
            if self._may_echo(state, card) and energy <= player.energy:
                found.append(Replicate(slot))
        return found

    def check(self, state: FactoriesState, seat: Seat, move: Replicate) -> Refusal | None:
        player = state.players[seat]
        refusal = self._check_replicator(player) or check_slot(state.market, move.slot)
        if refusal:
            return refusal
        energy = self._energy(self._find_rested(player) or "")
        card = state.market[move.slot - 1] or ""
        if self._may_echo(state, card):
            return self._check_echo(player, move, energy)
        if card in self.book.replicators:
            return Refusal("no_copy_of_copy", "a Replicator can't copy a Replicator.")
        return check_use(self.book, player, card, move, energy)

    def advise(self, state: FactoriesState, seat: Seat, move: Replicate) -> Text | None:
        if self.check(state, seat, move) is not None:
            return None
        card = state.market[move.slot - 1] or ""
        if self._may_echo(state, card) and not self._leaves_work(state, seat):
            return Text("{card} can bring you nothing more this round.", card=Name(card))
        return None

    def _leaves_work(self, state: FactoriesState, seat: Seat) -> bool:
        """Tell whether anything can be done once the Replicator is paid: a copy that waits needs a build or goods."""
        player = state.players[seat]
        energy = player.energy - self._energy(self._find_rested(player) or "")
        players = [*state.players]
        players[seat] = msgspec.structs.replace(player, energy=energy)
        after = msgspec.structs.replace(state, players=players)
        return any(step.candidates(after, seat) for step in self._others)

    def _check_replicator(self, player: Player) -> Refusal | None:
        if not any(card in player.built for card in self.book.replicators):
            return Refusal("not_built", "you have no Replicator in your compound.")
        if self._find_rested(player) is None:
            return Refusal("used_up", "your Replicator has worked this round; once a round is the limit.")
        return None

    def _check_echo(self, player: Player, move: Replicate, energy: int) -> Refusal | None:
        if move.faces or move.choice:
            return Refusal("no_choice", "a card that works by itself takes no dice and gives no choice.")
        if player.energy < energy:
            cost = Amount("energy", energy)
            return Refusal(
                "too_poor", "the Replicator costs {cost} and you have {energy}.", cost=cost, energy=player.energy
            )
        return None

    def _find_rested(self, player: Player) -> str | None:
        for replicator in self.book.replicators:
            if replicator in player.built and replicator not in player.used:
                return replicator
        return None

    def _energy(self, replicator: str) -> int:
        use_of = self.book.cards[replicator].use
        return use_of.pay.energy if use_of else 0

    def _may_echo(self, state: FactoriesState, card: str) -> bool:
        """Tell whether a triggered card can be copied (the ruling `replicator`)."""
        return state.options.replicator == "any" and card in self.book.triggers

    def carry_out(self, deed: FactoriesDeed, move: Replicate) -> None:
        replicator = self._find_rested(deed.player) or ""
        energy = self._energy(replicator)
        card = deed.state.market[move.slot - 1] or ""
        if self._may_echo(deed.state, card):
            deed.player.energy -= energy
            insort(deed.player.used, replicator)
            insort(deed.player.echo, card)
            deed.events.append(Activated(seat=deed.seat, card=card, replicated=True, energy=-energy))
        else:
            use(deed, self.book.way[card][move.faces, move.choice], replicator, energy)
