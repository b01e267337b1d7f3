"""editions and checks"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

GAMES = sa.table("games", sa.column("id", sa.String), sa.column("rules", sa.String), sa.column("dump", sa.LargeBinary))
EDITIONS = sa.table(
    "editions", sa.column("digest", sa.String), sa.column("rules", sa.String), sa.column("tables", sa.JSON)
)
OWN = b'"components":'


def upgrade() -> None:
    op.create_table(
        "editions",
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_editions")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("checked", sa.String(length=43), nullable=True))
    _store_editions_once(op.get_bind())


def _store_editions_once(connection: sa.Connection) -> None:
    """Store each edition of the club's own that games carry in their dumps; the dumps stay as they are."""
    found: dict[str, dict[str, object]] = {}
    games = sa.select(GAMES.c.rules, GAMES.c.dump).execution_options(yield_per=100)
    for rules, dump in connection.execute(games):
        if dump is not None and OWN in bytes(dump):
            kept = json.loads(bytes(dump))
            if kept.get("components"):
                found[kept["edition"]] = {"digest": kept["edition"], "rules": rules, "tables": kept["components"]}
    if found:
        connection.execute(sa.insert(EDITIONS), list(found.values()))


def downgrade() -> None:
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_column("checked")
    op.drop_table("editions")
