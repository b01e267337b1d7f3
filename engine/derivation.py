"""Whether bots played what they play: their turns of a game that is over, chosen again from what the ledger says."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.bots import BOTS, FALLBACK, STAND_IN, word_of
from engine.bots.desk import Bot
from engine.core.canonical import canonical
from engine.core.errors import Refused
from engine.ledger.bundle import Bundle
from engine.ledger.chain import Chain
from engine.ledger.entries import BotBody, Header
from engine.ledger.memory import ToldEntry
from engine.ledger.record import Record
from engine.ledger.replay import Replay, read_body
from engine.seats import STUMBLES, choose_as

Watch = Callable[[int, int], None]
"""Is told how many turns have been looked at, and of how many."""


class Stray(NamedTuple):
    """An entry that says of a bot what it would not have played: which bot, what it says, and what the bot plays."""

    n: int
    bot: str
    says: tuple[str, ...]
    plays: tuple[str, ...]


class Derived(NamedTuple):
    """What became of the bots' turns of a game, by the numbers of their entries."""

    same: tuple[int, ...] = ()
    fallen_back: tuple[int, ...] = ()
    """Any legal move was played instead, and the entry says so; these are among the same."""
    unknown: tuple[int, ...] = ()
    """By bots of a later version than there is here."""
    strays: tuple[Stray, ...] = ()


class DoubtedTurn(NamedTuple):
    """A bot's entry, with the game before it."""

    header: Header
    body: BotBody
    before: Record

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        assert self.header.seat is not None
        return self.header.seat

    @property
    def word(self) -> str:
        """Which bot the entry names, as a ledger does."""
        return self.body.bot if self.body.version == 1 else f"{self.body.bot}-{self.body.version}"


def derive(bundle: Bundle, watch: Watch) -> Derived:
    """Choose every bot's turn of a game again, or refuse one that is not over: its chance is not open yet."""
    secrets = Chain(bundle).secrets
    if not bundle.is_whole or secrets is None or bundle.entries[-1].header.kind != "end":
        raise Refused("game_running", "The game is not over: what bots play follows from secrets that open at its end.")
    turns = list(_list_turns(bundle, Replay(bundle, secrets)))
    told = [ToldEntry(line.header.n, line.header.kind, canonical(line.body)) for line in bundle.entries]
    found = Derived()
    for done, turn in enumerate(turns):
        watch(done, len(turns))
        found = _add(found, turn, told[: turn.header.n])
    watch(len(turns), len(turns))
    return found


def _list_turns(bundle: Bundle, replay: Replay) -> list[DoubtedTurn]:
    turns: list[DoubtedTurn] = []
    before: Record | None = None
    for line, record in zip(bundle.entries, replay.walk(), strict=True):
        body = read_body(line)
        if isinstance(body, BotBody) and before is not None:
            turns.append(DoubtedTurn(line.header, body, before))
        before = record
    return turns


def _add(found: Derived, turn: DoubtedTurn, told: Sequence[ToldEntry]) -> Derived:
    n, bot = turn.header.n, BOTS.get(turn.word)
    if bot is None:
        return found._replace(unknown=(*found.unknown, n))
    plays = _choose(bot, turn, told)
    if plays != turn.body.moves or not _may_play(bot, turn):
        return found._replace(strays=(*found.strays, Stray(n, turn.word, turn.body.moves, plays)))
    if bot is FALLBACK and not _is_seats_own(bot, turn):
        found = found._replace(fallen_back=(*found.fallen_back, n))
    return found._replace(same=(*found.same, n))


def _choose(bot: Bot, turn: DoubtedTurn, told: Sequence[ToldEntry]) -> tuple[str, ...]:
    """Return what a bot plays; nothing where it stumbles, for which an entry would name another one."""
    try:
        return choose_as(bot, turn.before, turn.seat, told).moves
    except STUMBLES:
        return ()


def _may_play(bot: Bot, turn: DoubtedTurn) -> bool:
    """Tell whether it is this bot that plays here: the seat's, a version of who stands in, or who falls in for both."""
    return bot is FALLBACK or _is_seats_own(bot, turn)


def _is_seats_own(bot: Bot, turn: DoubtedTurn) -> bool:
    chair = turn.before.page.chairs[turn.seat]
    return word_of(bot) == chair.bot if chair.bot else bot.name == BOTS[STAND_IN].name
