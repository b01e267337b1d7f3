"""Mise en place."""

from engine.core.chance import Chance
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Amounts
from engine.games.nicodemus.moves import KINDS
from engine.games.nicodemus.state import NicodemusOptions, NicodemusState, Player, Stock


def set_up(book: NicodemusBook, seats: int, options: NicodemusOptions, chance: Chance) -> NicodemusState:
    """Lay out projects and the first machine, deal five machines each, draw the first player by lot."""
    edition = book.edition
    pile = chance.shuffle([project.id for project in edition.project])
    deck = chance.shuffle([machine.id for machine in edition.machine for _ in range(machine.copies)])
    projects = [pile.pop() for _ in range(edition.setup.projects_face_up)]
    row = [deck.pop() for _ in range(edition.setup.machines_face_up)]
    first = chance.below(2) if options.first_player == "random" else int(options.first_player == "p2")
    state = NicodemusState(
        step="play",
        players=[],
        reserve=Stock(**{token.id: token.count for token in edition.token}),
        deck=deck,
        pile=pile,
        projects=projects,
        row=row,
        coins=[0] * len(row),
        first=first,
        turn=first,
        pending=[[], []],
    )
    if options != NicodemusOptions():
        state.options = options
    for seat in range(2):
        hand = sorted(deck.pop() for _ in range(edition.setup.hand))
        start = edition.setup.first_player if seat == first else edition.setup.second_player
        state.players.append(Player(endow(state.reserve, start), hand))
    return state


def endow(reserve: Stock, start: Amounts) -> Stock:
    """Move the starting tokens of a player out of the reserve."""
    for kind in KINDS:
        reserve.add(kind, -getattr(start, kind))
    return Stock(start.wood, start.copper, start.crystal, start.charcoalium)
