"""Under faults: kill -9, two servers, races, a restore, a full upgrade check. Nothing lost, nothing doubled."""

import os
import random
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
import requests
from sqlalchemy import select, update

from bench.soak.clubs import Postgres
from bench.soak.disk import Quota
from engine.ledger.verify import verify
from server import create_app
from server.config import load_config
from server.models import Game, StoredEntry
from server.services import backup, checks, host
from tests.databases import create_empty, drop_database, find_postgres_tools, make_club, name_database, set_fsync
from tests.night import by_day_and_night
from tests.server.people import FlaskDoor, HttpDoor, Person, seat_all
from tests.server.processes import Served


@pytest.fixture
def durable(config, request):
    """A database that waits for its disk, as a club's does."""
    server = None if config.is_sqlite else request.getfixturevalue("postgres")
    if server:
        set_fsync(server, "on")
    yield
    if server:
        set_fsync(server, "off")


@pytest.fixture
def served(config, durable):
    server = Served(config).start()
    yield server
    server.stop()


def people(club, door_of, names):
    return [Person(door_of(), club, name).register() for name in names]


def a_turn(game, one, rng):
    view = one.view(game)
    if not view["awaited"]:
        return None
    return one.turn_slip(game, [rng.choice(view["legal"])["line"]], view)


@by_day_and_night("wanted", 40, 400)
def test_kill_9_at_random_moments_loses_and_doubles_nothing(served, club, wanted):
    rng = random.Random(9)
    seated = people(club, lambda: HttpDoor(served.url), ["ada", "bob", "eve"])
    acknowledged, turns, kills = [], 0, 0
    game = None
    while turns < wanted:
        if game is None:
            game = seated[0].open("foundry", 3)
            seat_all(game, seated)
        for one in seated:
            try:
                raw = a_turn(game, one, rng)
                if raw is None:
                    continue
                killer = threading.Timer(rng.random() * 0.02, served.kill) if rng.random() < 0.1 else None
                if killer:
                    kills += 1
                    killer.start()
                answer = send(one, game, raw, served, killer)
            except requests.ConnectionError:
                continue
            acknowledged.append((game, answer["n"], answer["hash"]))
            turns += 1
        if all(not one.view(game)["awaited"] for one in seated):
            assert verify(seated[0].bundle(game)).grade == "consistent"
            game = None
    assert kills
    with club.read() as session:
        stored = set(session.execute(select(StoredEntry.game_id, StoredEntry.n, StoredEntry.hash)).all())
    assert {tuple(one) for one in acknowledged} <= stored
    assert len(set(acknowledged)) == len(acknowledged)


def send(one, game, raw, served, killer):
    """Send a slip until it is answered, starting the server again when it was killed."""
    for _ in range(20):
        try:
            answer = one.slip("POST", f"/games/{game}/turns", raw)
        except requests.RequestException:
            killer.join()
            served.start()
            continue
        if killer and killer.is_alive():
            killer.cancel()
        if killer and served.process.poll() is not None:
            served.start()
        elif killer:
            killer.join()
            if served.process.poll() is not None:
                served.start()
        assert answer.status in {200, 201}, answer
        return answer.json
    raise AssertionError("never answered")


def play_all(one, url, games, seed):
    """Play a person's turns in all games through one server; return what was refused."""
    rng = random.Random(seed)
    clone = Person(HttpDoor(url), one.club, one.handle)
    clone.key, clone.token = one.key, one.token
    left, refused = list(games), []
    while left:
        game = rng.choice(left)
        view = clone.view(game)
        if view["status"] == "over":
            left.remove(game)
        elif view["awaited"]:
            answer = clone.play(game, rng.choice(view["legal"])["line"], view=view)
            refused += [answer] if answer.status != 201 else []
    return refused


def at_once(calls):
    """Make calls in threads and return their answers."""
    with ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(*call) for call in calls]]


def test_two_servers_on_one_database_play_ten_games_at_once(fresh_postgres, tmp_path):
    config = load_config({}, home=str(tmp_path / "club"), database_url=fresh_postgres, log="off", rates=False)
    make_club(config)
    app = create_app(config)
    club = app.extensions["atelier"]
    seated = people(club, lambda: FlaskDoor(app), ["ada", "bob"])  # before a worker can send their codes
    games = [seated[0].open("foundry", 2) for _ in range(10)]
    for game in games:
        seat_all(game, seated)
    servers = [Served(config).start(), Served(config).start()]
    refused = at_once([(play_all, one, servers[i].url, games, i) for i, one in enumerate(seated)])
    assert refused == [[], []]
    for game in games:
        assert verify(seated[0].bundle(game)).grade == "consistent"
    for server in servers:
        server.stop()
    club.engine.dispose()


def post_turn(one, game, raw):
    return one.slip("POST", f"/games/{game}/turns", raw)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_five_seats_of_a_simultaneous_phase_never_see_a_conflict(served_clubs, kind):
    served, club = served_clubs.serve(kind)
    seated = people(club, lambda: HttpDoor(served.url), ["ada-of-four", "bob-of-four", "eve-of-four", "max-of-four"])
    for _ in range(5):
        game = seated[0].open("foundry", 4)
        seat_all(game, seated)
        answers = at_once([(post_turn, one, game, one.turn_slip(game, ["bid 1"])) for one in seated])
        assert [answer.status for answer in answers] == [201] * 4


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_the_same_slip_from_many_threads_is_one_entry(served_clubs, kind):
    served, club = served_clubs.serve(kind)
    ada, bob = people(club, lambda: HttpDoor(served.url), ["ada-of-eight", "bob-of-eight"])
    game = ada.open("foundry", 2)
    seat_all(game, (ada, bob))
    raw = ada.turn_slip(game, ["bid 2"])
    copies = [Person(HttpDoor(served.url), club, "copy") for _ in range(8)]
    answers = at_once([(post_turn, copy, game, raw) for copy in copies])
    assert sorted(answer.status for answer in answers) == [200] * 7 + [201]
    assert len({answer.json["receipt"] for answer in answers}) == 1


def test_a_full_disk_is_said_to_be_full_and_nothing_is_lost(tmp_path):
    config = load_config({}, home=str(tmp_path / "club"), log="off", rates=False)
    make_club(config)
    club = create_app(config).extensions["atelier"]
    server = Served(config).start()
    ada, bob = people(club, lambda: HttpDoor(server.url), ["ada", "bob"])
    game = ada.open("foundry", 2)
    seat_all(game, (ada, bob))
    raw = ada.turn_slip(game, ["bid 1"])
    disk = Quota(server.process.pid)
    disk.fill()
    refused = post_turn(ada, game, raw)
    assert (refused.status, refused.code, refused.headers["Retry-After"]) == (503, "storage_full", "2")
    assert bob.view(game)["awaited"]
    disk.free()
    assert post_turn(ada, game, raw).status == 201
    assert bob.play(game, "bid 0").status == 201
    server.stop()
    club.engine.dispose()


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_after_a_restart_of_postgres_the_server_goes_on(mode, monkeypatch):
    """A connection that has idled is asked first; a turn whose connection was just used looks for another one."""
    monkeypatch.setattr("server.storage.engines.SECONDS_TRUSTED", 0)
    postgres = Postgres(Path(tempfile.mkdtemp(prefix="atelier-pg-")))
    with tempfile.TemporaryDirectory() as home:
        config = load_config({}, home=home, database_url=postgres.server.get_uri(), log="off", rates=False)
        host.init(config).engine.dispose()
        app = create_app(config)
        club = app.extensions["atelier"]
        ada, bob = people(club, lambda: FlaskDoor(app), ["ada", "bob"])
        game = ada.open("foundry", 2)
        seat_all(game, (ada, bob))
        raw = ada.turn_slip(game, ["bid 1"])
        postgres.restart(mode)
        assert post_turn(ada, game, raw).status == 201
        raw = bob.turn_slip(game, ["bid 0"])
        monkeypatch.setattr("server.storage.engines.SECONDS_TRUSTED", 60)
        postgres.restart(mode)
        assert post_turn(bob, game, raw).status == 201
        club.engine.dispose()
    postgres.server.cleanup()


@pytest.fixture
def pg_tools(monkeypatch):
    """Put the tools of the test Postgres on the path, as a host would have them."""
    monkeypatch.setenv("PATH", f"{find_postgres_tools()}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def empty_club(config, tmp_path, request):
    """The settings of another club, on an empty database of the same kind."""
    restored = msgspec.structs.replace(config, home=str(tmp_path / "restored"), database_url="")
    if config.is_sqlite:
        yield restored
        return
    url = name_database(request.getfixturevalue("postgres"))
    create_empty(url)
    yield msgspec.structs.replace(restored, database_url=url.render_as_string(hide_password=False))
    drop_database(url)


def test_a_restored_club_goes_on_and_old_slips_are_dead(config, table, tmp_path, pg_tools, empty_club):
    game, ada, bob = table
    ada.play(game, "bid 1")
    kept = backup.backup(config, tmp_path / "club.tar.gz")
    lost = bob.turn_slip(game, ["bid 2"])
    assert bob.slip("POST", f"/games/{game}/turns", lost).status == 201
    backup.unpack(empty_club, kept)
    again = create_app(empty_club)
    assert backup.mark_restored(again.extensions["atelier"]) == 1
    for one in (ada, bob):
        one.door = FlaskDoor(again)
    assert bob.slip("POST", f"/games/{game}/turns", lost).code in {"stale_position", "stale_ask"}
    rng = random.Random(2)
    while any(one.view(game)["awaited"] for one in (ada, bob)):
        for one in (ada, bob):
            raw = a_turn(game, one, rng)
            assert raw is None or one.slip("POST", f"/games/{game}/turns", raw).status == 201
    assert verify(ada.bundle(game)).grade == "consistent"
    again.extensions["atelier"].engine.dispose()


def test_a_game_that_no_longer_replays_is_reported_and_held(club, table):
    game, ada, bob = table
    ada.play(game, "bid 1")
    assert checks.check(club, again=True) == []
    with club.write() as session:
        body = session.execute(
            select(StoredEntry.body).where(StoredEntry.game_id == game, StoredEntry.n == 4)
        ).scalar_one()
        changed = body.replace(b"bid 1", b"bid 2")
        session.execute(update(StoredEntry).where(StoredEntry.game_id == game, StoredEntry.n == 4).values(body=changed))
    assert [one.game for one in checks.check(club, hold=True, again=True)] == [game]
    assert bob.play(game, "bid 0", view={"seat": 1, "ask": 1, "on": "x" * 42 + "A"}).code == "held_for_upgrade"
    with club.read() as session:
        assert session.execute(select(Game.held).where(Game.id == game)).scalar_one()


def change_entry(club, game, n, change):
    """Change the stored body of an entry, and return what it was."""
    here = (StoredEntry.game_id == game) & (StoredEntry.n == n)
    with club.write() as session:
        body = session.execute(select(StoredEntry.body).where(here)).scalar_one()
        session.execute(update(StoredEntry).where(here).values(body=change(body)))
    return body


def test_a_held_game_can_be_looked_at_and_goes_on_when_it_replays_again(club, table):
    game, ada, bob = table
    ada.play(game, "bid 1")
    body = change_entry(club, game, 4, lambda body: body.replace(b"bid 1", b"bid 2"))
    checks.check(club, hold=True, again=True)
    assert bob.view(game)["awaited"]
    assert bob.play(game, "bid 0").code == "held_for_upgrade"
    change_entry(club, game, 4, lambda _: body)
    assert checks.check(club, hold=True, again=True) == []
    assert bob.play(game, "bid 0").status == 201


def test_a_position_of_other_rules_is_held_and_its_ledger_can_be_read(club, table):
    game, ada, _ = table
    with club.write() as session:
        dump = session.execute(select(Game.dump).where(Game.id == game)).scalar_one()
        assert b'"version":1' in dump
        other = dump.replace(b'"version":1', b'"version":99')
        session.execute(update(Game).where(Game.id == game).values(dump=other))
    assert [one.game for one in checks.check(club, hold=True, again=True)] == [game]
    assert ada.call("GET", f"/games/{game}/view").code == "held_for_upgrade"
    assert len(ada.call("GET", f"/games/{game}/entries").json["entries"]) == 4
    assert ada.call("GET", f"/games/{game}/bundle").status == 200


def test_a_ledger_that_makes_no_sense_is_reported(club, table):
    game, ada, _ = table
    ada.play(game, "bid 1")
    for n, body in ((4, b"{}"), (0, b"[]"), (2, b"nonsense")):
        kept = change_entry(club, game, n, lambda _, body=body: body)
        assert [one.game for one in checks.check(club, again=True)] == [game]
        change_entry(club, game, n, lambda _, kept=kept: kept)
