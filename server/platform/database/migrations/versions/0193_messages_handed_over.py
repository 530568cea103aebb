"""A message that two workers had handed over when they died is not handed over again."""

from alembic import op

revision = "0193"
down_revision = "0192"


def upgrade() -> None:
    op.execute("ALTER TABLE messages ADD COLUMN handed smallint NOT NULL DEFAULT 0")
