"""How a file of people is laid out, and the layouts that companies have chosen."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, UUID

revision: str = "0022"
down_revision: str | Sequence[str] | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

BEFORE = "state IN ('validating', 'ready', 'processing', 'completed', 'cancelled', 'failed')"
AFTER = "state IN ('mapping', 'validating', 'ready', 'processing', 'completed', 'cancelled', 'failed')"


def upgrade() -> None:
    op.add_column("imports", sa.Column("header_line", sa.Integer(), server_default=sa.text("1"), nullable=False))
    op.add_column("imports", sa.Column("fields", JSONB(none_as_null=True), nullable=True))
    op.add_column("imports", sa.Column("sheets", ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False))
    op.add_column("imports", sa.Column("sheet", sa.Text(), nullable=True))
    op.add_column("import_files", sa.Column("converted", sa.LargeBinary(), nullable=True))
    op.drop_constraint(op.f("ck_imports_state"), "imports", type_="check")
    op.create_check_constraint(op.f("ck_imports_state"), "imports", AFTER)
    op.create_table(
        "import_layouts",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("header_digest", sa.LargeBinary(), nullable=False),
        sa.Column("fields", JSONB(), nullable=False),
        sa.Column("chosen_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_import_layouts_company_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", "header_digest", name=op.f("pk_import_layouts")),
    )
    op.execute("ALTER TABLE import_files ALTER COLUMN converted SET STORAGE EXTERNAL")


def downgrade() -> None:
    op.drop_table("import_layouts")
    op.execute("UPDATE imports SET state = 'cancelled', finished_at = now() WHERE state = 'mapping'")
    op.drop_constraint(op.f("ck_imports_state"), "imports", type_="check")
    op.create_check_constraint(op.f("ck_imports_state"), "imports", BEFORE)
    op.drop_column("import_files", "converted")
    op.drop_column("imports", "sheet")
    op.drop_column("imports", "sheets")
    op.drop_column("imports", "fields")
    op.drop_column("imports", "header_line")
