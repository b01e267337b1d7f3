"""What machines do when they are played for their effect: a closed vocabulary of kinds, named in the edition."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from engine.core.chance import Chance
from engine.core.types import Event, Seat
from engine.games.nicodemus.book import NicodemusBook
from engine.games.nicodemus.cards import Effect
from engine.games.nicodemus.events import Gained, MachineStolen, ProjectsDrawn, ProjectsLookedAt, Sabotaged, Stolen
from engine.games.nicodemus.flow import finish_play
from engine.games.nicodemus.moves import RESOURCES
from engine.games.nicodemus.state import (
    Choice,
    CopyChoice,
    DiscardChoice,
    KeepChoice,
    KindChoice,
    NicodemusState,
    RuinChoice,
    ScrapChoice,
    StealChoice,
    SwapChoice,
)

Begin = Callable[[NicodemusBook, NicodemusState, Seat, Effect, Chance], list[Event]]


class Means(NamedTuple):
    """What an effect can work on: machines left in the hand, own tokens, other machines in the row."""

    hand: int
    tokens: int
    others: Sequence[str]


def means(state: NicodemusState, seat: Seat, hand: int, others: Sequence[str]) -> Means:
    """Return the means of a seat with so many machines left in the hand."""
    stock = state.players[seat].stock
    return Means(hand, stock.charcoalium + stock.cubes, others)


def can_do(book: NicodemusBook, effect: Effect, by: Means) -> bool:
    """Tell whether an effect can be done at all; attacks and projects can, even when they would do nothing."""
    if effect.kind == "scrap_row":
        return bool(by.others)
    if effect.kind == "scrap_hand":
        return by.hand > 0
    if effect.kind == "exchange":
        return by.tokens > 0
    if effect.kind == "copy":
        return any(can_copy(book, card, by) for card in by.others)
    return True


def can_copy(book: NicodemusBook, card: str, by: Means) -> bool:
    """Tell whether a machine's effect can be copied: it is no copy itself, and it can be done."""
    effect = book.effect_of[card]
    return effect.kind != "copy" and can_do(book, effect, by)


def activate(book: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, chance: Chance) -> list[Event]:
    """Start an effect; what needs no answer happens at once and ends the turn."""
    return BEGIN[effect.kind](book, state, seat, effect, chance) + settle(book, state, seat, chance)


def settle(book: NicodemusBook, state: NicodemusState, seat: Seat, chance: Chance) -> list[Event]:
    """End the turn unless a choice is still open."""
    return [] if state.pending[seat] else finish_play(book, state, seat, chance)


# Gains (Ressources et charbonium)


def gain(state: NicodemusState, seat: Seat, kind: str, n: int) -> Gained:
    """Take tokens from the reserve and, when it is short, the rest from the opponent; what neither has is lost."""
    opponent = state.players[1 - seat].stock
    from_reserve = min(n, getattr(state.reserve, kind))
    taken = min(n - from_reserve, getattr(opponent, kind))
    state.reserve.add(kind, -from_reserve)
    opponent.add(kind, -taken)
    state.players[seat].stock.add(kind, from_reserve + taken)
    return Gained(seat=seat, kind=kind, n=from_reserve + taken, taken=taken)


def gain_all(state: NicodemusState, seat: Seat, goods: Sequence[str]) -> list[Event]:
    """Gain goods, kind by kind."""
    return [gain(state, seat, kind, goods.count(kind)) for kind in dict.fromkeys(goods)]


def give_back(state: NicodemusState, seat: Seat, goods: Iterable[str]) -> None:
    """Put a player's tokens back into the reserve."""
    for kind in goods:
        state.players[seat].stock.add(kind, -1)
        state.reserve.add(kind, 1)


def count_symbol(book: NicodemusBook, row: Sequence[str], symbol: str, *, any_counts: bool) -> int:
    """Count the machines of a row that show a symbol; `any` is a symbol of its own, unless it counts as a resource."""
    made = [book.makes[card] for card in row]
    return made.count(symbol) + (made.count("any") if any_counts and symbol in RESOURCES else 0)


# Hands


def drop(state: NicodemusState, seat: Seat, card: str) -> None:
    """Take a machine out of a hand; whoever knew of it has seen it go."""
    player = state.players[seat]
    player.hand.remove(card)
    if card in player.known:
        player.known.remove(card)


def throw_away(state: NicodemusState, cards: Iterable[str]) -> None:
    """Put machines on the discard pile, face up."""
    state.discard = sorted([*state.discard, *cards])


def steal_machine(state: NicodemusState, seat: Seat, chance: Chance) -> list[Event]:
    """Take a random machine of the opponent's hand; both then know it. From an empty hand nothing is taken."""
    hand = state.players[1 - seat].hand
    if not hand:
        return []
    card = chance.pick(hand)
    chance.tell(seat, 1 - seat)
    drop(state, 1 - seat, card)
    thief = state.players[seat]
    thief.hand = sorted([*thief.hand, card])
    thief.known = sorted([*thief.known, card])
    return [MachineStolen(card=card, seen_by=(0, 1))]


def rob(state: NicodemusState, seat: Seat, goods: tuple[str, ...], machines: int, chance: Chance) -> list[Event]:
    """Take tokens and random machines from the opponent."""
    for kind in goods:
        state.players[1 - seat].stock.add(kind, -1)
        state.players[seat].stock.add(kind, 1)
    taken = [event for _ in range(machines) for event in steal_machine(state, seat, chance)]
    return [Stolen(seat=seat, goods=goods, machines=len(taken)), *taken]


# How each kind of effect begins (page 10)


def ask(state: NicodemusState, seat: Seat, choice: Choice) -> list[Event]:
    """Open a choice."""
    state.pending[seat].append(choice)
    return []


def begin_gain(book: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, _: Chance) -> list[Event]:
    """Gain one for each machine with the symbol; for `any` the kind is asked."""
    if effect.symbol == "any":
        return ask(state, seat, KindChoice(effect.id))
    symbol = str(effect.symbol)
    n = count_symbol(book, state.row, symbol, any_counts=state.options.any_counts_as_resource)
    return [gain(state, seat, symbol, n)]


def begin_discard(_: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, __: Chance) -> list[Event]:
    """Ask for a machine of the hand."""
    return ask(state, seat, DiscardChoice(effect.id))


def begin_scrap(_: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, __: Chance) -> list[Event]:
    """Ask for a machine of the row."""
    return ask(state, seat, ScrapChoice(effect.id))


def begin_exchange(_: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, __: Chance) -> list[Event]:
    """Ask for swaps: three in total, or three each way by the ruling `exchange`."""
    each_way = state.options.exchange == "three_each_way"
    return ask(state, seat, SwapChoice(effect.times, effect.times if each_way else None))


def begin_theft(_: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, chance: Chance) -> list[Event]:
    """Steal charcoalium and a machine at once, or ask which resource if the opponent has any."""
    opponent = state.players[1 - seat].stock
    if effect.resources and opponent.cubes:
        return ask(state, seat, StealChoice(effect.id))
    coins = min(effect.charcoalium, opponent.charcoalium)
    return rob(state, seat, ("charcoalium",) * coins, effect.machines, chance)


def begin_hand_sabotage(
    _: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, chance: Chance
) -> list[Event]:
    """The opponent discards at random down to two and gives back two charcoalium."""
    victim = state.players[1 - seat]
    cards = []
    while len(victim.hand) > effect.hand_kept:
        cards.append(chance.pick(victim.hand))
        chance.tell(seat, 1 - seat)
        drop(state, 1 - seat, cards[-1])
    throw_away(state, cards)
    goods = ("charcoalium",) * min(effect.charcoalium, victim.stock.charcoalium)
    give_back(state, 1 - seat, goods)
    return [Sabotaged(seat=seat, goods=goods, cards=tuple(cards))]


def begin_ruin(_: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, __: Chance) -> list[Event]:
    """Ask which resources the opponent loses, if he has any."""
    if state.players[1 - seat].stock.cubes:
        return ask(state, seat, RuinChoice(effect.id))
    return [Sabotaged(seat=seat)]


def begin_project(
    book: NicodemusBook, state: NicodemusState, seat: Seat, effect: Effect, chance: Chance
) -> list[Event]:
    """Draw two projects, or the last one, to look at or for both to see; an empty pile gives nothing."""
    is_hidden = book.hides_drawn(state.options)
    seats = (seat,) if is_hidden else (0, 1)
    drawn = tuple(chance.draw(state.pile, seats) for _ in range(min(effect.draw, len(state.pile))))
    if not drawn:
        return [ProjectsDrawn(seat=seat)]
    ask(state, seat, KeepChoice([*drawn]))
    if is_hidden:
        return [ProjectsLookedAt(seat=seat, n=len(drawn)), ProjectsDrawn(seat=seat, projects=drawn, seen_by=seats)]
    return [ProjectsDrawn(seat=seat, projects=drawn)]


def begin_copy(_: NicodemusBook, state: NicodemusState, seat: Seat, __: Effect, ___: Chance) -> list[Event]:
    """Ask whose effect is copied."""
    return ask(state, seat, CopyChoice())


BEGIN: dict[str, Begin] = {
    "gain_per_symbol": begin_gain,
    "scrap_hand": begin_discard,
    "scrap_row": begin_scrap,
    "exchange": begin_exchange,
    "steal": begin_theft,
    "sabotage_hand": begin_hand_sabotage,
    "sabotage_resources": begin_ruin,
    "private_project": begin_project,
    "copy": begin_copy,
}
