"""From an intent to bytes: whether its reader still wants it, what it says, and the envelope around it."""

import textwrap
from collections.abc import Callable, Sequence
from datetime import datetime, time, timedelta
from functools import lru_cache
from html import escape
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from sqlalchemy import select

from engine.core.errors import Refused
from engine.core.language import Text, Voice
from engine.core.markup import draw_part, open_tag
from engine.core.palette import Palette
from engine.core.sheet import Cell, Note, Part, Sheet, breadth
from server.mail import tokens
from server.mail.outgoing import links, mime
from server.mail.outgoing.kinds import WRITERS
from server.mail.outgoing.material import (
    Composition,
    Gathered,
    Later,
    Material,
    Offered,
    Stale,
    Verbatim,
    WholeAnswer,
    WordedLink,
)
from server.mail.outgoing.transports import Envelope
from server.models import Member, OutboxRow, Seat
from server.services import policies, strangers, welcome
from server.services.stops import AskKey

UNASKED = {
    "turn",
    "note_played",
    "started",
    "over",
    "talk",
    "reminder",
    "seat_lost",
    "seat_vacant",
    "digest",
    "substitute",
    "club_news",
    "table_hosted",
}
"""Mails that a player can do without; the others answer something or protect the account."""
GATHERED = {"turn", "note_played", "started", "over", "talk"}
ONCE = {"turn", "started", "talk"}
TO_STRANGERS = {"confirm", "invitation", "club_invitation"}
"""Mails to addresses that may be anybody's: nobody chooses their words, and whoever gets one can end them all."""
OF_A_TABLE = {
    "turn",
    "note_played",
    "reminder",
    "started",
    "over",
    "talk",
    "motion",
    "seat_lost",
    "seat_vacant",
    "table_hosted",
}
"""Mails to those who sit at a table, about it."""
DIGEST_AT = time(8)
MINUTE, HOUR = 60 * 1000, 3600 * 1000
TIME_AFTER_DIGEST = 12 * HOUR
"""How long before its deadline a turn must be told of."""
HEAD = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark">'
)
OPENING, TO_COPY = open_tag("mail", "body"), open_tag("mail", "p", "copy")
TEXT_WIDTH = 78
"""So that a mail that is quoted still fits into 80 columns."""
WIDEST_BESIDE = 40
"""The longest line to copy that has its explanation beside it."""


class Ready(NamedTuple):
    """A mail that can go, the row of its tokens, and the asks of which it tells."""

    row: OutboxRow
    envelope: Envelope
    letter: dict[str, Any]
    tells: tuple[AskKey, ...]


def render(material: Material) -> Ready:
    """Return a mail, or raise Stale, Gathered or Later."""
    _check_wanted(material)
    try:
        draft = WRITERS[material.row.kind](material)
    except Refused as refused:
        if refused.code == "held_for_upgrade":
            raise Later(material.now + HOUR) from refused
        raise
    return Ready(material.row, _parcel(material, draft), _letter(material, draft), tuple(draft.tells))


def _check_wanted(material: Material) -> None:
    row, player = material.row, material.reader.member
    if row.kind in TO_STRANGERS and strangers.is_silent(material.session, material.club, material.reader.address):
        raise Stale("silenced")
    if player is None or row.kind in TO_STRANGERS or row.kind == "recover":
        return
    if player.mail_confirmed_at is None:
        raise Stale("unconfirmed")
    if player.mail_bounced_at is not None and row.kind in UNASKED:
        raise Stale("bounced")
    policy = material.policy
    if policy == "off" and row.kind in UNASKED:
        raise Stale("off")
    if policy == "digest" and row.kind in GATHERED and not _is_urgent(material, player):
        raise Gathered
    if policy == "once" and row.kind in ONCE:
        _check_looked(material, player)


def _is_urgent(material: Material, player: Member) -> bool:
    """Tell whether a turn is due too soon to wait for the daily mail."""
    here = (Seat.game_id == material.row.game_id) & (Seat.seat == material.row.seat) & (Seat.ask == material.row.ask)
    deadline = material.session.execute(select(Seat.deadline).where(here)).scalar()
    enough = next_digest(material.now, player.zone).timestamp() * 1000 + TIME_AFTER_DIGEST
    return material.row.kind == "turn" and deadline is not None and deadline < enough


def _check_looked(material: Material, player: Member) -> None:
    """Drop a mail if another went out since the player has looked; wait for one that is on its way."""
    other = select(OutboxRow.id).where(OutboxRow.player_id == player.id, OutboxRow.kind.in_(ONCE)).limit(1)
    if material.has_own_policy:
        other = other.where(OutboxRow.game_id == material.row.game_id)
    unread = other.where(OutboxRow.state == "sent", OutboxRow.done_at > (player.looked_at or 0))
    if material.session.execute(unread).first() is not None:
        raise Stale("once")
    leaving = other.where(OutboxRow.state == "queued", OutboxRow.lease_id.is_not(None), OutboxRow.id < material.row.id)
    if material.session.execute(leaving).first() is not None:
        raise Later(material.now + MINUTE)


def next_digest(now: int, zone: str) -> datetime:
    """Return when a player's next daily mail goes out."""
    wall = datetime.fromtimestamp(now / 1000, ZoneInfo(zone))
    today = datetime.combine(wall.date(), DIGEST_AT, wall.tzinfo)
    return today if wall < today else datetime.combine(wall.date() + timedelta(days=1), DIGEST_AT, wall.tzinfo)


def _letter(material: Material, draft: Composition) -> dict[str, Any]:
    club, row, bound = material.club, material.row, draft.bound
    can_answer = bound is not None or draft.confirms is not None
    return {
        "outbox_id": row.id,
        "player_id": row.player_id,
        "game_id": row.game_id,
        "seat": bound.seat if bound else row.seat,
        "ask": bound.ask if bound else None,
        "on": bound.on if bound else None,
        "reply": tokens.hash_token(club, row.message_id, "reply") if can_answer else None,
        "bounce": tokens.hash_token(club, row.message_id, "bounce"),
        "unsubscribe": tokens.hash_token(club, row.message_id, "unsubscribe") if row.kind in UNASKED else None,
        "confirms": draft.confirms,
        "created_at": material.now,
    }


def _parcel(material: Material, draft: Composition) -> Envelope:
    club, row, palette = material.club, material.row, material.palette
    shown = [_show(part, palette) for part in (*_headline(material, draft), *draft.parts, *_footer(material))]
    body = "\n".join(one.html for one in shown if one.html)
    body = links.address_links(body, _reply_address(material, draft), material.say(_subject(material, draft)))
    html = f"<!doctype html><html><head>{HEAD}</head>{OPENING}{body}</body></html>"
    text = "\n".join(line for one in shown for line in one.lines)
    raw = mime.write_message(_headers(material, draft), text, html, f"=_{row.message_id[1:25]}")
    sender = tokens.make_address(club, tokens.BOUNCE + tokens.make_token(club, row.message_id, "bounce"))
    return Envelope(sender, material.reader.address, raw)


def _subject(material: Material, draft: Composition) -> Text:
    """Return what stands above a mail: for all about one table the same, or mail programs show many threads."""
    if material.row.kind not in OF_A_TABLE:
        return draft.subject
    game = welcome.name_game(material.game.rules, material.reader.lang)
    return Text("[{title}] {game}", title=material.game.title, game=game)


def _headline(material: Material, draft: Composition) -> tuple[Part, ...]:
    """Return what a mail is about as its first line, where its subject does not say it."""
    if material.row.kind not in OF_A_TABLE:
        return ()
    return material.note(draft.subject, "strong"), Note("")


def _reply_address(material: Material, draft: Composition) -> str:
    """Return the address by which an answer to this very mail is known; none where it can't be answered."""
    if draft.bound is None and draft.confirms is None:
        return ""
    return tokens.make_address(material.club, tokens.make_token(material.club, material.row.message_id, "reply"))


class Shown(NamedTuple):
    """A part of a mail in both of its forms."""

    lines: list[str]
    html: str


@lru_cache(2048)
def _show(part: Part, palette: Palette) -> Shown:
    """Return a part as text and as HTML; many look the same to their other readers, and in the next mail."""
    return Shown(_lines(part), _html(part, palette))


def _lines(part: Part) -> list[str]:
    """Return a part as plain text; what is to be copied stays whole."""
    if isinstance(part, Verbatim):
        return _to_copy(part)
    if isinstance(part, Note) and len(part.text) < TEXT_WIDTH - 1 and part.text.isascii():
        return [f" {part.text}".rstrip()]
    return Sheet((part,)).lines(TEXT_WIDTH)


def _to_copy(part: Verbatim) -> list[str]:
    """Return lines to copy with their explanations beside them, or below where there is no room."""
    widest = max((breadth(row[0].text) for row in part.rows), default=0)
    beside = min(widest, WIDEST_BESIDE)
    lines: list[str] = []
    for line, *said in ([one.text for one in row] for row in part.rows):
        first, *more = _wrapped(said[0] if said else "", TEXT_WIDTH - beside - 4)
        if breadth(line) > beside and first:
            first, more = "", [first, *more]
        lines += [f"  {line:{beside}}  {first}".rstrip(), *(" " * (beside + 4) + one for one in more)]
    return lines


def _wrapped(text: str, width: int) -> list[str]:
    return [text] if len(text) <= width else textwrap.wrap(text, width)


def _html(part: Part, palette: Palette) -> str:
    if isinstance(part, WholeAnswer):
        lines = [row[0].text for row in part.rows]
        return f"{TO_COPY}{links.link_answer(lines, '<br>'.join(map(escape, lines)))}</p>"
    if isinstance(part, WordedLink):
        return f"{TO_COPY}{_write_link(part.rows[0][0].text, part.words)}</p>"
    if not isinstance(part, Verbatim):
        return draw_part(part, palette, "mail")
    link = links.link_each if isinstance(part, Offered) else _link
    return f"{TO_COPY}{'<br>'.join(_html_to_copy(row, link) for row in part.rows)}</p>"


def _html_to_copy(row: Sequence[Cell], link: Callable[[str], str]) -> str:
    line, *said = (one.text for one in row)
    return link(line) + (f"&nbsp; <small>{escape(said[0])}</small>" if said and said[0] else "")


def _link(line: str) -> str:
    return _write_link(line, line) if line.startswith(("http://", "https://")) else escape(line)


def _write_link(address: str, words: str) -> str:
    return f'<a style="{links.LOOK}" href="{escape(address)}">{escape(words)}</a>'


def _footer(material: Material) -> tuple[Part, ...]:
    link = _stop_link(material)
    if not link:
        return ()
    text = Text(
        "Somebody gave your address at {club}. Never mail me again, whoever asks for it:",
        club=material.club.config.name,
    )
    if material.row.kind in UNASKED:
        text = Text(
            "Your mail policy is `{policy}` (every, once, digest or off). Less mail:",
            policy=policies.NAMED[material.policy],
        )
        if material.has_own_policy:
            text = Text(
                "About this table you get mails by the policy `{policy}`. No mail at all:",
                policy=policies.NAMED[material.policy],
            )
        elif material.row.game_id is not None:
            text = Text(
                "Your mail policy is `{policy}`; answer `policy off here` (or every, once, digest) for this table alone. No mail at all:",
                policy=policies.NAMED[material.policy],
            )
    return Note(""), Note(Voice(material.reader.lang).say(text), "dim"), material.copy([link])


def _stop_link(material: Material) -> str:
    """Return the link that ends mails such as this one, or "" where there is none."""
    club, row = material.club, material.row
    if row.kind in TO_STRANGERS:
        return strangers.make_silence_link(club, material.reader.address)
    token = tokens.make_token(club, row.message_id, "unsubscribe")
    return f"{material.link}/v1/unsubscribe/{token}" if row.kind in UNASKED else ""


def _headers(material: Material, draft: Composition) -> list[tuple[str, str]]:
    club, row, reader = material.club, material.row, material.reader
    link = _stop_link(material)
    name = "" if row.kind in TO_STRANGERS else reader.name
    return [
        ("From", mime.write_mailbox(club.config.name, club.config.mail.sender)),
        ("To", mime.write_mailbox(name, reader.address)),
        ("Subject", mime.write_subject(material.say(_subject(material, draft)))),
        ("Date", mime.write_date(material.now)),
        ("Message-ID", row.message_id),
        ("In-Reply-To", draft.in_reply_to or thread(material)),
        ("References", " ".join(filter(None, (thread(material), draft.in_reply_to)))),
        ("Reply-To", _reply_address(material, draft)),
        ("Auto-Submitted", "auto-replied" if draft.is_answer else "auto-generated"),
        ("List-Unsubscribe", f"<{link}>" if link else ""),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click" if link else ""),
        ("X-Atelier-Origin", mime.clean(club.origin)),
        ("X-Atelier-Head", mime.fold(draft.head)),
    ]


def thread(material: Material) -> str:
    """Return the id that all mails of a game refer to, so that mail programs show them as one thread."""
    if material.row.game_id is None:
        return ""
    return f"<game-{material.row.game_id}@{material.club.config.mail.sender.partition('@')[2]}>"
