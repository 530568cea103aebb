"""Values of the company's own fields in the rows of imports."""

from alembic import op

revision = "0128"
down_revision = "0127"


def upgrade() -> None:
    op.execute("ALTER TABLE import_rows ADD COLUMN fields jsonb")
