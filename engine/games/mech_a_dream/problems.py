"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.core.rules import Key
from engine.core.types import Seat
from engine.games.mech_a_dream.book import DreamBook
from engine.games.mech_a_dream.cards import MOMENTS
from engine.games.mech_a_dream.events import KINDS
from engine.games.mech_a_dream.state import (
    Activation,
    Asked,
    DreamOptions,
    DreamState,
    Hourglasses,
    Player,
    Purchase,
    Rewards,
)


def take_census(book: DreamBook, state: DreamState) -> dict[str, int]:
    """Every tile, delivery, screen and specialist is somewhere."""
    things = Counter([*state.deliveries, *state.removed, *state.past, state.delivery])
    things.update([*state.screens, *state.unused, *state.centre])
    for belt in book.visible:
        things.update([*state.market.get(belt, ()), *state.piles.get(belt, ())])
    for player in state.players:
        things.update([*player.belt, *player.built, *player.specialists, *player.dealt])
        if player.robot and player.robot != book.printed:
            things[player.robot] += 1
    return dict(things)


def count_holdings(book: DreamBook, state: DreamState) -> dict[Key, int]:
    """Goods, rainbows and points come from an endless supply."""
    return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in KINDS}


def find_oddities(book: DreamBook, state: DreamState, seats: int, options: DreamOptions) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    if len(state.pending) != seats or not {state.turn, state.first or 0} <= set(range(seats)):
        yield "there are other seats than players"
    if state.options != options:
        yield "the options of the position are not those of the game"
    if (state.step == "over") != (state.ended is not None):
        yield "the end has no cause"
    if (state.first is None) != (state.step == "screens"):
        yield "the first player is named after the screens are opened"
    yield from calendar_oddities(book, state, seats)
    yield from market_oddities(book, state)
    for player, stack in zip(state.players, state.pending, strict=True):
        yield from player_oddities(book, state, player)
        yield from choice_oddities(book, state, player, stack)


def calendar_oddities(book: DreamBook, state: DreamState, seats: int) -> Iterator[str]:
    """Yield what can't be on the calendar."""
    if not 1 <= state.day <= book.board.days or len(state.past) != state.day - 1:
        yield "the day does not fit the deliveries"
    if not 0 <= state.moment < len(MOMENTS):
        yield "a day has three moments"
    if len(state.dusk) != (seats if state.step == "night" else 0):
        yield "nightfall is noted in the night only"
    if state.step == "night" and all(player.asleep for player in state.players):
        yield "nobody is awake"
    awaited = state.turn if state.step == "day" else None
    if state.step != "night" and any(stack for seat, stack in enumerate(state.pending) if seat != awaited):
        yield "a choice is open that nobody can answer"


def find_unreached(book: DreamBook, state: DreamState, seats: int, options: DreamOptions) -> Iterator[str]:
    """Yield what no play can lead to: days that don't fit, marks, prices and parcels that nobody can have."""
    if state.step == "day":
        yield from day_oddities(book, state, seats)
    if any(not 0 <= n <= len(player.built) for n, player in zip(state.dusk, state.players, strict=False)):
        yield "more machines stood at nightfall than stand now"
    if any(asked.n > most_sand(book) for stack in state.pending for asked in stack if isinstance(asked, Hourglasses)):
        yield "there are more hourglasses than anything gives"
    for player in state.players:
        yield from store_oddities(book, state, player)


def most_sand(book: DreamBook) -> int:
    """Return the most hourglasses that come at once."""
    gains = [machine.outputs for machine in book.machines.values()]
    gains += [effect.outputs for robot in book.robots.values() for effect in robot.effects]
    gains += [gain for card in book.specialists.values() for gain in card.gains]
    gains += [gain for moments in book.parcels.values() for parcels in moments for gain in parcels]
    return max(gain.hourglass for gain in gains)


def day_oddities(book: DreamBook, state: DreamState, seats: int) -> Iterator[str]:
    """Yield what can't be while assistants are sent one after the other."""
    done = (state.turn - (state.first or 0)) % seats
    for n in range(seats):
        seat = ((state.first or 0) + n) % seats
        sent = len(state.players[seat].assistants) - state.moment
        if sent != (n < done) and not (n == done and sent == 1 and is_busy(state, seat)):
            yield "each sends one assistant at each moment"
    is_new = state.moment == 0 and not any(player.assistants for player in state.players)
    if is_new and any(len(player.built) >= book.board.end_machines for player in state.players):
        yield "somebody has enough machines, and the night before was not the last"


def is_busy(state: DreamState, seat: Seat) -> bool:
    """Tell whether a seat still has to answer for what its assistant does."""
    return bool(state.pending[seat] or state.players[seat].waiting or state.action)


def market_oddities(book: DreamBook, state: DreamState) -> Iterator[str]:
    """Yield what can't lie on the factory's belts."""
    if state.market.keys() != book.visible.keys() or state.piles.keys() != book.visible.keys():
        yield "the factory has other belts"
    for belt, tiles in state.market.items():
        if any(book.belt_of.get(tile) != belt for tile in (*tiles, *state.piles[belt])):
            yield f"a tile lies on the wrong belt `{belt}`"
        if len(tiles) > book.visible[belt] or (state.piles[belt] and len(tiles) < book.visible[belt]):
            yield f"the belt `{belt}` shows another number of tiles"


def player_oddities(book: DreamBook, state: DreamState, player: Player) -> Iterator[str]:
    """Yield what a player can't have."""
    board = book.board
    if min(player.flower, player.ink, player.rainbow, player.points) < 0:
        yield "there is less than nothing of something"
    if player.flower > board.flower_max or player.ink > board.ink_max:
        yield "there are more flowers or ink than fit"
    if not all(1 <= slot <= board.belt_slots for slot in player.belt.values()):
        yield "a machine lies beside its belt"
    if any(token < 0 for token in player.specialists.values()):
        yield "a token has no such side"
    if state.step == "screens":
        if player.robot or (player.chosen and player.chosen not in player.dealt):
            yield "a screen was chosen that was not dealt"
    elif player.robot not in book.robots or (player.robot == book.printed) == state.options.robots:
        yield f"there is no screen `{player.robot}` in this game"
    if len(player.assistants) > len(MOMENTS):
        yield "a player has three assistants"


def store_oddities(book: DreamBook, state: DreamState, player: Player) -> Iterator[str]:
    """Yield marks, prices and parcels that a player can't have."""
    if state.step != "night" and player.used:
        yield "marks are of the night"
    most = max(book.edition.specialist_rules.first_token, book.edition.specialist_rules.token_after_taking)
    if any(not 0 <= token <= most for token in (*player.specialists.values(), *state.centre.values())):
        yield f"a specialist costs {most} rainbows at most"
    if not set(player.used) <= {"robot", *player.built}:
        yield "something was used that is not there"
    if not set(player.assistants) <= {"storage", "dock", *player.built, *player.belt}:
        yield "an assistant stands where there is nothing"
    known = {gain for moments in book.parcels.values() for parcels in moments for gain in parcels}
    if any(parcel.gain not in known for parcel in player.waiting):
        yield "a parcel waits that no delivery has"


def choice_oddities(book: DreamBook, state: DreamState, player: Player, stack: list[Asked]) -> Iterator[str]:
    """Yield why an open choice can't be answered."""
    if player.asleep and (stack or state.step != "night"):
        yield "a choice is open after the night"
    if stack and not is_answerable(book, player, stack[-1]):
        yield "a choice is open that has no answer"


def is_answerable(book: DreamBook, player: Player, asked: Asked) -> bool:
    """Tell whether there is an answer to an open choice."""
    if isinstance(asked, Hourglasses):
        return asked.n > 0 and bool(player.belt)
    if isinstance(asked, Rewards):
        gains = [book.specialists[card].gains for card in asked.cards]
        return any(len(gain) > 1 or gain[0].activation or (gain[0].hourglass and player.belt) for gain in gains)
    return isinstance(asked, Activation | Purchase)
