"""What somebody else on the same machine can read of a club: nothing, whatever the umask was."""

import os
import stat

import pytest

from cli.commands.serve import settle_for_trying
from server import create_app
from server.config import load_config
from server.services import host
from server.services.backup import backup, unpack
from server.worker import Worker
from tests.cli.people import Player
from tests.server.people import FlaskDoor, Person


@pytest.fixture(autouse=True)
def careless():
    """Let every new file be open to everybody, if nobody cares."""
    before = os.umask(0)
    yield
    os.umask(before)


def find_open(folder):
    paths = [folder, *folder.rglob("*")]
    return {str(path.relative_to(folder.parent)) for path in paths if stat.S_IMODE(path.stat().st_mode) & 0o077}


@pytest.fixture
def busy(tmp_path):
    """A club at work: its database has a log, and mail was sent."""
    config = load_config({}, home=str(tmp_path / "parents" / "club"), log="off")
    host.init(config).engine.dispose()
    app = create_app(config)
    club = app.extensions["atelier"]
    Person(FlaskDoor(app), club, "ada").register(confirmed=False)
    Worker(club).once()
    yield config
    club.engine.dispose()


def test_a_club_is_its_owners_alone_from_the_first_write(busy):
    names = {path.name for path in busy.folder.rglob("*")}
    assert {"atelier.sqlite", "atelier.sqlite-wal", "atelier.sqlite-shm", "server-key.json", "mail", "new"} <= names
    assert len([*(busy.folder / "mail" / "new").iterdir()]) == 1
    assert find_open(busy.folder) == set()
    assert stat.S_IMODE((busy.folder / "mail").stat().st_mode) == 0o700


def test_what_serve_writes_down_is_its_owners_alone(tmp_path):
    env = Player(tmp_path / "home", "http://127.0.0.1:9").env()
    settle_for_trying(env, tmp_path / "club")
    assert (tmp_path / "club" / "atelier.toml").exists()
    assert find_open(tmp_path / "club") == set()


def test_a_backup_and_what_is_restored_from_it_are_their_owners_alone(busy, tmp_path):
    archive = backup(busy, tmp_path / "backup.tar.gz")
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    again = load_config({}, home=str(tmp_path / "again"), log="off")
    unpack(again, archive)
    assert find_open(again.folder) == set()
    create_app(again).extensions["atelier"].engine.dispose()


def test_a_host_is_told_of_files_that_others_can_read(busy, tmp_path):
    player = Player(tmp_path / "home", "http://127.0.0.1:9")
    assert "Others can read" not in player.ok("host", "check", "--club", busy.folder).err
    (busy.folder / "atelier.sqlite").chmod(0o644)
    (busy.folder / "mail").chmod(0o755)
    told = player.ok("host", "check", "--club", busy.folder).err
    assert f"{busy.folder / 'atelier.sqlite'}, " in told
    assert f"{busy.folder / 'mail'}: `chmod -R go= {busy.folder}`" in told
