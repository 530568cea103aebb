"""The list is ordered within parts: position, status, sign-ins and invitation; users by location and last sign-in.

Processes of the version before read `post`; the next revision drops it.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0032"
down_revision: str | Sequence[str] | None = "0031"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

ORDERS = {
    "ix_users_by_creation": ["id"],
    "ix_users_by_name": ["sort_name", "id"],
    "ix_users_by_email": ["email", "id"],
}
PART = """
    coalesce(left(profile, 1) || right(profile, 1), '--') || left(role, 2)
    || CASE WHEN is_active THEN 'a' ELSE 'i' END
    || CASE WHEN last_sign_in_at IS NULL THEN 'n' ELSE 's' END || left(invitation, 1)
"""


def upgrade() -> None:
    op.execute(f'ALTER TABLE users ADD COLUMN part text COLLATE "C" GENERATED ALWAYS AS ({PART}) STORED NOT NULL')
    for index, columns in ORDERS.items():
        op.execute(f"ALTER INDEX {index} RENAME TO {index}_of_posts")
        op.create_index(index, "users", ["company_id", "part", *columns])
    _include("part")
    op.create_index(op.f("ix_users_company_id_work_location"), "users", ["company_id", "work_location"])
    op.create_index(
        op.f("ix_users_company_id_last_sign_in_at"),
        "users",
        ["company_id", "last_sign_in_at"],
        postgresql_where=sa.text("last_sign_in_at IS NOT NULL"),
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_users_company_id_last_sign_in_at"), table_name="users")
    op.drop_index(op.f("ix_users_company_id_work_location"), table_name="users")
    _include("post")
    op.drop_column("users", "part")
    for index in ORDERS:
        op.execute(f"ALTER INDEX {index}_of_posts RENAME TO {index}")


def _include(column: str) -> None:
    op.drop_index("ix_users_by_invitation", table_name="users")
    op.create_index(
        "ix_users_by_invitation",
        "users",
        ["company_id", "invitation", "id"],
        postgresql_include=["temporary_password_expires_at", column],
        postgresql_where=sa.text("invitation IN ('sent', 'failed')"),
    )
