"""No statistics of the cells of an import's rows, by which no query is planned: ANALYZE takes a third of the time."""

from collections.abc import Sequence
from typing import Final

from alembic import op

revision: str = "0021"
down_revision: str | Sequence[str] | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

CELLS: Final = (
    *("full_name", "phone", "date_of_birth", "gender", "work_location", "role", "profile", "birth_date"),
    *("line", "errors", "warnings", "message"),
)


def upgrade() -> None:
    _set_statistics("0")


def downgrade() -> None:
    _set_statistics("-1")


def _set_statistics(target: str) -> None:
    op.execute("ALTER TABLE import_rows " + ", ".join(f"ALTER {cell} SET STATISTICS {target}" for cell in CELLS))
