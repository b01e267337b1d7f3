"""What all steps of Fantastic Factories share: who is asked, and checks of slots, faces and cards."""

from collections.abc import Sequence

from engine.core.deeds import DeedStep
from engine.core.errors import Refusal
from engine.core.language import Name, name_all
from engine.core.steps import M
from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.moves import FACES
from engine.games.fantastic_factories.state import FactoriesState


class FactoriesStep(DeedStep[FactoriesState, FactoriesBook, M, FactoriesDeed]):
    """A step whose moves are carried out as deeds."""

    deed_type = FactoriesDeed


class MarketPhaseStep(FactoriesStep[M]):
    """A step of the market: one seat after the other is asked."""

    def awaiting(self, state: FactoriesState) -> tuple[Seat, ...]:
        return (state.turn,)


class WorkPhaseStep(FactoriesStep[M]):
    """A step of the work: all who have not finished are asked at once."""

    def awaiting(self, state: FactoriesState) -> tuple[Seat, ...]:
        return tuple([seat for seat, player in enumerate(state.players) if not player.done])


def check_slot(row: Sequence[str | None], slot: int) -> Refusal | None:
    """Refuse a slot that is not there or empty."""
    if not 1 <= slot <= len(row):
        return Refusal("no_such_slot", "the row has the slots 1 to {n}.", n=len(row))
    if row[slot - 1] is None:
        return Refusal("empty_slot", "slot {slot} is empty.", slot=slot)
    return None


def check_face(face: int) -> Refusal | None:
    """Refuse what is no face of a die."""
    if face not in FACES:
        return Refusal("no_such_face", "a die shows 1 to 6, not {face}.", face=face)
    return None


def check_hand(hand: Sequence[str], card: str) -> Refusal | None:
    """Refuse a card that is not in the hand."""
    if card not in hand:
        held = name_all(dict.fromkeys(hand))
        return Refusal("not_in_hand", "`{card}` is not in your hand; you hold {hand}.", card=Name(card), hand=held)
    return None
