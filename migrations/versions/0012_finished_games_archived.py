"""finished games archived"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("game_id", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_archives_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_archives")),
    )


def downgrade() -> None:
    op.drop_table("archives")
