"""The database is built by the migrations: up, down and up again, and the models never drift from them."""

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, func, inspect, select, update

from server.models import OutboxRow, StoredEntry, db
from server.storage.migrations import MIGRATIONS, alembic_config, find_revision, get_last_revision, migrate


def test_models_and_migrations_do_not_drift(config):
    engine = create_engine(config.database)
    with engine.connect() as session:
        context = MigrationContext.configure(session, opts={"compare_type": True})
        assert compare_metadata(context, db.Model.metadata) == []
    engine.dispose()


def test_up_down_and_up_again_with_a_played_game(config, table, club):
    game, ada, _ = table
    ada.play(game, "bid 1")
    with club.read() as session:
        assert session.execute(select(func.count()).select_from(StoredEntry)).scalar_one() == 5
    club.engine.dispose()
    settings = alembic_config(config)
    command.downgrade(settings, "base")
    engine = create_engine(config.database)
    assert set(inspect(engine).get_table_names()) <= {"alembic_version"}
    migrate(config)
    assert "entries" in inspect(engine).get_table_names()
    engine.dispose()


def test_where_a_database_is_and_should_be_is_known_without_alembic(config):
    assert find_revision(config) == get_last_revision() == ScriptDirectory(str(MIGRATIONS)).get_current_head()
    command.downgrade(alembic_config(config), "base")
    assert find_revision(config) is None


def test_migrating_twice_changes_nothing(config):
    migrate(config)
    migrate(config)


def test_mails_that_went_out_before_lose_their_codes(config, person, club):
    ada, bob = person("ada", confirmed=False), person("bob", confirmed=False)
    of_ada, data = OutboxRow.player_id == ada.id, select(OutboxRow.data)
    with club.write() as session:
        session.execute(update(OutboxRow).where(of_ada).values(state="sent"))
    club.engine.dispose()
    command.downgrade(alembic_config(config), "0002")
    migrate(config)
    with club.read() as session:
        assert session.scalars(data.where(of_ada)).all() == [{}]
        assert "code" in session.scalars(data.where(OutboxRow.player_id == bob.id)).one()
