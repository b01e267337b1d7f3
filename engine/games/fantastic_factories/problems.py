"""What a position holds, and what can't be in it."""

from collections import Counter
from collections.abc import Iterator

from engine.core.rules import Key
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.moves import FACES
from engine.games.fantastic_factories.state import (
    MACHINE_DICE,
    Asked,
    DiscardChoice,
    DropChoice,
    FactoriesOptions,
    FactoriesState,
    GainChoice,
    GiftChoice,
    MarkChoice,
    Player,
    SetChoice,
)
from engine.games.fantastic_factories.words import KINDS

DICE_CONTRACTORS = {"set", "roll", "face"}
"""What contractors do whose dice come when work begins."""


def take_census(book: FactoriesBook, state: FactoriesState) -> dict[str, int]:
    """Every blueprint and contractor is somewhere."""
    cards = Counter(state.deck + state.discard + state.contractor_deck + state.contractor_discard)
    cards.update(card for card in (*state.market, *state.contractors) if card is not None)
    for player in state.players:
        cards.update(player.hand + player.built)
    if state.machine is not None:
        cards.update(state.machine.built)
    return dict(cards)


def count_holdings(book: FactoriesBook, state: FactoriesState) -> dict[Key, int]:
    """Metal, energy and goods come from an endless supply."""
    return {(seat, kind): getattr(player, kind) for seat, player in enumerate(state.players) for kind in KINDS}


def find_oddities(book: FactoriesBook, state: FactoriesState, seats: int, options: FactoriesOptions) -> Iterator[str]:
    """Yield what can't be in a position of this game."""
    if len(state.pending) != seats or not {state.turn, state.first} <= set(range(seats)):
        yield "there are other seats than players"
    if len(state.market) != book.setup.blueprints or len(state.contractors) != len(state.tools):
        yield "the market has other spaces than the game"
    if sorted(state.tools) != sorted(book.setup.tools):
        yield "the tools above the contractors are not those of the game"
    if state.options != options:
        yield "the options of the position are not those of the game"
    if (state.machine is None) != (seats > 1):
        yield "the Machine plays against one player alone"
    if state.machine is not None and not is_roll(state.machine.rolled):
        yield "the Machine rolls five dice with six faces"
    if (state.last or state.step == "over") and state.ending is None:
        yield "the last round has no cause"
    for player, stack in zip(state.players, state.pending, strict=True):
        yield from player_oddities(book, player)
        yield from choice_oddities(book, state, player, stack)
    yield from phase_oddities(book, state)


def find_unreached(book: FactoriesBook, state: FactoriesState, seats: int, options: FactoriesOptions) -> Iterator[str]:
    """Yield what no play can lead to: an end that was missed, marks of nothing, and what nobody can have in the market."""
    if any(set(player.used) - {*player.built, *player.echo} for player in state.players):
        yield "a card has worked that does not stand there"
    if any(not sets_fit(book, asked) for stack in state.pending for asked in stack):
        yield "there are fewer dice to set"
    if state.step == "market":
        yield from market_oddities(book, state, seats)
    ending, machine = book.end, state.machine
    reached = any(one.goods >= ending.goods or len(one.built) >= ending.buildings for one in state.players)
    if state.ending is None and (reached or (machine is not None and machine.goods >= book.solo.end_goods)):
        yield "somebody has what brings the last round, and it is not coming"
    if state.round < 1 or (machine is not None and machine.goods < 0):
        yield "rounds and goods are counted from the first"
    if machine is not None and bool(machine.rolled) != (book.corrected["roll_lies_open"] and state.round > 1):
        yield "the Machine's last roll lies there from the second round on"


def sets_fit(book: FactoriesBook, asked: Asked) -> bool:
    """Tell whether so many dice can be left to a Foreman."""
    if not isinstance(asked, SetChoice):
        return True
    most = max(one.dice for one in book.contractors.values() if one.effect == "set")
    return asked.free <= most and asked.left <= book.setup.dice


def market_oddities(book: FactoriesBook, state: FactoriesState, seats: int) -> Iterator[str]:
    """Yield what nobody can have while the market goes round: dice, marks, more than was kept and came since."""
    limits, chosen = book.limits, (state.turn - state.first) % seats
    came = [contractor.gain.draw for contractor in book.contractors.values() if contractor.gain]
    given = [contractor.gift.draw for contractor in book.contractors.values() if contractor.gift]
    most = max(limits.hand, book.setup.hand) + max([1, *came]) + (seats - 1) * max([0, *given])
    if any(len(player.hand) > most for player in state.players):
        yield f"a hand has {most} cards at most in the market"
    store = max(limits.resources, book.setup.metal + book.setup.energy) + most_gained(book) * seats
    if any(player.metal + player.energy > store for player in state.players):
        yield f"there are {store} resources at most in the market"
    if any(one.dice or one.at or one.echo or one.done for one in state.players):
        yield "there are no dice in the market"
    waiting = [(state.first + n) % seats for n in range(chosen, seats)]
    if any(state.players[seat].hired for seat in waiting):
        yield "a contractor was hired by somebody who has not chosen yet"


def is_roll(faces: list[int]) -> bool:
    """Tell whether the Machine's dice can show this, or were not rolled yet."""
    return len(faces) in {0, len(MACHINE_DICE)} and set(faces) <= set(FACES)


def player_oddities(book: FactoriesBook, player: Player) -> Iterator[str]:
    """Yield what a player can't have."""
    if min(player.metal, player.energy, player.goods) < 0:
        yield "there are fewer than no resources"
    if Counter(player.known) - Counter(player.hand):
        yield "a known card is not in the hand"
    dice = [*player.dice, *(face for placed in player.at.values() for face in placed)]
    if not set(dice) <= set(FACES):
        yield "a die has six faces"
    doubles = [card for card, n in Counter(player.built).items() if n > 1 and card not in book.repeatable]
    if doubles:
        yield f"`{doubles[0]}` stands twice in a compound"
    hired = book.contractors.get(player.hired)
    if player.hired and (hired is None or hired.effect not in DICE_CONTRACTORS):
        yield f"there is no contractor `{player.hired}` whose dice are to come"
    if not set(player.echo) <= book.triggers.keys():
        yield "an echo is of a card that works by itself"


def phase_oddities(book: FactoriesBook, state: FactoriesState) -> Iterator[str]:
    """Yield what can't be in this phase."""
    if state.step == "work" and any(one.hired and not serves_at_work(book, one) for one in state.players):
        yield "a contractor's dice came when work began"
    if state.step == "work" and all(player.done for player in state.players):
        yield "nobody is at work"
    if state.step == "market" and any(stack for seat, stack in enumerate(state.pending) if seat != state.turn):
        yield "a choice is open that nobody can answer"
    if any(len(stack) > 1 for stack in state.pending) or (state.step == "over" and any(state.pending)):
        yield "more choices are open than can be answered"
    if any(player.done and stack for player, stack in zip(state.players, state.pending, strict=True)):
        yield "a choice is open after the work"


def most_gained(book: FactoriesBook) -> int:
    """Return the most resources that come by one choice in the market, one's own or another's."""
    gains = [amounts for one in book.contractors.values() for amounts in (one.gain, one.gift) if amounts]
    return max(*(sum(cost) for cost in book.costs.values()), *(gain.metal + gain.energy for gain in gains))


def serves_at_work(book: FactoriesBook, player: Player) -> bool:
    """Tell whether the die of a hired contractor is chosen during the work."""
    return book.contractors[player.hired].effect == "face"


def choice_oddities(book: FactoriesBook, state: FactoriesState, player: Player, stack: list[Asked]) -> Iterator[str]:
    """Yield why an open choice can't be answered."""
    for asked in stack:
        if isinstance(asked, GiftChoice) != (state.step == "market"):
            yield "a choice is open in the wrong phase"
        elif not is_answerable(book, state, player, asked):
            yield "a choice is open that has no answer"


def is_answerable(book: FactoriesBook, state: FactoriesState, player: Player, asked: Asked) -> bool:
    """Tell whether there is an answer to an open choice."""
    if isinstance(asked, GiftChoice):
        return 0 <= asked.slot < len(state.contractors) and has_gift(book, state.contractors[asked.slot])
    if isinstance(asked, SetChoice):
        return asked.left > 0 and asked.free > 0
    if isinstance(asked, MarkChoice):
        return bool(player.dice or asked.marked) and set(asked.marked) <= set(FACES)
    if isinstance(asked, DropChoice):
        return len(player.hand) > book.limits.hand or player.metal + player.energy > book.limits.resources
    return is_payable(book, player, asked)


def is_payable(book: FactoriesBook, player: Player, asked: Asked) -> bool:
    """Tell whether an activation that was begun can be brought to its end."""
    if isinstance(asked, DiscardChoice):
        known = (tuple(asked.faces), asked.choice) in book.way.get(asked.card, {})
        return known and 0 < asked.left <= len(player.hand)
    if isinstance(asked, GainChoice):
        return asked.by in book.cards and 0 < asked.n < sum(book.costs.get(asked.card, ()))
    return True


def has_gift(book: FactoriesBook, contractor: str | None) -> bool:
    """Tell whether a contractor gives an opponent something."""
    return contractor is not None and book.contractors[contractor].gift is not None
