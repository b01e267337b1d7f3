"""All that the clerk knows of one game between two entries: a plain page that can be stored, and the live table."""

from collections.abc import Iterable
from typing import Any, Literal, NoReturn

import msgspec

from engine.core.errors import Refused
from engine.core.language import Who
from engine.core.table import Table
from engine.ledger.asks import Ask
from engine.ledger.entries import Ending, MotionTerms
from engine.ledger.keys import PublicKey
from engine.ledger.slips import Slip, check_signature
from engine.ledger.trail import Trail, cut


class Chair(msgspec.Struct, frozen=True, array_like=True):
    """A seat: who plays it, whose key counts, and what is asked of it."""

    by: Literal["empty", "player", "bot"] = "empty"
    x: str | None = None
    bot: str | None = None
    entropy: str | None = None
    ask: Ask = Ask()
    lent: int = 0
    """The ask that the clock lets a bot answer in the player's place."""
    has_settled: bool = False
    offered_to: str | None = None
    """The thumbprint of the only key that may take the seat."""
    noted: int = 0
    """The last of the seat's notes that has fired."""
    notes_from: int = 0
    """The entry that dropped the seat's notes: those whose author had not seen it no longer count."""

    @property
    def key(self) -> PublicKey | None:
        """The key that counts, if somebody has sat here."""
        return None if self.x is None else PublicKey(self.x)

    @property
    def kid(self) -> str | None:
        """The thumbprint of that key."""
        return None if self.x is None else PublicKey(self.x).kid


class Motion(msgspec.Struct, frozen=True, array_like=True):
    """What the table is asked to agree to, and who has; the first of them proposed it."""

    terms: MotionTerms
    yes: tuple[int, ...]


class Page(msgspec.Struct, frozen=True, array_like=True):
    """What is stored of a game beside its table. It holds both secrets and is sent to nobody."""

    game: str
    origin: str
    server: str
    rules: str
    version: int
    edition: str
    options: dict[str, Any]
    secret: bytes
    """S, from which the seed comes."""
    salt_key: bytes
    """K, from which the salts come."""
    chairs: tuple[Chair, ...]
    trail: Trail
    phase: Literal["open", "running", "over"] = "open"
    components: dict[str, Any] | None = None
    """A club's own edition, until the table carries it."""
    is_stopped: bool = False
    n: int = -1
    at: int = 0
    hash: str = ""
    terms: str = ""
    ending: Ending = "stopped"
    """How the game ends if it is stopped."""
    places: tuple[int, ...] = ()
    """Of the seats, where a host has judged the game."""
    motions: tuple[Motion, ...] = ()
    paused: int = 0
    """For how many milliseconds the table has agreed to pause."""


class Record(msgspec.Struct, frozen=True):
    """A game at its last entry. Nothing ever changes in it: the next entry makes a new one."""

    page: Page
    table: Table | None = None


def pack_page(page: Page) -> bytes:
    """Return a page as compact bytes for storage."""
    return _PACKER.encode(page)


def unpack_page(packed: bytes) -> Page:
    """Return the page of stored bytes."""
    return _UNPACKER.decode(packed)


def change_chair(page: Page, seat: int, **changes: Any) -> Page:
    """Return the page with one chair changed."""
    chair = msgspec.structs.replace(page.chairs[seat], **changes)
    return msgspec.structs.replace(page, chairs=(*page.chairs[:seat], chair, *page.chairs[seat + 1 :]))


def end_due(record: Record) -> Ending | None:
    """Return how the game ends if its `end` is due now, else None."""
    page = record.page
    if page.phase == "over":
        return None
    if record.table is not None and record.table.result is not None:
        return "played"
    if page.is_stopped:
        return page.ending
    players = [chair for chair in page.chairs if chair.by == "player"]
    return "settled" if players and all(chair.has_settled for chair in players) else None


def cut_trail(page: Page) -> Page:
    """Return the page after a change of the table that nobody can go back across."""
    return msgspec.structs.replace(page, trail=cut(page.trail, "table"))


def give_away(action: str, to: str | None = None) -> dict[str, Any]:
    """Return what changes on a chair when clock, host or table give it away; nothing if they do not."""
    by: dict[str, Literal["bot", "empty"]] = {"bot_seat": "bot", "open_seat": "empty", "offer_seat": "empty"}
    return {"by": by[action], "lent": 0, "has_settled": False, "offered_to": to} if action in by else {}


def drop_notes(page: Page, seats: Iterable[int]) -> Page:
    """Return the page after the entry that is being drafted has dropped the notes of seats."""
    for seat in seats:
        page = change_chair(page, seat, notes_from=page.n + 1)
    return page


def drop_motions_about(page: Page, seat: int) -> Page:
    """Return the page after a seat has answered: what was to be done about its silence is settled."""
    if not page.motions:
        return page
    return msgspec.structs.replace(page, motions=tuple(one for one in page.motions if one.terms.about != seat))


def get_chair(page: Page, seat: int) -> Chair:
    """Return a seat's chair, or refuse a seat that the game does not have."""
    if not 0 <= seat < len(page.chairs):
        raise Refused(
            "invalid_value",
            "There is no seat {seat}: this game has the seats 0 to {last}.",
            seat=seat,
            last=len(page.chairs) - 1,
        )
    return page.chairs[seat]


def check_not_over(record: Record) -> None:
    """Refuse to change anything in a game that is over."""
    if record.page.phase == "over" or end_due(record):
        raise Refused("game_over", "The game is over: nothing in it can be changed.")


def get_running_table(record: Record) -> Table:
    """Return the table if moves can be played, or refuse."""
    if record.page.phase == "over" or end_due(record):
        raise Refused("game_over", "The game is over: nothing more can be played.")
    if record.table is None:
        raise Refused("game_not_started", "The game has not started: it begins when every seat is taken.")
    return record.table


def check_game(page: Page, game: str) -> None:
    """Refuse a slip that was written for another game."""
    if game != page.game:
        raise Refused("wrong_game", "The slip is for the game {game}, not for {here}.", game=game, here=page.game)


def check_author(page: Page, slip: Slip, game: str, seat: int) -> Chair:
    """Return the seat's chair if the slip is for this game and signed by the key that counts for this seat."""
    check_game(page, game)
    chair = get_chair(page, seat)
    key = chair.key
    if key is None or slip.kid != key.kid:
        _refuse_key(page, slip, seat)
    check_signature(slip, key)
    return chair


def check_head(page: Page, on: str) -> None:
    """Refuse a slip that answers another position than the last one."""
    if on != page.hash:
        raise Refused(
            "stale_position", "The slip answers an older position: `on` must be the head, {head}.", head=page.hash
        )


def _refuse_key(page: Page, slip: Slip, seat: int) -> NoReturn:
    if any(chair.kid == slip.kid for chair in page.chairs):
        raise Refused(
            "not_your_seat", "The slip is for the seat of {seat}, but your key sits on another one.", seat=Who(seat)
        )
    raise Refused("wrong_key", "The slip is signed with the key {kid}, which has no seat in this game.", kid=slip.kid)


_PACKER = msgspec.msgpack.Encoder()
_UNPACKER = msgspec.msgpack.Decoder(Page)
