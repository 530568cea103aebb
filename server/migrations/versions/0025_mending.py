"""What people change in the preview of an import, and the values that companies have mapped."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision: str = "0025"
down_revision: str | Sequence[str] | None = "0024"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("read_values", JSONB(), server_default=sa.text("'[]'"), nullable=False))
    _create_changes()
    op.create_index(op.f("ix_import_changes_company_id_changed_by"), "import_changes", ["company_id", "changed_by"])
    op.create_table(
        "import_edits",
        sa.Column("import_id", UUID(as_uuid=True), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("change", sa.Integer(), nullable=False),
        sa.Column("cells", JSONB(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["import_id", "change"],
            ["import_changes.import_id", "import_changes.number"],
            name=op.f("fk_import_edits_import_id_change"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("import_id", "row", "change", name=op.f("pk_import_edits")),
    )
    op.create_table(
        "import_value_maps",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("from_value", sa.Text(), nullable=False),
        sa.Column("to_value", sa.Text(), nullable=False),
        sa.Column("chosen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_import_value_maps_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", "field", "from_value", name=op.f("pk_import_value_maps")),
    )


def _create_changes() -> None:
    op.create_table(
        "import_changes",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("import_id", UUID(as_uuid=True), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("changed_by", UUID(as_uuid=True), nullable=True),
        sa.Column("changed_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("undone", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("field", sa.Text(), nullable=True),
        sa.Column("from_value", sa.Text(), nullable=True),
        sa.Column("to_value", sa.Text(), nullable=True),
        sa.Column("kept", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("earlier_value", sa.Text(), nullable=True),
        sa.CheckConstraint("kind IN ('edit', 'deletion', 'mapping')", name=op.f("ck_import_changes_kind")),
        sa.ForeignKeyConstraint(
            ["company_id", "import_id"],
            ["imports.company_id", "imports.id"],
            name=op.f("fk_import_changes_company_id_import_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "changed_by"],
            ["users.company_id", "users.id"],
            name=op.f("fk_import_changes_company_id_changed_by"),
            ondelete="SET NULL (changed_by)",
        ),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("pk_import_changes")),
    )


def downgrade() -> None:
    op.drop_table("import_value_maps")
    op.drop_table("import_edits")
    op.drop_table("import_changes")
    op.drop_column("imports", "read_values")
