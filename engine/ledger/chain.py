"""What holds for whole and redacted bundles alike: links, heads, commitments, keys and the opened secrets."""

from collections.abc import Iterable

from engine.core.canonical import b64u, canonical
from engine.core.errors import Refused
from engine.ledger.bundle import Bundle, BundleLine, server_keys
from engine.ledger.entries import NO_HASH, commit, salt_of_body, salt_of_state
from engine.ledger.heads import Head, Names, Receipt, Statement, head_of, read_statement, signer_of
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.replay import Broken
from engine.ledger.seed import Secrets, salt_commit, seed_commit
from engine.ledger.strict import read_base64url
from engine.ledger.succession import Succession, read_succession


class Chain:
    """A bundle's entries with their hashes and the server's keys, once all links and heads were found right."""

    def __init__(self, bundle: Bundle) -> None:
        """Check the chain, or raise Broken."""
        self.bundle = bundle
        self.lines = bundle.entries
        self.hashes = tuple(line.header.hash for line in self.lines)
        self.keys = self._keys()
        self.succession = self._succession()
        self.secrets = self._secrets()
        self._check_entries()
        self._check_statements()

    @property
    def game(self) -> str:
        """The game's id."""
        return self.lines[0].header.game

    def _keys(self) -> tuple[PublicKey, ...]:
        """Return the server's keys as the chain names them; the bundle must list exactly these."""
        try:
            found = tuple(read_public_jwk(jwk) for jwk in server_keys(self.lines))
            listed = tuple(read_public_jwk(jwk) for jwk in self.bundle.server_keys)
        except KeyError:
            raise Broken(
                0, Refused("malformed_json", "The bundle does not show under which terms the game was opened.")
            ) from None
        except Refused as refused:
            raise Broken(None, refused) from None
        if found != listed or not found or self.lines[0].header.kind != "open":
            raise Broken(None, Refused("wrong_key", "The bundle lists other server keys than its entries name."))
        return found

    def _succession(self) -> Succession | None:
        """Return where the club went, if the bundle tells; it must be the club that has written this game."""
        if not self.bundle.succession:
            return None
        try:
            line = read_succession([raw.encode() for raw in self.bundle.succession])
        except Refused as refused:
            raise Broken(None, refused) from None
        if self.bundle.origin not in line.origins or not set(self.keys) <= set(line.keys):
            raise Broken(None, Refused("wrong_key", "The succession in the bundle is that of another club."))
        return line

    def _secrets(self) -> Secrets | None:
        """Return the opened secrets, after checking them against what `open` committed to."""
        bundle = self.bundle
        if bundle.K is None or bundle.S is None:
            if bundle.K or bundle.S:
                raise Broken(None, Refused("malformed_json", "A bundle holds both secrets or none."))
            return None
        opened = self.lines[0].body or {}
        secrets = Secrets(S=read_base64url(bundle.S), K=read_base64url(bundle.K))
        if seed_commit(self.game, secrets.S) != opened.get("seed_commit"):
            raise Broken(None, Refused("bad_position", "The opened secret S is not the one that `open` committed to."))
        if salt_commit(self.game, secrets.K) != opened.get("k_commit"):
            raise Broken(None, Refused("bad_position", "The opened secret K is not the one that `open` committed to."))
        return secrets

    def _check_entries(self) -> None:
        server, used = self.keys[0], 1
        for n, line in enumerate(self.lines):
            try:
                self._check_link(n, line)
                self._check_body(line)
                self._check_head(n, line, self.keys[used] if is_lost_key(line) else server)
            except Refused as refused:
                raise Broken(n, refused) from None
            if line.header.kind == "key" and line.header.seat is None:
                server, used = self.keys[used], used + 1

    def _check_link(self, n: int, line: BundleLine) -> None:
        header = line.header
        before = self.lines[n - 1].header if n else None
        if header.n != n or header.game != self.game:
            raise Refused("bad_position", "The entry is not number {n} of the game {game}.", n=n, game=self.game)
        if header.prev != (self.hashes[n - 1] if n else NO_HASH):
            raise Refused("bad_position", "The entry does not follow the one before it: its `prev` is another hash.")
        if before is not None and header.at < before.at:
            raise Refused("bad_position", "The entry is dated before the one that it follows.")

    def _check_body(self, line: BundleLine) -> None:
        """Check a shown body against its commitment, and shown salts against K where it is open."""
        if (line.body is None) != (line.salt_b is None):
            raise Refused("malformed_json", "A body and its salt are shown together or not at all.")
        if line.salt_b is not None and commit(read_base64url(line.salt_b), canonical(line.body)) != line.header.body:
            raise Refused("bad_position", "The body of the entry is not the one that its header commits to.")
        if line.salt_s is not None and self.secrets is None:
            raise Refused("malformed_json", "The salt of a position is shown though K is not open.")
        if self.secrets is not None and not _salts_follow(line, self.secrets.K):
            raise Refused("bad_position", "A salt of the entry does not come from K.")

    def _check_head(self, n: int, line: BundleLine, server: PublicKey) -> None:
        head = read_statement(line.head.encode(), Head, server)
        if head != head_of(line.header, self.hashes[n], self.bundle.origin):
            raise Refused("bad_position", "The signed head is not the head of this entry.")

    def _check_statements(self) -> None:
        try:
            for raw in self.bundle.receipts:
                self._check_receipt(read_by_any(raw.encode(), Receipt, self.keys))
            if self.bundle.names is not None:
                named = self.keys if self.succession is None else self.succession.keys
                self._check_names(read_by_any(self.bundle.names.encode(), Names, named))
        except Refused as refused:
            raise Broken(None, refused) from None

    def _check_receipt(self, receipt: Receipt) -> None:
        is_ours = (receipt.origin, receipt.game) == (self.bundle.origin, self.game)
        line = self.lines[receipt.n] if is_ours and receipt.n < len(self.lines) else None
        if line is None or (receipt.hash, receipt.at) != (line.header.hash, line.header.at):
            raise Refused("bad_position", "A receipt in the bundle is for an entry that is not in it.")

    def _check_names(self, names: Names) -> None:
        if (names.origin, names.game) != (self.bundle.origin, self.game):
            raise Refused("wrong_game", "The names in the bundle are those of another game.")


def is_lost_key(line: BundleLine) -> bool:
    """Tell whether an entry is a new key's own word, because the server's key was lost."""
    return line.header.kind == "key" and line.header.seat is None and (line.body or {}).get("how") == "lost"


def read_by_any(raw: bytes, kind: type[Statement], keys: Iterable[PublicKey]) -> Statement:
    """Return a server's statement that one of these keys signed."""
    kid = signer_of(raw)
    key = next((key for key in keys if key.kid == kid), None)
    if key is None:
        raise Refused("wrong_key", "The statement is signed with the key {kid}, which is not the server's.", kid=kid)
    return read_statement(raw, kind, key)


def _salts_follow(line: BundleLine, salt_key: bytes) -> bool:
    n = line.header.n
    wanted = b64u(salt_of_body(salt_key, n)), b64u(salt_of_state(salt_key, n))
    return line.salt_b in {None, wanted[0]} and line.salt_s in {None, wanted[1]}
