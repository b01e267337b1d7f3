"""How a turn ends: refill, purge, the next seat, and the end of the game."""

from engine.core.chance import Chance
from engine.core.types import Event, Seat, TurnMark
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.events import Drew, EndTriggered, Purged, Refilled
from engine.games.nicodemus.state import NicodemusState


def finish_play(book: NicodemusBook, state: NicodemusState, seat: Seat, chance: Chance) -> list[Event]:
    """Refill the hand, clear a full bric-a-brac, hand over (Jouer une machine de sa main; Bric-à-brac)."""
    return [*refill(book, state, seat, chance), *purge(book, state), *hand_over(book, state, seat)]


def refill(book: NicodemusBook, state: NicodemusState, seat: Seat, chance: Chance) -> list[Event]:
    """Draw up to five; a deck that can't complete the hand ends the game, exactly emptying it does not."""
    player = state.players[seat]
    missing = book.limits.hand_refill_to - len(player.hand)
    events: list[Event] = []
    if len(state.deck) < missing:
        events = trigger_end(state, seat, "deck")
    drawn = tuple(chance.draw(state.deck, (seat,)) for _ in range(min(missing, len(state.deck))))
    if not drawn:
        return events
    player.hand = sorted([*player.hand, *drawn])
    return [Refilled(seat=seat, n=len(drawn)), Drew(cards=drawn, seen_by=(seat,)), *events]


def purge(book: NicodemusBook, state: NicodemusState) -> list[Event]:
    """Discard the older row when both are full; the newer row moves up (Bric-à-brac)."""
    if len(state.row) < book.limits.purge_at:
        return []
    length = book.limits.row_length
    cards, coins = tuple(state.row[:length]), sum(state.coins[:length])
    del state.row[:length], state.coins[:length]
    state.reserve.charcoalium += coins
    state.discard = sorted([*state.discard, *cards])
    return [Purged(cards=cards, coins=coins)]


def hand_over(book: NicodemusBook, state: NicodemusState, seat: Seat) -> list[Event]:
    """The other seat is next; the second player's turn closes the round and, once triggered, the game (Fin de partie)."""
    reached = state.players[seat].score >= book.edition.end.score_trigger
    events = trigger_end(state, seat, "points") if reached else []
    state.turn = 1 - seat
    if state.turn != state.first:
        state.step = "play"
    elif state.ending:
        state.step = "over"
    else:
        state.step = "play"
        state.round += 1
    return events


def trigger_end(state: NicodemusState, seat: Seat, how: str) -> list[Event]:
    """Let this round be the last; only the first cause is told and counts."""
    if state.ending:
        return []
    state.ending = "points" if how == "points" else "deck"
    return [EndTriggered(seat=seat, how=state.ending)]


def mark_turn(_book: NicodemusBook, state: NicodemusState) -> TurnMark:
    """Return what stays the same for as long as a turn lasts."""
    return state.round, state.turn
