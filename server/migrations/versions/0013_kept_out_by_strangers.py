"""Long codes that flows share, and correct passwords counted by network: strangers cannot lock an owner out."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | Sequence[str] | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("flows", sa.Column("code_digits", sa.SmallInteger(), server_default=sa.text("6"), nullable=False))
    op.create_table(
        "shared_codes",
        sa.Column("subject", sa.LargeBinary(), nullable=False),
        sa.Column("code_mac", sa.LargeBinary(), nullable=False),
        sa.Column("message_id", sa.UUID(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_shared_codes")),
    )
    op.create_index(op.f("ix_shared_codes_made_at"), "shared_codes", ["made_at"], unique=False)
    op.add_column("login_failures", sa.Column("succeeded_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(op.f("ix_login_failures_source"), "login_failures", ["source"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_login_failures_source"), table_name="login_failures")
    op.drop_column("login_failures", "succeeded_at")
    op.drop_index(op.f("ix_shared_codes_made_at"), table_name="shared_codes")
    op.drop_table("shared_codes")
    op.drop_column("flows", "code_digits")
