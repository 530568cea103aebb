"""Indexes for the list's filters by invitation, and for repeated deletions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | Sequence[str] | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_users_invited",
        "users",
        ["company_id", "invitation", "temporary_password_expires_at", "id"],
        postgresql_where=sa.text("invitation IN ('queued', 'sent', 'failed')"),
    )
    op.drop_index("ix_users_undelivered", table_name="users")
    op.create_index(
        "ix_audit_entries_deleted",
        "audit_entries",
        ["company_id", "subject_id"],
        postgresql_where=sa.text("action = 'user_deleted'"),
    )


def downgrade() -> None:
    op.drop_index("ix_audit_entries_deleted", table_name="audit_entries")
    op.create_index(
        "ix_users_undelivered", "users", ["company_id", "id"], postgresql_where=sa.text("invitation = 'failed'")
    )
    op.drop_index("ix_users_invited", table_name="users")
