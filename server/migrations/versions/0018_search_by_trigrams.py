"""Trigram indexes for the search by any part of a name, an email or a phone."""

from collections.abc import Sequence

from alembic import op

from server.migrations.extensions import create_extensions

revision: str = "0018"
down_revision: str | Sequence[str] | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    create_extensions(op.get_bind(), "pg_trgm", "btree_gin")
    op.execute(
        """
        CREATE INDEX ix_users_search ON users
        USING gin (company_id, (sort_name || ' ' || email || ' ' || phone) gin_trgm_ops)
        """
    )


def downgrade() -> None:
    """The extensions stay: others may use them."""
    op.drop_index("ix_users_search", table_name="users")
