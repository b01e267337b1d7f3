"""Your turn: what happened, the board, the moves to copy, how to answer; and the reminder before the deadline."""

from collections.abc import Iterator
from typing import Any

from engine.core.language import Text
from engine.core.sheet import Heading, Note, Part
from server.mail import story, times
from server.mail.desk import Bound, Desk, Draft, Stale
from server.services.outbox import Told

MOST_MOVES = 60
YOUR_TURN = {"your turn", "à vous"}
GAP = Note("")


def turn(desk: Desk) -> Draft:
    """Write that somebody's turn has come; dropped once it is answered, overtaken or already told."""
    seat = get_asked_seat(desk)
    if any(mail.kind == "turn" and mail.id > desk.row.id for mail in desk.mails):
        raise Stale("overtaken")
    if was_told(desk):
        raise Stale("told")
    title, kept = _title(desk)
    asked = Text("Your turn: {round}", round=kept) if kept else Text("Your turn")
    return asked_mail(desk, seat, Text("[{title}] {asked}{due}", title=title, asked=asked, due=_due(desk, seat)))


def reminder(desk: Desk) -> Draft:
    """Write that a deadline comes near, or has passed."""
    seat = get_asked_seat(desk)
    title, _ = _title(desk)
    if seat.deadline is None:
        raise Stale("no deadline")
    if seat.deadline <= desk.now:
        subject = Text("[{title}] The table waits for you", title=title)
    else:
        due = times.short(seat.deadline, desk.reader.zone)
        subject = Text("[{title}] Reminder: your turn is due {due}", title=title, due=due)
    return asked_mail(desk, seat, subject)


def get_asked_seat(desk: Desk) -> Any:
    """Return the row of the seat that is asked, or drop the mail because it no longer is."""
    seat = desk.seat_rows[desk.row.seat]
    if not seat.awaited or seat.ask != desk.row.ask or seat.by != "player" or seat.player_id != desk.row.player_id:
        raise Stale("answered")
    return seat


def was_told(desk: Desk) -> bool:
    """Tell whether another mail tells of this ask in this position, as the answer to a partial turn does."""
    on = desk.record.page.chairs[desk.row.seat].ask.on
    is_coming = any(mail.kind == "answer" and mail.state == "queued" for mail in desk.mails)
    return is_coming or any(one.on == on and one.outbox_id != desk.row.id for one in desk.letters)


def asked_mail(desk: Desk, seat: Any, subject: Text) -> Draft:
    """Return the mail that asks somebody for a turn."""
    chair = desk.record.page.chairs[seat.seat]
    bound = Bound(desk.row.game_id, seat.seat, seat.ask, chair.ask.on or "")
    told = Told(desk.row.game_id, seat.seat, seat.ask)
    parts = [*_news(desk, seat), GAP, *desk.board(seat.seat), *ways_to_answer(desk, seat.seat), *head_line(desk)]
    return Draft(subject, parts, bound, (told,), head=desk.head)


def _news(desk: Desk, seat: Any) -> Iterator[Part]:
    if seat.deadline is not None:
        yield desk.note(Text("Your turn is due {when}.", when=desk.when(seat.deadline)), "strong")
    happened = story.since_last_turn(desk, seat.seat)
    if happened:
        yield desk.heading(Text("Since your last turn"))
        yield desk.lines([f"- {one}" for one in happened])


def ways_to_answer(desk: Desk, seat: int) -> Iterator[Part]:
    """Yield the legal moves as lines to copy, and how to answer with them."""
    moves = desk.table.legal(seat)
    yield desk.heading(Text("Your moves"))
    if desk.game.slips_only:
        yield desk.note(
            Text("This game takes signed slips only: `atelier play {game}` makes and sends one.", game=desk.game.id)
        )
    else:
        yield desk.note(Text("Answer this mail with one move per line, above the quoted text."))
    yield desk.moves(seat, moves[:MOST_MOVES])
    yield GAP
    if len(moves) > MOST_MOVES:
        left = len(moves) - MOST_MOVES
        yield desk.note(Text("And {left} more: answer `moves` for the whole list.", left=left))
    yield desk.note(
        Text("Or: `atelier play {game}`. Or send a signed slip. Answer `help` for more.", game=desk.game.id)
    )


def head_line(desk: Desk) -> Iterator[Part]:
    """Yield the ledger's head, which this mail witnesses."""
    page = desk.record.page
    yield GAP
    yield desk.note(Text("Ledger head {n}:{hash}", n=page.n, hash=page.hash), "dim")


def _title(desk: Desk) -> tuple[str, str]:
    """Return the game's title, and where it stands: what the board's first line says beside the game's name."""
    first = desk.board(desk.row.seat)[0]
    aside = first.aside if isinstance(first, Heading) else ""
    kept = [piece for piece in aside.split(" · ") if piece.casefold() not in YOUR_TURN]
    return desk.game.title, " · ".join(kept)


def _due(desk: Desk, seat: Any) -> Text | str:
    if seat.deadline is None:
        return ""
    return Text(" (due {due})", due=times.short(seat.deadline, desk.reader.zone))
