"""The one place that writes entries: chains and signs what was judged, and leaves the old record as it was."""

from typing import Literal, NamedTuple

from engine.core.errors import Refused
from engine.core.table import Outcome
from engine.ledger.drafts import EntryDraft, Inked, ink
from engine.ledger.entries import Header, check_body
from engine.ledger.heads import Names, NoteReceipt, Receipt, head_of, sign_statement
from engine.ledger.joining import Terms, draft_open
from engine.ledger.keys import KeyRing, PrivateKey
from engine.ledger.record import Page, Record
from engine.ledger.seed import Secrets
from engine.ledger.slips import DropSlip, NoteSlip, Slip
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
    """Writes entries with a server's keys: what joining, playing and tending have judged is chained and signed here.

    New games are opened with the key of today and at the address of today; a game keeps its address for life, and the
    key that its ledger names. `at` is in milliseconds; earlier than the last entry counts as that.
    """

    def __init__(self, key: PrivateKey, origin: str, ring: KeyRing | None = None) -> None:
        """Take the server's key, the name under which it opens games, and the keys that it had before."""
        self._key = key
        self._ring = ring or KeyRing([key])
        self.origin = origin

    def open(self, terms: Terms, secrets: Secrets, at: int) -> Written:
        """Open a game: publish its terms and the commitments to its secrets."""
        return self.write(draft_open(terms, secrets, self._key.public, self.origin), at)

    def write(self, draft: EntryDraft, at: int) -> Written:
        """Write down an act that was found right: `clerk.write(draft_turn(record, slip), at)`."""
        key = self._get_key(draft)
        if draft.kind != "turn":
            check_body(draft.body)
        inked = ink(draft, at)
        head = sign_statement(head_of(inked.header, inked.hash, draft.page.origin), key)
        entry = Entry(inked.header, inked.hash, inked.body, head)
        return Written(inked.record, entry, head, _receipt(draft, inked, key), draft.outcome)

    def sign_noted(self, page: Page, slip: Slip, at: int) -> bytes:
        """Sign that a note was kept, or that notes were dropped, while the page's entry was the last one."""
        says = slip.payload
        assert isinstance(says, NoteSlip | DropSlip)
        did: Literal["kept", "dropped"] = "kept" if isinstance(says, NoteSlip) else "dropped"
        place = (page.origin, page.game, page.n, page.hash, max(at, page.at))
        return sign_statement(
            NoteReceipt(*place, says.seat, slip.digest, did), self._ring.find(page.server) or self._key
        )

    def sign_names(self, page: Page, names: tuple[str, ...]) -> bytes:
        """Sign how players are called now, for a bundle; with the game's own key, or that of today where it is lost."""
        check_texts(names)
        return sign_statement(Names(page.origin, page.game, names), self._ring.find(page.server) or self._key)

    def _get_key(self, draft: EntryDraft) -> PrivateKey:
        """Return the key that the game is written with, or refuse: nobody could verify what another one signs."""
        signer = draft.kid if draft.kind == "key" and draft.seat is None else draft.page.server
        key = self._ring.find(signer)
        if key is None:
            raise Refused(
                "wrong_key",
                "This game is written with the server's key {kid}, which is not here.",
                kid=signer,
            )
        return key


def _receipt(draft: EntryDraft, inked: Inked, key: PrivateKey) -> bytes | None:
    if draft.slip is None or draft.seat is None or draft.kind == "host":
        return None
    played = 0 if draft.outcome is None else len(draft.outcome.by_move)
    stopped = None if draft.outcome is None else draft.outcome.stopped
    header, slip = inked.header, draft.slip.digest
    place = (draft.page.origin, header.game, header.n, inked.hash, header.at)
    return sign_statement(Receipt(*place, draft.seat, draft.ask, slip, played, stopped), key)
