"""For hosts: making, checking, backing up, restoring, and seeing what is there."""

import time

import pytest
from sqlalchemy import update

from server.config import load_config
from server.models import OutboxRow
from server.services import host
from server.services.notices import About, announce
from tests.cli.people import Player, Served


@pytest.fixture
def club(newcomer, tmp_path):
    folder = tmp_path / "club"
    newcomer.ok("host", "init", "--club", folder)
    return folder


def test_a_club_is_made_once(newcomer, club):
    first = newcomer.data("host", "init", "--club", club)
    assert newcomer.data("host", "init", "--club", club) == first
    assert newcomer.data("host", "migrate", "--club", club) == {"revision": "head"}
    newcomer.ok("host", "worker", "--once", "--club", club)


def test_players_games_and_outbox_are_listed(person, served):
    ada = person()
    ada.data("new", "foundry", "--title", "listed")
    assert ada.handle in ada.ok("host", "players", "--club", served.folder).out
    assert "listed" in ada.ok("host", "games", "--club", served.folder).out
    assert ada.handle in ada.ok("host", "outbox", "--club", served.folder).out
    kinds = {row["kind"] for row in ada.data("host", "outbox", "--club", served.folder)}
    assert "confirm" in kinds


def test_a_parked_mail_is_sent_after_all_or_forgotten(newcomer, club):
    config = load_config({}, home=str(club))
    found = host.init(config)
    with found.write() as session:
        for name in ("one", "two"):
            announce(session, found, "confirm", None, About(address=f"{name}@example.org"), unique=name)
        session.execute(update(OutboxRow).values(state="parked"))
    found.engine.dispose()
    second, first = (row["id"] for row in newcomer.data("host", "outbox", "--club", club, "--state", "parked"))
    newcomer.ok("host", "outbox", "--club", club, "--retry", first, "--drop", second)
    states = {row["id"]: row["state"] for row in newcomer.data("host", "outbox", "--club", club)}
    assert states == {first: "queued", second: "dropped"}
    assert newcomer.run("host", "outbox", "--club", club, "--drop", first).exit == 7


def test_running_games_are_checked(newcomer, club):
    assert newcomer.data("host", "check", "--club", club) == []


def test_a_backup_is_restored_into_an_empty_folder(newcomer, club, tmp_path):
    archive = tmp_path / "backup.tar.gz"
    nowhere = newcomer.run("host", "backup", archive, "--club", tmp_path / "none")
    assert (nowhere.exit, "There is no club" in nowhere.err, [*tmp_path.glob("*.new")]) == (7, True, [])
    newcomer.ok("host", "backup", archive, "--club", club)
    assert newcomer.run("host", "backup", archive, "--club", club).exit == 2
    assert newcomer.run("host", "restore", archive, "--club", club).exit == 2
    assert newcomer.data("host", "restore", archive, "--club", tmp_path / "again") == {"games": 0}
    assert newcomer.run("host", "restore", tmp_path / "none", "--club", tmp_path / "other").exit == 7
    assert (tmp_path / "again" / "server-key.json").exists()


@pytest.fixture
def mailing(tmp_path):
    """A club whose turn mails do not wait, and two people at a game there."""
    served = Served(tmp_path / "mailing", mail={"undo_pause": 0})
    (served.folder / "atelier.toml").write_text(f'origin = "{served.origin}"\n')
    ada, bob = (Player(tmp_path / name, served.origin).register(served.club, name) for name in ("ada", "bob"))
    game = ada.data("new", "foundry", "--seats", "2", "--title", "by mail")["id"]
    bob.ok("join", game)
    yield served.folder, game, ada
    served.close()


def turn_mail_to(host, folder, who):
    """Wait for a turn mail in the club's folder and return its name."""
    for _ in range(300):
        count = len([*(folder / "mail" / "new").iterdir()])
        for number in range(1, count + 1):
            mail = host.data("host", "mail", "--club", folder, "--number", number)
            if mail["to"].endswith(f"{who}@example.org>") and "Your turn" in mail["text"]:
                return mail["name"]
        time.sleep(0.05)
    raise TimeoutError


def test_a_mail_in_the_club_s_folder_is_read_and_answered(mailing):
    folder, game, ada = mailing
    name = turn_mail_to(ada, folder, "ada")
    shown = ada.ok("host", "mail", name, "--club", folder)
    assert shown.out.startswith("From: Atelier <")
    assert "bid 1" in shown.out
    assert f"atelier host answer --to {name}" in shown.err
    result = ada.ok("host", "answer", "bid 1", "--club", folder, "--to", name)
    assert "Your moves were played." in result.err
    assert not ada.view(game)["awaited"]
    again = ada.ok("host", "answer", "bid 2", "--club", folder, "--to", name)
    assert "That turn had been played already, so nothing was played." in again.err
    assert "token" not in again.err


def test_a_mail_keeps_its_name_when_others_come_in_and_when_it_is_marked_as_read(newcomer, club):
    new, cur = club / "mail" / "new", club / "mail" / "cur"
    for folder in (new, cur):
        folder.mkdir(parents=True)
    (new / "1.1_1.host").write_text("Subject: first\n\n")
    name = newcomer.data("host", "mail", "--club", club)["name"]
    (new / "2.1_2.host").write_text("Subject: second\n\n")
    (new / "1.1_1.host").rename(cur / "1.1_1.host:2,S")
    assert newcomer.data("host", "mail", name, "--club", club)["subject"] == "first"
    assert newcomer.data("host", "mail", "--club", club)["subject"] == "second"
    assert newcomer.data("host", "mail", "--number", 2, "--club", club)["subject"] == "first"


def test_a_name_that_no_mail_has_is_refused(newcomer, club):
    result = newcomer.run("host", "mail", "00000000", "--club", club)
    assert (result.exit, "There is no mail `00000000`" in result.err) == (7, True)


def test_a_folder_without_mail_says_when_it_comes(newcomer, club, tmp_path):
    result = newcomer.run("host", "mail", "--club", club)
    assert (result.exit, "There are 0 mails" in result.err, "90 seconds" in result.err) == (7, True, True)


def test_a_club_with_a_mail_server_has_no_folder(newcomer, club):
    (club / "atelier.toml").write_text('[mail]\ntransport = "smtp"\n')
    assert "by SMTP" in newcomer.run("host", "answer", "bid 1", "--club", club).err
