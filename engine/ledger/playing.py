"""Turns and what takes them back: signed, relayed from mail, played by a bot, undone."""

from collections.abc import Sequence
from typing import Any, NoReturn, Protocol

import msgspec

from engine.core.errors import Refused
from engine.core.forced import play_forced
from engine.core.language import Who
from engine.core.table import Outcome, Table, plays_on
from engine.core.types import Event
from engine.ledger.asks import Ask, answer
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import Body, BotBody, Kind, RelayBody, TurnBody, UndoBody
from engine.ledger.record import (
    Chair,
    Page,
    Record,
    change_chair,
    check_author,
    check_head,
    drop_motions_about,
    drop_notes,
    get_chair,
    get_running_table,
)
from engine.ledger.slips import MAX_MOVES, Slip, TurnSlip, UndoSlip, check_lines, expect
from engine.ledger.trail import TrailStep, after_bot, after_person, go_back


class Past(Protocol):
    """The earlier positions of a game."""

    def table_at(self, n: int) -> Table:
        """Return the table as it was after entry n; nobody changes it."""

    def hash_at(self, n: int) -> str | None:
        """Return the hash of entry n, or None if there is none yet."""


class Mailed(msgspec.Struct, frozen=True, kw_only=True):
    """Moves (or an undo) that came unsigned, to a reply address or by a link bound to this seat, ask and position."""

    seat: int
    ask: int
    on: str
    via: str
    mail_sha256: str
    moves: tuple[str, ...] = ()


class BotPlay(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot chose for a seat, and why it was asked."""

    seat: int
    bot: str
    version: int
    reason: str
    moves: tuple[str, ...]


def draft_turn(record: Record, slip: Slip) -> EntryDraft:
    """Return the entry of a signed turn."""
    turn = expect(slip, TurnSlip)
    chair = check_author(record.page, slip, turn.game, turn.seat)
    table = get_running_table(record)
    check_player(chair)
    check_ask(chair.ask, turn.seat, turn.ask, turn.on)
    table, outcome = _play(table, turn.seat, turn.moves, blind=turn.blind, forced=turn.forced)
    body = TurnBody(slip.raw.decode(), notation(outcome), events(outcome, turn.seat), outcome.unplayed)
    page = after_turn(record.page, turn.seat, outcome)
    return EntryDraft(
        kind="turn",
        body=body,
        page=page,
        kid=slip.kid,
        table=table,
        seat=turn.seat,
        ask=turn.ask,
        slip=slip,
        outcome=outcome,
    )


def spell_out(record: Record, mailed: Mailed, players: Sequence[str]) -> Mailed:
    """Return a mailed turn with what is played of it in its exact spelling, and with what goes without saying after it.

    A ledger binds no names.
    """
    check_lines(mailed.moves)
    outcome = get_running_table(record).copy().play(mailed.seat, mailed.moves, players=players)
    play_forced(outcome, mailed.seat)
    played, typed = notation(outcome), mailed.moves
    exact = [f"{move}!" if plays_on(line) else move for move, line in zip(played, typed, strict=False)]
    moves = (*exact, *typed[len(exact) :], *played[len(typed) :])
    return msgspec.structs.replace(mailed, moves=moves[:MAX_MOVES])


def draft_relay(record: Record, mailed: Mailed) -> EntryDraft:
    """Return the entry of a turn that came by mail and that the server vouches for."""
    table = get_running_table(record)
    chair = get_chair(record.page, mailed.seat)
    check_player(chair)
    check_ask(chair.ask, mailed.seat, mailed.ask, mailed.on)
    check_lines(mailed.moves)
    table, outcome = _play(table, mailed.seat, mailed.moves, blind=False)
    body = RelayBody(mailed.moves, mailed.via, mailed.mail_sha256, notation(outcome), events(outcome, mailed.seat))
    page = after_turn(record.page, mailed.seat, outcome)
    return _by_server("relay", body, page, table, seat=mailed.seat, ask=mailed.ask, outcome=outcome)


def draft_bot(record: Record, play: BotPlay) -> EntryDraft:
    """Return the entry of a bot's turn, for a bot's seat or for one that the clock lent it."""
    table = get_running_table(record)
    chair = get_chair(record.page, play.seat)
    if not chair.ask.is_open:
        _refuse_not_awaited(play.seat)
    if chair.by != "bot" and chair.lent != chair.ask.number:
        raise Refused("not_your_seat", "The seat of {seat} is not played by a bot.", seat=Who(play.seat))
    # What is recorded is what was played: played again, it must not stop where the bot went on.
    table, outcome = _play(table, play.seat, play.moves, blind=True)
    body = BotBody(play.bot, play.version, play.reason, notation(outcome), events(outcome, play.seat))
    page = record.page
    step = TrailStep(page.n + 1, page.n, play.seat, bot=True)
    trail = after_bot(page.trail, step, revealed=outcome.touched or bool(outcome.learned_by))
    page = _after_answer(msgspec.structs.replace(page, trail=trail), play.seat)
    return _by_server("bot", body, page, table, seat=play.seat, ask=chair.ask.number, outcome=outcome)


def draft_undo(record: Record, slip: Slip, past: Past) -> EntryDraft:
    """Return the entry by which a seat takes back its own last turns."""
    undo = expect(slip, UndoSlip)
    chair = check_author(record.page, slip, undo.game, undo.seat)
    get_running_table(record)
    check_player(chair)
    _check_number(chair.ask, undo.seat, undo.ask)
    check_head(record.page, undo.on)
    page = _after_undo(record.page, undo.seat, undo.to)
    body = UndoBody(slip.raw.decode(), undo.to)
    return EntryDraft(
        kind="undo",
        body=body,
        page=page,
        kid=slip.kid,
        table=past.table_at(undo.to),
        seat=undo.seat,
        ask=undo.ask,
        slip=slip,
        reopen=True,
    )


def draft_mailed_undo(record: Record, mailed: Mailed, to: int, past: Past) -> EntryDraft:
    """Return the entry of an undo that came by mail and that the server vouches for."""
    get_running_table(record)
    chair = get_chair(record.page, mailed.seat)
    check_player(chair)
    _check_number(chair.ask, mailed.seat, mailed.ask)
    check_head(record.page, mailed.on)
    page = _after_undo(record.page, mailed.seat, to)
    body = UndoBody(None, to, mailed.via, mailed.mail_sha256)
    return _by_server("undo", body, page, past.table_at(to), seat=mailed.seat, ask=mailed.ask, reopen=True)


def check_ask(ask: Ask, seat: int, number: int, on: str) -> None:
    """Refuse an answer to anything but what is asked of the seat now."""
    if number == ask.answered and number > 0:
        raise Refused("ask_taken", "Ask {ask} has been answered already.", ask=number)
    if not ask.is_open:
        _refuse_not_awaited(seat)
    _check_number(ask, seat, number)
    if on != ask.on:
        raise Refused("stale_position", "The position has changed since you looked: `on` must be {on}.", on=ask.on)


def notation(outcome: Outcome) -> tuple[str, ...]:
    """Return the moves that were played, in their only spelling."""
    return tuple(str(move) for move in outcome.played)


def events(outcome: Outcome, seat: int) -> tuple[Event, ...]:
    """Return what happened as its author may know it: the author sees the whole body at once.

    What only others may know (a turn can make them draw) is in no body; a replay finds it again.
    """
    return tuple(event for event in outcome.events if event.is_seen_by(seat))


def _by_server(kind: Kind, body: Body, page: Page, table: Table, **more: Any) -> EntryDraft:
    return EntryDraft(kind=kind, body=body, page=page, table=table, kid=page.server, **more)


def _play(table: Table, seat: int, moves: Sequence[str], *, blind: bool, forced: bool = False) -> tuple[Table, Outcome]:
    after = table.copy()
    outcome = after.play(seat, moves, blind=blind)
    if forced:
        play_forced(outcome, seat)
    return after, outcome


def after_turn(page: Page, seat: int, outcome: Outcome) -> Page:
    """Return the page after a person's turn, be it by hand or by a note."""
    barrier = "learned" if seat in outcome.learned_by else "touched" if outcome.touched else ""
    trail = after_person(page.trail, TrailStep(page.n + 1, page.n, seat, bot=False), barrier)
    return _after_answer(msgspec.structs.replace(page, trail=trail), seat)


def _after_undo(page: Page, seat: int, to: int) -> Page:
    return drop_notes(_after_answer(msgspec.structs.replace(page, trail=go_back(page.trail, seat, to)), seat), [seat])


def _after_answer(page: Page, seat: int) -> Page:
    """Return the page with the seat's ask used up; an offer to settle stood for the position before."""
    page = drop_motions_about(change_chair(page, seat, ask=answer(page.chairs[seat].ask)), seat)
    if not any(chair.has_settled for chair in page.chairs):
        return page
    chairs = tuple(msgspec.structs.replace(chair, has_settled=False) for chair in page.chairs)
    return msgspec.structs.replace(page, chairs=chairs)


def check_player(chair: Chair) -> None:
    """Refuse to play for a seat that its player no longer plays."""
    if chair.by != "player":
        raise Refused("not_your_seat", "Your seat is no longer yours to play: return to it first.")


def _check_number(ask: Ask, seat: int, number: int) -> None:
    if number != ask.next:
        raise Refused(
            "stale_ask",
            "The slip answers ask {ask}, but {seat} is at ask {next}.",
            ask=number,
            seat=Who(seat),
            next=ask.next,
        )


def _refuse_not_awaited(seat: int) -> NoReturn:
    raise Refused("not_awaited", "Nothing is asked of {seat} now: wait for your turn.", seat=Who(seat))
