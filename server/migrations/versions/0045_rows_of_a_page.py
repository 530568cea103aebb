"""How many rows a page of the list has, by user."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0045"
down_revision: str | Sequence[str] | None = "0044"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("list_columns", sa.Column("page_size", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("list_columns", "page_size")
