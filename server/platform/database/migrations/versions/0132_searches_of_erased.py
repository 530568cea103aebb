"""Entries of the trail that tell that people searched for an erased person."""

from alembic import op

revision = "0132"
down_revision = "0131"


def upgrade() -> None:
    op.execute("ALTER TABLE erasures ADD COLUMN entries uuid[] DEFAULT '{}' NOT NULL")
