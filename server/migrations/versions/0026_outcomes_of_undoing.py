"""What an undo has taken back and what it has left, row by row; the format of an import; who asked for invitations."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0026"
down_revision: str | Sequence[str] | None = "0025"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("format", sa.SmallInteger(), server_default=sa.text("1"), nullable=False))
    op.add_column("imports", sa.Column("invited_by", UUID(as_uuid=True), nullable=True))
    op.create_foreign_key(
        op.f("fk_imports_company_id_invited_by"),
        "imports",
        "users",
        ["company_id", "invited_by"],
        ["company_id", "id"],
        ondelete="SET NULL (invited_by)",
    )
    op.create_index(op.f("ix_imports_invited_by"), "imports", ["invited_by"])
    op.add_column("import_chunks", sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("import_rows", sa.Column("kept", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("import_rows", "kept")
    op.drop_column("import_chunks", "undone_at")
    op.drop_index(op.f("ix_imports_invited_by"), table_name="imports")
    op.drop_constraint(op.f("fk_imports_company_id_invited_by"), "imports", type_="foreignkey")
    op.drop_column("imports", "invited_by")
    op.drop_column("imports", "format")
