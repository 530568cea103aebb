"""Without the orders within posts, which parts have replaced."""

from collections.abc import Sequence

from alembic import op

revision: str = "0033"
down_revision: str | Sequence[str] | None = "0032"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ORDERS = {
    "ix_users_by_creation_of_posts": ["id"],
    "ix_users_by_name_of_posts": ["sort_name", "id"],
    "ix_users_by_email_of_posts": ["email", "id"],
}


def upgrade() -> None:
    """With the column go its indexes."""
    op.drop_column("users", "post")


def downgrade() -> None:
    op.execute(
        """
        ALTER TABLE users ADD COLUMN post text COLLATE "C"
            GENERATED ALWAYS AS (coalesce(profile, '') || '/' || role) STORED NOT NULL
        """
    )
    for index, columns in ORDERS.items():
        op.create_index(index, "users", ["company_id", "post", *columns])
