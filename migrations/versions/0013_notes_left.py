"""notes left at the table"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("game_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("note", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("left_n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.Column("slip", sa.Text(), nullable=True),
        sa.Column("says", sa.LargeBinary(), nullable=True),
        sa.Column("mail_sha256", sa.String(length=43), nullable=True),
        sa.Column("receipt", sa.Text(), nullable=True),
        sa.Column("gone", sa.String(length=8), nullable=True),
        sa.Column("drop", sa.String(length=43), nullable=True),
        sa.Column("drop_receipt", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_notes_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_notes_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "seat", "note", name=op.f("pk_notes")),
    )
    op.create_index(op.f("ix_notes_player_id"), "notes", ["player_id"])
    waiting = sa.text("gone IS NULL")
    op.create_index("ix_notes_waiting", "notes", ["game_id", "seat"], sqlite_where=waiting, postgresql_where=waiting)
    op.add_column("seats", sa.Column("has_notes", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("seats", sa.Column("note_at", sa.BigInteger(), nullable=True))
    due = sa.text("note_at IS NOT NULL")
    op.create_index("ix_seats_note_at", "seats", ["note_at"], sqlite_where=due, postgresql_where=due)


def downgrade() -> None:
    op.drop_index("ix_seats_note_at", "seats")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("note_at")
        batch_op.drop_column("has_notes")
    op.drop_table("notes")
