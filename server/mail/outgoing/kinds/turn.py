"""Your turn: what happened, the board, the moves to copy, how to answer; and the reminder before the deadline."""

from collections.abc import Iterator

from engine.core.dates import say_shortly
from engine.core.examples import imagine_turn
from engine.core.language import Text
from engine.core.sheet import Heading, Note, Part
from server.mail.outgoing import story
from server.mail.outgoing.material import Bound, Composition, Later, Material, Stale
from server.services import firing
from server.services.seating import PublicSeat
from server.services.stops import AskKey

MOST_MOVES, MOST_LATER = 60, 24
YOUR_TURN = {"your turn", "à vous"}
WAIT_FOR_NOTE, MOST_WAIT_FOR_NOTE = 2_000, 60_000
GAP = Note("")


def turn(material: Material) -> Composition:
    """Write that somebody's turn has come; dropped once it is answered, overtaken or already told."""
    seat = get_asked_seat(material)
    if any(mail.kind == "turn" and mail.id > material.row.id for mail in material.mails):
        raise Stale("overtaken")
    if was_told(material):
        raise Stale("told")
    _wait_for_note(material)
    title, kept = _title(material)
    asked = Text("Your turn: {round}", round=kept) if kept else Text("Your turn")
    return write_ask(material, seat, Text("[{title}] {asked}{due}", title=title, asked=asked, due=_due(material, seat)))


def reminder(material: Material) -> Composition:
    """Write that a deadline comes near, or has passed."""
    seat = get_asked_seat(material)
    title, _ = _title(material)
    if seat.deadline is None:
        raise Stale("no deadline")
    if seat.deadline <= material.now:
        subject = Text("[{title}] The table waits for you", title=title)
    else:
        due = say_shortly(seat.deadline, material.reader.zone)
        subject = Text("[{title}] Reminder: your turn is due {due}", title=title, due=due)
    return write_ask(material, seat, subject)


def _wait_for_note(material: Material) -> None:
    """Let a note be tried first; where nobody tries it, its player is asked all the same."""
    tried_at = material.held.note_at
    if tried_at is not None and material.now < tried_at + MOST_WAIT_FOR_NOTE:
        raise Later(max(tried_at, material.now) + WAIT_FOR_NOTE)


def get_asked_seat(material: Material) -> PublicSeat:
    """Return the seat that is asked, or drop the mail because it no longer is."""
    seat = material.seats[material.seat]
    if not seat.awaited or seat.ask != material.row.ask or seat.by != "player":
        raise Stale("answered")
    if material.holder != material.row.player_id:
        raise Stale("answered")
    return seat


def was_told(material: Material) -> bool:
    """Tell whether another mail tells of this ask in this position, as the answer to a partial turn does."""
    on = material.record.page.chairs[material.seat].ask.on
    is_coming = any(mail.kind == "answer" and mail.state == "queued" for mail in material.mails)
    return is_coming or any(one.on == on and one.outbox_id != material.row.id for one in material.letters)


def write_ask(material: Material, seat: PublicSeat, subject: Text) -> Composition:
    """Return the mail that asks somebody for a turn."""
    chair = material.record.page.chairs[seat.seat]
    bound = Bound(material.game_id, seat.seat, seat.ask, chair.ask.on or "")
    told = AskKey(material.game_id, seat.seat, seat.ask)
    parts = [
        *_news(material, seat),
        GAP,
        *material.board(seat.seat),
        *ways_to_answer(material, seat.seat),
        *head_line(material),
    ]
    return Composition(subject, parts, bound, (told,), head=material.head)


def _news(material: Material, seat: PublicSeat) -> Iterator[Part]:
    if seat.deadline is not None:
        yield material.note(Text("Your turn is due {when}.", when=material.when(seat.deadline)), "strong")
    yield from _tell_of_note(material, seat.seat)
    happened = story.tell_since_last_turn(material, seat.seat)
    if happened:
        yield material.heading(Text("Since your last turn"))
        yield material.lines([f"- {one}" for one in happened])


def _tell_of_note(material: Material, seat: int) -> Iterator[Part]:
    """Yield why the reader's note was not played at what they are asked."""
    if not material.held.has_notes:
        return
    why = firing.explain(material.session, material.club, material.record, seat)
    if why:
        yield material.note(Text("Your note was not played:"))
        yield material.lines([f"- {material.say(text)}" for text in why])


def ways_to_answer(material: Material, seat: int) -> Iterator[Part]:
    """Yield the legal moves as lines to copy, and how to answer with them."""
    moves = material.table.legal(seat)
    yield material.heading(Text("Your moves"))
    if material.game.slips_only:
        yield material.note(
            Text("This game takes signed slips only: `atelier play {game}` makes and sends one.", game=material.game.id)
        )
    else:
        yield material.note(Text("Answer this mail with one move per line, above the quoted text."))
    yield material.offer(material.moves(material.table.view(seat), moves[:MOST_MOVES]))
    if len(moves) > MOST_MOVES:
        left = len(moves) - MOST_MOVES
        yield material.note(Text("And {left} more: answer `moves` for the whole list.", left=left))
    yield from _rest_of_turn(material, seat)
    yield from _write_link(material)
    yield GAP
    yield material.note(
        Text("Or: `atelier play {game}`. Or send a signed slip. Answer `help` for more.", game=material.game.id)
    )


def _write_link(material: Material) -> Iterator[Part]:
    """Yield the link by which the turn can be played on a page, unless every turn here is signed."""
    if material.game.slips_only:
        return
    yield GAP
    yield material.note(
        Text("Or put your turn together on a page, without a key. Whoever has this link can play this turn, once:")
    )
    yield material.open_by(material.turn_link, Text("Open my turn"))


def _rest_of_turn(material: Material, seat: int) -> Iterator[Part]:
    """Yield what can be played later in the turn, and a whole turn as an example."""
    turn = imagine_turn(material.table, seat)
    later = [line for moment in turn.later for line in material.moves(moment.view, moment.moves)]
    if later:
        yield GAP
        yield material.note(Text("Later in this turn, depending on what comes before:"))
        yield material.offer(later[:MOST_LATER])
    if len(turn.moves) > 1:
        yield GAP
        yield material.note(Text("A whole turn, as an example:"))
        whole = zip(turn.views, turn.moves, strict=True)
        yield material.offer_together([material.spell(view, move) for view, move in whole])


def head_line(material: Material) -> Iterator[Part]:
    """Yield the ledger's head, which this mail witnesses."""
    page = material.record.page
    yield GAP
    yield material.note(Text("Ledger head {n}:{hash}", n=page.n, hash=page.hash), "dim")


def _title(material: Material) -> tuple[str, str]:
    """Return the game's title, and where it stands: what the board's first line says beside the game's name."""
    first = material.board(material.seat)[0]
    aside = first.aside if isinstance(first, Heading) else ""
    kept = [piece for piece in aside.split(" · ") if piece.casefold() not in YOUR_TURN]
    return material.game.title, " · ".join(kept)


def _due(material: Material, seat: PublicSeat) -> Text | str:
    if seat.deadline is None:
        return ""
    return Text(" (due {due})", due=say_shortly(seat.deadline, material.reader.zone))
