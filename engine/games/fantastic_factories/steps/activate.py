"""Phase de travail, Activer des cartes: each card of the compound once a round, in any order."""

from engine.core.errors import Refusal
from engine.core.language import Name, name_all
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.effects import check_use, use
from engine.games.fantastic_factories.moves import Activate
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import WorkPhaseStep


class ActivateStep(WorkPhaseStep[Activate]):
    """The whole cost first, then the whole gain."""

    name = "activate"
    moves = (Activate,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        dice = tuple(player.dice)
        metal, energy, cards = player.metal, player.energy, len(player.hand)
        fitting, used = self.book.fitting, player.used
        return [
            way.move
            for card in dict.fromkeys(player.built)
            if card not in used
            for way in fitting(card, dice)
            if way.metal <= metal and way.energy <= energy and way.cards <= cards
        ]

    def check(self, state: FactoriesState, seat: Seat, move: Activate) -> Refusal | None:
        player = state.players[seat]
        if move.card not in player.built:
            built = name_all(dict.fromkeys(player.built))
            return Refusal(
                "not_built",
                "`{card}` does not stand in your compound; there stand: {built}.",
                card=Name(move.card),
                built=built,
            )
        if move.card in player.used:
            return Refusal("used_up", "{card} has worked this round; once a round is the limit.", card=Name(move.card))
        return check_use(self.book, player, move.card, move)

    def carry_out(self, deed: FactoriesDeed, move: Activate) -> None:
        use(deed, self.book.way[move.card][move.faces, move.choice], move.card)
