"""Nicodemus: two players feed one bric-a-brac, repair its machines and claim projects."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from engine.core.chance import Chance, reshuffled
from engine.core.editions import Label
from engine.core.language import Text, Voice, register_catalogues
from engine.core.names import Rows
from engine.core.rules import Rules
from engine.core.sheet import Sheet
from engine.core.steps import Step
from engine.core.types import Move, Result, Seat
from engine.games.nicodemus.appraisal import worth
from engine.games.nicodemus.cards import Amounts, Book, NicodemusEdition
from engine.games.nicodemus.gloss import gloss
from engine.games.nicodemus.moves import KINDS
from engine.games.nicodemus.scoring import ranking
from engine.games.nicodemus.sheet import nicodemus_sheet
from engine.games.nicodemus.state import KeepChoice, NicodemusOptions, NicodemusState, Player, Stock
from engine.games.nicodemus.steps.claims import ClaimsStep
from engine.games.nicodemus.steps.copy import CopyStep
from engine.games.nicodemus.steps.discard import DiscardStep
from engine.games.nicodemus.steps.gain import GainStep
from engine.games.nicodemus.steps.idle import PassStep
from engine.games.nicodemus.steps.keep import KeepStep
from engine.games.nicodemus.steps.play import PlayStep
from engine.games.nicodemus.steps.repair import RepairStep
from engine.games.nicodemus.steps.ruin import RuinStep
from engine.games.nicodemus.steps.scrap import ScrapStep
from engine.games.nicodemus.steps.steal import StealStep
from engine.games.nicodemus.steps.swap import SwapStep

HERE = Path(__file__).parent
register_catalogues(HERE / "locale")


class Nicodemus(Rules[NicodemusState]):
    """The rules in the order of the rulebook."""

    id = "nicodemus"
    version = 1
    title = Label("Nicodemus", "Nicodemus")
    seats = range(2, 3)
    state_type = NicodemusState
    options_type = NicodemusOptions
    edition_type = NicodemusEdition
    edition_path = HERE / "data" / "edition.toml"
    step_types = (
        PlayStep, RepairStep, PassStep, ClaimsStep, GainStep, DiscardStep, ScrapStep,
        SwapStep, StealStep, RuinStep, KeepStep, CopyStep,
    )  # fmt: skip
    ends = ("points", "deck")

    def prepare(self) -> None:
        """Index the components."""
        self.book = Book(self.edition)

    # Mise en place

    def setup(self, seats: int, options: NicodemusOptions, chance: Chance) -> NicodemusState:
        """Lay out projects and the first machine, deal five machines each, draw the first player by lot."""
        edition: NicodemusEdition = self.edition
        pile = shuffled([project.id for project in edition.project], chance)
        deck = shuffled([machine.id for machine in edition.machine for _ in range(machine.copies)], chance)
        projects = [pile.pop() for _ in range(edition.setup.projects_face_up)]
        row = [deck.pop() for _ in range(edition.setup.machines_face_up)]
        first = chance.below(2) if options.first_player == "random" else int(options.first_player == "p2")
        state = NicodemusState(
            step="play", players=[], reserve=Stock(**{token.id: token.count for token in edition.token}), deck=deck,
            pile=pile, projects=projects, row=row, coins=[0] * len(row), first=first, turn=first, pending=[[], []],
        )  # fmt: skip
        if options != NicodemusOptions():
            state.options = options
        for seat in range(2):
            hand = sorted(deck.pop() for _ in range(edition.setup.hand))
            start = edition.setup.first_player if seat == first else edition.setup.second_player
            state.players.append(Player(endow(state.reserve, start), hand))
        return state

    def open_steps(self, state: NicodemusState, seat: Seat) -> Sequence[Step[NicodemusState]]:
        """At the start of a turn one can play a machine or repair one, or pass if neither is possible."""
        if state.step == "play" and not state.pending[seat]:
            return self._start_steps
        return super().open_steps(state, seat)

    @cached_property
    def _start_steps(self) -> Sequence[Step[NicodemusState]]:
        return self.steps[:3]

    # What is known

    def view(self, state: NicodemusState, seat: Seat | None) -> dict[str, Any]:
        """Hands, deck and project pile are hidden; stolen machines are known to both players."""
        choice = state.pending[state.turn][-1] if state.pending[state.turn] else None
        return {
            "round": state.round,
            "step": state.step,
            "turn": state.turn,
            "first": state.first,
            "ending": state.ending,
            "row": list(state.row),
            "coins": list(state.coins),
            "projects": list(state.projects),
            "reserve": stock_view(state.reserve),
            "deck": len(state.deck),
            "pile": len(state.pile),
            "discard": list(state.discard),
            "box": list(state.box),
            "players": [player_view(player, known=seat is not None) for player in state.players],
            "hand": None if seat is None else list(state.players[seat].hand),
            "choice": None if choice is None else msgspec.to_builtins(choice),
            "claims": [claim.project for claim in state.claims],
            "options": msgspec.to_builtins(state.options),
        }

    def sheet(self, view: Mapping[str, Any], voice: Voice) -> Sheet:
        """The board."""
        return nicodemus_sheet(self.book, view, voice)

    def rows(self, view: Mapping[str, Any]) -> Rows:
        """The bric-a-brac."""
        return {"bric-a-brac": [(card,) for card in view["row"]]}

    def gloss(self, view: Mapping[str, Any], move: Move) -> Text | None:
        """What a move would bring."""
        return gloss(self.book, view, move)

    def shuffle_unknown(self, state: NicodemusState, seat: Seat | None, chance: Chance) -> None:
        """The deck, the pile, and other hands but for the machines that the seat knows of."""
        state.pile = reshuffled(state.pile, chance)
        others = [player for other, player in enumerate(state.players) if other != seat]
        known = [[] if seat is None else list(player.known) for player in others]
        pool = list(state.deck)
        for player, cards in zip(others, known, strict=True):
            pool += without(player.hand, cards)
        pool = reshuffled(pool, chance)
        for player, cards in zip(others, known, strict=True):
            dealt = [pool.pop() for _ in range(len(player.hand) - len(cards))]
            if seat is None:
                player.known = sorted(dealt[: len(player.known)])
            player.hand = sorted(cards + dealt)
        state.deck = pool

    # Fin de partie

    def result(self, state: NicodemusState) -> Result | None:
        """Score, then charcoalium, then resources; else shared."""
        return ranking(state)

    # For tests, dumps and bots

    def census(self, state: NicodemusState) -> dict[str, int]:
        """Every machine, project and token is somewhere."""
        things = Counter(state.deck + state.row + state.discard + state.pile + state.projects + state.box)
        for stack in state.pending:
            things.update(project for choice in stack if isinstance(choice, KeepChoice) for project in choice.drawn)
        for player in state.players:
            things.update(player.hand + player.workshop + player.aside + player.private + player.claimed)
        stocks = [state.reserve, *(player.stock for player in state.players)]
        for kind in KINDS:
            things[kind] = sum(getattr(stock, kind) for stock in stocks)
        things["charcoalium"] += sum(state.coins)
        return dict(things)

    def problems(self, state: NicodemusState, seats: int, options: Any) -> Iterator[str]:
        """Yield what makes no sense in a position that was edited by hand."""
        yield from super().problems(state, seats, options)
        yield from oddities(state, options)
        if state.step != "over" and not self.legal(state, state.turn):
            yield "the seat whose turn it is has no move"

    def appraise(self, view: Mapping[str, Any], seat: Seat) -> float:
        """Points first, then what brings points soon."""
        return worth(self.book, view, seat)


def shuffled(items: list[str], chance: Chance) -> list[str]:
    """Return the items in a random order."""
    chance.shuffle(items)
    return items


def endow(reserve: Stock, start: Amounts) -> Stock:
    """Move the starting tokens of a player out of the reserve."""
    for kind in KINDS:
        reserve.add(kind, -getattr(start, kind))
    return Stock(start.wood, start.copper, start.crystal, start.charcoalium)


def stock_view(stock: Stock) -> dict[str, int]:
    """Return tokens by kind."""
    return {"wood": stock.wood, "copper": stock.copper, "crystal": stock.crystal, "charcoalium": stock.charcoalium}


def player_view(player: Player, *, known: bool) -> dict[str, Any]:
    """Return what lies open of a player; `known` are machines of the hand that both players know."""
    return {
        "score": player.score,
        "stock": stock_view(player.stock),
        "hand": len(player.hand),
        "known": list(player.known) if known else None,
        "workshop": list(player.workshop),
        "aside": list(player.aside),
        "private": list(player.private),
        "claimed": list(player.claimed),
    }


def without(cards: Sequence[str], some: Sequence[str]) -> list[str]:
    """Return cards less some of them."""
    left = list(cards)
    for card in some:
        left.remove(card)
    return left


def oddities(state: NicodemusState, options: Any) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    if len(state.players) != 2 or len(state.pending) != 2 or {state.turn, state.first} - {0, 1}:  # noqa: PLR2004 - a duel
        yield "the game has two seats"
    promises = {
        "each machine of the row has its number of coins": len(state.coins) == len(state.row),
        "the options of the position are those of the game": state.options == options,
        "known machines are in the hand": not any(Counter(one.known) - Counter(one.hand) for one in state.players),
        "only the seat whose turn it is has a choice": not state.pending[1 - state.turn],
        "claims follow a repair and use its workshop": claims_fit(state),
        "a game that is over has a cause": state.step != "over" or state.ending is not None,
        "there are no fewer than no tokens": min(amounts(state)) >= 0,
    }
    yield from (f"it does not hold that {promise}" for promise, holds in promises.items() if not holds)


def claims_fit(state: NicodemusState) -> bool:
    """Tell whether the claims of this turn are possible."""
    if state.step != "claims":
        return not state.claims
    workshop = state.players[state.turn].workshop
    return bool(workshop) and not any(Counter(claim.others) - Counter(workshop[:-1]) for claim in state.claims)


def amounts(state: NicodemusState) -> list[int]:
    """Return every number of tokens in the position."""
    stocks = [state.reserve, *(player.stock for player in state.players)]
    return [getattr(stock, kind) for stock in stocks for kind in KINDS] + state.coins
