"""Bonus permanents des spécialistes: rewards that leave a choice, in the order that their owner likes."""

from engine.core.errors import Refusal
from engine.core.language import Name, Text, name_all
from engine.core.types import Move, Seat, top_choice
from engine.games.mech_a_dream.cards import Amounts
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.effects import claim
from engine.games.mech_a_dream.moves import GOODS, Reward
from engine.games.mech_a_dream.state import DreamState, Rewards
from engine.games.mech_a_dream.steps.base import DreamStep

REWARDS: list[Move] = [Reward(good) for good in GOODS]


class RewardStep(DreamStep[Reward]):
    """Flowers or ink; hourglasses and activations of specialists are claimed by `advance` and by a use."""

    name = "reward"
    moves = (Reward,)
    answers = Rewards

    def prompt(self, state: DreamState, seat: Seat) -> Text:
        asked = top_choice(state.pending[seat], Rewards)
        if len(asked.cards) == 1:
            return Text("Your specialist rewards you: {cards}. What do you take?", cards=name_all(asked.cards))
        return Text("Your specialists reward you: {cards}. Which comes first?", cards=name_all(asked.cards))

    def candidates(self, state: DreamState, seat: Seat) -> list[Move]:
        return REWARDS

    def check(self, state: DreamState, seat: Seat, move: Reward) -> Refusal | None:
        asked = state.pending[seat][-1]
        if not isinstance(asked, Rewards) or self.find(asked, move.good) is None:
            return Refusal("no_reward", "no specialist lets you choose `{good}` now.", good=Name(move.good))
        return None

    def find(self, asked: Rewards, good: str) -> tuple[str, Amounts] | None:
        """Return the specialist that offers a good, with the gain, or None."""
        for card in asked.cards:
            gains = self.book.specialists[card].gains
            for gain in gains:
                if len(gains) > 1 and getattr(gain, good):
                    return card, gain
        return None

    def carry_out(self, deed: DreamDeed, move: Reward) -> None:
        asked = top_choice(deed.state.pending[deed.seat], Rewards)
        found = self.find(asked, move.good)
        assert found is not None
        asked.cards.remove(found[0])
        claim(deed, *found)
