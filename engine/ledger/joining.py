"""From an empty table to the first position: open, join, leave and start."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from engine.core.errors import Refused
from engine.core.language import Who
from engine.core.rules import AnyRules
from engine.core.table import new_table
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import Hints, OpenBody, SeatBody, StartBody
from engine.ledger.keys import PublicKey, read_public_jwk
from engine.ledger.record import Chair, Page, Record, change_chair, check_author, check_game, check_head, get_chair
from engine.ledger.seed import Secrets, derive_seed, salt_commit, seed_commit
from engine.ledger.slips import GameId, JoinSlip, SeatSlip, Slip, check_signature, expect
from engine.ledger.trail import new_trail
from engine.registry import recorded_rules


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is opened with; its rules have their version and edition."""

    game: str
    rules: AnyRules
    seats: int
    options: dict[str, Any] = {}
    pace: dict[str, Any] = {}
    policy: dict[str, Any] = {}
    chance: str = "open"
    hints: Hints = "any"


def draft_open(terms: Terms, secrets: Secrets, server: PublicKey, origin: str) -> EntryDraft:
    """Return the first entry of a game; seats and options are tried out on a table of no account."""
    check_game_id(terms.game)
    if terms.chance != "open":
        raise Refused("unknown_option", "Chance can only be `open` here, not `{chance}`.", chance=terms.chance)
    rules = terms.rules
    trial = new_table(rules, terms.seats, terms.options, b"trial")
    body = OpenBody(
        origin=origin,
        server_jwk=server.jwk,
        rules=rules.id,
        version=rules.version,
        edition=rules.bound.digest,
        seats=terms.seats,
        options=trial.options,
        pace=terms.pace,
        policy=terms.policy,
        chance="open",
        hints=terms.hints,
        seed_commit=seed_commit(terms.game, secrets.S),
        k_commit=salt_commit(terms.game, secrets.K),
    )
    page = first_page(terms.game, body, secrets, rules.bound.own)
    return EntryDraft(kind="open", body=body, page=page, kid=server.kid)


def first_page(game: str, body: OpenBody, secrets: Secrets, components: dict[str, Any] | None) -> Page:
    """Return the page of a game that is about to open, as its terms say."""
    return Page(
        game=game,
        origin=body.origin,
        server=read_public_jwk(body.server_jwk).kid,
        rules=body.rules,
        version=body.version,
        edition=body.edition,
        options=body.options,
        secret=secrets.S,
        salt_key=secrets.K,
        chairs=(Chair(),) * body.seats,
        trail=new_trail(body.seats),
        components=components,
    )


def check_game_id(game: str) -> None:
    """Refuse an id that could not stand in a slip."""
    try:
        msgspec.convert(game, GameId)
    except msgspec.ValidationError:
        raise Refused("invalid_value", "A game's id has 1 to 64 letters, digits, `-` or `_`.") from None


def draft_join(record: Record, slip: Slip, key: PublicKey) -> EntryDraft:
    """Return the entry by which a player takes a free seat, gives entropy and shows the key that counts."""
    join = expect(slip, JoinSlip)
    page = record.page
    check_game(page, join.game)
    check_signature(slip, key)
    _check_still_open(page)
    if join.terms != page.terms:
        raise Refused("terms_changed", "The slip agrees to other terms than this game's: look at them and join again.")
    _check_seat_free(page, join.seat, key)
    if join.entropy is UNSET:
        raise Refused("invalid_value", "This game wants `entropy` in the join, not a seal.")
    body = SeatBody(slip=slip.raw.decode(), jwk=key.jwk, how="joined")
    seated = change_chair(page, join.seat, by="player", x=key.x, entropy=join.entropy)
    return EntryDraft(kind="join", body=body, page=seated, kid=key.kid, seat=join.seat, slip=slip)


def draft_leave(record: Record, slip: Slip) -> EntryDraft:
    """Return the entry by which a player gives a seat back before the start."""
    leave = expect(slip, SeatSlip)
    page = record.page
    check_author(page, slip, leave.game, leave.seat)
    _check_still_open(page)
    check_head(page, leave.on)
    if leave.do != "leave":
        raise Refused("invalid_value", "Before the start a seat can only be left, not `{do}`.", do=leave.do)
    body = SeatBody(slip=slip.raw.decode(), jwk=None, how="left")
    freed = change_chair(page, leave.seat, by="empty", x=None, entropy=None)
    return EntryDraft(kind="leave", body=body, page=freed, kid=slip.kid, seat=leave.seat, slip=slip)


def draft_start(record: Record, bots: Mapping[int, str] | None = None) -> EntryDraft:
    """Return the entry that seats the bots, makes the seed and deals the first position."""
    page = record.page
    _check_still_open(page)
    for seat, bot in (bots or {}).items():
        _check_seat_free(page, seat, None)
        page = change_chair(page, seat, by="bot", bot=bot)
    free = [Who(seat) for seat, chair in enumerate(page.chairs) if chair.by == "empty"]
    if free:
        raise Refused(
            "seats_out_of_range", "These seats are still free: {free}. Fill them with players or bots first.", free=free
        )
    entropy = {seat: chair.entropy for seat, chair in enumerate(page.chairs) if chair.entropy is not None}
    seed = derive_seed(page.game, page.secret, entropy)
    rules = recorded_rules(page.rules, page.version, page.edition, page.components)
    table = new_table(rules, len(page.chairs), page.options, seed)
    body = StartBody(bots=tuple(chair.bot for chair in page.chairs))
    started = msgspec.structs.replace(page, phase="running", components=None)
    return EntryDraft(kind="start", body=body, page=started, kid=page.server, table=table)


def _check_still_open(page: Page) -> None:
    if page.phase == "over" or page.is_stopped:
        raise Refused("game_over", "The game was stopped: nobody can join or leave it.")
    if page.phase != "open":
        raise Refused("game_started", "The game has started: seats can't be taken or left in this way.")


def _check_seat_free(page: Page, seat: int, key: PublicKey | None) -> None:
    chair = get_chair(page, seat)
    if key and any(other.kid == key.kid for other in page.chairs):
        raise Refused("already_seated", "Your key already has a seat in this game.")
    free = [Who(other) for other, one in enumerate(page.chairs) if one.by == "empty"]
    if not free:
        raise Refused("game_full", "All {seats} seats of this game are taken.", seats=len(page.chairs))
    if chair.by != "empty":
        raise Refused("seat_taken", "The seat of {seat} is taken: free are {free}.", seat=Who(seat), free=free)
