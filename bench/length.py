"""What a long game costs: its entries, a moment of it, its bundle and verifying that, at entry 2,000 against entry 200."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bench.databases import new_club
from bench.rows import Row
from bench.server_speed import by_turns, clocked, people, seated, timed_turn
from engine.ledger.verify import verify
from server import create_app
from tests.games import register_tiny_games
from tests.server.people import Person

SHORT, LONG = 200, 2_000
LINEAR = 1.2 * LONG / SHORT
"""Ten times the entries may cost twelve times as much: what grows with the square would cost a hundred."""
SAME = 1.5
ROUNDS = 7
PAGE = 100


def measure() -> Iterator[Row]:
    """Yield a line for each thing that somebody asks of a whole game."""
    register_tiny_games()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(new_club(Path(folder)))
        ada, bob = people(app)
        short, long = (lengthen(ada, seated(ada, bob), entries) for entries in (SHORT, LONG))
        yield compare("entries", lambda game: read_entries(ada, game), long, short, LINEAR)
        middle = {short: SHORT // 2, long: LONG // 2}
        yield compare("`replay --at` its middle", lambda game: ada.view(game, at=middle[game]), long, short, SAME)
        yield compare("bundle", ada.bundle, long, short, LINEAR)
        bundles = {game: ada.bundle(game) for game in (short, long)}
        yield compare("verify", lambda game: verify(bundles[game]), long, short, LINEAR)
        app.extensions["atelier"].engine.dispose()


def lengthen(one: Person, game: str, entries: int) -> str:
    """Let somebody play and take back in a game until its ledger is that long, and return its name."""
    while one.view(game)["n"] < entries:
        timed_turn(one, game)
    return game


def read_entries(one: Person, game: str) -> None:
    """Read a ledger page by page."""
    since = 0
    while found := one.call("GET", f"/games/{game}/entries", query_string={"since": since, "limit": PAGE}).json[
        "entries"
    ]:
        since = found[-1]["header"]["n"] + 1


def compare(name: str, work: Callable[[str], Any], long: str, short: str, bar: float) -> Row:
    """Return the line of something that is asked of a long game and of a short one, by turns."""
    slow, fast = by_turns(lambda: clocked(lambda: work(long)), lambda: clocked(lambda: work(short)), ROUNDS)
    detail = f"{slow * 1e3:.1f} ms against {fast * 1e3:.1f}"
    return Row(f"{name}, entry {LONG:,} against {SHORT}", slow / fast, bar, detail, more_is_better=False)
