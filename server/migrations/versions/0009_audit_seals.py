"""Seals of the audit trail: a hash chain for each company."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | Sequence[str] | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "audit_seals",
        sa.Column("chain", sa.UUID(), nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("entry_id", sa.UUID(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("key_id", sa.Text(), nullable=False),
        sa.Column("mac", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("chain", "position", name=op.f("pk_audit_seals")),
        sa.UniqueConstraint("entry_id", name=op.f("uq_audit_seals_entry_id")),
    )


def downgrade() -> None:
    op.drop_table("audit_seals")
