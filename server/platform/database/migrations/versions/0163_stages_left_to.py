"""A time in a stage says to which stage its person has gone, so that the funnel reads each row once."""

from alembic import op

revision = "0163"
down_revision = "0162"


def upgrade() -> None:
    op.execute("ALTER TABLE stage_entries ADD COLUMN left_to uuid")
