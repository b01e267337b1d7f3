"""What a browser kept of a club and saved as one document: its pinned keys, heads and receipts, for `verify` to hold against a bundle."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cli.exits import Failure
from cli.profiles import read_text
from engine.core.language import Text
from engine.core.refusals import Exit
from engine.ledger.anchoring import Anchors
from engine.ledger.keys import read_public_jwk
from engine.ledger.succession import read_succession

Line = Annotated[str, Meta(min_length=1, max_length=16384)]


class HeldOfGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the server signed of one game; a note or a drop stands before the receipt of it."""

    heads: tuple[Line, ...] = ()
    receipts: tuple[Line, ...] = ()
    noted: tuple[tuple[Line, Line], ...] = ()


class WitnessDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The document that a page saves."""

    v: Literal[1]
    origin: str
    server_keys: tuple[dict[str, str], ...]
    own_keys: tuple[dict[str, str], ...]
    succession: tuple[Line, ...]
    games: dict[str, HeldOfGame]

    def is_of(self, origin: str) -> bool:
        """Tell whether it is about the club at an address."""
        moved = read_succession([step.encode() for step in self.succession]).origins if self.succession else ()
        return origin in {self.origin, *moved}

    def anchor(self, game: str) -> Anchors:
        """Return what it holds of a game, as a verifier takes it."""
        held = self.games.get(game, HeldOfGame())
        return Anchors(
            server_keys=tuple(read_public_jwk(jwk) for jwk in self.server_keys),
            own_keys=tuple(read_public_jwk(jwk) for jwk in self.own_keys),
            heads=tuple(head.encode() for head in held.heads),
            receipts=tuple(receipt.encode() for receipt in held.receipts),
            noted=tuple((slip.encode(), receipt.encode()) for slip, receipt in held.noted),
            succession=tuple(step.encode() for step in self.succession),
        )


def read_witnesses(path: Path) -> WitnessDocument:
    """Return the document in a file, or refuse one that is none."""
    try:
        return msgspec.json.decode(read_text(path), type=WitnessDocument)
    except msgspec.MsgspecError:
        said = Text("{path} is no file of witnesses: save one on the page of your key.", path=str(path))
        raise Failure(said, Exit.NOT_ALLOWED, "malformed_json") from None


def join_anchors(held: Iterable[Anchors]) -> Anchors:
    """Return all that is held from several places; of successions the one that was followed furthest."""
    held = tuple(held)
    return Anchors(
        server_keys=tuple(key for one in held for key in one.server_keys),
        own_keys=tuple(key for one in held for key in one.own_keys),
        heads=tuple(head for one in held for head in one.heads),
        receipts=tuple(receipt for one in held for receipt in one.receipts),
        noted=tuple(pair for one in held for pair in one.noted),
        succession=max((one.succession for one in held), key=len, default=()),
    )
