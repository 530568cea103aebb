"""Titles hide no probable duplicates. Both statements may be run again."""

from pathlib import Path

from alembic import op
from sqlalchemy import text

from server.platform.database.migrations.steps import create_index

revision = "0119"
down_revision = "0118"

FUNCTION = Path(__file__).parents[1] / "waymark_sound.sql"


def upgrade() -> None:
    op.execute(text(FUNCTION.read_text(encoding="utf-8").replace(":", "\\:")))
    # What the index holds is that of the former function.
    create_index(
        "ix_users_alike",
        "users (company_id, date_of_birth, waymark_sound(full_name)) WHERE date_of_birth IS NOT NULL",
    )
