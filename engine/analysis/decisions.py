"""The decisions of a finished game: each from the position in which it was taken, up to what it showed its player."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.canonical import canonical
from engine.core.memory import Memory
from engine.core.notation import parse
from engine.core.rules import AnyRules
from engine.core.table import Outcome, Table
from engine.core.types import Event, Move, Seat
from engine.ledger.bundle import Bundle
from engine.ledger.chain import Chain
from engine.ledger.entries import PLAYED
from engine.ledger.memory import ToldEntry, remember
from engine.ledger.replay import Replay
from engine.ledger.seed import Secrets


class TurnPlayed(NamedTuple):
    """An entry by which a seat has played, with the table before it."""

    n: int
    seat: Seat
    before: Table
    lines: tuple[str, ...]
    after: Table


class Decision(NamedTuple):
    """Moves that a seat chose by what it knew: those of one entry, up to the first that showed it something."""

    n: int
    seat: Seat
    before: Table
    moves: tuple[Move, ...]
    after: Table
    has_drawn: bool
    """Whether anything was drawn or shown by it."""
    memory: Memory | None
    """What the seat had counted before."""
    later: Memory | None
    """What it had counted after."""


def list_turns(bundle: Bundle, secrets: Secrets) -> list[TurnPlayed]:
    """Return the turns of a game as they stood at its end: what was taken back is none."""
    turns: list[TurnPlayed] = []
    before: Table | None = None
    for line, record in zip(bundle.entries, Replay(bundle, secrets).walk(), strict=True):
        header, body = line.header, line.body or {}
        if header.kind == "undo":
            turns = [turn for turn in turns if turn.n <= body["to"]]
        elif header.kind in PLAYED and before is not None and header.seat is not None and record.table is not None:
            turns.append(TurnPlayed(header.n, header.seat, before, tuple(body[PLAYED[header.kind]]), record.table))
        before = record.table
    return turns


def list_decisions(bundle: Bundle, turns: Sequence[TurnPlayed]) -> list[Decision]:
    """Return every decision of a game in its order."""
    told = [ToldEntry(line.header.n, line.header.kind, canonical(line.body)) for line in bundle.entries]
    return [decision for turn in turns for decision in _divide(turn, told)]


def _divide(turn: TurnPlayed, told: Sequence[ToldEntry]) -> Iterator[Decision]:
    """Yield a turn in pieces: whoever plays on after they were shown something decides anew."""
    rules, seat, table = turn.before.rules, turn.seat, turn.before.copy()
    seen: list[Event] = []
    piece, before, memory = Outcome(table), table.copy(), _recall(rules, seat, told[: turn.n])
    for index, line in enumerate(turn.lines):
        table.play_one(piece, seat, parse(line, rules.verbs))
        seen += piece.by_move[-1][1]
        if seat in piece.learned_by or index + 1 == len(turn.lines):
            has_drawn = piece.touched or seat in piece.learned_by
            later = _recall(rules, seat, told[: turn.n], seen)
            yield Decision(turn.n, seat, before, piece.played, table.copy(), has_drawn, memory, later)
            piece, before, memory = Outcome(table), table.copy(), later


def _recall(rules: AnyRules, seat: Seat, told: Sequence[ToldEntry], seen: Sequence[Event] = ()) -> Memory | None:
    """Return what a seat has counted by some entries and by what happened since."""
    if not rules.has_memory:
        return None
    memory = remember(rules, seat, told)
    memory.see(seen)
    return memory


def open_secrets(bundle: Bundle) -> Secrets | None:
    """Return the secrets of a bundle whose chain holds; None of one that is redacted or not over."""
    chain = Chain(bundle)
    return chain.secrets if bundle.is_whole and chain.lines[-1].header.kind == "end" else None
