"""A whole ledger written again from what it says: every entry must come out as it stands."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from engine.core.canonical import canonical
from engine.core.errors import IllegalMove, Refused
from engine.core.table import Table
from engine.ledger.agreements import Assent, draft_assent
from engine.ledger.bundle import Bundle, BundleLine
from engine.ledger.drafts import EntryDraft, ink
from engine.ledger.entries import (
    BODIES,
    AgreeBody,
    Body,
    BotBody,
    ClockBody,
    Header,
    HostBody,
    NoteBody,
    OpenBody,
    RelayBody,
    SeatBody,
    StartBody,
    TurnBody,
    UndoBody,
)
from engine.ledger.hosting import draft_host
from engine.ledger.joining import Terms, draft_join, draft_leave, draft_open, draft_start
from engine.ledger.keys import read_public_jwk
from engine.ledger.noting import LeftNote, draft_note, read_left
from engine.ledger.playing import (
    BotPlay,
    Mailed,
    Past,
    draft_bot,
    draft_mailed_undo,
    draft_relay,
    draft_turn,
    draft_undo,
)
from engine.ledger.record import Record, get_chair
from engine.ledger.seed import Secrets
from engine.ledger.slips import Slip, read_slip
from engine.ledger.succession import read_succession
from engine.ledger.tending import (
    draft_clock,
    draft_end,
    draft_key,
    draft_lost_key,
    draft_seat,
    draft_server_key,
    draft_settle,
)
from engine.registry import recorded_rules


class Broken(Exception):
    """Entry `n` does not hold (None: the bundle as a whole), and why."""

    def __init__(self, n: int | None, refused: Refused) -> None:
        """Keep the entry and the refusal."""
        super().__init__(refused.code)
        self.n = n
        self.refused = refused


class Replay:
    """Writes a game again, entry by entry, and keeps the few tables that an undo can go back to."""

    def __init__(self, bundle: Bundle, secrets: Secrets) -> None:
        """Begin before the first entry."""
        self.bundle = bundle
        self.secrets = secrets
        self.record: Record | None = None
        self.tables: dict[int, Table] = {}

    def run(self) -> Record:
        """Return the record after the last entry, or raise Broken where the ledger is not what it says."""
        *_, last = self.walk()
        return last

    def walk(self) -> Iterator[Record]:
        """Yield the record after each entry, or raise Broken where the ledger is not what it says."""
        for line in self.bundle.entries:
            self.record = self._next(line)
            yield self.record

    def _next(self, line: BundleLine) -> Record:
        try:
            draft = self._draft(line.header, read_body(line))
        except IllegalMove as illegal:
            refused = Refused("illegal_move", "Replayed, a move is refused: {why}", why=illegal.say())
            raise Broken(line.header.n, refused) from None
        except Refused as refused:
            raise Broken(line.header.n, refused) from None
        inked = ink(draft, line.header.at)
        compare(line, inked.header, inked.body)
        self._keep(inked.record)
        return inked.record

    def _draft(self, header: Header, body: Body) -> EntryDraft:
        if isinstance(body, OpenBody):
            return self._draft_open(header, body)
        assert self.record is not None
        if isinstance(body, SeatBody) and header.kind == "key":
            return redraft_key(self.record, header, body, read_origins(self.bundle))
        return redraft(self.record, header, body, self)

    def _draft_open(self, header: Header, body: OpenBody) -> EntryDraft:
        if self.record is not None:
            raise Refused("bad_position", "A game is opened only once.")
        terms = Terms(
            game=header.game,
            rules=recorded_rules(body.rules, body.version, body.edition, self.bundle.edition),
            seats=body.seats,
            options=body.options,
            pace=body.pace,
            policy=body.policy,
            chance=body.chance,
            hints=body.hints,
        )
        return draft_open(terms, self.secrets, read_public_jwk(body.server_jwk), self.bundle.origin)

    def _keep(self, record: Record) -> None:
        """Keep the tables that could be gone back to: those before the steps of the trail, and this one."""
        wanted = {step.before for step in record.page.trail.steps}
        self.tables = {n: table for n, table in self.tables.items() if n in wanted}
        if record.table is not None:
            self.tables[record.page.n] = record.table

    def table_at(self, n: int) -> Table:
        """Return the table as it was after entry n."""
        return self.tables[n]

    def hash_at(self, n: int) -> str | None:
        """Return the hash of entry n, which is written by now: whoever asks has looked."""
        return self.bundle.entries[n].header.hash


def read_body(line: BundleLine) -> Body:
    """Return the body of an entry in its kind's own type."""
    kind = BODIES.get(line.header.kind)
    if kind is None:
        raise Refused("bad_position", "Entries of the kind `{kind}` do not occur in this game.", kind=line.header.kind)
    try:
        body = msgspec.convert(line.body, kind)
    except msgspec.ValidationError as error:
        raise Refused("invalid_value", "The body of the entry is not right: {error}.", error=str(error)) from None
    return body


def compare(line: BundleLine, header: Header, body: bytes) -> None:
    """Raise Broken unless the entry is the one that was written again."""
    n = line.header.n
    if canonical(line.body) != body:
        raise Broken(n, Refused("bad_position", "What the entry says is not what its slip leads to."))
    if line.header == header:
        return
    if line.header.state != header.state:
        raise Broken(n, Refused("bad_position", "The position after the entry is not the one that was committed to."))
    names = [name for name in Header.__struct_fields__ if getattr(line.header, name) != getattr(header, name)]
    raise Broken(n, Refused("bad_position", "The header of the entry is not right: {fields}.", fields=names))


def redraft(record: Record, header: Header, body: Body, past: Past | None) -> EntryDraft:
    """Return the draft that an entry after the first one came from."""
    redo: Callable[[Record, Header, Any, Past | None], EntryDraft] = _REDO[header.kind]
    return redo(record, header, body, past)


def redraft_key(record: Record, header: Header, body: SeatBody, origins: Sequence[str]) -> EntryDraft:
    """Return the draft of a changed key: a player's, whose slip may name any of the club's addresses, or the server's."""
    key = read_public_jwk(body.jwk)
    if header.seat is not None:
        return draft_key(record, header.seat, key, None if body.slip is None else _slip(body.slip), origins)
    return draft_lost_key(record, key) if body.how == "lost" else draft_server_key(record, key)


def read_origins(bundle: Bundle) -> tuple[str, ...]:
    """Return every address that the club has had, as far as a bundle tells."""
    return read_succession([raw.encode() for raw in bundle.succession]).origins if bundle.succession else ()


def _join(record: Record, _header: Header, body: SeatBody, _past: Past | None) -> EntryDraft:
    return draft_join(record, _slip(body.slip), read_public_jwk(body.jwk))


def _leave(record: Record, _header: Header, body: SeatBody, _past: Past | None) -> EntryDraft:
    return draft_leave(record, _slip(body.slip))


def _start(record: Record, _header: Header, body: StartBody, _past: Past | None) -> EntryDraft:
    return draft_start(record, {seat: bot for seat, bot in enumerate(body.bots) if bot is not None})


def _turn(record: Record, _header: Header, body: TurnBody, _past: Past | None) -> EntryDraft:
    return draft_turn(record, _slip(body.slip))


def _relay(record: Record, header: Header, body: RelayBody, _past: Past | None) -> EntryDraft:
    seat, ask = _of_seat(header)
    on = get_chair(record.page, seat).ask.on or ""
    mailed = Mailed(seat=seat, ask=ask, on=on, via=body.via, mail_sha256=body.mail_sha256, moves=body.moves)
    return draft_relay(record, mailed)


def _bot(record: Record, header: Header, body: BotBody, _past: Past | None) -> EntryDraft:
    seat, _ = _of_seat(header)
    play = BotPlay(seat=seat, bot=body.bot, version=body.version, reason=body.reason, moves=body.moves)
    return draft_bot(record, play)


def _note(record: Record, header: Header, body: NoteBody, past: Past | None) -> EntryDraft:
    """Evaluate the note again: another alternative, or other moves, would be another body."""
    assert past is not None
    if body.says is None:
        return draft_note(record, read_left(_slip(body.slip)), past, header.at)
    return draft_note(record, LeftNote(body.says, None, body.via, body.mail_sha256), past, header.at)


def _undo(record: Record, header: Header, body: UndoBody, past: Past | None) -> EntryDraft:
    assert past is not None
    if body.slip is not None:
        return draft_undo(record, _slip(body.slip), past)
    seat, ask = _of_seat(header)
    mailed = Mailed(seat=seat, ask=ask, on=record.page.hash, via=body.via or "", mail_sha256=body.mail_sha256 or "")
    return draft_mailed_undo(record, mailed, body.to, past)


def _seat(record: Record, _header: Header, body: SeatBody, _past: Past | None) -> EntryDraft:
    key = None if body.jwk is None else read_public_jwk(body.jwk)
    return draft_seat(record, _slip(body.slip), key)


def _clock(record: Record, header: Header, body: ClockBody, _past: Past | None) -> EntryDraft:
    seat, _ = _of_seat(header)
    return draft_clock(record, seat, body)


def _host(record: Record, header: Header, body: HostBody, _past: Past | None) -> EntryDraft:
    return draft_host(record, body, header.seat)


def _agree(record: Record, header: Header, body: AgreeBody, _past: Past | None) -> EntryDraft:
    slip = None if body.slip is None else _slip(body.slip)
    seat = 0 if header.seat is None else header.seat
    return draft_assent(record, Assent(seat, body.motion, slip, body.via, body.mail_sha256), header.at)


def _settle(record: Record, _header: Header, body: SeatBody, _past: Past | None) -> EntryDraft:
    return draft_settle(record, _slip(body.slip))


def _end(record: Record, _header: Header, _body: Body, _past: Past | None) -> EntryDraft:
    return draft_end(record)


_REDO: dict[str, Callable[[Record, Header, Any, Past | None], EntryDraft]] = {
    "join": _join,
    "leave": _leave,
    "start": _start,
    "turn": _turn,
    "relay": _relay,
    "bot": _bot,
    "note": _note,
    "undo": _undo,
    "seat": _seat,
    "clock": _clock,
    "host": _host,
    "agree": _agree,
    "settle": _settle,
    "end": _end,
}


def _slip(text: str | None) -> Slip:
    if text is None:
        raise Refused("malformed_slip", "The entry has no slip where it must have one.")
    return read_slip(text.encode())


def _of_seat(header: Header) -> tuple[int, int]:
    if header.seat is None or header.ask is None:
        raise Refused("invalid_value", "The entry must name a seat and its ask.")
    return header.seat, header.ask
