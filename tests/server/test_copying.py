"""A whole club in another database: nothing is missing, every game goes on there, and the old one is closed."""

import msgspec
import pytest
from sqlalchemy import create_engine, func, select

from engine.core.errors import Refused
from server import create_app
from server.models import db
from server.services import archiving, bots, checks, copying, host, moving
from tests.cli.people import Player
from tests.databases import create_empty, drop_database, name_database
from tests.server.people import FlaskDoor
from tests.server.test_identity import check, play_out


@pytest.fixture
def target(config, postgres, tmp_path):
    """The settings of the same club in an empty database of the other kind."""
    if not config.is_sqlite:
        yield msgspec.structs.replace(config, database_url=f"sqlite:///{tmp_path / 'other.sqlite'}")
        return
    url = name_database(postgres)
    create_empty(url)
    yield msgspec.structs.replace(config, database_url=url.render_as_string(hide_password=False))
    drop_database(url)


def count_rows(config):
    engine = create_engine(config.database)
    with engine.connect() as connection:
        found = {
            one.name: connection.scalar(select(func.count()).select_from(one)) for one in db.metadata.sorted_tables
        }
    engine.dispose()
    return found


def test_a_club_is_copied_whole_and_played_on_in_the_other_database(config, club, table, target):
    game, ada, bob = table
    ada.play(game, "bid 2")
    over = ada.open("foundry", 2, bots=[{"seat": seat, "bot": "random"} for seat in range(2)])
    ada.call("POST", f"/games/{game}/messages", json={"text": "Bonne chance"})
    bots.play_due(club, over)
    assert archiving.archive_game(club, over)
    moving.rotate(club)
    list(moving.pass_games_on(club))
    before = count_rows(config)
    steps = list(copying.copy_club(config, target))
    assert steps[-1] == ("games", 2, 2)
    assert count_rows(target) == before
    there = create_app(target)
    for one in (ada, bob):
        one.door = FlaskDoor(there)
    ada.call("POST", f"/games/{game}/messages", json={"text": "Ici aussi"})
    play_out(game, ada, bob)
    new = there.extensions["atelier"]
    for one in (game, over):
        assert checks.find_replay_fault(new, one) is None
    assert check(new, ada, game, club.identity.line.keys[0]).holds
    new.engine.dispose()


@pytest.mark.parametrize("config", ["sqlite"], indirect=True)
def test_a_host_copies_a_club_by_command(config, person, target, tmp_path):
    person("ada").open("foundry", 2)
    someone = Player(tmp_path / "someone", "http://127.0.0.1:8000")
    done = someone.ok("host", "copy", "--to", target.database_url, "--club", config.folder)
    assert "1 game" in done.err or "games" in done.err
    again = someone.run("host", "copy", "--to", target.database_url, "--club", config.folder)
    assert (again.exit, "holds a club already" in again.err) == (2, True)
    assert "was copied to" in someone.run("host", "check", "--club", config.folder).err
    assert someone.ok("host", "check", "--club", config.folder, DATABASE_URL=target.database_url)


def test_the_old_database_refuses_to_serve_and_takes_no_turn_of_who_still_does(config, club, table, target):
    game, ada, _ = table
    list(copying.copy_club(config, target))
    refused = ada.play(game, "bid 2")
    assert (refused.status, "another database now" in refused.json["detail"]) == (503, True)
    for begin in (create_app, host.init):
        with pytest.raises(Refused, match="was copied to") as said:
            begin(config)
        assert "name that database in the settings" in said.value.say()


def test_a_database_that_holds_a_club_is_not_copied_into(config, club, person, target):
    person("ada")
    list(copying.copy_club(config, target))
    for into in (target, config):
        with pytest.raises(Refused, match="invalid_value"):
            list(copying.copy_club(target, into))


def test_a_copy_that_differs_leaves_the_club_where_it_is(config, club, table, target, monkeypatch):
    game, ada, _ = table
    monkeypatch.setattr(checks, "find_replay_fault", lambda _club, _game: "entry 3")
    with pytest.raises(Refused, match="does not replay"):
        list(copying.copy_club(config, target))
    monkeypatch.undo()
    assert ada.play(game, "bid 2").status == 201
    create_app(config).extensions["atelier"].engine.dispose()


def test_a_row_that_changes_on_the_way_is_noticed(config, club, table, target, monkeypatch):
    game, ada, _ = table
    ada.call("POST", f"/games/{game}/messages", json={"text": "Bonne chance"})
    monkeypatch.setattr(copying, "_count_on", lambda _one, _new: None)
    real = copying._compare

    def compare(one, copied, new):
        if one.name == "messages":
            new.execute(one.update().values(text="Bonne nuit"))
        real(one, copied, new)

    monkeypatch.setattr(copying, "_compare", compare)
    with pytest.raises(Refused, match="messages"):
        list(copying.copy_club(config, target))
