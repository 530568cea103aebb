"""The list reads along its orders, or gathers who match."""

from collections.abc import Sequence

from alembic import op

revision: str = "0061"
down_revision: str | Sequence[str] | None = "0057"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    for name in ("count_added", "count_removed", "count_none", "count_moved"):
        op.execute(f"DROP TRIGGER {name} ON users")
    for name in ("list", "moved"):
        op.execute(f"DROP FUNCTION waymark_count_{name}()")
    op.drop_table("list_counts")
    op.drop_column("users", "part")
    op.execute("DROP INDEX IF EXISTS ix_users_by_invitation")
    op.create_index("ix_users_by_name", "users", ["company_id", "sort_name", "id"])
    op.create_index("ix_users_by_profile", "users", ["company_id", "profile", "id"])
    op.create_index("ix_users_by_label", "users", ["company_id", "label", "id"])


def downgrade() -> None:
    raise NotImplementedError
