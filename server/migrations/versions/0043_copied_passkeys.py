"""Passkeys of which a copy is in use."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0043"
down_revision: str | Sequence[str] | None = "0042"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("factors", sa.Column("copied_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("factors", "copied_at")
