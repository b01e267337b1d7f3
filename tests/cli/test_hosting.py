"""For hosts: making, checking, backing up, restoring, and seeing what is there."""

import pytest


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
    assert "code=" in ada.ok("host", "outbox", "--club", served.folder).out
    kinds = {row["kind"] for row in ada.data("host", "outbox", "--club", served.folder)}
    assert "confirm" in kinds


def test_running_games_are_checked(newcomer, club):
    assert newcomer.data("host", "check", "--club", club) == []


def test_a_backup_is_restored_into_an_empty_folder(newcomer, club, tmp_path):
    archive = tmp_path / "backup.tar.gz"
    newcomer.ok("host", "backup", archive, "--club", club)
    assert newcomer.run("host", "backup", archive, "--club", club).exit == 2
    assert newcomer.run("host", "restore", archive, "--club", club).exit == 2
    assert newcomer.data("host", "restore", archive, "--club", tmp_path / "again") == {"games": 0}
    assert newcomer.run("host", "restore", tmp_path / "none", "--club", tmp_path / "other").exit == 7
    assert (tmp_path / "again" / "server-key.json").exists()
