"""The openings of rounds are checked without a lock on what is written to them."""

from alembic import op

revision = "0191"
down_revision = "0190"


def upgrade() -> None:
    op.execute("ALTER TABLE rounds VALIDATE CONSTRAINT fk_rounds_company_id_opening_id")
