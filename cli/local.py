"""A table in this process: rules, bots and a ledger of its own, with nothing to set up and nothing sent."""

import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

import msgspec

from cli import keys, profiles
from cli.answers import PreviewJson, SuggestionsJson, ViewJson
from cli.env import Env
from cli.exits import Failure
from cli.profiles import Profile
from cli.progress import busy
from engine import load_table, seats
from engine.bots import get_bot, word_of
from engine.bots.names import NAMES
from engine.core.canonical import b64u
from engine.core.language import Text
from engine.core.refusals import Exit
from engine.core.table import Table
from engine.core.types import Event
from engine.ledger.bundle import encode_bundle, redact, whole_bundle
from engine.ledger.clerk import Clerk, Entry, Written
from engine.ledger.drafts import EntryDraft
from engine.ledger.entries import Header
from engine.ledger.joining import Terms, draft_join, draft_start
from engine.ledger.keys import PrivateKey
from engine.ledger.memory import tell
from engine.ledger.playing import draft_bot, draft_turn
from engine.ledger.record import Record, end_due, pack_page, unpack_page
from engine.ledger.seed import Secrets, make_secrets_from_os_randomness
from engine.ledger.slips import JoinSlip, TurnSlip, read_slip, sign
from engine.ledger.tending import draft_end
from engine.registry import rules_for
from engine.suggestions import suggest
from engine.thinking import takes_long

ORIGIN = "demo"
YOU = 0
YOUR_NAME = "Camille"
"""Whoever tries a game has a name as the bots have, the same in both languages."""


def demo_profile(env: Env) -> Profile:
    """Return the profile of games in this process: its own key, its own clerk, no server."""
    profile = Profile(name="demo", folder=env.home / "demo", server="", origin=ORIGIN)
    clerk = profile.folder / "clerk.json"
    if clerk.exists():
        profile.server_keys = [keys.read(profiles.read_private(clerk), str(clerk)).public.jwk]
    return profile


def own_key(path: Path) -> PrivateKey:
    """Return the key in a file, made when it is not there."""
    if not path.exists():
        profiles.write_private(path, json.dumps(keys.make().jwk) + "\n")
    return keys.read(profiles.read_private(path), str(path))


class PlayedHere(NamedTuple):
    """A turn that was taken: its entry, how many of its moves were played, and what the person is told of them."""

    n: int
    played: int
    told: list[str]


class LocalTable:
    """A game of one person against bots; every turn is signed and every entry chained as on a server."""

    def __init__(self, env: Env, record: Record, entries: list[Entry], receipts: list[str]) -> None:
        self.env, self.record, self.entries, self.receipts = env, record, entries, receipts
        self.profile = demo_profile(env)
        self.key = own_key(self.profile.key_file)
        self.clerk = Clerk(own_key(self.profile.folder / "clerk.json"), ORIGIN)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.record.page.game

    @property
    def table(self) -> Table:
        """The table in play."""
        assert self.record.table is not None
        return self.record.table

    @property
    def players(self) -> list[str]:
        """How the seats are called."""
        return [YOUR_NAME, *NAMES][: len(self.record.page.chairs)]

    @property
    def you(self) -> seats.Onlooker:
        """The person, who reads in their own language."""
        return seats.Onlooker(YOU, self.env.lang, self.players)

    def look(self) -> ViewJson:
        """Return the player's view in the shape that a server gives it."""
        shown: ViewJson = msgspec.to_builtins(seats.look(self.record, self.you, "demo"))
        return shown

    def preview(self, lines: Sequence[str]) -> PreviewJson:
        """Return what moves would do, on a copy where all that the player can't know is dealt anew."""
        shown: PreviewJson = msgspec.to_builtins(seats.preview(self.table, self.you, lines))
        return shown

    def suggest(self) -> SuggestionsJson:
        """Return what the player might play."""
        shown: SuggestionsJson = msgspec.to_builtins(suggest(self.table, self.you, map(tell, self.entries)))
        return shown

    def play(self, view: ViewJson, lines: Sequence[str], *, blind: bool = False) -> PlayedHere:
        """Sign a turn, play it, and let the bots answer."""
        assert view["ask"] is not None
        assert view["on"] is not None
        said = TurnSlip(self.game, YOU, view["ask"], view["on"], tuple(lines), blind)
        written = self.write(draft_turn(self.record, read_slip(sign(said, self.key))))
        outcome = written.outcome
        assert outcome is not None
        events = [event for event in outcome.events if event.is_seen_by(YOU)]
        self.save()
        return PlayedHere(written.entry.header.n, len(outcome.by_move), self._tell(events))

    def let_bots_play(self) -> list[str]:
        """Let bots play until the person is asked or the game is over; return what the person may know of it."""
        said: list[str] = []
        while (seat := self._bot_awaited()) is not None:
            with self._show_thinking(seat):
                play = seats.choose(self.record, seat, map(tell, self.entries))
            outcome = self.write(draft_bot(self.record, play)).outcome
            assert outcome is not None
            said += self._tell([event for event in outcome.events if event.is_seen_by(YOU)])
        if end_due(self.record):
            self.write(draft_end(self.record))
        self.save()
        return said

    def _show_thinking(self, seat: int) -> AbstractContextManager[None]:
        """Say whose bot is thinking, where that takes long."""
        if not takes_long(self.record.page.chairs[seat].bot):
            return nullcontext()
        return busy(self.env, Text("{who} is thinking", who=self.players[seat]))

    def _tell(self, events: Sequence[Event]) -> list[str]:
        voice = self.table.voice(self.env.lang, self.players).turn_to(YOU)
        return [voice.say(event.text()) for event in events]

    def _bot_awaited(self) -> int | None:
        page = self.record.page
        if page.phase != "running" or end_due(self.record):
            return None
        return next((seat for seat, one in enumerate(page.chairs) if one.by == "bot" and one.ask.is_open), None)

    def write(self, draft: EntryDraft) -> Written:
        """Let the clerk write the next entry, and keep it."""
        written = self.clerk.write(draft, self.env.now())
        self.record = written.record
        self.entries.append(written.entry)
        if written.receipt is not None:
            self.receipts.append(written.receipt.decode())
        return written

    def bundle(self) -> bytes:
        """Return the game as a bundle: whole after its end, before that as the player may see it."""
        page = self.record.page
        names = self.clerk.sign_names(page, tuple(self.players))
        receipts = [receipt.encode() for receipt in self.receipts]
        whole = whole_bundle(self.entries, Secrets(page.secret, page.salt_key), None, receipts, names)
        return encode_bundle(whole if page.phase == "over" else redact(whole, YOU))

    def save(self) -> None:
        """Keep the table, so that it can be resumed; the file holds every secret of the game."""
        kept = {
            "page": b64encode(pack_page(self.record.page)).decode(),
            "dump": self.table.dump().decode(),
            "entries": [
                [msgspec.to_builtins(e.header), e.hash, e.body.decode(), e.head.decode()] for e in self.entries
            ],
            "receipts": self.receipts,
        }
        profiles.write_private(saved_file(self.env), json.dumps(kept))
        profiles.write_private(self.profile.receipts_file(self.game), "\n".join(self.receipts) + "\n")


def saved_file(env: Env) -> Path:
    """Return where the last demo is kept."""
    return env.home / "demo" / "table.json"


def open_local(env: Env, rules: str, seats: int, bot: str) -> LocalTable:
    """Open a table, seat the person and the bots, and deal."""
    profile = demo_profile(env)
    clerk = Clerk(own_key(profile.folder / "clerk.json"), ORIGIN)
    terms = Terms(game=f"demo-{secrets.token_hex(6)}", rules=rules_for(rules), seats=seats)
    opened = clerk.open(terms, make_secrets_from_os_randomness(), env.now())
    table = LocalTable(env, opened.record, [opened.entry], [])
    page = opened.record.page
    join = JoinSlip(page.game, YOU, page.terms, b64u(secrets.token_bytes(32)))
    table.write(draft_join(opened.record, read_slip(sign(join, table.key)), table.key.public))
    table.write(draft_start(table.record, dict.fromkeys(range(1, seats), word_of(get_bot(bot)))))
    return table


def resume_local(env: Env) -> LocalTable:
    """Return the table that was left."""
    path = saved_file(env)
    if not path.exists():
        raise Failure(
            Text("There is no demo to go on with."), Exit.NOT_ALLOWED, "not_found", Text("`atelier demo` begins one.")
        )
    kept = json.loads(profiles.read_private(path))
    record = Record(unpack_page(b64decode(kept["page"])), load_table(kept["dump"]))
    entries = [
        Entry(msgspec.convert(header, Header), digest, body.encode(), head.encode())
        for header, digest, body, head in kept["entries"]
    ]
    return LocalTable(env, record, entries, kept["receipts"])
