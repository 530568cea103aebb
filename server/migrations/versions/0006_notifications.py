"""Notifications, and indexes for the filters of the audit trail."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | Sequence[str] | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

KINDS = (
    "'welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', 'import_cancelled', "
    "'invitation_failed'"
)


def upgrade() -> None:
    op.create_table(
        "notifications",
        sa.Column("id", sa.UUID(), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", sa.UUID(), nullable=False),
        sa.Column("user_id", sa.UUID(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("link", sa.Text(), nullable=True),
        sa.Column("about", sa.UUID(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"kind IN ({KINDS})", name=op.f("ck_notifications_kind")),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"],
            ["users.company_id", "users.id"],
            name=op.f("fk_notifications_company_id_user_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notifications")),
    )
    op.create_index(
        op.f("ix_notifications_company_id_user_id_created_at"),
        "notifications",
        ["company_id", "user_id", "created_at"],
        unique=False,
    )
    op.create_index(op.f("ix_notifications_created_at"), "notifications", ["created_at"], unique=False)
    op.create_index(
        "uq_notifications_about",
        "notifications",
        ["about", "kind", "user_id"],
        unique=True,
        postgresql_where=sa.text("about IS NOT NULL"),
    )
    op.create_index(
        op.f("ix_audit_entries_company_id_action_id"), "audit_entries", ["company_id", "action", "id"], unique=False
    )
    op.create_index(
        "ix_audit_entries_label",
        "audit_entries",
        ["company_id", sa.text('lower(subject_label) COLLATE "C"'), "id"],
        unique=False,
    )


def downgrade() -> None:
    op.drop_index("ix_audit_entries_label", table_name="audit_entries")
    op.drop_index(op.f("ix_audit_entries_company_id_action_id"), table_name="audit_entries")
    op.drop_table("notifications")
