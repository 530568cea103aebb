"""An index of users whose invitation has failed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | Sequence[str] | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_index(
        "ix_users_undelivered", "users", ["company_id", "id"], postgresql_where=sa.text("invitation = 'failed'")
    )


def downgrade() -> None:
    op.drop_index("ix_users_undelivered", table_name="users")
