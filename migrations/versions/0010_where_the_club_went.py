"""where the club went"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "club_steps",
        sa.Column("n", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_club_steps")),
    )


def downgrade() -> None:
    op.drop_table("club_steps")
