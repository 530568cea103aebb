"""Users of an invitation, in the order of creation."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | Sequence[str] | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_users_by_invitation",
        "users",
        ["company_id", "invitation", "id"],
        postgresql_include=["temporary_password_expires_at", "post"],
        postgresql_where=sa.text("invitation IN ('sent', 'failed')"),
    )


def downgrade() -> None:
    op.drop_index("ix_users_by_invitation", table_name="users")
