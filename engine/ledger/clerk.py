"""The one place that writes entries: chains and signs what was judged, and leaves the old record as it was."""

from typing import NamedTuple

from engine.core.errors import Refused
from engine.core.table import Outcome
from engine.ledger.drafts import EntryDraft, Inked, ink
from engine.ledger.entries import Header, check_body
from engine.ledger.heads import Names, Receipt, head_of, sign_statement
from engine.ledger.joining import Terms, draft_open
from engine.ledger.keys import PrivateKey
from engine.ledger.record import Record
from engine.ledger.seed import Secrets
from engine.ledger.strict import check_texts


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
    """Writes entries with one server's key: what joining, playing and tending have judged is chained and signed here.

    `at` is in milliseconds; earlier than the last entry counts as that.
    """

    def __init__(self, key: PrivateKey, origin: str) -> None:
        """Take the server's key and the name under which it signs."""
        self._key = key
        self.origin = origin

    def open(self, terms: Terms, secrets: Secrets, at: int) -> Written:
        """Open a game: publish its terms and the commitments to its secrets."""
        return self.write(draft_open(terms, secrets, self._key.public, self.origin), at)

    def write(self, draft: EntryDraft, at: int) -> Written:
        """Write down an act that was found right: `clerk.write(draft_turn(record, slip), at)`."""
        self._check_key(draft)
        if draft.kind != "turn":
            check_body(draft.body)
        inked = ink(draft, at)
        head = sign_statement(head_of(inked.header, inked.hash, self.origin), self._key)
        entry = Entry(inked.header, inked.hash, inked.body, head)
        return Written(inked.record, entry, head, self._receipt(draft, inked), draft.outcome)

    def sign_names(self, game: str, names: tuple[str, ...]) -> bytes:
        """Sign how players are called now, for a bundle."""
        check_texts(names)
        return sign_statement(Names(self.origin, game, names), self._key)

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
        if draft.slip is None or draft.seat is None or draft.kind == "host":
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
