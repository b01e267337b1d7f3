"""Foundry: two to four bid for metal and cast designs for points."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.core.chance import Chance, reshuffled
from engine.core.editions import Label
from engine.core.language import Voice, register_catalogues
from engine.core.rules import Key, Rules
from engine.core.sheet import Sheet
from engine.core.types import Options, Result, Seat, rank
from tests.games.foundry.cards import FoundryEdition
from tests.games.foundry.sheet import foundry_sheet
from tests.games.foundry.state import FoundryState, Player
from tests.games.foundry.steps.bid import BidStep
from tests.games.foundry.steps.cast import CastStep
from tests.games.foundry.steps.keep import KeepStep

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class Foundry(Rules[FoundryState]):
    """The rules in the order of the rulebook."""

    id = "foundry"
    version = 1
    title = Label("Foundry", "Fonderie")
    seats = range(2, 5)
    state_type = FoundryState
    options_type = Options
    edition_type = FoundryEdition
    edition_path = HERE / "data" / "edition.toml"
    step_types = (BidStep, KeepStep, CastStep)
    ends = ("rounds", "deck")

    def prepare(self) -> None:
        """Designs by their id."""
        self.designs = {design.id: design for design in self.edition.design}

    def setup(self, seats: int, options: Options, chance: Chance) -> FoundryState:
        """Shuffle the designs and deal one to each."""
        deck = [design.id for design in self.edition.design for _ in range(design.copies)]
        chance.shuffle(deck)
        players = [Player(self.edition.coins, [deck.pop()]) for _ in range(seats)]
        return FoundryState(
            step="bid", players=players, deck=deck, sealed=[None] * seats, pending=[[] for _ in range(seats)]
        )

    def view(self, state: FoundryState, seat: Seat | None) -> dict[str, Any]:
        """Hands, drawn designs, the deck and sealed bids are hidden; only their numbers show."""
        return {
            "round": state.round,
            "step": state.step,
            "deck": len(state.deck),
            "discard": state.discard,
            "players": [self._player(state, other) for other in range(len(state.players))],
            "hand": None if seat is None else state.players[seat].hand,
            "bid": None if seat is None else state.sealed[seat],
            "drawn": None if seat is None or not state.pending[seat] else state.pending[seat][-1].drawn,
        }

    def _player(self, state: FoundryState, seat: Seat) -> dict[str, Any]:
        player = state.players[seat]
        shown = {"seat": seat, "coins": player.coins, "iron": player.iron, "tin": player.tin, "cast": player.cast}
        return {**shown, "hand": len(player.hand), "has_bid": state.sealed[seat] is not None}

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """The board."""
        return foundry_sheet(view, voice)

    def result(self, state: FoundryState) -> Result | None:
        """Points of cast designs; ties go to more coins, else are shared."""
        if state.ended is None:
            return None
        scores = [sum(self.designs[card].points for card in player.cast) for player in state.players]
        keys = [(score, player.coins) for score, player in zip(scores, state.players, strict=True)]
        return rank(state.ended, keys, scores, [{"coins": player.coins} for player in state.players])

    def shuffle_unknown(self, state: FoundryState, seat: Seat | None, chance: Chance) -> None:
        """The deck, other hands, what others drew and bid."""
        others = [player for other, player in enumerate(state.players) if other != seat]
        drafts = [stack[-1] for other, stack in enumerate(state.pending) if other != seat and stack]
        pool = state.deck + [c for player in others for c in player.hand] + [c for one in drafts for c in one.drawn]
        pool = reshuffled(pool, chance)
        for player in others:
            player.hand = sorted(pool.pop() for _ in player.hand)
        for draft in drafts:
            draft.drawn = [pool.pop() for _ in draft.drawn]
        state.deck = pool
        for other, bid in enumerate(state.sealed):
            if other != seat and bid is not None and state.step == "bid" and None in state.sealed:
                state.sealed[other] = chance.below(state.players[other].coins + 1)

    def census(self, state: FoundryState) -> dict[str, int]:
        """Every design is somewhere."""
        cards = Counter(state.deck + state.discard)
        for player, stack in zip(state.players, state.pending, strict=True):
            cards.update(player.hand + player.cast + [card for draft in stack for card in draft.drawn])
        return dict(cards)

    def holdings(self, state: FoundryState) -> dict[Key, int]:
        """Coins and metals come from and go to an endless supply."""
        kinds = ("coins", "iron", "tin")
        return {(seat, kind): getattr(p, kind) for seat, p in enumerate(state.players) for kind in kinds}

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """Points first, then metal, then coins."""
        mine = view["players"][seat]
        points = sum(self.designs[card].points for card in mine["cast"])
        return float(points * 10 + (mine["iron"] + mine["tin"]) * 2 + mine["coins"])
