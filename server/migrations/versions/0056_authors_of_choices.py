"""Who has chosen the columns and values that a company remembers for later files; constants are forgotten."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision: str = "0056"
down_revision: str | Sequence[str] | None = "0054"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TABLES = {"import_layouts": "SET NULL (chosen_by)", "import_value_maps": "CASCADE"}


def upgrade() -> None:
    op.add_column("imports", sa.Column("read_values_by", JSONB(), server_default=sa.text("'[]'"), nullable=False))
    for table, then in TABLES.items():
        op.add_column(table, sa.Column("chosen_by", UUID(as_uuid=True), nullable=True))
        op.create_index(op.f(f"ix_{table}_company_id_chosen_by"), table, ["company_id", "chosen_by"])
        op.create_foreign_key(
            op.f(f"fk_{table}_company_id_chosen_by"),
            table,
            "users",
            ["company_id", "chosen_by"],
            ["company_id", "id"],
            ondelete=then,
        )
    # As the release says what may be remembered. Columns without an author are offered, and not taken.
    op.execute(
        """
        UPDATE import_layouts SET fields = jsonb_set(fields, '{values}', COALESCE(
            (SELECT jsonb_object_agg(key, value) FROM jsonb_each(fields -> 'values')
              WHERE key IN ('gender', 'workLocation')), '{}'))
        """
    )
    # The author of a value is the user who has last mapped it so. A value without one is not read as another.
    op.execute(
        """
        UPDATE import_value_maps m SET chosen_by = c.changed_by
          FROM (SELECT DISTINCT ON (company_id, field, from_value) company_id, field, from_value, to_value, changed_by
                  FROM import_changes WHERE kept AND NOT undone
                 ORDER BY company_id, field, from_value, changed_at DESC) c
         WHERE (c.company_id, c.field, c.from_value, c.to_value) = (m.company_id, m.field, m.from_value, m.to_value)
        """
    )
    op.execute("DELETE FROM import_value_maps WHERE chosen_by IS NULL")


def downgrade() -> None:
    for table in TABLES:
        op.drop_column(table, "chosen_by")
    op.drop_column("imports", "read_values_by")
