"""A backup is put back whole, into the kind of database that it came from, or nothing is written."""

import io
import tarfile

import pytest

from engine.core.errors import Refused
from server.config import load_config
from server.services.backup import DATABASE, DUMP, backup, find_named_database, unpack
from server.storage.migrations import migrate
from tests.databases import make_club


def make_archive(path, **files):
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return path


@pytest.mark.parametrize(
    ("url", "inside", "said"),
    [
        ("", DUMP, "DATABASE_URL"),
        ("postgresql://nobody@127.0.0.1:1/none", DATABASE, "without DATABASE_URL"),
        ("", "letter.txt", "no backup"),
    ],
)
def test_an_archive_of_another_kind_is_refused_before_anything_is_written(tmp_path, url, inside, said):
    config = load_config({}, home=str(tmp_path / "club"), database_url=url)
    archive = make_archive(tmp_path / "backup.tar.gz", **{inside: b"x", "server-key.json": b"{}"})
    with pytest.raises(Refused) as refused:
        unpack(config, archive)
    assert said in refused.value.say()
    assert not config.folder.exists()


def test_a_database_that_can_not_be_filled_leaves_no_files_behind(tmp_path, monkeypatch):
    config = load_config({}, home=str(tmp_path / "club"), database_url="postgresql://nobody@127.0.0.1:1/none")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Refused, match="invalid_value"):
        unpack(config, make_archive(tmp_path / "backup.tar.gz", **{DUMP: b"x", "server-key.json": b"{}"}))
    assert not config.folder.exists()


def test_it_is_known_which_database_the_settings_of_an_archive_name(tmp_path):
    config = load_config({}, home=str(tmp_path / "club"), log="off")
    make_club(config)
    assert find_named_database(backup(config, tmp_path / "plain.tar.gz")) is None
    (config.folder / "atelier.toml").write_text('database_url = "postgresql://old.example/club"\n')
    assert find_named_database(backup(config, tmp_path / "named.tar.gz")) == "postgresql://old.example/club"


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ("0002", "can't go back to 0002: restore a backup"),
        ("9999", "they go from 0001 to"),
        ("yesterday", "There is no revision yesterday"),
    ],
)
def test_a_way_that_no_migration_goes_is_refused_in_a_sentence(tmp_path, wanted, said):
    config = load_config({}, home=str(tmp_path / "club"), log="off")
    make_club(config)
    with pytest.raises(Refused) as refused:
        migrate(config, wanted)
    assert said in refused.value.say()


def test_a_database_that_a_newer_version_used_is_left_alone(tmp_path, monkeypatch):
    config = load_config({}, home=str(tmp_path / "club"), log="off")
    make_club(config)
    monkeypatch.setattr("server.storage.migrations.get_last_revision", lambda: "0003")
    with pytest.raises(Refused) as refused:
        migrate(config)
    assert "a newer Atelier has used it" in refused.value.say()
