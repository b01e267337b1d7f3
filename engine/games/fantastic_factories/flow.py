"""La partie: the market goes round, then all work at once, then the marker moves on; the end and its last round."""

from bisect import insort

from engine.core.types import Seat, TurnMark
from engine.games.fantastic_factories.book import FactoriesBook
from engine.games.fantastic_factories.deed import FactoriesDeed
from engine.games.fantastic_factories.events import EndNeared, RoundBegan, WorkEnded
from engine.games.fantastic_factories.machine import play_machine
from engine.games.fantastic_factories.state import DropChoice, FactoriesState, Player, SetChoice


def leave_market(deed: FactoriesDeed) -> None:
    """Pass the turn on; after the last player work begins."""
    state = deed.state
    state.turn = (state.turn + 1) % len(state.players)
    if state.turn == state.first:
        begin_work(deed)


def dismiss(deed: FactoriesDeed, slot: int) -> None:
    """Discard a contractor that has done its work, refill its row, and pass the turn on."""
    state = deed.state
    contractor = state.contractors[slot]
    assert contractor is not None
    state.contractors[slot] = None
    insort(state.contractor_discard, contractor)
    deed.fill("contractors")
    leave_market(deed)


def begin_work(deed: FactoriesDeed) -> None:
    """Everybody's dice are rolled; a Foreman's wait to be set."""
    deed.state.step = "work"
    for seat in deed.everybody():
        begin_work_of(deed, seat)


def begin_work_of(deed: FactoriesDeed, seat: Seat) -> None:
    """Roll one player's dice, with those of the contractor that was hired."""
    player = deed.state.players[seat]
    dice = deed.book.setup.dice
    hired = deed.book.contractors.get(player.hired)
    if hired is not None and hired.effect == "set":
        player.hired = ""
        deed.state.pending[seat].append(SetChoice(left=dice, free=hired.dice))
        return
    if hired is not None and hired.effect == "roll":
        player.hired = ""
        dice += hired.dice
    deed.roll(dice, seat)


# Fin de la phase de travail


def is_over_limit(deed: FactoriesDeed) -> bool:
    """Tell whether a player holds more than may be kept."""
    player, limits = deed.player, deed.book.limits
    return len(player.hand) > limits.hand or player.metal + player.energy > limits.resources


def finish_work(deed: FactoriesDeed) -> None:
    """Ask for what is above the limits, or note that a player has finished; after the last one the round is over."""
    pending = deed.state.pending[deed.seat]
    pending.clear()
    if is_over_limit(deed):
        pending.append(DropChoice())
        return
    deed.player.done = True
    deed.events.append(WorkEnded(seat=deed.seat))
    if all(player.done for player in deed.state.players):
        finish_round(deed)


def finish_round(deed: FactoriesDeed) -> None:
    """The Machine plays, then the marker moves on and the market is completed; after the end comes one round more."""
    state = deed.state
    if state.machine is not None:
        play_machine(deed)
        if state.machine.goods >= deed.book.solo.end_goods and state.ending is None:
            state.ending = "machine"
            deed.events.append(EndNeared(how="machine"))
    for player in state.players:
        clear(player)
    if state.last:
        state.step = "over"
        return
    state.last = state.ending is not None
    state.first = state.turn = (state.first + 1) % len(state.players)
    state.round += 1
    state.step = "market"
    deed.events.append(RoundBegan(round=state.round, first=state.first, last=state.last))
    if deed.book.corrected["holes_are_filled"]:
        deed.fill("blueprints")
        deed.fill("contractors")


def clear(player: Player) -> None:
    """Take back all dice, and let every card rest: marks last a whole round, market included."""
    player.dice = []
    player.at = {}
    player.used = []
    player.echo = []
    player.hired = ""
    player.refreshed = False
    player.done = False


def mark_turn(_book: FactoriesBook, state: FactoriesState) -> TurnMark:
    """Return what stays the same for as long as a turn lasts."""
    return state.round, state.step, state.turn
