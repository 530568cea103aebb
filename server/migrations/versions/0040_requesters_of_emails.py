"""The profile of who has entered an email that waits for its confirmation."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0040"
down_revision: str | Sequence[str] | None = "0039"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("email_changes", sa.Column("requester_profile", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("email_changes", "requester_profile")
