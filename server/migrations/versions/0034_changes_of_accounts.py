"""Emails that wait for their confirmation, and the version that each change of an account has made."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0034"
down_revision: str | Sequence[str] | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BEFORE = "'code', 'invitation', 'password_changed', 'welcome', 'import_finished'"
KINDS = f"{BEFORE}, 'email_change', 'email_changed'"
DELETED = "ix_audit_entries_deleted"


def upgrade() -> None:
    op.create_table(
        "email_changes",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("email", sa.Text(collation="C"), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_email_changes_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("company_id", "user_id", name=op.f("pk_email_changes")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_email_changes_token_hash")),
    )
    _allow_kinds(KINDS)
    op.add_column("audit_entries", sa.Column("subject_version", sa.Integer(), nullable=True))
    op.create_index("ix_audit_entries_subject", "audit_entries", ["company_id", "subject_id", "id"])
    op.drop_index(DELETED, table_name="audit_entries")
    op.create_index(op.f("ix_import_updates_user_id"), "import_updates", ["user_id"])


def _allow_kinds(kinds: str) -> None:
    op.drop_constraint(op.f("ck_messages_kind"), "messages", type_="check")
    op.create_check_constraint(op.f("ck_messages_kind"), "messages", f"kind IN ({kinds})")


def downgrade() -> None:
    op.drop_index(op.f("ix_import_updates_user_id"), table_name="import_updates")
    op.create_index(
        DELETED, "audit_entries", ["company_id", "subject_id"], postgresql_where=sa.text("action = 'user_deleted'")
    )
    op.drop_index("ix_audit_entries_subject", table_name="audit_entries")
    op.drop_column("audit_entries", "subject_version")
    op.execute("DELETE FROM messages WHERE kind IN ('email_change', 'email_changed')")
    _allow_kinds(BEFORE)
    op.drop_table("email_changes")
