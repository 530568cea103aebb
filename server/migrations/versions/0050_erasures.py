"""Erasures of people, and the entries of the audit trail from which they were taken."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0050"
down_revision: str | Sequence[str] | None = "0049"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "audit_redactions",
        sa.Column("entry_id", postgresql.UUID(as_uuid=True), nullable=False),
        sa.Column("redacted_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("mac", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_audit_redactions")),
    )
    op.create_table(
        "erasures",
        sa.Column("id", postgresql.UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", postgresql.UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", postgresql.UUID(as_uuid=True), nullable=False),
        sa.Column("contacts", sa.LargeBinary(), nullable=True),
        sa.Column("place", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("waits", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("next_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=True),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("trail_erased_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_erasures_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
        sa.UniqueConstraint("company_id", "user_id", name=op.f("uq_erasures_company_id_user_id")),
    )
    op.create_index(
        "ix_erasures_due", "erasures", ["next_at"], unique=False, postgresql_where=sa.text("next_at IS NOT NULL")
    )
    op.execute(
        """
        CREATE TRIGGER user_id_of_users AFTER INSERT OR UPDATE OF company_id, user_id ON erasures
        FOR EACH ROW EXECUTE FUNCTION waymark_refuse_other_company('user_id', 'users')
        """
    )
    # The rows of one person among those of all jobs, for their export.
    op.create_index(op.f("ix_bulk_rows_user_id"), "bulk_rows", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_bulk_rows_user_id"), table_name="bulk_rows")
    op.drop_table("erasures")
    op.drop_table("audit_redactions")
