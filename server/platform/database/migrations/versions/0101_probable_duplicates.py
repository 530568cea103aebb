"""Find likely pairs of accounts of one person."""

from pathlib import Path

from alembic import op
from sqlalchemy import text

revision = "0101"
down_revision = "0100"

FUNCTION = Path(__file__).parents[1] / "waymark_sound.sql"


def upgrade() -> None:
    for statement in FUNCTION.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            op.execute(text(statement.replace(":", "\\:")))
