"""Companies may let learners find them by their names."""

from alembic import op

from server.platform.database.migrations.steps import create_index

revision = "0126"
down_revision = "0125"


def upgrade() -> None:
    op.execute("ALTER TABLE companies ADD COLUMN IF NOT EXISTS found_by_name boolean DEFAULT false NOT NULL")
    create_index(
        "ix_companies_found_by_name",
        "companies USING gin ((' ' || waymark_fold(name)) gin_trgm_ops) WHERE found_by_name",
    )
