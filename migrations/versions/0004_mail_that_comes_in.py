"""mail that comes in: what has gone out keeps no codes and links"""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.execute("UPDATE outbox SET data = '{}' WHERE state IN ('sent', 'dropped')")


def downgrade() -> None:
    """What was forgotten stays forgotten."""
