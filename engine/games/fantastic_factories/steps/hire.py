"""Phase de marché, B: hire a contractor by discarding a blueprint with the tool above it."""

from functools import cache

from engine.core.errors import Refusal
from engine.core.language import Amount, Name
from engine.core.types import Move, Seat
from engine.games.fantastic_factories.contractors import serve
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Hired
from engine.games.fantastic_factories.moves import Hire
from engine.games.fantastic_factories.state import FactoriesState
from engine.games.fantastic_factories.steps.base import MarketPhaseStep, check_hand, check_slot

hire = cache(Hire)


class HireStep(MarketPhaseStep[Hire]):
    """The contractor serves, is discarded, and only then the row is refilled."""

    name = "hire"
    moves = (Hire,)
    exact = True

    def candidates(self, state: FactoriesState, seat: Seat) -> list[Move]:
        player = state.players[seat]
        tools = self.book.tool
        found: list[Move] = []
        for slot, contractor in enumerate(state.contractors):
            if contractor is not None and self._check_contractor(state, seat, contractor) is None:
                tool = state.tools[slot]
                found += [hire(slot + 1, card) for card in dict.fromkeys(player.hand) if tools[card] == tool]
        return found

    def check(self, state: FactoriesState, seat: Seat, move: Hire) -> Refusal | None:
        refusal = check_slot(state.contractors, move.slot) or check_hand(state.players[seat].hand, move.discard)
        if refusal:
            return refusal
        tool = state.tools[move.slot - 1]
        if self.book.tool[move.discard] != tool:
            return Refusal(
                "wrong_tool",
                "above slot {slot} lies the {tool}; {card} has the {other}.",
                slot=move.slot,
                tool=Name(tool),
                card=Name(move.discard),
                other=Name(self.book.tool[move.discard]),
            )
        return self._check_contractor(state, seat, state.contractors[move.slot - 1] or "")

    def _check_contractor(self, state: FactoriesState, seat: Seat, contractor: str) -> Refusal | None:
        hired = self.book.contractors[contractor]
        energy = state.players[seat].energy
        if energy < hired.energy:
            return Refusal(
                "too_poor",
                "{contractor} costs {cost} and you have {energy}.",
                contractor=Name(contractor),
                cost=Amount("energy", hired.energy),
                energy=energy,
            )
        if hired.effect == "build" and not self._has_pile(state):
            return Refusal("no_blueprints", "there is no blueprint left that could be built.")
        return None

    def _has_pile(self, state: FactoriesState) -> bool:
        """The card that pays for the tool is discarded first, so that there is always one."""
        return self.book.corrected["engineer_needs_no_pile"] or bool(state.deck or state.discard)

    def carry_out(self, deed: FactoriesDeed, move: Hire) -> None:
        contractor = deed.state.contractors[move.slot - 1]
        assert contractor is not None
        energy = self.book.contractors[contractor].energy
        deed.player.energy -= energy
        deed.discard(move.discard)
        deed.events.append(Hired(seat=deed.seat, contractor=contractor, discarded=move.discard, energy=-energy))
        serve(deed, contractor, move.slot - 1)
