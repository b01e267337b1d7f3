"""Prestataires: what each contractor does when it is hired."""

from bisect import insort
from collections.abc import Callable

from engine.core.types import Seat
from engine.games.fantastic_factories.cards import Amounts, Contractor
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import Built, Revealed
from engine.games.fantastic_factories.flow import dismiss
from engine.games.fantastic_factories.state import GiftChoice


def serve(deed: FactoriesDeed, name: str, slot: int) -> None:
    """Let a contractor serve; it leaves at once unless an opponent is to be chosen for its gift."""
    contractor = deed.book.contractors[name]
    if contractor.gain:
        deed.gain(contractor.gain, name)
    if contractor.effect:
        SERVICES[contractor.effect](deed, contractor)
    if not contractor.gift or not give(deed, contractor, slot):
        dismiss(deed, slot)


def give(deed: FactoriesDeed, contractor: Contractor, slot: int) -> bool:
    """Give the gift to the only opponent, or ask which one gets it and say so; alone there is nobody."""
    opponents = [seat for seat in deed.everybody() if seat != deed.seat]
    if len(opponents) > 1:
        deed.state.pending[deed.seat].append(GiftChoice(slot))
        return True
    for seat in opponents:
        hand_over(deed, contractor, seat)
    return False


def hand_over(deed: FactoriesDeed, contractor: Contractor, seat: Seat) -> None:
    """Give an opponent what the contractor grants."""
    deed.gain(contractor.gift or Amounts(), contractor.id, seat)


def invest(deed: FactoriesDeed, contractor: Contractor) -> None:
    """Investisseur: turn up a blueprint, gain its printed cost without any limit, discard it."""
    card = deed.turn_up("blueprints", deed.everybody())
    assert card is not None, "the card that paid for the tool lies there at least"
    reject(deed, card)
    metal, energy = deed.book.costs[card]
    deed.gain(Amounts(metal=metal, energy=energy), contractor.id)


def construct(deed: FactoriesDeed, _: Contractor) -> None:
    """Ingénieur: build the first blueprint that may be built, for free; where none may, go once through all cards.

    Rejected cards are shuffled in again when the deck runs out: the one that is looked for may lie below them.
    """
    cards = deed.state.deck + deed.state.discard
    times = 2 if any(may_stand(deed, card) for card in cards) else 1
    for _card in range(times * len(cards)):
        card = deed.turn_up("blueprints", deed.everybody())
        assert card is not None, "the card that paid for the tool lies there at least"
        if may_stand(deed, card):
            deed.erect(card, Built(seat=deed.seat, card=card))
            return
        reject(deed, card)


def may_stand(deed: FactoriesDeed, card: str) -> bool:
    """Tell whether a card may be built beside those that stand there."""
    return card not in deed.player.built or card in deed.book.repeatable


def reject(deed: FactoriesDeed, card: str) -> None:
    """Discard a card that was turned up."""
    insort(deed.state.discard, card)
    deed.events.append(Revealed(card=card))


def stand_by(deed: FactoriesDeed, contractor: Contractor) -> None:
    """Contremaître, Main d'Œuvre, Spécialiste: their dice serve the work that comes."""
    deed.player.hired = contractor.id


SERVICES: dict[str, Callable[[FactoriesDeed, Contractor], None]] = {
    "build": construct,
    "price": invest,
    "set": stand_by,
    "roll": stand_by,
    "face": stand_by,
}
