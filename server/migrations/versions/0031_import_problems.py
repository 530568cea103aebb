"""Why rows of a preview are refused, counted by cause."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import UUID

revision: str = "0031"
down_revision: str | Sequence[str] | None = "0030"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("problems_version", sa.BigInteger(), nullable=True))
    op.create_table(
        "import_problems",
        sa.Column("import_id", UUID(as_uuid=True), nullable=False),
        sa.Column("field", sa.Text(collation="C"), nullable=False),
        sa.Column("message", sa.Text(collation="C"), nullable=False),
        sa.Column("new_rows", sa.Integer(), nullable=False),
        sa.Column("known_rows", sa.Integer(), nullable=False),
        sa.Column("refused_rows", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("import_id", "field", "message", name=op.f("pk_import_problems")),
    )
    _delete_with_import("import_rows", "import_problems")


def _delete_with_import(*tables: str) -> None:
    """What the trigger of `imports` deletes with one."""
    deletions = "".join(f"DELETE FROM {table} WHERE import_id = OLD.id; " for table in tables)  # noqa: S608 - names here
    op.execute(
        f"""
        CREATE OR REPLACE FUNCTION waymark_delete_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            {deletions}
            RETURN NULL;
        END $$
        """
    )


def downgrade() -> None:
    _delete_with_import("import_rows")
    op.drop_table("import_problems")
    op.drop_column("imports", "problems_version")
