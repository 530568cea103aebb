"""A person's own change of their email is confirmed by the present address first."""

import sqlalchemy as sa
from alembic import op

revision = "0125"
down_revision = "0124"


def upgrade() -> None:
    op.add_column("email_changes", sa.Column("present_confirmed", sa.Boolean))
