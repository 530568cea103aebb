"""Several changes of a preview that are made, and undone, as one."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0027"
down_revision: str | Sequence[str] | None = "0026"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.add_column("import_changes", sa.Column("together", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("import_changes", "together")
