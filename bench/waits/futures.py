"""What a seat expects while it waits: tables that it can't tell from the real one, played on in its head."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots import Bot, Desk, take_turn
from engine.bots.greedy import GreedyBot
from engine.core.chance import Chance
from engine.core.notes.named import name_move
from engine.core.table import Table
from engine.core.types import Move, Seat

PLAYER: Bot = GreedyBot()
LIGHT: Bot = GreedyBot(beam=2, budget=80)
"""Who stands for the others in a seat's head: the same player in more of a hurry."""
FUTURES = 4
OTHER_TURNS = 3
MOST_TURNS = 40


class Future(NamedTuple):
    """A table at which a seat is asked next, in which phase, the turn that it would play there, and where that leads."""

    asked: Table
    phase: str
    turn: str
    goal: bytes


def deal_worlds(table: Table, seat: Seat, seed: bytes) -> list[Table]:
    """Return tables that the seat can't tell from this one."""
    return [table.redeal(seat, b"%s/%d" % (seed, n)) for n in range(FUTURES)]


def imagine_ask(world: Table, seat: Seat, seed: bytes) -> Future | None:
    """Play on until the seat is asked, and find what it would do; None where the game ends before."""
    for n in range(MOST_TURNS):
        if seat in world.awaiting or not world.awaiting:
            break
        take_turn(world, world.awaiting[0], LIGHT, seed + b"%d" % n)
    if seat not in world.awaiting:
        return None
    view, after = world.view(seat), world.copy()
    turn = _play_out(after, seat, PLAYER.choose(Desk(world, seat), Chance(seed)), seed)
    return Future(world, world.rules.find_phase(view) or view["asked"], _join(turn), after.rules.pack(after.state))


def find_turns(asked: Table, seat: Seat, seed: bytes) -> Iterator[str]:
    """Yield turns for an ask, best first; none begins with a move of an earlier one."""
    stale: set[Move] = set()
    for _ in range(OTHER_TURNS):
        desk = Desk(asked, seat)
        desk.legal = [move for move in desk.legal if move not in stale]
        if not desk.legal:
            return
        begin = (LIGHT if stale else PLAYER).choose(desk, Chance(seed))
        turn = _play_out(asked.copy(), seat, begin, seed)
        stale.update(move for move, _ in turn)
        yield _join(turn)


def imagine_tail(table: Table, seat: Seat, chosen: Sequence[Move], seed: bytes) -> tuple[Table, list[str]]:
    """Return how a turn goes on after it showed its seat something, as in most futures, to the end of the step; and from where."""
    tails: dict[tuple[str, ...], list[Table]] = {}
    for world in deal_worlds(table, seat, seed):
        world.play(seat, chosen, blind=True)
        tails.setdefault(tuple(_imagine_rest(world.copy(), seat, table.state.step, seed)), []).append(world)
    tail, worlds = max(tails.items(), key=lambda found: len(found[1]))
    return worlds[0], list(tail)


def _imagine_rest(world: Table, seat: Seat, step: str, seed: bytes) -> Iterator[str]:
    while seat in world.awaiting and world.state.step == step:
        begin = PLAYER.choose(Desk(world, seat), Chance(seed))
        yield from (line for _, line in _play_out(world, seat, begin, seed))


def _play_out(world: Table, seat: Seat, begin: Sequence[Move], seed: bytes) -> list[tuple[Move, str]]:
    """Play a turn that begins with some moves, and return each beside the line that names what it points to."""
    turn: list[tuple[Move, str]] = []
    left = list(begin)
    while left:
        move = left.pop(0)
        turn.append((move, str(name_move(move, world.rules.rows(world.view(seat))))))
        if seat in world.play(seat, move).learned_by:
            break
        if not left and seat in world.awaiting:
            left = PLAYER.choose(Desk(world, seat), Chance(seed))
    return turn


def _join(turn: Sequence[tuple[Move, str]]) -> str:
    return "; ".join(line for _, line in turn)
