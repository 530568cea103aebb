"""Lists of probable duplicates, which workers make."""

from alembic import op

revision = "0107"
down_revision = "0106"
TABLE = """
    CREATE TABLE duplicate_lists (
        company_id uuid CONSTRAINT pk_duplicate_lists PRIMARY KEY
            CONSTRAINT fk_duplicate_lists_company_id REFERENCES companies (id) ON DELETE CASCADE,
        pairs jsonb, is_whole boolean, people text, as_of timestamptz, begun_at timestamptz)
"""


def upgrade() -> None:
    op.execute(TABLE)
