"""when the clock looks"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
LOOK_AT_ALL = """
update seats set look_at = coalesce(asked_at, 0)
where awaited and deadline is not null and player_id is not null and by = 'player'
"""
MARK_LENT = """
update seats set is_lent = exists (
  select 1 from clock_acts where clock_acts.game_id = seats.game_id and clock_acts.seat = seats.seat
  and clock_acts.ask = seats.ask and clock_acts.action = 'bot_turn'
) where awaited
"""


def upgrade() -> None:
    op.add_column("seats", sa.Column("look_at", sa.BigInteger(), nullable=True))
    op.add_column("seats", sa.Column("is_lent", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute(LOOK_AT_ALL)
    op.execute(MARK_LENT)
    op.drop_index(op.f("ix_seats_deadline"), "seats")
    op.create_index(op.f("ix_seats_look_at"), "seats", ["look_at"])
    is_lent = {"sqlite_where": sa.text("is_lent = 1"), "postgresql_where": sa.text("is_lent")}
    op.create_index("ix_seats_lent", "seats", ["game_id"], **is_lent)
    op.drop_index("ix_games_status", "games")
    op.create_index("ix_games_status_held", "games", ["status", "held"])
    op.create_index(op.f("ix_outages_game_id"), "outages", ["game_id"])
    op.drop_index(op.f("ix_vacations_player_id"), "vacations")
    op.create_index("ix_vacations_player_ended", "vacations", ["player_id", "ended"])
    gone = sa.text("deleted_at IS NOT NULL OR banned_at IS NOT NULL")
    op.create_index("ix_players_gone", "players", ["id"], sqlite_where=gone, postgresql_where=gone)
    answered = sa.text("answers IS NOT NULL")
    op.create_index("ix_entries_answered_at", "entries", ["at"], sqlite_where=answered, postgresql_where=answered)


def downgrade() -> None:
    op.drop_index("ix_entries_answered_at", "entries")
    op.drop_index("ix_players_gone", "players")
    op.drop_index("ix_vacations_player_ended", "vacations")
    op.create_index(op.f("ix_vacations_player_id"), "vacations", ["player_id"])
    op.drop_index(op.f("ix_outages_game_id"), "outages")
    op.drop_index("ix_games_status_held", "games")
    op.create_index("ix_games_status", "games", ["status"])
    for name in ("ix_seats_lent", op.f("ix_seats_look_at")):
        op.drop_index(name, "seats")
    op.create_index(op.f("ix_seats_deadline"), "seats", ["deadline"])
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("is_lent")
        batch_op.drop_column("look_at")
