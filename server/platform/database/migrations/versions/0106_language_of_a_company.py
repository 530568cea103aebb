"""The language of mails to people who have none of their own."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0106"
down_revision: str | Sequence[str] | None = "0105"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("companies", sa.Column("language", sa.Text, nullable=False, server_default="en"))


def downgrade() -> None:
    op.drop_column("companies", "language")
