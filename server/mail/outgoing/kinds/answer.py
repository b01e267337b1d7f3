"""The answer to a mail that came in: line by line what was done or why not, and the board after it."""

import re
from collections.abc import Iterator

from engine.core.language import Text
from engine.core.sheet import Part
from server.mail.outgoing.kinds.turn import GAP, head_line, ways_to_answer
from server.mail.outgoing.material import Bound, Composition, Material
from server.services.stops import AskKey

ANSWERED = re.compile(r"\A((re|aw|sv|tr|r[eé]f?)\s?:\s*)+", re.IGNORECASE)


def answer(material: Material) -> Composition:
    """Write what came of a mail; what is asked next can be answered at once."""
    about = ANSWERED.sub("", material.data.get("subject") or material.club.config.name)
    subject = Text("Re: {subject}", subject=about)
    opening = [_write_line(material, line) for line in material.data["said"]]
    confirms = material.data.get("confirms")
    reply_to = material.data.get("re", "")
    if material.row.game_id is None or material.record.table is None or material.row.seat is None or confirms:
        return Composition(subject, opening, is_answer=True, in_reply_to=reply_to, confirms=confirms)
    parts = [*opening, *_position(material), *head_line(material)]
    bound, tells = _find_bound(material)
    return Composition(subject, parts, bound, tells, material.head, is_answer=True, in_reply_to=reply_to)


def _write_line(material: Material, line: str) -> Part:
    """Return a line of an answer; a link into the club stays whole."""
    return material.copy([line]) if line.startswith(f"{material.link}/") else material.note(line)


def _position(material: Material) -> Iterator[Part]:
    seat, page = material.seat, material.record.page
    yield GAP
    yield from material.board(seat)
    if page.phase == "running" and page.chairs[seat].ask.is_open and page.chairs[seat].by == "player":
        yield from ways_to_answer(material, seat)
    elif page.phase == "running":
        waiting = [material.names[other] for other, chair in enumerate(page.chairs) if chair.ask.is_open]
        yield GAP
        yield material.note(Text("Next: {players}.", players=waiting))
        yield material.note(Text("Answer `undo` to take this turn back, while nobody has answered it."))


def _find_bound(material: Material) -> tuple[Bound | None, tuple[AskKey, ...]]:
    """Return what an answer to this answer may play: what is asked now, else the turn just played, to undo it."""
    seat = material.seat
    ask = material.record.page.chairs[seat].ask
    if ask.is_open:
        return Bound(material.game_id, seat, ask.number, ask.on or ""), (AskKey(material.game_id, seat, ask.number),)
    return Bound(material.game_id, seat, ask.answered, ""), ()
