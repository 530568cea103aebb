"""The language of mails to people who have none of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0105"


def upgrade() -> None:
    op.add_column("companies", sa.Column("language", sa.Text, nullable=False, server_default="en"))
