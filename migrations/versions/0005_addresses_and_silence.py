"""addresses and silence"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "account_changes",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("old", sa.String(length=254), nullable=True),
        sa.Column("new", sa.String(length=254), nullable=True),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.Column("effective_at", sa.BigInteger(), nullable=True),
        sa.Column("done_at", sa.BigInteger(), nullable=True),
        sa.Column("cancelled_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_account_changes_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_changes")),
    )
    with op.batch_alter_table("account_changes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_changes_player_id"), ["player_id"], unique=False)

    op.create_table(
        "recovery_asks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mail", sa.String(length=254), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_asks")),
    )
    op.create_table(
        "silences",
        sa.Column("hash", sa.String(length=43), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_silences")),
    )
    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.add_column(sa.Column("used_at", sa.BigInteger(), nullable=True))

    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.add_column(sa.Column("registered_id", sa.String(length=64), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_invitations_registered_id_players"), "players", ["registered_id"], ["id"]
        )

    op.execute("update players set mail = lower(mail)")
    op.execute("update codes set mail = lower(mail)")
    op.execute("update invitations set mail = lower(mail)")
    op.execute("delete from rates where key like 'mail-to:%'")  # they held addresses


def downgrade() -> None:
    with op.batch_alter_table("invitations", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_invitations_registered_id_players"), type_="foreignkey")
        batch_op.drop_column("registered_id")

    with op.batch_alter_table("tokens", schema=None) as batch_op:
        batch_op.drop_column("used_at")

    op.drop_table("silences")
    op.drop_table("recovery_asks")
    with op.batch_alter_table("account_changes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_account_changes_player_id"))

    op.drop_table("account_changes")
