"""Find likely pairs of accounts of one person."""

from collections.abc import Sequence
from pathlib import Path

from alembic import op
from sqlalchemy import text

revision: str = "0101"
down_revision: str | Sequence[str] | None = "0100"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

FUNCTION = Path(__file__).parents[1] / "waymark_sound.sql"


def upgrade() -> None:
    for statement in FUNCTION.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            op.execute(text(statement.replace(":", "\\:")))


def downgrade() -> None:
    op.execute("DROP INDEX ix_users_alike")
    op.execute("DROP FUNCTION waymark_sound")
