"""A turn that is put together on a page: what was picked so far, what it would bring, and what can be picked next.

Every step is a plain form: the moves so far go along as hidden fields, and nothing is stored before the turn is sent.
"""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from flask import request

from engine import seats
from engine.core.errors import IllegalMove, Refused
from engine.core.language import Voice
from engine.core.notation import parse
from engine.core.table import Table
from engine.core.types import Move
from engine.seats import Onlooker, Preview, SeatView, ShownMove
from server.web.boards import DrawnBoard, draw_board

MOST_MOVES, LONGEST = 200, 500


class OfferedMove(NamedTuple):
    """A move that can be picked: as it is sent, as it is shown, and what it would bring."""

    line: str
    shown: str
    brings: str


class OfferGroup(NamedTuple):
    """The moves that begin with the same verb."""

    verb: str
    offers: Sequence[OfferedMove]


class Picked(NamedTuple):
    """A move that was picked: exactly, and as its player types it."""

    line: str
    shown: str


class Panel(NamedTuple):
    """A turn as far as it is put together, and the board as it would be then."""

    board: DrawnBoard
    prompt: str | None
    offers: Sequence[OfferGroup]
    picked: Sequence[Picked] = ()
    events: Sequence[str] = ()
    advice: Sequence[str] = ()
    forced: Sequence[str] = ()
    """What is played besides, because nothing else is left."""
    reveals: bool = False
    is_whole: bool = False
    """Nothing more is asked in this turn."""
    why: str | None = None
    """Why the move that was added last can't be played."""

    @property
    def status(self) -> HTTPStatus:
        """With which status its page is sent."""
        return HTTPStatus.OK if self.why is None else HTTPStatus.UNPROCESSABLE_ENTITY


def try_out(table: Table, by: Onlooker, seen: SeatView, picked: Sequence[str]) -> Panel:
    """Return a turn with some moves picked; where the last one can't be played, without it, and with why."""
    try:
        return put_together(table, by, seen, picked)
    except IllegalMove as why:
        return put_together(table, by, seen, picked[:-1])._replace(why=why.say(by.lang))


def put_together(table: Table, by: Onlooker, seen: SeatView, picked: Sequence[str] = ()) -> Panel:
    """Return a turn with some moves picked after what its player sees, played where what they can't know is dealt anew."""
    if picked:
        return _imagine(table, by, seats.preview(table, by, picked, is_written=False))
    voice = table.voice(by.lang, by.players)
    return _offer(table, voice, seen.view or {}, _read_moves(table, seen.legal), seen.prompt)


def _imagine(table: Table, by: Onlooker, imagined: Preview) -> Panel:
    assert by.seat is not None
    voice = table.voice(by.lang, by.players)
    shown = seats.show_moves(table.redeal(by.seat), by, by.seat, imagined.played)
    panel = _offer(table, voice, imagined.view, _read_moves(table, imagined.legal), imagined.prompt)
    return panel._replace(
        picked=[Picked(*one) for one in zip(imagined.played, shown, strict=True)],
        events=imagined.events,
        advice=imagined.advice,
        forced=[move.shown for move in imagined.forced],
        reveals=imagined.reveals,
        is_whole=imagined.reveals or not imagined.awaited,
    )


def _read_moves(table: Table, legal: Sequence[ShownMove]) -> list[tuple[ShownMove, Move]]:
    return [(one, parse(one.line, table.rules.verbs)) for one in legal]


def _offer(
    table: Table, voice: Voice, view: Mapping[str, Any], moves: Sequence[tuple[ShownMove, Move]], prompt: str | None
) -> Panel:
    """Return a board, and the moves that there are on it by their verbs, each with what it would bring."""
    groups: dict[str, list[OfferedMove]] = {}
    for one, move in moves:
        offer = OfferedMove(one.line, one.shown, table.rules.explain(view, move, voice))
        groups.setdefault(one.shown.partition(" ")[0], []).append(offer)
    board = draw_board(table.rules, view, voice, [move for _, move in moves])
    return Panel(board, prompt, [OfferGroup(verb, offers) for verb, offers in groups.items()])


def read_form() -> list[str]:
    """Return the moves of a turn's form, after what was clicked: one more, one fewer, or none at all."""
    form = request.form
    moves = form.getlist("moves")[:MOST_MOVES]
    if "back" in form:
        return moves[:-1]
    if "anew" in form:
        return []
    added = form.get("add", "").strip() or form.get("line", "").strip()
    if len(added) > LONGEST:
        raise Refused("invalid_value", "A move has at most {most} letters.", most=LONGEST)
    return [*moves, added] if added else moves
