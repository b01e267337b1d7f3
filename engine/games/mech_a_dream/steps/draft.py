"""Les spécialistes, mise en place: from the last player to the first, each chooses a specialist."""

from engine.core.errors import Refusal
from engine.core.language import Name, Text, name_all
from engine.core.types import Move, Seat
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import Drafted
from engine.games.mech_a_dream.moves import Draft
from engine.games.mech_a_dream.state import DreamState
from engine.games.mech_a_dream.steps.base import DayStep


class DraftStep(DayStep[Draft]):
    """Each card starts with a token of one rainbow; with two players one card stays in the centre."""

    name = "draft"
    moves = (Draft,)
    exact = True
    settles = False

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        return Text("Which specialist do you start with: {cards}?", cards=name_all(sorted(state.centre)))

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return [Draft(card) for card in sorted(state.centre)]

    def check(self, state: DreamState, seat: Seat, move: Draft) -> Refusal | None:
        if move.card not in state.centre:
            cards = name_all(sorted(state.centre))
            return Refusal(
                "not_offered", "`{card}` is not offered; choose among {cards}.", card=Name(move.card), cards=cards
            )
        return None

    def carry_out(self, deed: DreamDeed, move: Draft) -> None:
        state = deed.state
        deed.player.specialists[move.card] = state.centre.pop(move.card)
        deed.events.append(Drafted(seat=deed.seat, card=move.card))
        if deed.seat == state.first:
            state.step = "day"
        else:
            state.turn = (state.turn - 1) % len(state.players)
