"""From one piece to the next, from one phase to the next: planning, implementation, checking and resetting."""

from engine.core.chance import Chance
from engine.core.types import Event, Seat, TurnMark
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.effects import change, into_crusher
from engine.games.imaginarium.events import AssistantsCame, BeltMoved, FoundNoPlace, GameEnded, ScrapPaid, Spoiled
from engine.games.imaginarium.scoring import majorities
from engine.games.imaginarium.state import ImaginariumState, Piece, Turn


def plan_on(book: ImaginariumBook, state: ImaginariumState, chance: Chance) -> list[Event]:
    """Ask the next piece for its place; a piece for which none is left stays without one."""
    events: list[Event] = []
    state.at += 1
    while state.at < len(state.track):
        if has_free_place(book, state):
            return events
        events.append(FoundNoPlace(seat=state.track[state.at].seat))
        state.at += 1
    state.track.sort(key=_board_order)
    state.at = 0
    return events + implement_on(book, state, chance)


def has_free_place(book: ImaginariumBook, state: ImaginariumState) -> bool:
    """Tell whether a machine or an extractor is still free."""
    places = sum(machine is not None for machine in state.belt) + len(book.extractors)
    return places > sum(piece.place is not None for piece in state.track)


def _board_order(piece: Piece) -> tuple[bool, int, Seat, bool]:
    """From the deck side along the arrows; pieces without a place last, in table order."""
    return piece.place is None, piece.place or 0, piece.seat, piece.saboteur


def implement_on(book: ImaginariumBook, state: ImaginariumState, chance: Chance) -> list[Event]:
    """Let saboteurs act by themselves until a handyman is asked; after the last piece the round is complete."""
    events: list[Event] = []
    for piece in state.track[state.at :]:
        if not piece.saboteur:
            state.step, state.now = "use", Turn()
            return events
        events.append(_spoil(state, piece))
        state.at += 1
    return events + check_and_reset(book, state, chance)


def _spoil(state: ImaginariumState, piece: Piece) -> Event:
    """A sabotaged machine goes into the crusher, a blocked extractor pays nobody (Two-player game)."""
    machine = None if piece.place is None or piece.place >= len(state.belt) else state.belt[piece.place]
    if machine is not None and piece.place is not None:
        state.belt[piece.place] = None
        into_crusher(state, machine)
    piece.place = None
    return Spoiled(seat=piece.seat, machine=machine)


def check_and_reset(book: ImaginariumBook, state: ImaginariumState, chance: Chance) -> list[Event]:
    """End the game when somebody declares enough points, else prepare the next round (Checking and resetting)."""
    chance.tell(*range(len(state.players)))
    goal = book.edition.figures.goal
    declared = tuple(seat for seat, player in enumerate(state.players) if player.points >= goal)
    if declared:
        return _end(book, state, declared)
    events = move_belt(book, state, chance)
    events += fill_meeting_room(book, state, chance)
    state.step, state.at, state.now = "plan", 0, Turn()
    state.round += 1
    return events


def _end(book: ImaginariumBook, state: ImaginariumState, declared: tuple[Seat, ...]) -> list[Event]:
    space = _leaving(state)
    leaver = None if space is None else state.belt[space]
    paid = pay_scrap_dealer(book, state, leaver) if state.rulings.last_scrap_pay else []
    scored = majorities(book, state)
    for player, points in zip(state.players, scored, strict=True):
        player.points += points
    state.step, state.ended = "over", "points"
    return [*paid, GameEnded(declared=declared, majorities=tuple(scored))]


def move_belt(book: ImaginariumBook, state: ImaginariumState, chance: Chance) -> list[Event]:
    """Discard the rightmost machine, close the gaps to the right, fill up from the deck."""
    space = _leaving(state)
    discarded = None if space is None else state.belt[space]
    if space is not None and discarded is not None:
        state.belt[space] = None
        into_crusher(state, discarded)
    staying = [machine for machine in state.belt if machine is not None]
    drawn: list[str] = []
    while len(drawn) + len(staying) < len(state.belt):
        machine = draw_machine(state, chance, everybody(state))
        if machine is None:
            break
        drawn.append(machine)
    gaps = len(state.belt) - len(staying) - len(drawn)
    state.belt = [*[None] * gaps, *reversed(drawn), *staying]
    moved = BeltMoved(discarded=discarded, drawn=tuple(drawn))
    return [moved, *pay_scrap_dealer(book, state, discarded)]


def _leaving(state: ImaginariumState) -> int | None:
    """Return the belt space whose machine the reset discards, or None."""
    standing = [space for space, machine in enumerate(state.belt) if machine is not None]
    if not standing or (state.rulings.reset_discard == "last_space" and standing[-1] != len(state.belt) - 1):
        return None
    return standing[-1]


def pay_scrap_dealer(book: ImaginariumBook, state: ImaginariumState, discarded: str | None) -> list[Event]:
    """The Scrap Dealer's owner receives charcoalium for the level of what the reset discarded."""
    dealer = book.helper["scrap_pay"]
    for seat, player in enumerate(state.players):
        if discarded is not None and dealer.id in player.assistants:
            pay = {"charcoalium": book.machines[discarded].level * dealer.amount}
            change(player, pay)
            return [ScrapPaid(seat=seat, change=pay)]
    return []


def fill_meeting_room(book: ImaginariumBook, state: ImaginariumState, chance: Chance) -> list[Event]:
    """Fill the empty seats of the meeting room from the deck, as long as there are assistants."""
    wanted = book.edition.board.assistants_shown - len(state.assistants)
    came = [chance.draw(state.assistant_deck, everybody(state)) for _ in range(min(wanted, len(state.assistant_deck)))]
    state.assistants += came
    return [AssistantsCame(assistants=tuple(came))] if came else []


def draw_machine(state: ImaginariumState, chance: Chance, seats: range) -> str | None:
    """Draw from the machine deck, which the crusher refills when it is empty; None when both are."""
    if not state.deck and state.rulings.empty_deck == "reshuffle":
        state.deck, state.crusher = state.crusher, []
        chance.shuffle(state.deck)
    return chance.draw(state.deck, seats) if state.deck else None


def everybody(state: ImaginariumState) -> range:
    """Return all seats."""
    return range(len(state.players))


def mark_turn(_book: ImaginariumBook, state: ImaginariumState) -> TurnMark:
    """Return what stays the same for as long as a turn lasts."""
    return state.round, state.step == "plan", state.at
