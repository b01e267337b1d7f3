"""what is forgotten"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("delete from rates")  # counters of a day at most
    with op.batch_alter_table("rates", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ends_at", sa.BigInteger(), nullable=False))
        batch_op.create_index(batch_op.f("ix_rates_ends_at"), ["ends_at"], unique=False)

    op.execute("update codes set mail = null where player_id in (select id from players where deleted_at is not null)")
    op.execute("update inbound set raw = null where player_id in (select id from players where deleted_at is not null)")
    op.execute("insert into marks (name, at) values ('erased', 0)")  # pages hold what was erased by earlier releases


def downgrade() -> None:
    op.execute("delete from marks where name = 'erased'")
    with op.batch_alter_table("rates", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_rates_ends_at"))
        batch_op.drop_column("ends_at")
