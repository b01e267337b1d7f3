"""The one place that writes entries: judges an act, chains and signs it, and leaves the old record as it was."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.core.errors import Refused
from engine.core.table import Outcome
from engine.ledger.drafts import EntryDraft, Inked, ink
from engine.ledger.entries import ClockBody, Header, HostBody, check_body
from engine.ledger.heads import Names, Receipt, head_of, sign_statement
from engine.ledger.joining import Terms, draft_join, draft_leave, draft_open, draft_start
from engine.ledger.keys import PrivateKey, PublicKey
from engine.ledger.playing import (
    BotPlay,
    Mailed,
    StateAt,
    draft_bot,
    draft_mailed_undo,
    draft_relay,
    draft_turn,
    draft_undo,
)
from engine.ledger.record import Record
from engine.ledger.seed import Secrets
from engine.ledger.slips import Slip
from engine.ledger.strict import check_texts
from engine.ledger.tending import (
    draft_clock,
    draft_end,
    draft_host,
    draft_key,
    draft_seat,
    draft_server_key,
    draft_settle,
)


class Entry(NamedTuple):
    """An entry as it is stored: header, its hash, the canonical body and the signed head."""

    header: Header
    hash: str
    body: bytes
    head: bytes


class Written(NamedTuple):
    """What an act led to: the record after it, its entry, its head, and a receipt for the author of a slip."""

    record: Record
    entry: Entry
    head: bytes
    receipt: bytes | None
    outcome: Outcome | None


class Clerk:
    """Writes entries with one server's key. `at` is in milliseconds; earlier than the last entry counts as that."""

    def __init__(self, key: PrivateKey, origin: str) -> None:
        """Take the server's key and the name under which it signs."""
        self._key = key
        self.origin = origin

    def open(self, terms: Terms, secrets: Secrets, at: int) -> Written:
        """Open a game: publish its terms and the commitments to its secrets."""
        return self._write(draft_open(terms, secrets, self._key.public, self.origin), at)

    def join(self, record: Record, slip: Slip, key: PublicKey, at: int) -> Written:
        """Seat a player."""
        return self._write(draft_join(record, slip, key), at)

    def leave(self, record: Record, slip: Slip, at: int) -> Written:
        """Free a seat before the start."""
        return self._write(draft_leave(record, slip), at)

    def start(self, record: Record, at: int, bots: Mapping[int, str] | None = None) -> Written:
        """Deal the first position; `bots` names a bot for each seat that one plays."""
        return self._write(draft_start(record, bots or {}), at)

    def turn(self, record: Record, slip: Slip, at: int) -> Written:
        """Play a signed turn."""
        return self._write(draft_turn(record, slip), at)

    def relay(self, record: Record, mailed: Mailed, at: int) -> Written:
        """Play a turn that came by mail, unsigned."""
        return self._write(draft_relay(record, mailed), at)

    def bot(self, record: Record, play: BotPlay, at: int) -> Written:
        """Play a bot's turn."""
        return self._write(draft_bot(record, play), at)

    def undo(self, record: Record, slip: Slip, state_at: StateAt, at: int) -> Written:
        """Take back a seat's own last turns."""
        return self._write(draft_undo(record, slip, state_at), at)

    def mailed_undo(self, record: Record, mailed: Mailed, to: int, state_at: StateAt, at: int) -> Written:
        """Take back a seat's own last turns on the word of a mail."""
        return self._write(draft_mailed_undo(record, mailed, to, state_at), at)

    def key(self, record: Record, seat: int, key: PublicKey, slip: Slip | None, at: int) -> Written:
        """Let another key count for a seat; without a slip the server vouches for it."""
        return self._write(draft_key(record, seat, key, slip), at)

    def server_key(self, record: Record, key: PublicKey, at: int) -> Written:
        """Name the server's next key; write on with a clerk that has it."""
        return self._write(draft_server_key(record, key), at)

    def seat(self, record: Record, slip: Slip, at: int, key: PublicKey | None = None) -> Written:
        """Let a substitute take a seat (`key` is theirs), or a player return or leave."""
        return self._write(draft_seat(record, slip, key), at)

    def clock(self, record: Record, seat: int, body: ClockBody, at: int) -> Written:
        """Write down what the clock does to a seat, with its sums."""
        return self._write(draft_clock(record, seat, body), at)

    def host(self, record: Record, body: HostBody, at: int, seat: int | None = None) -> Written:
        """Write down what the host does."""
        return self._write(draft_host(record, body, seat), at)

    def settle(self, record: Record, slip: Slip, at: int) -> Written:
        """Write down that a player agrees to stop here."""
        return self._write(draft_settle(record, slip), at)

    def end(self, record: Record, at: int) -> Written:
        """End a game whose end is due (`record.end_due` says so), and open its secrets."""
        return self._write(draft_end(record), at)

    def names(self, game: str, names: tuple[str, ...]) -> bytes:
        """Sign how players are called now, for a bundle."""
        check_texts(names)
        return sign_statement(Names(self.origin, game, names), self._key)

    def _write(self, draft: EntryDraft, at: int) -> Written:
        self._check_key(draft)
        if draft.kind != "turn":
            check_body(draft.body)
        inked = ink(draft, at)
        head = sign_statement(head_of(inked.header, inked.hash, self.origin), self._key)
        entry = Entry(inked.header, inked.hash, inked.body, head)
        return Written(inked.record, entry, head, self._receipt(draft, inked), draft.outcome)

    def _check_key(self, draft: EntryDraft) -> None:
        """Refuse to write on with a key that the game does not know: nobody could verify it."""
        signer = draft.kid if draft.kind == "key" and draft.seat is None else draft.page.server
        if self._key.kid != signer or self.origin != draft.page.origin:
            raise Refused(
                "wrong_key",
                "This game is written with the server's key {kid} at {origin}.",
                kid=signer,
                origin=draft.page.origin,
            )

    def _receipt(self, draft: EntryDraft, inked: Inked) -> bytes | None:
        if draft.slip is None or draft.seat is None:
            return None
        played = 0 if draft.outcome is None else len(draft.outcome.by_move)
        stopped = None if draft.outcome is None else draft.outcome.stopped
        header = inked.header
        receipt = Receipt(
            self.origin,
            header.game,
            header.n,
            inked.hash,
            header.at,
            draft.seat,
            draft.ask,
            draft.slip.digest,
            played,
            stopped,
        )
        return sign_statement(receipt, self._key)
