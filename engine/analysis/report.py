"""What is told of a game that was looked at: the chance to win over time, what swung it, and what was luck."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engine.analysis.decisions import Decision, TurnPlayed, list_decisions, list_turns, open_secrets
from engine.analysis.judging import Estimate, Judge, Judgement
from engine.bots.exponents import ONE
from engine.bots.eye import PartsEye, is_played, open_fit
from engine.bots.worlds import count_rounds
from engine.core.errors import Refused
from engine.core.table import Table
from engine.core.types import Move, Result, Seat
from engine.ledger.bundle import Bundle
from engine.ledger.heads import Names
from engine.ledger.jws import split_parts
from engine.seats import Onlooker, show_moves

FIT = 1
"""The fit by which chances are told."""
MOST_SWINGS, MOST_LUCK = 5, 3
LEAST = 0.01
"""Of less than one game in a hundred nothing is said."""
Watch = Callable[[int, int], None]
"""Is told how many decisions of how many were looked at."""


class Point(msgspec.Struct, frozen=True):
    """How everybody stood after an entry: chances to win, from 0 to 1."""

    n: int
    round: int
    chances: tuple[float, ...]


class Judged(msgspec.Struct, frozen=True):
    """What a seat played, and where."""

    n: int
    round: int
    seat: Seat
    played: tuple[str, ...]


class Swing(Judged, frozen=True):
    """A decision that cost its player more of the chance to win than can be mistaken, by what they knew."""

    better: tuple[str, ...]
    lost: float
    error: float


class Stroke(Judged, frozen=True):
    """A stroke of luck, good or bad: what a player was shown against what could be expected."""

    gained: float
    error: float


class Analysis(msgspec.Struct, frozen=True):
    """A finished game, looked at."""

    game: str
    rules: str
    players: tuple[str, ...]
    fit: int
    winners: tuple[Seat, ...]
    points: tuple[Point, ...]
    is_judged: bool
    """Whether turns were compared with others: not where bots themselves don't play by the chances that are told."""
    swings: tuple[Swing, ...]
    strokes: tuple[Stroke, ...]


def analyse(bundle: Bundle, lang: str, watch: Watch) -> Analysis:
    """Look at a game that is over, or refuse one that can't be looked at."""
    turns = _read_turns(bundle)
    first = turns[0].before
    players = read_names(bundle, first.seats)
    rules = first.rules
    judge = Judge(_get_eye(first), FIT)
    judged: list[tuple[Decision, Judgement]] = []
    decisions = list_decisions(bundle, turns) if is_played(rules, FIT) else []
    for index, decision in enumerate(decisions):
        watch(index, len(decisions))
        judged.append((decision, judge.judge(decision)))
    watch(len(decisions), len(decisions))
    result = turns[-1].after.result
    return Analysis(
        game=bundle.entries[0].header.game,
        rules=rules.id,
        players=players,
        fit=FIT,
        winners=() if result is None else result.winners,
        points=tuple(_list_points(turns, result)),
        is_judged=is_played(rules, FIT),
        swings=tuple(_list_swings(judged, players, lang)),
        strokes=tuple(_list_strokes(judged, players, lang)),
    )


def _read_turns(bundle: Bundle) -> list[TurnPlayed]:
    secrets = open_secrets(bundle)
    if secrets is None:
        raise Refused("game_running", "The game is not over: it can be analysed once all of it is open.")
    turns = list_turns(bundle, secrets)
    if not turns:
        raise Refused("game_not_started", "Nothing was played in this game.")
    table = turns[0].before
    _get_eye(table)
    return turns


def _get_eye(table: Table) -> PartsEye:
    eye = open_fit(table.rules, table.seats, FIT)
    if eye is None:
        raise Refused("not_found", "Nothing is known of the chance to win in such a game.")
    return eye


def read_names(bundle: Bundle, seats: int) -> tuple[str, ...]:
    """Return how the players are called, by the server's word that stands in the bundle."""
    if bundle.names is None:
        return tuple(f"p{seat + 1}" for seat in range(seats))
    return msgspec.json.decode(split_parts(bundle.names.encode()).payload, type=Names).names


def _list_points(turns: Sequence[TurnPlayed], result: Result | None) -> Iterator[Point]:
    """Yield how everybody stood, by the true position, before the first turn and after each."""
    first = turns[0].before
    eye, seats = _get_eye(first), range(first.seats)
    tables = [(turns[0].n - 1, first), *((turn.n, turn.after) for turn in turns)]
    for n, table in tables if result is None else tables[:-1]:
        yield Point(n, find_round(table), tuple(eye.chance(table.state, seat) / ONE for seat in seats))
    if result is not None:
        won = tuple(1 / len(result.winners) if seat in result.winners else 0.0 for seat in seats)
        yield Point(turns[-1].n, find_round(turns[-1].before), won)


def find_round(table: Table) -> int:
    """Return the round of a position; 0 in a game that counts none."""
    return count_rounds(table.rules, table.state)


def _list_swings(judged: Sequence[tuple[Decision, Judgement]], players: Sequence[str], lang: str) -> Iterator[Swing]:
    clear = [one for one in judged if _counts(one[1].lost) and one[1].lost.mean > 0]
    for decision, found in sorted(clear, key=lambda one: -one[1].lost.mean)[:MOST_SWINGS]:
        same = _count_same(decision.moves, found.better)
        yield Swing(
            decision.n,
            find_round(decision.before),
            decision.seat,
            _show(decision, decision.moves, players, lang)[same:],
            _show(decision, found.better, players, lang)[same:],
            found.lost.mean,
            found.lost.error,
        )


def _list_strokes(judged: Sequence[tuple[Decision, Judgement]], players: Sequence[str], lang: str) -> Iterator[Stroke]:
    clear = [one for one in judged if _counts(one[1].luck)]
    for decision, found in sorted(clear, key=lambda one: -abs(one[1].luck.mean))[:MOST_LUCK]:
        yield Stroke(
            decision.n,
            find_round(decision.before),
            decision.seat,
            _show(decision, decision.moves, players, lang)[-1:],
            found.luck.mean,
            found.luck.error,
        )


def _counts(found: Estimate) -> bool:
    return found.is_clear and abs(found.mean) >= LEAST


def _count_same(played: Sequence[Move], better: Sequence[Move]) -> int:
    """Return with how many moves two lines begin alike; the last of each is always told."""
    shorter = min(len(played), len(better)) - 1
    return next((n for n in range(shorter) if played[n] != better[n]), shorter)


def _show(decision: Decision, moves: Sequence[Move], players: Sequence[str], lang: str) -> tuple[str, ...]:
    """Return moves with names, as their player types them."""
    table, by = decision.before.redeal(decision.seat), Onlooker(decision.seat, lang, players)
    return tuple(show_moves(table, by, decision.seat, [str(move) for move in moves]))
