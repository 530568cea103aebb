"""The language of mails to people who have none of their own."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0106"
down_revision: str | Sequence[str] | None = "0105"


def upgrade() -> None:
    op.add_column("companies", sa.Column("language", sa.Text, nullable=False, server_default="en"))
