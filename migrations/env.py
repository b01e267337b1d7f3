"""How Alembic reaches the database: batch mode on SQLite, every constraint by its name."""

from alembic import context
from sqlalchemy import create_engine, pool

from server.config import load_config
from server.models import db

target = db.Model.metadata


def url() -> str:
    """Return the database: as the caller says, else as the settings say."""
    return context.config.get_main_option("sqlalchemy.url") or load_config().database


def run() -> None:
    """Run the migrations in one transaction."""
    how = (
        {"prepare_threshold": None} if url().startswith("postgresql") else {}
    )  # each is asked once, and PgBouncer may be between
    engine = create_engine(url(), poolclass=pool.NullPool, connect_args=how)
    with engine.connect() as connection:
        context.configure(
            connection=connection,
            target_metadata=target,
            render_as_batch=True,
            compare_type=True,
            transaction_per_migration=False,
        )
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
