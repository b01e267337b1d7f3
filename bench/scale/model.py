"""A club of a million running games on paper: what the measured figures add up to."""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

GAMES = 1_000_000
LOADS = {"on average": 12, "in the peak hour": 35, "after an outage": 120}
"""Turns a second."""
VIEWS = 3
"""How often somebody looks for each turn that is played: before it, after it, and when nothing has happened."""
USED = 0.6
"""How much of a core is planned for: what comes at once has to wait less than what is measured alone."""
MAIL_DAYS, ARCHIVE_DAYS, TICKS_A_SECOND = 90, 90, 1 / 15
DAY, YEAR, GIGA = 86_400, 365, 1e9


class Figures(NamedTuple):
    """What was measured: milliseconds of CPU, bytes with indexes, turns a second on this machine, and whole games."""

    turn_api: float
    turn_database: float
    view_api: float
    view_database: float
    mail_worker: float
    mail_database: float
    tick: float
    turns_a_second: float
    entry_bytes: float
    game_bytes: float
    """Of a running game without its entries: its row, seats, holders and snapshot."""
    mail_bytes: float
    game_entries: float
    """How long a ledger is when its game has ended."""
    archive_bytes: float


class Cores(NamedTuple):
    """How much of how many cores a load takes."""

    api: float
    workers: float
    database: float


def find_cores(figures: Figures, turns: float) -> Cores:
    """Return what so many turns a second take: each is looked at, and each is mailed."""
    api = turns * (figures.turn_api + VIEWS * figures.view_api)
    workers = turns * figures.mail_worker + TICKS_A_SECOND * figures.tick
    database = turns * (figures.turn_database + VIEWS * figures.view_database + figures.mail_database)
    return Cores(api / 1e3, workers / 1e3, database / 1e3)


def count_processes(cores: float) -> int:
    """Return how many processes of one core each are planned for a load."""
    return max(1, ceil(cores / USED))


def tell_loads(figures: Figures) -> Iterator[str]:
    """Yield the table of the loads."""
    yield "| load | turns a second | API: cores, processes | workers: cores, processes | Postgres: cores |"
    yield "|---|---|---|---|---|"
    for name, turns in LOADS.items():
        api, workers, database = find_cores(figures, turns)
        processes = count_processes(api), count_processes(workers)
        yield f"| {name} | {turns} | {api:.2f}, {processes[0]} | {workers:.2f}, {processes[1]} | {database:.2f} |"


def find_sizes(figures: Figures) -> dict[str, float]:
    """Return how many bytes are kept of what, when as many games begin as end."""
    turns = LOADS["on average"] * DAY
    ended = turns / figures.game_entries
    whole = figures.game_bytes + figures.game_entries * figures.entry_bytes
    return {
        f"{GAMES:,} running games, half of their turns played": GAMES * (figures.game_bytes + whole) / 2,
        f"games that ended in the last {ARCHIVE_DAYS} days": ended * ARCHIVE_DAYS * whole,
        f"what is kept of the mails of {MAIL_DAYS} days": turns * MAIL_DAYS * figures.mail_bytes,
        "archived games, each year": ended * YEAR * figures.archive_bytes,
    }


def tell_sizes(figures: Figures) -> Iterator[str]:
    """Yield the table of what is kept."""
    yield "| what is kept | GB |"
    yield "|---|---|"
    for name, size in find_sizes(figures).items():
        yield f"| {name} | {size / GIGA:,.0f} |"


def tell(figures: Figures) -> str:
    """Return both tables, as docs/scale.md holds them."""
    return "\n".join([*tell_loads(figures), "", *tell_sizes(figures)])
