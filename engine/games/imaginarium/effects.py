"""What machines do when they are used, repaired or brought back (Descriptions: the machines)."""

from engine.core.chance import Chance
from engine.core.errors import Refusal
from engine.core.language import Amount, Count
from engine.core.types import Event, Seat
from engine.games.imaginarium.book import ImaginariumBook
from engine.games.imaginarium.cards import RESOURCES, Machine, card_key
from engine.games.imaginarium.events import Change, Recycled, Stole, Used
from engine.games.imaginarium.stacks import Making, is_in_order, payments
from engine.games.imaginarium.state import Cancel, Choice, ImaginariumState, Player, PointOffer, Recover, Tangle

NO_GOODS: tuple[tuple[str, ...], ...] = ((),)
EACH_KIND = tuple((kind,) for kind in RESOURCES)


def change(player: Player, goods: Change) -> None:
    """Add goods to a screen, or take them away."""
    for good, amount in goods.items():
        setattr(player, good, getattr(player, good) + amount)


def others(state: ImaginariumState, seat: Seat) -> list[Seat]:
    """Return all seats but one."""
    return [other for other in range(len(state.players)) if other != seat]


def stock(player: Player) -> list[Amount]:
    """Return what a player has of each resource, for their own eyes."""
    return [Amount(kind, getattr(player, kind)) for kind in RESOURCES]


def goods_for(player: Player, making: Making) -> tuple[tuple[str, ...], ...]:
    """Return every way to name the goods of one use: a kind, an input, or nothing."""
    if making.choice:
        return EACH_KIND
    if making.input:
        return payments(player.wood, player.copper, player.crystal, making.input)
    return NO_GOODS


def check_goods(player: Player, making: Making, goods: tuple[str, ...]) -> Refusal | None:
    """Say why goods don't fit a use, or None."""
    if making.choice and goods not in EACH_KIND:
        return Refusal("one_kind", "name the one kind it shall make: wood, copper or crystal.")
    if not making.choice and len(goods) != making.input:
        if not making.input:
            return Refusal("no_goods", "it takes no resources; write it without goods.")
        needs = Count("{n} resource", "{n} resources", making.input)
        return Refusal("wrong_input", "it takes {needs} of your choice, not {given}.", needs=needs, given=len(goods))
    return None if making.choice else check_stock(player, goods)


def check_stock(player: Player, goods: tuple[str, ...]) -> Refusal | None:
    """Say why goods can't be taken from behind a screen, or None."""
    if not is_in_order(goods):
        return Refusal("unordered", "write wood first, then copper, then crystal.")
    if any(goods.count(kind) > getattr(player, kind) for kind in RESOURCES):
        return Refusal("too_poor", "you have {stock}.", stock=stock(player))
    return None


def make(player: Player, making: Making, goods: tuple[str, ...]) -> Change:
    """Use machines: take the input, add what is made, and return both."""
    made: Change = {}
    if making.choice:
        made[goods[0]] = making.choice
    else:
        for good in goods:
            made[good] = made.get(good, 0) - 1
        for good, amount in making.gives:
            made[good] = made.get(good, 0) + amount
    change(player, made)
    return made


def remains_of(machine: Machine, gain: str) -> Change:
    """Return what a repaired machine is dismantled for: twice its parts, or points."""
    return {"points": machine.level} if gain == "points" else {good: 2 * n for good, n in machine.repair.items()}


def start_effect(
    book: ImaginariumBook, state: ImaginariumState, seat: Seat, card: str, times: int, chance: Chance
) -> list[Event]:
    """Run a machine's immediate effect; one with a choice is opened, if anything can be chosen."""
    machine = book.machines[card]
    if machine.effect == "steal":
        return [steal(book, state, seat, machine, chance)]
    if machine.effect == "recover":
        return start_recovery(book, state, seat, card)
    if machine.effect == "tangle":
        open_tangle(book, state, seat, card)
    elif machine.effect == "cancel_project" and state.projects:
        state.pending[seat].append(Cancel())
    making = book.stacks.find_making((card,))
    if making is None:
        return []
    if making.asks:
        open_choice(book, state, seat, Choice(card, times), chance)
        return []
    if making.has_points and book.corrected["points_are_offered"]:
        state.pending[seat].append(PointOffer(card, times))
        return []
    return work_at_once(book, state, seat, card, times)


def work_at_once(book: ImaginariumBook, state: ImaginariumState, seat: Seat, card: str, times: int) -> list[Event]:
    """Use a machine that asks for nothing, so many times."""
    player, making = state.players[seat], book.stacks.making((card,))
    return [Used(seat=seat, machines=(card,), change=make(player, making, ())) for _ in range(times)]


def open_choice(book: ImaginariumBook, state: ImaginariumState, seat: Seat, choice: Choice, chance: Chance) -> None:
    """Ask for the goods of an effect, unless no use is left or none fit: that tells the others about the stock."""
    making = book.stacks.making((choice.card,))
    if making.input:
        chance.tell(*others(state, seat))
    if choice.times and goods_for(state.players[seat], making):
        state.pending[seat].append(choice)


def steal(book: ImaginariumBook, state: ImaginariumState, seat: Seat, machine: Machine, chance: Chance) -> Event:
    """Every unprotected opponent gives up to N; the thief keeps up to N of the heap (Attack machines)."""
    ((good, most),) = machine.steal.items()
    gave = [0] * len(state.players)
    for victim, player in enumerate(state.players):
        if victim != seat and not is_protected(book, state, player, machine.id):
            gave[victim] = min(most, getattr(player, good))
            change(player, {good: -gave[victim]})
            chance.tell(*range(len(state.players)))
    kept = min(most, sum(gave))
    change(state.players[seat], {good: kept})
    return Stole(seat=seat, machine=machine.id, good=good, gave=tuple(gave), kept=kept)


def is_protected(book: ImaginariumBook, state: ImaginariumState, player: Player, attack: str) -> bool:
    """Tell whether a repaired, face-up defence machine stops an attack (Defense machines)."""
    return any(
        attack in book.machines[card].blocks
        for space, stack in enumerate(player.spaces)
        for card in stack
        if state.rulings.face_down_protects or space not in player.face_down
    )


def open_tangle(book: ImaginariumBook, state: ImaginariumState, seat: Seat, card: str) -> None:
    """Ask for one space of each opponent who has any machine and no Patenteur (Tanglette)."""
    victims = [
        victim
        for victim, player in enumerate(state.players)
        if victim != seat and any(player.spaces) and not is_protected(book, state, player, card)
    ]
    if victims:
        state.pending[seat].append(Tangle(victims))


def start_recovery(book: ImaginariumBook, state: ImaginariumState, seat: Seat, card: str) -> list[Event]:
    """The Recyclateur leaves for the crusher, and a machine may come back for it (Recyclateur)."""
    player = state.players[seat]
    player.spaces[player.spaces.index((card,))] = ()
    into_crusher(state, card)
    if any(not book.machines[target].lightning for target in state.crusher):
        state.pending[seat].append(Recover())
    return [Recycled(seat=seat)]


def into_crusher(state: ImaginariumState, card: str) -> None:
    """Discard a machine; the pile is kept sorted, as its order means nothing."""
    state.crusher.append(card)
    state.crusher.sort(key=card_key)


def settle(player: Player, card: str) -> int:
    """Put a repaired machine onto the lowest free space and return which that is."""
    space = player.spaces.index(())
    player.spaces[space] = (card,)
    return space
