"""A club from the wheel, started by the documented units: moved, rotated, copied, burnt, upgraded, and played all the while.

By day tests/upgrade/test_ten_years.py goes the same way in one process, and test_hosting_page.py starts the units.
"""

import re
import shutil
import sys

import pytest

from tests.databases import create_empty, drop_database, name_database
from tests.e2e.machines import Machine, Pair, finish, tell
from tests.e2e.wheels import ROOT, build_wheel, copy_sources, run
from tests.games import PEBBLES
from tests.mail.post import free_port

pytestmark = [pytest.mark.process, pytest.mark.nightly, pytest.mark.timeout(400)]
CORRECTED = "the_last_pebble_loses"


def replace(path, old, new):
    """Change a line of a source file that is there once."""
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))


def build_both(folder, correct=None):
    """Return the wheels of Atelier and of Pebbles, as the tree has them or as the next release corrects them."""
    ours, theirs = copy_sources(ROOT, folder / "ours"), copy_sources(PEBBLES, folder / "pebbles")
    if correct:
        correct(ours, theirs)
    return build_wheel(ours, folder / "wheels"), build_wheel(theirs, folder / "others")


def correct(ours, theirs):
    """Correct one figure of a game of ours, which is then kept as `make editions` does, and one rule of another's."""
    game = ours / "engine" / "games" / "nicodemus" / "data"
    replace(game / "edition.toml", "score_trigger = 20", "score_trigger = 18")
    run([sys.executable, ROOT / "tools" / "editions.py", "nicodemus"], env={"PYTHONPATH": str(ours)})
    assert len(list((game / "editions").iterdir())) > len(list((ROOT / game.relative_to(ours) / "editions").iterdir()))
    source = theirs / "src" / "pebbles"
    replace(source / "rules.py", "version = 1\n", f'version = 2\n    corrections = {{"{CORRECTED}": 2}}\n')
    replace(source / "scoring.py", "seat == state.turn", f'(seat == state.turn) != book.corrected["{CORRECTED}"]')
    for tree in (ours, theirs):
        path = tree / "pyproject.toml"
        path.write_text(re.sub(r'^version = ".*"', 'version = "9.0.0"', path.read_text(), flags=re.MULTILINE))


@pytest.fixture
def wheels(tmp_path):
    return build_both(tmp_path / "today")


@pytest.fixture
def machine(tmp_path, wheels):
    machine = Machine(tmp_path / "machine", wheels, free_port())
    yield machine
    machine.stop()


@pytest.fixture
def pair(tmp_path, wheels, machine):
    return Pair(tmp_path, wheels, machine)


@pytest.fixture
def databases(postgres):
    """Two empty databases on Postgres: for the club, and for what is left of it."""
    urls = [name_database(postgres), name_database(postgres)]
    for url in urls:
        create_empty(url)
    yield [url.set(drivername="postgresql").render_as_string(hide_password=False) for url in urls]
    for url in urls:
        drop_database(url)


def move(machine, pair, game):
    """Give the club another address while it is served, correct the unit, and serve it there."""
    there = f"http://localhost:{machine.port}"
    moved, answers = pair.play_during(machine.host("move", there), game)
    assert moved["origin"] == there
    assert all(answer.exit == 0 for answer in answers), answers
    machine.corrected["ATELIER_ORIGIN"] = there
    machine.serve("atelier.service")
    pair.play_all()
    assert [tell(one, "server")["origin"] for one in pair.people] == [there, there]


def rotate(machine, pair, game):
    """Pass the key on while the club is served; both clients pin the new one by the word of the old."""
    passed, answers = pair.play_during(machine.host("key", "rotate"), game)
    assert (passed["games"], passed["failed"]) == (len(pair.games), [])
    assert all(answer.exit == 0 for answer in answers), answers
    assert [tell(one, "server")["kid"] for one in pair.people] == [passed["kid"]] * 2
    pair.play_all()


def copy(machine, pair, game, url):
    """Copy the club to Postgres while it is served; what served it takes nothing more, the units for many processes do."""
    copied, _ = pair.play_during(machine.host("copy", "--to", url), game)
    assert copied["games"] == len(pair.games)
    refused = pair.play(game, "take 1")
    assert refused.exit != 0, refused
    machine.corrected["DATABASE_URL"] = url
    machine.serve("atelier-api.service", "atelier-worker@.service")
    pair.play_all()


def burn(machine, pair, game, url):
    """Back the club up while it is played, lose the machine and what was played since, and go on from the backup."""
    archive = machine.folder / "sunday.tar.gz"
    _, answers = pair.play_during(machine.host("backup", archive), game)
    assert all(answer.exit == 0 for answer in answers), answers
    pair.play_all()
    machine.stop()
    for path in machine.home.iterdir():
        if path != machine.installed.bin.parent:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    machine.corrected["DATABASE_URL"] = url
    assert finish(machine.host("restore", archive))["games"] == len(pair.games)
    machine.serve("atelier-api.service", "atelier-worker@.service")
    pair.play_all()


def upgrade(machine, pair, wheels):
    """Install the next releases: first where the club is hosted, then where it is played."""
    machine.stop()
    machine.install(*wheels)
    machine.serve("atelier-api.service", "atelier-worker@.service")
    pair.play_all()
    for wheel in wheels:
        pair.installed.type(f"pip install {wheel}")
    assert finish(machine.host("check")) == []


def find_winner(shown):
    """Return the seat that won a finished game."""
    return next(one["seat"] for one in shown["view"]["result"]["standings"] if one["place"] == 1)


def check_readings(pair, old, new):
    """Begun games keep their figures and their rules, new ones have the corrected ones."""
    before, after = ([tell(pair.people[0], "show", game) for game in games] for games in (old, new))
    assert [one["version"] for one in before[:1] + after[:1]] == [1, 2]
    assert before[1]["version"] == after[1]["version"]
    assert before[1]["edition"] != after[1]["edition"]
    ended = [pair.play_out(game) for game in (old[0], new[0])]
    assert [find_winner(one) == one["view"]["turn"] for one in ended] == [True, False]


def check_all(pair, old):
    """Each player verifies each game; what the fire took is told, and nothing else is found."""
    for game in pair.games:
        reports = [tell(one, "verify", game) for one in pair.people]
        assert {report["grade"] for report in reports} == {"anchored" if reports[0]["is_over"] else "partial"}
        assert [report["failed_at"] for report in reports] == [None, None]
        assert all((report["restored_at"] is not None) == (game in old) for report in reports)
        assert any(report["lost"] for report in reports) == (game in old)


def test_a_club_from_the_wheel_is_moved_rotated_copied_restored_upgraded_and_played_all_the_while(
    machine, pair, databases, tmp_path
):
    pair.register(machine, machine.serve("atelier.service"))
    own = tmp_path / "heap.toml"
    own.write_text('format = 1\ngame = "pebbles"\n[pebble]\ncopies = 24\n')
    old = [pair.open("pebbles", "--edition", own), pair.open("nicodemus")]
    pair.play_all()
    move(machine, pair, old[0])
    rotate(machine, pair, old[0])
    copy(machine, pair, old[0], databases[0])
    burn(machine, pair, old[0], databases[1])
    upgrade(machine, pair, build_both(tmp_path / "tomorrow", correct))
    new = [pair.open("pebbles"), pair.open("nicodemus")]
    pair.play_all()
    check_readings(pair, old, new)
    check_all(pair, old)
