"""What a seat can do at a table, be it a club's or one's own: look, try moves out, and let a bot choose."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.bots import BOTS, FALLBACK, STAND_IN, Bot, take_turn
from engine.core.certainty import find_certain
from engine.core.errors import IllegalMove
from engine.core.forced import list_forced
from engine.core.language import Text
from engine.core.notation import parse
from engine.core.table import Outcome, Table
from engine.core.types import Move, Seat
from engine.core.wording import Scribe
from engine.ledger.memory import ToldEntry, remember
from engine.ledger.playing import BotPlay
from engine.ledger.record import Record
from engine.ledger.trail import choices

STUMBLES = (IllegalMove, ArithmeticError, LookupError, ValueError)
"""What a bot may raise at a position that it was not made for."""


class Onlooker(NamedTuple):
    """Who looks: from a seat (None: from beside the table), in a language, at players with these names."""

    seat: Seat | None
    lang: str
    players: Sequence[str]


class ShownMove(msgspec.Struct):
    """A move as its line, in its typed form, and as its reader types it."""

    line: str
    typed: dict[str, Any]
    shown: str


class SeatView(msgspec.Struct, kw_only=True):
    """A view with what is asked of the seat: the number and hash that a slip needs, the sentence, the legal moves."""

    game: str
    title: str
    rules: str
    version: int
    edition: str
    status: str
    n: int
    head: str | None = None
    players: list[str]
    bots: list[Seat] = []
    """The seats that bots play."""
    seat: Seat | None
    ask: int | None = None
    on: str | None = None
    awaited: bool = False
    prompt: str | None = None
    legal: list[ShownMove] = []
    undo: list[int] = []
    deadline: int | None = None
    view: dict[str, Any] | None
    board: str | None


class Preview(msgspec.Struct, kw_only=True):
    """What moves would do, as far as the seat can know: what was played, what it would be told, the view after it."""

    played: list[str]
    unplayed: list[str]
    reveals: bool
    events: list[str]
    advice: list[str]
    awaited: bool
    prompt: str | None
    legal: list[ShownMove]
    forced: list[ShownMove]
    """What goes without saying after the moves; the view is the one before it."""
    view: dict[str, Any]
    board: str


def look(record: Record, by: Onlooker, title: str, deadline: int | None = None, *, is_written: bool = True) -> SeatView:
    """Return what somebody sees now, and what is asked of their seat; with the board as text, unless nobody wants it."""
    shown = look_back(record, by, title, record.page.n, record.table, is_written=is_written)
    shown.head, shown.deadline = record.page.hash, deadline
    if by.seat is not None and record.table is not None:
        _add_what_is_asked(shown, record, record.table, by)
    return shown


def look_back(
    record: Record, by: Onlooker, title: str, n: int, table: Table | None, *, is_written: bool = True
) -> SeatView:
    """Return what somebody sees of the table as it was after entry n; nothing is asked there."""
    page = record.page
    return SeatView(
        game=page.game,
        title=title,
        rules=page.rules,
        version=page.version,
        edition=page.edition,
        status=page.phase,
        n=n,
        players=list(by.players),
        bots=[seat for seat, chair in enumerate(page.chairs) if chair.by == "bot"],
        seat=by.seat,
        view=None if table is None else table.view(by.seat),
        board=str(table.sheet(*by)) if is_written and table is not None else None,
    )


def _add_what_is_asked(shown: SeatView, record: Record, table: Table, by: Onlooker) -> None:
    assert by.seat is not None
    asked = record.page.chairs[by.seat].ask
    shown.ask, shown.on, shown.awaited = asked.next, asked.on, asked.is_open
    shown.prompt = _say_prompt(table, by, table.prompt(by.seat))
    shown.legal = list_legal(table, by)
    shown.undo = list(choices(record.page.trail, by.seat))


def _say_prompt(table: Table, by: Onlooker, prompt: Text | None) -> str | None:
    return None if prompt is None else table.voice(by.lang, by.players).say(prompt)


def list_legal(table: Table, by: Onlooker) -> list[ShownMove]:
    """Return the legal moves of a seat."""
    assert by.seat is not None
    legal = table.legal(by.seat)
    if not legal:
        return []
    scribe = table.scribe(*by)
    return [_show(move, scribe) for move in legal]


def _show(move: Move, scribe: Scribe) -> ShownMove:
    return ShownMove(str(move), msgspec.to_builtins(move), scribe.line(move))


def list_forced_moves(outcome: Outcome, by: Onlooker) -> list[ShownMove]:
    """Return what goes without saying after a turn that was imagined; its table goes on by it."""
    assert by.seat is not None
    shown: list[ShownMove] = []
    for move in list_forced(outcome, by.seat):
        shown.append(_show(move, outcome.table.scribe(*by)))
        outcome.go_on(by.seat, move)
    return shown


def preview(table: Table, by: Onlooker, moves: Sequence[str], *, is_written: bool = True) -> Preview:
    """Return what moves would do, played where all that the seat can't know is dealt anew, up to the first reveal.

    Of a move that reveals something the events tell what is certain; the view is the one before it.
    """
    seat = by.seat
    assert seat is not None
    outcome = table.imagine(seat, moves, players=by.players)
    reveals = seat in outcome.learned_by
    after = _play_known(table.redeal(seat), seat, outcome.played[:-1] if reveals else outcome.played)
    events = [*outcome.events, *(find_certain(outcome, table, seat) if reveals else ())]
    voice = table.voice(by.lang, by.players).turn_to(seat)
    return Preview(
        played=[str(move) for move in outcome.played],
        unplayed=list(outcome.unplayed),
        reveals=reveals,
        events=[voice.say(event.text()) for event in events if event.is_seen_by(seat)],
        advice=[voice.say(advice) for advice in outcome.advice],
        awaited=seat in after.awaiting,
        prompt=None if reveals else _say_prompt(after, by, after.prompt(seat)),
        legal=[] if reveals else list_legal(after, by),
        forced=list_forced_moves(outcome, by),
        view=after.view(seat),
        board=str(after.sheet(*by)) if is_written else "",
    )


def _play_known(table: Table, seat: Seat, moves: Sequence[Move]) -> Table:
    if moves:
        table.play(seat, moves)
    return table


def show_moves(table: Table, by: Onlooker, mover: Seat, lines: Sequence[str]) -> list[str]:
    """Return moves that were played as an onlooker would type them in the mover's place; the table goes on by them."""
    shown: list[str] = []
    for line in lines:
        shown.append(show_line(table, by, mover, line))
        table.play(mover, [line], blind=True)
    return shown


def show_line(table: Table, by: Onlooker, mover: Seat, line: str) -> str:
    """Return an exact line as an onlooker would type it in the mover's place; what is none, as it stands."""
    try:
        move = parse(line, table.rules.verbs)
    except IllegalMove:
        return line
    seen = {**table.view(by.seat), "you": mover}
    return table.rules.scribe(seen, table.voice(by.lang, by.players)).line(move)


def choose(record: Record, seat: Seat, told: Iterable[ToldEntry] = ()) -> BotPlay:
    """Return what the seat's bot plays; its randomness follows from the position, so that it can be repeated.

    `told` are all entries of the game, for a game in which a seat knows what it has counted (`Rules.has_memory`).
    A bot that is unknown, or that stumbles over a position, is stood in for by the one that picks any legal move.
    """
    bot = BOTS.get(record.page.chairs[seat].bot or STAND_IN, FALLBACK)
    try:
        return choose_as(bot, record, seat, told)
    except STUMBLES:
        return choose_as(FALLBACK, record, seat, told)


def choose_as(bot: Bot, record: Record, seat: Seat, told: Iterable[ToldEntry] = ()) -> BotPlay:
    """Return what one bot plays on a seat."""
    page, table = record.page, record.table
    assert table is not None
    memory = remember(table.rules, seat, told) if table.rules.has_memory else None
    seed = hashlib.sha256(b"atelier-bot-v1\0" + page.salt_key + page.hash.encode()).digest()
    outcome = take_turn(table.copy(), seat, bot, seed, memory)
    return BotPlay(
        seat=seat,
        bot=bot.name,
        version=bot.version,
        reason="seat" if page.chairs[seat].by == "bot" else "timeout",
        moves=tuple(str(move) for move in outcome.played),
    )
