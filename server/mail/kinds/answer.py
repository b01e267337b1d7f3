"""The answer to a mail that came in: line by line what was done or why not, and the board after it."""

import re
from collections.abc import Iterator

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.desk import Bound, Desk, Draft
from server.mail.kinds.turn import GAP, head_line, ways_to_answer
from server.services.outbox import Told

ANSWERED = re.compile(r"\A((re|aw|sv|tr|r[eé]f?)\s?:\s*)+", re.IGNORECASE)


def answer(desk: Desk) -> Draft:
    """Write what came of a mail; what is asked next can be answered at once."""
    about = ANSWERED.sub("", desk.data.get("subject") or desk.club.config.name)
    subject = Text("Re: {subject}", subject=about)
    opening: list[Part] = [desk.note(line) for line in desk.data["said"]]
    confirms = desk.data.get("confirms")
    reply_to = desk.data.get("re", "")
    if desk.row.game_id is None or desk.record.table is None or desk.row.seat is None or confirms:
        return Draft(subject, opening, is_answer=True, in_reply_to=reply_to, confirms=confirms)
    parts = [*opening, *_position(desk), *head_line(desk)]
    bound, tells = _asked(desk)
    return Draft(subject, parts, bound, tells, desk.head, is_answer=True, in_reply_to=reply_to)


def _position(desk: Desk) -> Iterator[Part]:
    seat, page = desk.row.seat, desk.record.page
    yield GAP
    yield from desk.board(seat)
    if page.phase == "running" and page.chairs[seat].ask.is_open and page.chairs[seat].by == "player":
        yield from ways_to_answer(desk, seat)
    elif page.phase == "running":
        waiting = [desk.names[other] for other, chair in enumerate(page.chairs) if chair.ask.is_open]
        yield GAP
        yield desk.note(Text("Next: {players}.", players=waiting))
        yield desk.note(Text("Answer `undo` to take this turn back, while nobody has answered it."))


def _asked(desk: Desk) -> tuple[Bound | None, tuple[Told, ...]]:
    """Return what an answer to this answer may play: what is asked now, else the turn just played, to undo it."""
    seat = desk.row.seat
    ask = desk.record.page.chairs[seat].ask
    if ask.is_open:
        return Bound(desk.row.game_id, seat, ask.number, ask.on or ""), (Told(desk.row.game_id, seat, ask.number),)
    return Bound(desk.row.game_id, seat, ask.answered, ""), ()
