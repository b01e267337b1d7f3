"""powers of hosts"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "club_settings",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.String(length=254), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_club_settings")),
    )
    op.create_table(
        "host_acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("host_id", sa.String(length=64), nullable=False),
        sa.Column("act", sa.String(length=16), nullable=False),
        sa.Column("on_id", sa.String(length=64), nullable=True),
        sa.Column("game_id", sa.String(length=64), nullable=True),
        sa.Column("n", sa.Integer(), nullable=True),
        sa.Column("args", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["host_id"], ["players.id"], name=op.f("fk_host_acts_host_id_players")),
        sa.ForeignKeyConstraint(["on_id"], ["players.id"], name=op.f("fk_host_acts_on_id_players")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_host_acts_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host_acts")),
    )
    with op.batch_alter_table("host_acts", schema=None) as batch_op:
        for column in ("host_id", "on_id", "game_id"):
            batch_op.create_index(batch_op.f(f"ix_host_acts_{column}"), [column], unique=False)

    op.create_table(
        "bans",
        sa.Column("hash", sa.String(length=43), nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_bans_player_id_players")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_bans")),
    )
    with op.batch_alter_table("bans", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_bans_player_id"), ["player_id"], unique=False)

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("banned_at", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.alter_column("game_id", existing_type=sa.String(length=64), nullable=True)


def downgrade() -> None:
    op.execute("delete from invitations where game_id is null")
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.alter_column("game_id", existing_type=sa.String(length=64), nullable=False)

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.drop_column("banned_at")

    op.drop_table("bans")
    op.drop_table("host_acts")
    op.drop_table("club_settings")
