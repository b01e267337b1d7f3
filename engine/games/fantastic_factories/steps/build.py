"""Phase de travail, Bâtir des cartes: resources, and another card with the same tool."""

from engine.core.errors import Refusal
from engine.core.language import Name
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Built
from engine.games.fantastic_factories.moves import Build
from engine.games.fantastic_factories.prices import Price, least_metal, price_of
from engine.games.fantastic_factories.state import FactoriesState, Player
from engine.games.fantastic_factories.steps.base import WorkPhaseStep, check_hand
from engine.games.fantastic_factories.words import bundle


class BuildStep(WorkPhaseStep[Build]):
    """As many buildings as one can pay for, each name once but for those that may be repeated."""

    name = "build"
    moves = (Build,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        hand, metal, energy = player.hand, player.metal, player.energy
        costs, discounted = self.book.costs, self.book.discounted
        found: list[Move] = []
        for card in dict.fromkeys(hand):
            cost = self._price(state, player, card) if card in discounted else costs[card]
            if cost[0] <= metal and cost[1] <= energy and not self._is_double(player, card):
                builds = self.book.builds[card]
                found += [builds[other] for other in dict.fromkeys(hand) if other in builds and other != card]
                if hand.count(card) > 1:
                    found.append(builds[card])
        return found

    def _is_double(self, player: Player, card: str) -> bool:
        return card in player.built and card not in self.book.repeatable

    def _price(self, state: FactoriesState, player: Player, card: str) -> Price:
        return price_of(self.book, card, player.built, least_metal(state.options.megalith))

    def check(self, state: FactoriesState, seat: Seat, move: Build) -> Refusal | None:
        player = state.players[seat]
        refusal = check_hand(player.hand, move.card) or check_hand(player.hand, move.discard)
        if refusal:
            return refusal
        if self._is_double(player, move.card):
            return Refusal(
                "built_already", "you have built {card}; only one may stand in a compound.", card=Name(move.card)
            )
        refusal = self._check_tool(player, move)
        price = self._price(state, player, move.card)
        if refusal is None and (price.metal > player.metal or price.energy > player.energy):
            purse = bundle(player.metal, player.energy)
            return Refusal("too_poor", "it costs {cost}; you have {purse}.", cost=bundle(*price), purse=purse)
        return refusal

    def _check_tool(self, player: Player, move: Build) -> Refusal | None:
        tool = self.book.tool[move.card]
        if self.book.tool[move.discard] != tool:
            return Refusal(
                "wrong_tool",
                "{card} needs another card with the {tool}; {other} has the {others}.",
                card=Name(move.card),
                tool=Name(tool),
                other=Name(move.discard),
                others=Name(self.book.tool[move.discard]),
            )
        if move.discard == move.card and player.hand.count(move.card) == 1:
            return Refusal(
                "needs_another", "the tool comes from another card; you hold {card} once.", card=Name(move.card)
            )
        return None

    def carry_out(self, deed: FactoriesDeed, move: Build) -> None:
        player = deed.player
        metal, energy = self._price(deed.state, player, move.card)
        player.metal -= metal
        player.energy -= energy
        deed.leave_hand(move.card)
        deed.discard(move.discard)
        built = Built(seat=deed.seat, card=move.card, discarded=move.discard, metal=-metal, energy=-energy)
        deed.erect(move.card, built)
