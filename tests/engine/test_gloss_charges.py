"""What is said beside a move is what the move then costs and brings, as far as that is certain beforehand."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import pytest

import engine
from engine.core.table import Table
from engine.core.types import Event, Move
from engine.games.fantastic_factories import events as factories
from engine.games.fantastic_factories import moves as factories_moves
from engine.games.imaginarium import events as imaginarium
from engine.games.imaginarium import moves as imaginarium_moves
from engine.games.mech_a_dream import events as dream
from engine.games.mech_a_dream import moves as dream_moves
from engine.games.nicodemus import events as nicodemus
from engine.games.nicodemus import moves as nicodemus_moves
from tests.engine.conformance.suite import replay
from tests.engine.golden import records_of

AMOUNT = re.compile(r"(\d+) (wood|copper|crystal|charcoalium|points?|metal|energy|goods|flower|ink|rainbow)\b")
EACH = re.compile(r"(\d+) of each resource")
E = TypeVar("E", bound=Event)


class Played(NamedTuple):
    """A move that was tried out: what was said beside it, by ids, and what came of it."""

    said: str
    move: Any
    events: tuple[Event, ...]

    def first(self, *kinds: type[E]) -> E | None:
        """Return the first event of these kinds."""
        return next((event for event in self.events if isinstance(event, kinds)), None)

    def all(self, kind: type[E]) -> list[E]:
        """Return all events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


def amounts(said: str) -> Counter[str]:
    """Return the amounts that a text names."""
    found: Counter[str] = Counter()
    for n in EACH.findall(said):
        found.update(dict.fromkeys(("wood", "copper", "crystal"), int(n)))
    for n, kind in AMOUNT.findall(said):
        found["points" if kind == "point" else kind] += int(n)
    return found


def changed(change: Any, *kinds: str) -> dict[str, int]:
    """Return what an event says that changed, without what did not."""
    read = change.get if isinstance(change, dict) else lambda kind, _: getattr(change, kind, 0)
    return {kind: n for kind in kinds or change if (n := read(kind, 0))}


def less(gains: Counter[str], costs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Return gains without costs, and without what did not change."""
    net = Counter(gains)
    net.subtract(dict(costs))
    return {kind: n for kind, n in net.items() if n}


# Nicodemus


def play(one: Played) -> bool | None:
    event = one.first(nicodemus.Gained)
    if event is None:
        return None  # a choice follows, or another's hand decides
    if one.move.choice == "effect":
        return one.said.endswith((f"(now {event.n})", f"(now {event.n} with it)"))
    return amounts(one.said) == (Counter({event.kind: event.n}) if event.n else Counter())


def copy_effect(one: Played) -> bool | None:
    event = one.first(nicodemus.Gained)
    return None if event is None else one.said.endswith((f"(now {event.n})", f"(now {event.n} with it)"))


def repair(one: Played) -> bool | None:
    event = one.first(nicodemus.Repaired)
    assert event is not None
    said, _, price = one.said.partition(", for ")
    return amounts(price) == Counter(event.paid) and amounts(said) == Counter(points=event.points)


def claim(one: Played) -> bool | None:
    event = one.first(nicodemus.ProjectClaimed)
    return event is not None and amounts(one.said) == Counter(points=event.points)


# Imaginarium


def trade(one: Played) -> bool | None:
    event = one.first(imaginarium.Traded)
    return event is not None and amounts(one.said)["charcoalium"] == abs(event.change["charcoalium"])


def gain(one: Played) -> bool | None:
    kinds = (imaginarium.Collected, imaginarium.Extracted, imaginarium.Dismantled, imaginarium.Completed)
    event = one.first(*kinds)
    return event is not None and amounts(one.said) == Counter(event.change)


def pay(one: Played) -> bool | None:
    event = one.first(imaginarium.Recruited, imaginarium.Topdecked)
    price = one.said.partition("for ")[2].partition(":")[0]
    return event is not None and less(Counter(), amounts(price).items()) == changed(event.change)


def acquire(one: Played) -> bool | None:
    lost, event = one.first(imaginarium.LostMachine), one.first(imaginarium.Acquired)
    if lost is not None:
        return one.said.startswith("you can't pay ") and one.said.endswith(f"and {lost.machine} are lost")
    assert event is not None
    price = one.said.removeprefix(f"{event.machine} for ").partition(":")[0]
    return less(Counter(), amounts(price).items()) == changed(event.change)


def use(one: Played) -> bool | None:
    event = one.first(imaginarium.Used)
    assert event is not None
    return made(one.said, getattr(one.move, "goods", ())) == changed(event.change)


def made(said: str, goods: tuple[str, ...]) -> dict[str, int]:
    """Return what a use of machines is said to change, with the goods that were named for it."""
    choice = re.search(r"any (\d+) resource", said)
    if choice:
        return {goods[0]: int(choice[1])}
    takes = re.search(r"(\d+) resources? →", said)
    assert int(takes[1] if takes else 0) == len(goods)
    return less(amounts(said.partition("→")[2] if takes else said), Counter(goods).items())


def mend(one: Played) -> bool | None:
    event, uses = one.first(imaginarium.Repaired), one.all(imaginarium.Used)
    assert event is not None
    price, _, does = one.said.removeprefix("for ").partition(": ")
    times = re.search(r", (\d+) times$", does)
    brought = amounts(does) if uses else Counter[str]()
    stolen = one.first(imaginarium.Stole)
    assert stolen is None or amounts(does)[stolen.good] >= max(stolen.kept, *stolen.gave)
    return (
        less(Counter(), amounts(price).items()) == changed(event.change)
        and len(uses) == (int(times[1] if times else 1) if uses else 0)
        and all(Counter(event.change) == brought for event in uses)
    )


# Fantastic Factories


def place(one: Played) -> bool | None:
    event = one.first(factories.Gained, factories.DrewSome)
    if event is None:
        return None  # no card is left to draw
    if isinstance(event, factories.DrewSome):
        return one.said.startswith(f"draw {event.n} card")
    return amounts(one.said) == Counter(changed(event, "metal", "energy", "goods"))


def spend(one: Played) -> bool | None:
    event = one.first(factories.Built, factories.Hired, factories.Refreshed)
    price = re.search(r"for (?:\d+ \w+(?:, )?)*", one.said.partition(":")[0].partition(" (")[0])
    assert event is not None
    return less(Counter(), amounts(price[0] if price else "").items()) == changed(event, "metal", "energy")


def activate(one: Played) -> bool | None:
    event = one.first(factories.Activated)
    assert event is not None
    takes, has_price, gives = one.said.partition(": ")
    gained = [one for one in one.all(factories.Gained) if one.by == event.card]
    found = sum((Counter(changed(one, "metal", "energy", "goods")) for one in gained), Counter[str]())
    waits = "discard" in takes
    return less(Counter(), amounts(takes if has_price else "").items()) == changed(event, "metal", "energy") and (
        waits or amounts(gives if has_price else takes) == found
    )


def replicate(one: Played) -> bool | None:
    if not one.said.startswith("for "):
        return activate(one)
    event = one.first(factories.Activated)  # a copied card that works by itself, later
    return event is not None and one.said.startswith(f"for {-event.energy} energy (")


def give(one: Played) -> bool | None:
    event = one.first(factories.Gained) or one.first(factories.DrewSome)
    return None if event is None else event.seat == one.move.seat and place(one)


# Mech A Dream

GOODS = ("flower", "ink", "rainbow", "points")


def net(said: str) -> dict[str, int]:
    """Return what a text of the form `cost → gain; no room for lost` comes to."""
    does, _, lost = said.partition("; no room for ")
    cost, is_exchange, gain = does.rpartition(" → ")
    return less(amounts(gain), (amounts(cost if is_exchange else "") + amounts(lost)).items())


def buy(one: Played) -> bool | None:
    event = one.first(dream.Acquired)
    assert event is not None
    where = f"in slot {event.slot}" if event.slot else "built at once"
    kind = "rainbow" if event.rainbow or "rainbow," in one.said.partition(":")[0] else "ink"
    return one.said.startswith(f"for {-event.rainbow - event.ink} {kind}, {where}: ")


def dock(one: Played) -> bool | None:
    event = one.first(dream.Docked)
    return event is not None and one.said.endswith(f" for {-event.flower} flower")


def store(one: Played) -> bool | None:
    event = one.first(dream.Stored)
    return event is not None and net(one.said) == changed(event, *GOODS)


def poach(one: Played) -> bool | None:
    taken, stored = one.first(dream.Poached), one.first(dream.Stored)
    assert taken is not None
    _, _, goods = one.said.partition(", with ")
    gain, _, lost = re.sub(r"after .*?(?=;|$)", "", goods).partition("; no room for ")
    found = {} if stored is None else changed(stored, *GOODS)
    return f"for {taken.price} rainbow" in one.said and less(amounts(gain), amounts(lost).items()) == found


def use_dream(one: Played) -> bool | None:
    event = one.first(dream.Used)
    assert event is not None
    fee, is_special, _ = one.said.partition(": ")
    return (less(Counter(), amounts(fee).items()) if is_special else net_of_goods(one.said)) == changed(event, *GOODS)


def net_of_goods(said: str) -> dict[str, int]:
    """Return what an effect comes to; one that buys or fetches brings nothing by itself."""
    return {} if "tile" in said or "parcel" in said else net(said)


def reward(one: Played) -> bool | None:
    event = one.first(dream.Rewarded)
    return event is not None and net(one.said) == changed(event, *GOODS)


def advance(one: Played) -> bool | None:
    event = one.first(dream.Advanced)
    assert event is not None
    return one.said.endswith(f"to {event.slot}" if event.slot else "is built")


CHARGES: dict[type[Move], Callable[[Played], bool | None]] = {
    nicodemus_moves.Play: play,
    nicodemus_moves.Copy: copy_effect,
    nicodemus_moves.Repair: repair,
    nicodemus_moves.Claim: claim,
    imaginarium_moves.Buy: trade,
    imaginarium_moves.Sell: trade,
    imaginarium_moves.Recruit: pay,
    imaginarium_moves.Topdeck: pay,
    imaginarium_moves.Acquire: acquire,
    imaginarium_moves.Collect: gain,
    imaginarium_moves.Extract: gain,
    imaginarium_moves.Dismantle: gain,
    imaginarium_moves.Complete: gain,
    imaginarium_moves.Use: use,
    imaginarium_moves.Borrow: use,
    imaginarium_moves.Repair: mend,
    factories_moves.Place: place,
    factories_moves.Build: spend,
    factories_moves.Hire: spend,
    factories_moves.Refresh: spend,
    factories_moves.Activate: activate,
    factories_moves.Replicate: replicate,
    factories_moves.Gift: give,
    dream_moves.Acquire: buy,
    dream_moves.Buy: buy,
    dream_moves.Dock: dock,
    dream_moves.Storage: store,
    dream_moves.Poach: poach,
    dream_moves.Activate: use_dream,
    dream_moves.UseRobot: use_dream,
    dream_moves.Copy: use_dream,
    dream_moves.Reward: reward,
    dream_moves.Advance: advance,
}
"""The moves beside which a price or a gain stands, and whether what came of one is what was said; None: it can't be known."""


def look(table: Table, seen: set[type[Move]]) -> None:
    """Compare what is said with what is charged, for every legal move of everybody who is awaited."""
    for seat in table.awaiting:
        view = table.view(seat)
        for move in table.legal(seat):
            said = table.rules.gloss(view, move)
            if said is None or type(move) not in CHARGES:
                continue
            one = Played(said.say(), move, table.copy().play(seat, move).events)
            fits = CHARGES[type(move)](one)
            assert fits is not False, one
            if fits:
                seen.add(type(move))


@pytest.mark.parametrize("game", list(engine.games()))
def test_what_is_said_beside_a_move_is_what_it_costs_and_brings(game):
    seen: set[type[Move]] = set()
    for record in records_of(game).values():
        table = replay({**record, "moves": []})
        for seat, *lines in record["moves"]:
            look(table, seen)
            table.play(seat, lines, blind=True)
    assert seen == {kind for kind in CHARGES if f".{game}." in kind.__module__}
