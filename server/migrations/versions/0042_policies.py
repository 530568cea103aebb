"""What a company asks of the sign-in of its people."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, UUID

revision: str = "0042"
down_revision: str | Sequence[str] | None = "0041"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "company_policies",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("second_factor", sa.Text(), nullable=False),
        sa.Column("factors", ARRAY(sa.Text()), nullable=False),
        sa.Column("passkeys_only", sa.Boolean(), nullable=False),
        sa.Column("session_idle_minutes", sa.Integer(), nullable=True),
        sa.Column("session_days", sa.Integer(), nullable=True),
        sa.Column("email_domains", ARRAY(sa.Text()), nullable=False),
        sa.Column("administrator_networks", ARRAY(sa.Text()), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.CheckConstraint(
            "second_factor IN ('none', 'administrators', 'everyone')",
            name=op.f("ck_company_policies_second_factor"),
        ),
        sa.CheckConstraint(
            "session_idle_minutes > 0 AND session_days > 0", name=op.f("ck_company_policies_session_lengths")
        ),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_company_policies_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", name=op.f("pk_company_policies")),
    )


def downgrade() -> None:
    op.drop_table("company_policies")
