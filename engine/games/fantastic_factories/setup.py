"""Mise en place, and the Machine's of the solo rules."""

from engine.core.chance import Chance
from engine.core.types import Seat
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.state import FactoriesOptions, FactoriesState, Player, SoloMachine


def set_up(book: FactoriesBook, seats: int, options: FactoriesOptions, chance: Chance) -> FactoriesState:
    """Shuffle both decks, deal hands, lay out the market, and draw the first player by lot."""
    setup = book.setup
    deck = chance.shuffle([card.id for card in book.edition.blueprint for _ in range(card.copies)])
    contractors = chance.shuffle([one.id for one in book.edition.contractor for _ in range(one.copies)])
    tools: list[str] = list(setup.tools)
    if options.tools == "shuffled":
        chance.shuffle(tools)
    first: Seat = chance.below(seats) if options.first_player == "random" else 0
    players = [Player(sorted(deck.pop() for _ in range(setup.hand)), setup.metal, setup.energy) for _ in range(seats)]
    state = FactoriesState(
        step="market",
        players=players,
        deck=deck,
        contractor_deck=contractors,
        market=[deck.pop() for _ in range(setup.blueprints)],
        contractors=[contractors.pop() for _ in tools],
        tools=tools,
        first=first,
        turn=first,
        pending=[[] for _ in range(seats)],
    )
    if options != FactoriesOptions():
        state.options = options
    if seats == 1:
        state.machine = first_machine(book, state, getattr(book.solo.start, options.difficulty))
    return state


def first_machine(book: FactoriesBook, state: FactoriesState, cards: int) -> SoloMachine:
    """Turn up the Machine's first cards; monuments are discarded."""
    machine = SoloMachine([])
    while len(machine.built) < cards and state.deck:
        card = state.deck.pop()
        if book.type[card] == "monument":
            state.discard.append(card)
        else:
            machine.built.append(card)
    state.discard.sort()
    return machine
