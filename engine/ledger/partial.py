"""A redacted ledger looked through as far as it goes: whose key signed what, in which order, without a replay."""

import msgspec
from msgspec import UNSET

from engine.core.canonical import canonical
from engine.core.errors import Refused
from engine.core.forced import MOST_FORCED
from engine.core.table import Table, new_table
from engine.ledger.asks import Ask
from engine.ledger.bundle import Bundle, BundleLine
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import (
    ClockBody,
    EndBody,
    Header,
    NoteBody,
    OpenBody,
    SeatBody,
    StartBody,
    TurnBody,
    UndoBody,
)
from engine.ledger.joining import first_page
from engine.ledger.keys import read_public_jwk
from engine.ledger.record import (
    Page,
    Record,
    change_chair,
    check_author,
    drop_motions_about,
    get_chair,
    give_away,
)
from engine.ledger.replay import Broken, read_body, read_origins, redraft, redraft_key
from engine.ledger.seed import Secrets, salt_commit, seed_commit
from engine.ledger.slips import NoteSlip, TurnSlip, UndoSlip, expect, read_slip
from engine.ledger.strict import read_base64url
from engine.registry import recorded_rules

# These don't touch the position: they are judged as the clerk judges them.
JUDGED = frozenset({"join", "leave", "key", "seat", "host", "agree", "settle"})


class Partial:
    """Walks the chain with the keys that its public entries name; positions stay unknown."""

    def __init__(self, bundle: Bundle) -> None:
        """Begin before the first entry."""
        self.bundle = bundle
        self.hashes: set[str] = set()
        self.digests: list[str] = []
        """The same, in their order."""
        self.record: Record | None = None

    def run(self) -> None:
        """Raise Broken at the first entry that can't be right."""
        for line in self.bundle.entries:
            try:
                page = self._next(line)
            except Refused as refused:
                raise Broken(line.header.n, refused) from None
            digest = line.header.hash
            self.hashes.add(digest)
            self.digests.append(digest)
            page = msgspec.structs.replace(page, n=line.header.n, hash=digest, terms=page.terms or digest)
            self.record = Record(page, None if self.record is None else self.record.table)
            if line.header.kind == "start":
                self.record = Record(page, self._stand_in(page))

    def _next(self, line: BundleLine) -> Page:
        kind = line.header.kind
        if self.record is None:
            return self._open(line)
        if self.record.page.phase == "over":
            raise Refused("game_over", "The game goes on after its end.")
        if kind in JUDGED:
            draft = self._redraft(line)
            _compare(line, draft)
            return draft.page
        if kind == "turn" or (kind in {"undo", "note"} and line.header.kid != self.record.page.server):
            return self._follow_slip(line)
        return self._by_server(line)

    def _redraft(self, line: BundleLine) -> EntryDraft:
        assert self.record is not None
        body = read_body(line)
        if isinstance(body, SeatBody) and line.header.kind == "key":
            return redraft_key(self.record, line.header, body, read_origins(self.bundle))
        return redraft(self.record, line.header, body, None)

    def _open(self, line: BundleLine) -> Page:
        body = read_body(line)
        if not isinstance(body, OpenBody) or line.header.seat is not None or line.header.ask is not None:
            raise Refused("bad_position", "A game must begin with being opened.")
        server = read_public_jwk(body.server_jwk)
        if line.header.kid != server.kid or body.origin != self.bundle.origin:
            raise Refused("wrong_key", "The game was not opened by the server that signs it.")
        page = first_page(line.header.game, body, Secrets(b"", b""), None)
        self._stand_in(page)
        return page

    def _follow_slip(self, line: BundleLine) -> Page:
        """Check a turn or an undo as far as it is shown: at least the key that its header names."""
        header, page = line.header, self._page
        seat = _seat_of(header)
        chair = get_chair(page, seat)
        if header.kid != chair.kid or chair.by != "player":
            raise Refused(
                "wrong_key", "The entry names the key {kid}, which did not count for its seat.", kid=header.kid
            )
        if line.body is not None and header.kind == "note":
            return self._answer(self._follow_note(line), header)
        if line.body is not None:
            self._check_shown(line)
        return self._answer(page, header)

    def _follow_note(self, line: BundleLine) -> Page:
        """Check a note that fired as far as it can be without its position: whose, on which entry, and that it fires once."""
        body, header = read_body(line), line.header
        assert isinstance(body, NoteBody)
        slip = read_slip((body.slip or "").encode())
        says = expect(slip, NoteSlip)
        chair = check_author(self._page, slip, says.game, says.seat)
        is_known = says.n < len(self.digests) and self.digests[says.n] == says.on
        if says.seat != header.seat or not is_known or says.note <= chair.noted or says.n < chair.notes_from:
            raise Refused("stale_position", "The slip of the entry answers something else.")
        if body.taken >= len(says.says.alternatives) or (says.until is not UNSET and header.at > says.until):
            raise Refused("bad_position", "What the entry says is not what its slip leads to.")
        return change_chair(self._page, says.seat, noted=says.note)

    def _check_shown(self, line: BundleLine) -> None:
        body, header = read_body(line), line.header
        assert isinstance(body, TurnBody | UndoBody)
        slip = read_slip((body.slip or "").encode())
        says = expect(slip, TurnSlip if isinstance(body, TurnBody) else UndoSlip)
        assert isinstance(says, TurnSlip | UndoSlip)
        check_author(self._page, slip, says.game, says.seat)
        if (says.seat, says.ask) != (header.seat, header.ask) or says.on not in self.hashes:
            raise Refused("stale_position", "The slip of the entry answers something else.")
        if isinstance(says, TurnSlip) and isinstance(body, TurnBody):
            _check_lines(says, body)
        if isinstance(says, UndoSlip) and isinstance(body, UndoBody) and (says.to, says.on) != (body.to, header.prev):
            raise Refused("stale_position", "The slip of the entry answers something else.")

    def _by_server(self, line: BundleLine) -> Page:
        header, page = line.header, self._page
        if header.kid != page.server:
            raise Refused("wrong_key", "The entry must be the server's own, but names the key {kid}.", kid=header.kid)
        if header.kind in {"relay", "bot", "note", "undo"}:
            return self._answer(page, header)
        body = read_body(line)
        if isinstance(body, ClockBody):
            get_chair(page, _seat_of(header))
            return change_chair(page, _seat_of(header), **give_away(body.action))
        if isinstance(body, StartBody):
            return _seat_bots(page, body)
        if isinstance(body, EndBody):
            self._check_opened(body)
            return msgspec.structs.replace(page, phase="over")
        raise Refused("bad_position", "Entries of the kind `{kind}` do not occur here.", kind=header.kind)

    def _check_opened(self, body: EndBody) -> None:
        """Check the secrets that `end` opens; the result itself is the server's word until it can be replayed."""
        opened = read_body(self.bundle.entries[0])
        assert isinstance(opened, OpenBody)
        seed = seed_commit(self._page.game, read_base64url(body.S))
        salt = salt_commit(self._page.game, read_base64url(body.K))
        if (seed, salt) != (opened.seed_commit, opened.k_commit):
            raise Refused("bad_position", "The secrets that `end` opens are not those that `open` committed to.")

    def _answer(self, page: Page, header: Header) -> Page:
        if page.phase != "running":
            raise Refused("game_not_started", "The entry answers before the game has started.")
        seat = _seat_of(header)
        ask = header.ask or 0
        if ask <= get_chair(page, seat).ask.answered:
            raise Refused("ask_taken", "Ask {ask} is answered twice.", ask=ask)
        page = drop_motions_about(change_chair(page, seat, ask=Ask(ask, None, ask)), seat)
        chairs = tuple(msgspec.structs.replace(chair, has_settled=False) for chair in page.chairs)
        return msgspec.structs.replace(page, chairs=chairs)

    @property
    def _page(self) -> Page:
        assert self.record is not None
        return self.record.page

    def _stand_in(self, page: Page) -> Table:
        """Return some position of this game: entries that don't touch it only ask that there is one."""
        rules = recorded_rules(page.rules, page.version, page.edition, self.bundle.edition)
        return new_table(rules, len(page.chairs), page.options, b"trial")


def _compare(line: BundleLine, draft: EntryDraft) -> None:
    header = line.header
    if canonical(line.body) != canonical(draft.body):
        raise Refused("bad_position", "What the entry says is not what its slip leads to.")
    if (header.kind, header.seat, header.ask, header.kid) != (draft.kind, draft.seat, draft.ask, draft.kid):
        raise Refused("bad_position", "The header of the entry is not what its slip leads to.")


def _check_lines(says: TurnSlip, body: TurnBody) -> None:
    """Refuse an entry that played less than its slip and does not say so, or more than its slip allows."""
    added = len(body.played) - len(says.moves)
    if says.moves[len(body.played) :] != body.unplayed or added > (MOST_FORCED if says.forced else 0):
        raise Refused("bad_position", "The entry does not account for every line of its slip.")


def _seat_bots(page: Page, body: StartBody) -> Page:
    for seat, bot in enumerate(body.bots):
        if bot is not None:
            get_chair(page, seat)
            page = change_chair(page, seat, by="bot", bot=bot)
    if page.phase != "open" or any(chair.by == "empty" for chair in page.chairs):
        raise Refused("bad_position", "The game starts twice, or with empty seats.")
    return msgspec.structs.replace(page, phase="running")


def _seat_of(header: Header) -> int:
    if header.seat is None or header.ask is None:
        raise Refused("invalid_value", "The entry must name a seat and its ask.")
    return header.seat
