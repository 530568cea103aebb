"""What a row of a file says of its person's stage."""

from alembic import op

revision = "0150"
down_revision = "0141"


def upgrade() -> None:
    op.execute("ALTER TABLE import_rows ADD COLUMN stage text")
