"""Déroulement du jeu: moments of a day, machines advancing, night, the next day and the end."""

from engine.core.types import Seat, TurnMark
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS
from engine.games.mech_a_dream.deed import DreamDeed
from engine.games.mech_a_dream.events import DayBegan, NightFell, WorkEnded
from engine.games.mech_a_dream.state import DreamState

# Phase de jour


def leave_turn(deed: DreamDeed) -> None:
    """Pass the turn to the left; after the last player the machines advance."""
    state = deed.state
    state.turn = (state.turn + 1) % len(state.players)
    if state.turn == state.first:
        pass_time(deed)


def pass_time(deed: DreamDeed) -> None:
    """Every machine advances by its assistants; then comes the next moment, or the night."""
    state = deed.state
    for seat in range(len(state.players)):
        advance_machines(for_seat(deed, seat))
    if state.moment + 1 < len(MOMENTS):
        state.moment += 1
    else:
        fall_night(deed)


def for_seat(deed: DreamDeed, seat: Seat) -> DreamDeed:
    """Return the same move as it touches another seat."""
    other = DreamDeed(deed.book, deed.state, seat, deed.chance)
    other.events = deed.events
    return other


def advance_machines(deed: DreamDeed) -> None:
    """Move one player's machines, those nearest the end first."""
    player = deed.player
    for tile in sorted(player.belt, key=lambda tile: (player.belt[tile], tile)):
        helpers = player.assistants.count(tile)
        if helpers:
            deed.advance(tile, helpers)


# Phase de nuit


def fall_night(deed: DreamDeed) -> None:
    """Assistants come back, then all use their workshops at once."""
    state = deed.state
    state.step = "night"
    state.dusk = [len(player.built) for player in state.players]
    for player in state.players:
        player.assistants = []
    deed.events.append(NightFell(day=state.day))


def finish_night(deed: DreamDeed) -> None:
    """When all sleep, specialists become cheaper, and the game ends or a new day begins."""
    state = deed.state
    lower_tokens(state)
    for player in state.players:
        player.asleep = False
        player.used = []
    state.dusk = []
    board = deed.book.board
    if state.day >= board.days:
        end(deed, "week")
    elif any(len(player.built) >= board.end_machines for player in state.players):
        end(deed, "machines")
    else:
        begin_day(deed)


def lower_tokens(state: DreamState) -> None:
    """Tokens of owned specialists fall by one; that of the centre only by a ruling."""
    cards = [player.specialists for player in state.players]
    if state.options.centre_price == "falls":
        cards.append(state.centre)
    for held in cards:
        for card, token in held.items():
            held[card] = max(token - 1, 0)


def begin_day(deed: DreamDeed) -> None:
    """The piece of the first player passes to the left, and the next delivery comes to light."""
    state = deed.state
    assert state.first is not None
    state.first = state.turn = (state.first + 1) % len(state.players)
    state.day += 1
    state.moment = 0
    state.step = "day"
    state.past = sorted([*state.past, state.delivery])
    state.delivery = deed.chance.draw(state.deliveries, range(len(state.players)))
    deed.events.append(DayBegan(day=state.day, first=state.first, delivery=state.delivery))


# Fin de partie


def end(deed: DreamDeed, how: str) -> None:
    """Nobody is asked any more."""
    deed.state.ended = how  # type: ignore[assignment]
    deed.state.step = "over"
    deed.events.append(WorkEnded(how=how))  # type: ignore[arg-type]


def mark_turn(_book: DreamBook, state: DreamState) -> TurnMark:
    """Return what stays the same for as long as a turn lasts."""
    return state.day, state.moment, state.step, state.turn
