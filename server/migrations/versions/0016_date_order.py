"""The order of the dates of an import, and the line of each of its rows."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | Sequence[str] | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("imports", sa.Column("date_order", sa.Text(), nullable=True))
    op.add_column("imports", sa.Column("date_example", sa.Text(), nullable=True))
    op.create_check_constraint(op.f("ck_imports_date_order"), "imports", "date_order IN ('day', 'month')")
    op.execute("UPDATE imports SET date_order = 'day' WHERE day_first")
    op.add_column("import_rows", sa.Column("line", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("import_rows", "line")
    op.drop_constraint(op.f("ck_imports_date_order"), "imports", type_="check")
    op.drop_column("imports", "date_example")
    op.drop_column("imports", "date_order")
