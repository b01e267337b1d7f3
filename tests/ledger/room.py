"""A room to play in: a clerk, a few keys and everything that was written, so that tests read like games."""

import hashlib
import random
from collections.abc import Callable

import msgspec
import pytest

from engine.core.canonical import b64u
from engine.core.errors import Refused
from engine.core.notes.writing import write_notes
from engine.core.table import Table
from engine.ledger.agreements import Assent, draft_assent, read_assent
from engine.ledger.bundle import Bundle, encode_bundle, redact, whole_bundle
from engine.ledger.clerk import Clerk, Entry, Written
from engine.ledger.entries import HostBody, MotionTerms
from engine.ledger.hosting import draft_host, make_body
from engine.ledger.joining import Terms, draft_join, draft_start
from engine.ledger.keys import PrivateKey
from engine.ledger.noting import LeftNote, draft_note, read_left
from engine.ledger.playing import BotPlay, Mailed, draft_bot, draft_relay, draft_turn, draft_undo
from engine.ledger.record import Record, end_due
from engine.ledger.report import Report
from engine.ledger.seed import Secrets
from engine.ledger.slips import AgreeSlip, HostSlip, JoinSlip, NoteSlip, SeatSlip, TurnSlip, UndoSlip, read_slip, sign
from engine.ledger.tending import draft_end, draft_seat, draft_settle
from engine.ledger.verify import verify
from engine.registry import rules_for

ORIGIN = "https://club.example"
GAME = "g7h2k9m4p1s6v3x8"
SECRETS = Secrets(S=bytes(range(32)), K=bytes(range(32, 64)))
MAIL = b64u(hashlib.sha256(b"a mail").digest())


def key(name: str) -> PrivateKey:
    """Return the same key for the same name, always."""
    return PrivateKey(hashlib.sha256(name.encode()).digest())


def code_of(act: Callable[..., object], *args: object, **more: object) -> str:
    """Return the code with which an act is refused, in a whole sentence."""
    with pytest.raises(Refused) as refused:
        act(*args, **more)
    assert refused.value.say().endswith(".")
    return refused.value.code


def holds(room: "Room") -> Report:
    """Return what verification finds in a game, which holds whole and as each seat may see it."""
    bundle = room.bundle()
    for seat in (None, *range(len(room.page.chairs))):
        shown = verify(encode_bundle(redact(bundle, seat)))
        assert shown.holds, (seat, shown.failed_at, shown.refused)
    report = verify(encode_bundle(bundle))
    assert report.holds, (report.failed_at, report.refused)
    return report


def entropy(name: str) -> str:
    return b64u(hashlib.sha256(b"entropy of " + name.encode()).digest())


def make_terms(rules="foundry", edition=None, version=None, **terms) -> Terms:
    """Return terms with the rules of a game by its id, on an edition of a club's own or by an older version if given."""
    return Terms(rules=rules_for(rules, edition, version), **terms)


class Room:
    """A game in the making."""

    def __init__(
        self,
        seats=2,
        game=GAME,
        secrets=SECRETS,
        server="server",
        players=("ada", "bob", "cleo", "dan", "eve"),
        **terms,
    ):
        self.clerk = Clerk(key(server), ORIGIN)
        self.players = [key(name) for name in players]
        self.secrets = secrets
        self.entries: list[Entry] = []
        self.tables: dict[int, Table] = {}
        self.receipts: list[bytes] = []
        self.now = 1_700_000_000_000
        asked = make_terms(**{"game": game, "seats": seats, **terms})
        self.last: Written = self.note(self.clerk.open(asked, secrets, self.tick()))

    def tick(self) -> int:
        self.now += 1000
        return self.now

    def note(self, written: Written) -> Written:
        self.last = written
        self.record: Record = written.record
        self.entries.append(written.entry)
        if written.record.table is not None:
            self.tables[written.entry.header.n] = written.record.table
        if written.receipt is not None:
            self.receipts.append(written.receipt)
        return written

    @property
    def page(self):
        return self.record.page

    @property
    def table(self) -> Table:
        assert self.record.table is not None
        return self.record.table

    def ask(self, seat):
        return self.page.chairs[seat].ask

    # Slips

    def join_slip(self, seat, /, **changes):
        asked = {
            "game": self.page.game,
            "seat": seat,
            "terms": self.page.terms,
            "entropy": entropy(str(seat)),
            **changes,
        }
        return read_slip(sign(JoinSlip(**asked), self.players[seat]))

    def turn_slip(self, seat, /, *moves, by=None, **changes):
        ask = self.ask(seat)
        asked = {"game": self.page.game, "seat": seat, "ask": ask.next, "on": ask.on or self.page.hash, **changes}
        return read_slip(sign(TurnSlip(moves=moves, **asked), by or self.players[seat]))

    def undo_slip(self, seat, to, /, **changes):
        asked = {"game": self.page.game, "seat": seat, "ask": self.ask(seat).next, "on": self.page.hash, **changes}
        return read_slip(sign(UndoSlip(to=to, **asked), self.players[seat]))

    def seat_slip(self, seat, do, by=None, **changes):
        asked = {"game": self.page.game, "seat": seat, "on": self.page.hash, **changes}
        return read_slip(sign(SeatSlip(do=do, **asked), by or self.players[seat]))

    def note_says(self, seat, *texts, note=1, **changes) -> NoteSlip:
        """Return the last of some notes that a seat has typed now."""
        says = write_notes(self.table, seat, texts)[-1]
        seen = {"game": self.page.game, "seat": seat, "note": note, "first": 1, "n": self.page.n, "on": self.page.hash}
        return NoteSlip(**{**seen, "says": says, **changes})

    def leave_note(self, seat, *texts, by=None, **changes) -> LeftNote:
        return read_left(read_slip(sign(self.note_says(seat, *texts, **changes), by or self.players[seat])))

    # Acts

    def fire(self, left: LeftNote):
        at = self.tick()
        return self.note(self.clerk.write(draft_note(self.record, left, self, at), at))

    def join(self, seat, **changes):
        slip = self.join_slip(seat, **changes)
        return self.note(self.clerk.write(draft_join(self.record, slip, self.players[seat].public), self.tick()))

    def start(self, bots=None):
        for seat in range(len(self.page.chairs)):
            if seat not in (bots or {}) and self.page.chairs[seat].by == "empty":
                self.join(seat)
        self.note(self.clerk.write(draft_start(self.record, bots), self.tick()))
        return self

    def turn(self, seat, *moves, **changes):
        return self.note(
            self.clerk.write(draft_turn(self.record, self.turn_slip(seat, *moves, **changes)), self.tick())
        )

    def mailed(self, seat, /, *moves, **changes):
        ask = self.ask(seat)
        asked = {"seat": seat, "ask": ask.next, "on": ask.on or self.page.hash, "via": "lmtp", "mail_sha256": MAIL}
        return Mailed(moves=moves, **{**asked, **changes})

    def table_at(self, n):
        return self.tables[n]

    def hash_at(self, n):
        return self.entries[n].hash if n < len(self.entries) else None

    def relay(self, seat, *moves, **changes):
        return self.note(self.clerk.write(draft_relay(self.record, self.mailed(seat, *moves, **changes)), self.tick()))

    def bot(self, seat, *moves):
        play = BotPlay(seat=seat, bot="greedy", version=1, reason="seat", moves=moves)
        return self.note(self.clerk.write(draft_bot(self.record, play), self.tick()))

    def undo(self, seat, to, **changes):
        slip = self.undo_slip(seat, to, **changes)
        return self.note(self.clerk.write(draft_undo(self.record, slip, self), self.tick()))

    def seat(self, seat, do, by=None):
        slip = self.seat_slip(seat, do, by)
        taker = by.public if by is not None else None
        return self.note(self.clerk.write(draft_seat(self.record, slip, taker), self.tick()))

    def settle(self, seat):
        return self.note(self.clerk.write(draft_settle(self.record, self.seat_slip(seat, "settle")), self.tick()))

    def host(self, action, seat=None):
        return self.note(self.clerk.write(draft_host(self.record, HostBody(action, "asked"), seat), self.tick()))

    def host_slip(self, do, by=None, **changes):
        asked = {"game": self.page.game, "on": self.page.hash, **changes}
        return read_slip(sign(HostSlip(do=do, **asked), by or key("hanna")))

    def acts(self, do, by=None, plays=None, **changes):
        """Let a host act with a slip."""
        by = by or key("hanna")
        slip = self.host_slip(do, by, **changes)
        body = make_body(slip, by.public, "asked", plays)
        return self.note(self.clerk.write(draft_host(self.record, body, changes.get("seat")), self.tick()))

    def agree_slip(self, seat, terms: MotionTerms, by=None):
        plain = {name: value for name, value in msgspec.structs.asdict(terms).items() if value is not None}
        return read_slip(sign(AgreeSlip(game=self.page.game, seat=seat, **plain), by or self.players[seat]))

    def propose(self, do, **more) -> MotionTerms:
        return MotionTerms(do=do, on=self.page.hash, ends=self.now + 1_000_000, **more)

    def agrees(self, seat, terms: MotionTerms, by=None):
        slip, at = self.agree_slip(seat, terms, by), self.tick()
        return self.note(self.clerk.write(draft_assent(self.record, read_assent(slip), at), at))

    def agrees_by_mail(self, seat, terms: MotionTerms):
        at = self.tick()
        assent = Assent(seat, terms, via="lmtp", mail_sha256=MAIL)
        return self.note(self.clerk.write(draft_assent(self.record, assent, at), at))

    def end(self):
        return self.note(self.clerk.write(draft_end(self.record), self.tick()))

    # Whole games

    def play_out(self, dice=7, rounds=1000):
        """Play random legal moves until the end, now and then by mail or bot."""
        choose = random.Random(dice)
        for _ in range(rounds):
            if end_due(self.record):
                self.end()
                return self
            seat = choose.choice(self.table.awaiting)
            move = str(choose.choice(self.table.legal(seat)))
            if self.page.chairs[seat].by == "bot":
                self.bot(seat, move)
            elif choose.random() < 0.2:
                self.relay(seat, move)
            else:
                self.turn(seat, move)
        return self

    def bundle(self, names=("Ada", "Bob", "Cleo", "Dan"), succession=()) -> Bundle:
        signed = self.clerk.sign_names(self.page, names)
        kept = {"receipts": self.receipts, "names": signed, "succession": succession}
        return whole_bundle(self.entries, self.secrets, **kept)
