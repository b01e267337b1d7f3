"""What runs in a process of its own: positions come there as bytes, and go back as what was chosen or suggested."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence

from engine import load_table
from engine.bots import BOTS
from engine.bots.search.levels import SearchBot
from engine.core.types import Seat
from engine.ledger.memory import ToldEntry
from engine.ledger.playing import BotPlay
from engine.ledger.record import Record, unpack_page
from engine.seats import Onlooker, choose
from engine.suggestions import Suggestions, suggest

LOWEST = 19


def settle() -> None:
    """Begin as a process that thinks: after everything else on the machine, and never longer than whoever asks lives."""
    os.nice(LOWEST)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this one
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:  # pragma: no cover - whoever gets to its end can tell nothing any more
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)


def takes_long(bot: str | None) -> bool:
    """Tell whether a bot, by its word, thinks so long that others should not wait for it."""
    return isinstance(BOTS.get(bot or ""), SearchBot)


def choose_packed(page: bytes, dump: bytes, seat: Seat, told: Sequence[ToldEntry]) -> BotPlay:
    """Return what a seat's bot plays in a position."""
    return choose(Record(unpack_page(page), load_table(dump, trusted=True)), seat, told)


def suggest_packed(dump: bytes, by: Onlooker, told: Sequence[ToldEntry]) -> Suggestions:
    """Return what somebody might play in a position."""
    return suggest(load_table(dump, trusted=True), by, told)
