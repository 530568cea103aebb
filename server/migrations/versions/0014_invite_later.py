"""Imports whose people are invited later: the choice, and the chunks whose invitations are to be queued."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | Sequence[str] | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("invite", sa.Boolean(), server_default=sa.text("true"), nullable=False))
    op.add_column(
        "import_chunks", sa.Column("to_invite", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.create_index(
        "ix_import_chunks_to_invite",
        "import_chunks",
        ["import_id", "number"],
        unique=False,
        postgresql_where=sa.text("to_invite"),
    )


def downgrade() -> None:
    op.drop_index("ix_import_chunks_to_invite", table_name="import_chunks")
    op.drop_column("import_chunks", "to_invite")
    op.drop_column("imports", "invite")
