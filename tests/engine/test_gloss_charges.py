"""What is said beside a move is what the move then costs and brings, as far as that is certain beforehand."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.core.language import Text
from engine.core.table import Table
from engine.core.types import Event, Move
from engine.games.fantastic_factories import events as factories
from engine.games.fantastic_factories import moves as factories_moves
from engine.games.fantastic_factories import words as factories_words
from engine.games.imaginarium import events as imaginarium
from engine.games.imaginarium import moves as imaginarium_moves
from engine.games.imaginarium import words as imaginarium_words
from engine.games.mech_a_dream import events as dream
from engine.games.mech_a_dream import moves as dream_moves
from engine.games.nicodemus import events as nicodemus
from engine.games.nicodemus import moves as nicodemus_moves
from engine.games.nicodemus import words as nicodemus_words
from tests.engine.conformance.suite import replay
from tests.engine.golden import records_of

EVERY = 3
"""How many moves of a golden game are played before the next look; the legal lists of a game are long."""


def listed(things: Any) -> str:
    """Return goods as a sentence would list them, by their ids."""
    return Text("{things}", things=things).say()


def counted(n: int, one: str) -> str:
    """Return a number of something."""
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def repair(event: nicodemus.Repaired) -> str:
    paid = listed(nicodemus_words.bundle(event.paid)) if event.paid else "nothing"
    return f"{counted(event.points, 'point')}, for {paid}"


def claim(event: nicodemus.ProjectClaimed) -> str:
    return counted(event.points, "point")


def trade(event: imaginarium.Traded) -> str:
    return f"for {abs(event.change['charcoalium'])} charcoalium"


def recruit(event: imaginarium.Recruited) -> str:
    return f"for {-event.change['charcoalium']} charcoalium: "


def acquire(event: imaginarium.Acquired) -> str | None:
    if event.change.keys() - {"charcoalium"}:
        return None  # resources stood in for some of it
    return f"{event.machine} for {-event.change['charcoalium']} charcoalium: "


def gain(event: imaginarium.Collected | imaginarium.Extracted | imaginarium.Dismantled) -> str:
    return listed(imaginarium_words.list_goods(event.change))


def complete(event: imaginarium.Completed) -> str:
    return counted(event.change["points"], "point")


def place(event: factories.Gained | factories.DrewSome) -> str:
    if isinstance(event, factories.DrewSome):
        return f"draw {counted(event.n, 'card')}"
    return listed(factories_words.bundle(event.metal, event.energy, event.goods))


def buy(event: dream.Acquired) -> str:
    return f"for {-event.rainbow - event.ink} {'rainbow' if event.rainbow else 'ink'}: "


def dock(event: dream.Docked) -> str:
    return f" for {-event.flower} flower"


Told = tuple[type[Event], ...]
CHARGES: dict[type[Move], tuple[Told, Callable[[Any], str | None]]] = {
    nicodemus_moves.Repair: ((nicodemus.Repaired,), repair),
    nicodemus_moves.Claim: ((nicodemus.ProjectClaimed,), claim),
    imaginarium_moves.Buy: ((imaginarium.Traded,), trade),
    imaginarium_moves.Sell: ((imaginarium.Traded,), trade),
    imaginarium_moves.Recruit: ((imaginarium.Recruited,), recruit),
    imaginarium_moves.Acquire: ((imaginarium.Acquired,), acquire),
    imaginarium_moves.Collect: ((imaginarium.Collected,), gain),
    imaginarium_moves.Extract: ((imaginarium.Extracted,), gain),
    imaginarium_moves.Dismantle: ((imaginarium.Dismantled,), gain),
    imaginarium_moves.Complete: ((imaginarium.Completed,), complete),
    factories_moves.Place: ((factories.Gained, factories.DrewSome), place),
    dream_moves.Acquire: ((dream.Acquired,), buy),
    dream_moves.Buy: ((dream.Acquired,), buy),
    dream_moves.Dock: ((dream.Docked,), dock),
}
"""The moves beside which a price or a gain stands, and how the first of these events tells what became of it."""


def charged(table: Table, seat: int, move: Move) -> str | None:
    """Return what a move is found to cost and bring when it is played, or None where that could not be known."""
    kinds, tell = CHARGES[type(move)]
    event = next((event for event in table.copy().play(seat, move).events if isinstance(event, kinds)), None)
    return None if event is None else tell(event)


def look(table: Table, seen: set[type[Move]]) -> None:
    """Compare what is said with what is charged, for every legal move of everybody who is awaited."""
    for seat in table.awaiting:
        view = table.view(seat)
        for move in table.legal(seat):
            said = table.rules.gloss(view, move)
            found = charged(table, seat, move) if said is not None and type(move) in CHARGES else None
            if said is not None and found is not None:
                assert found in said.say(), (str(move), said.say(), found)
                seen.add(type(move))


@pytest.mark.parametrize("game", ["nicodemus", "imaginarium", "fantastic_factories", "mech_a_dream"])
def test_what_is_said_beside_a_move_is_what_it_costs_and_brings(game):
    seen: set[type[Move]] = set()
    for record in records_of(game).values():
        table = replay({**record, "moves": []})
        for number, (seat, *lines) in enumerate(record["moves"]):
            if number % EVERY == 0:
                look(table, seen)
            table.play(seat, lines, blind=True)
    assert seen == {kind for kind in CHARGES if f".{game}." in kind.__module__}
