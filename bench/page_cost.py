"""What a game's page costs beside the JSON of the same view, and how many bytes a visit takes."""

import re
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import engine
from bench.databases import new_club
from bench.rows import Row
from bench.server_speed import by_turns, people, seated
from engine.bots import BOTS, Desk
from engine.core.chance import Chance
from server import create_app
from server.services import shelf
from server.services.club import Club
from server.web.assets import find_path, read_assets
from tests.attacks.dear import weigh
from tests.server.people import Answer, Person

MOST_CPU = 1.5
FIRST_VISIT, LATER_VISIT = 60, 12
"""How many kilobytes a visit may take, pressed."""
TURNS, ROUNDS = 16, 15
IMPORT = re.compile(r'(?:from|import\()\s*"\./([\w.]+)"')


class Visit(NamedTuple):
    """What a game's page takes: CPU against that of the JSON view, its bytes, and those of the files that it loads."""

    game: str
    page_ms: float
    view_ms: float
    page_kb: float
    files_kb: float


def measure() -> Iterator[Row]:
    """Yield the dearest and the largest page of a turn, of all games."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(new_club(Path(folder)))
        club: Club = app.extensions["atelier"]
        two = people(app)
        visits = [visit(club, game, two) for game in engine.games()]
        club.engine.dispose()
    dear = max(visits, key=lambda one: one.page_ms / one.view_ms)
    detail = f"{dear.game}: {dear.page_ms:.1f} ms, the JSON {dear.view_ms:.1f}"
    yield Row(
        "a game's page against its JSON view", dear.page_ms / dear.view_ms, MOST_CPU, detail, more_is_better=False
    )
    large = max(visits, key=lambda one: one.page_kb)
    first = large.page_kb + large.files_kb
    yield Row("first visit to a game, KB", first, FIRST_VISIT, f"{large.game}: page and files", more_is_better=False)
    yield Row("later visit to a game, KB", large.page_kb, LATER_VISIT, f"{large.game}: page", more_is_better=False)


def visit(club: Club, rules: str, two: tuple[Person, Person]) -> Visit:
    """Weigh the page of somebody who is asked in the middle of a game."""
    game = seated(*two, rules)
    reader = play_on(club, game, two)
    page, view = partial(get_page, reader, game), partial(reader.call, "GET", f"/games/{game}/view")
    page_s, view_s = by_turns(lambda: weigh(page)[0], lambda: weigh(view)[0], ROUNDS)
    files = find_files(reader)
    return Visit(rules, page_s * 1e3, view_s * 1e3, len(page().body) / 1e3, sum(map(len, files)) / 1e3)


def play_on(club: Club, game: str, two: tuple[Person, Person]) -> Person:
    """Play some turns as the greedy bot would, and return who is asked then."""
    for number in range(TURNS):
        with club.read() as session:
            table = shelf.get_record(session, game).table
        assert table is not None
        seat = table.awaiting[0]
        moves = BOTS["greedy"].choose(Desk(table, seat), Chance(b"%d" % number))
        answer = two[seat].play(game, *map(str, moves))
        assert answer.status == 201, answer
    return next(one for one in two if one.view(game)["awaited"])


def get_page(reader: Person, game: str) -> Answer:
    """Ask for a game's page as a browser does."""
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip", "Authorization": f"Bearer {reader.token}"}
    answer: Answer = reader.door("GET", f"/games/{game}", headers=headers)
    return answer


def find_files(reader: Person) -> list[bytes]:
    """Return all files that a page loads, as they are sent: those it names, and those that its scripts name."""
    names, found = {"style.css", "icon.svg", "page.js"}, dict[str, bytes]()
    while names:
        name = names.pop()
        found[name] = reader.door("GET", find_path(name), headers={"Accept-Encoding": "gzip"}).body
        names |= set(IMPORT.findall(read_assets()[name].plain.decode())) - set(found)
    return list(found.values())
