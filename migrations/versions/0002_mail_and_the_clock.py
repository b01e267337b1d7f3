"""mail and the clock"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_marks")),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(length=43), nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_links_player_id_players")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_links")),
    )
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_links_player_id"), ["player_id"], unique=False)

    op.create_table(
        "standbys",
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("added_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_standbys_player_id_players")),
        sa.PrimaryKeyConstraint("player_id", "rules", name=op.f("pk_standbys")),
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_vacations_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
    )
    with op.batch_alter_table("vacations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_vacations_player_id"), ["player_id"], unique=False)

    op.create_table(
        "clock_acts",
        sa.Column("game_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ask", sa.Integer(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_clock_acts_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", "ask", "action", name=op.f("pk_clock_acts")),
    )
    op.create_table(
        "inbound",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("proof", sa.String(length=43), nullable=False),
        sa.Column("message", sa.String(length=43), nullable=False),
        sa.Column("sha256", sa.String(length=43), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=True),
        sa.Column("player_id", sa.String(length=64), nullable=False),
        sa.Column("game_id", sa.String(length=64), nullable=True),
        sa.Column("outcome", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_inbound_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_inbound_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_inbound")),
    )
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_inbound_at"), ["at"], unique=False)
        batch_op.create_index("uq_inbound_proof_message", ["proof", "message"], unique=True)

    op.create_table(
        "outages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("cause", sa.String(length=8), nullable=False),
        sa.Column("game_id", sa.String(length=64), nullable=True),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_outages_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
    )
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outages_ended"), ["ended"], unique=False)

    op.create_table(
        "stops",
        sa.Column("game_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("ask", sa.Integer(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_stops_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", "ask", name=op.f("pk_stops")),
    )
    op.create_table(
        "letters",
        sa.Column("outbox_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(length=64), nullable=True),
        sa.Column("game_id", sa.String(length=64), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("ask", sa.Integer(), nullable=True),
        sa.Column("on", sa.String(length=43), nullable=True),
        sa.Column("reply", sa.String(length=43), nullable=True),
        sa.Column("bounce", sa.String(length=43), nullable=False),
        sa.Column("unsubscribe", sa.String(length=43), nullable=True),
        sa.Column("confirms", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("used_n", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["confirms"], ["inbound.id"], name=op.f("fk_letters_confirms_inbound")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_letters_game_id_games")),
        sa.ForeignKeyConstraint(["outbox_id"], ["outbox.id"], name=op.f("fk_letters_outbox_id_outbox")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_letters_player_id_players")),
        sa.PrimaryKeyConstraint("outbox_id", name=op.f("pk_letters")),
        sa.UniqueConstraint("bounce", name=op.f("uq_letters_bounce")),
        sa.UniqueConstraint("reply", name=op.f("uq_letters_reply")),
        sa.UniqueConstraint("unsubscribe", name=op.f("uq_letters_unsubscribe")),
    )
    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.create_index("ix_letters_game_seat_ask", ["game_id", "seat", "ask"], unique=False)

    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.add_column(sa.Column("joined", sa.Integer(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_column("joined")

    with op.batch_alter_table("letters", schema=None) as batch_op:
        batch_op.drop_index("ix_letters_game_seat_ask")

    op.drop_table("letters")
    op.drop_table("stops")
    with op.batch_alter_table("outages", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_outages_ended"))

    op.drop_table("outages")
    with op.batch_alter_table("inbound", schema=None) as batch_op:
        batch_op.drop_index("uq_inbound_proof_message")
        batch_op.drop_index(batch_op.f("ix_inbound_at"))

    op.drop_table("inbound")
    op.drop_table("clock_acts")
    with op.batch_alter_table("vacations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_vacations_player_id"))

    op.drop_table("vacations")
    op.drop_table("standbys")
    with op.batch_alter_table("links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_links_player_id"))

    op.drop_table("links")
    op.drop_table("marks")
