"""Imports that update: the accounts of their rows, and what was changed of them."""

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision: str = "0024"
down_revision: str | Sequence[str] | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

COUNTERS: Final = ("changed_rows", "unchanged_rows", "changed_count", "unchanged_count")


def upgrade() -> None:
    op.add_column("imports", sa.Column("mode", sa.Text(), server_default=sa.text("'create'"), nullable=False))
    op.create_check_constraint(op.f("ck_imports_mode"), "imports", "mode IN ('create', 'update', 'upsert')")
    for counter in COUNTERS:
        op.add_column("imports", sa.Column(counter, sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.add_column("import_rows", sa.Column("account_id", UUID(as_uuid=True), nullable=True))
    op.add_column("import_rows", sa.Column("change", sa.Text(), nullable=True))
    op.add_column("import_rows", sa.Column("before", JSONB(none_as_null=True), nullable=True))
    op.add_column("import_rows", sa.Column("update_errors", JSONB(none_as_null=True), nullable=True))
    op.create_index(
        op.f("ix_import_rows_of_accounts"),
        "import_rows",
        ["import_id", "change", "row"],
        postgresql_where=sa.text("change IS NOT NULL"),
    )
    op.create_table(
        "import_updates",
        sa.Column("import_id", UUID(as_uuid=True), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("before", JSONB(), nullable=False),
        sa.Column("after", JSONB(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_updates_import_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("import_id", "row", name=op.f("pk_import_updates")),
    )


def downgrade() -> None:
    op.drop_table("import_updates")
    op.drop_index(op.f("ix_import_rows_of_accounts"), table_name="import_rows")
    op.execute("UPDATE import_rows SET status = 'created' WHERE status IN ('updated', 'unchanged')")
    for column in ("update_errors", "before", "change", "account_id"):
        op.drop_column("import_rows", column)
    for counter in reversed(COUNTERS):
        op.drop_column("imports", counter)
    op.drop_constraint(op.f("ck_imports_mode"), "imports", type_="check")
    op.drop_column("imports", "mode")
