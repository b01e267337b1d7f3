"""Règles solo, Tour de La Machine: five dice, one card from the market, goods by the number of its cards."""

from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import MachineBuilt, MachineMade, MachineRolled, MachineSwept
from engine.games.fantastic_factories.state import MACHINE_DICE, SoloMachine

SWEEP_BLUEPRINTS = 5
SWEEP_CONTRACTORS = 6


def play_machine(deed: FactoriesDeed) -> None:
    """Roll the Machine's dice, then market, then work."""
    machine = deed.state.machine
    assert machine is not None
    green, red, blue, purple, yellow = dice = [deed.chance.die(6) for _ in MACHINE_DICE]
    deed.chance.tell(*deed.everybody())
    if deed.book.corrected["roll_lies_open"]:
        machine.rolled = dice
    deed.events.append(MachineRolled(green=green, red=red, blue=blue, purple=purple, yellow=yellow))
    shop(deed, machine, green)
    produce(deed, machine, {"red": red, "blue": blue, "purple": purple, "yellow": yellow})


def shop(deed: FactoriesDeed, machine: SoloMachine, green: int) -> None:
    """The green die: a blueprint of the market by its place, or the top of the deck and a sweep."""
    market = deed.state.market
    if green >= SWEEP_BLUEPRINTS:
        card = deed.turn_up("blueprints", deed.everybody())
    else:
        card = market[green - 1] if green <= len(market) else None
        if card is not None:
            market[green - 1] = None
    if card is not None:
        machine.built.append(card)
        deed.events.append(MachineBuilt(card=card))
    if green == SWEEP_BLUEPRINTS:
        sweep(deed, MachineSwept(row="blueprints"))
    elif green == SWEEP_CONTRACTORS:
        sweep(deed, MachineSwept(row="contractors"))
    deed.fill("blueprints")
    deed.fill("contractors")


def sweep(deed: FactoriesDeed, swept: MachineSwept) -> None:
    """Discard a row."""
    deed.sweep(swept.row)
    deed.events.append(swept)


def produce(deed: FactoriesDeed, machine: SoloMachine, dice: dict[str, int]) -> None:
    """Each of the other dice makes a good if it is not above the number of cards of its type."""
    types = [deed.book.type[card] for card in machine.built]
    wanted = deed.book.solo.goods
    colours = tuple(colour for colour, kind in wanted.items() if dice[colour] <= types.count(kind))
    machine.goods += len(colours)
    if colours:
        deed.events.append(MachineMade(colours=colours))
