"""mails of one table"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "mail_wishes",
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=64), nullable=False),
        sa.Column("mail_policy", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_mail_wishes_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_mail_wishes_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_mail_wishes")),
    )


def downgrade() -> None:
    op.drop_table("mail_wishes")
