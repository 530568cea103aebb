"""Accounts without an email: a code of their company, and the label by which the list shows and sorts them.

Processes of the version before sort by email without its index until they are replaced.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0049"
down_revision: str | Sequence[str] | None = "0048"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

SEARCHED = "(sort_name || ' ' || coalesce(email, '') || ' ' || phone || coalesce(' ' || lower(code), ''))"
SEARCHED_BEFORE = "(sort_name || ' ' || email || ' ' || phone)"


def upgrade() -> None:
    op.execute(
        """
        ALTER TABLE users
            ALTER COLUMN email DROP NOT NULL,
            ADD COLUMN code text COLLATE "C",
            ADD CONSTRAINT ck_users_reachable CHECK (email IS NOT NULL OR phone <> ''),
            ADD CONSTRAINT ck_users_code CHECK (code ~ '^[A-Z0-9]([A-Z0-9./-]{0,30}[A-Z0-9])?$')
        """
    )
    op.execute(
        'ALTER TABLE users ADD COLUMN label text COLLATE "C"'
        " GENERATED ALWAYS AS (coalesce(email, code, phone)) STORED NOT NULL"
    )
    op.create_index("ix_users_by_label", "users", ["company_id", "part", "label", "id"])
    op.drop_index("ix_users_by_email", table_name="users")
    op.create_index(
        "ix_users_code", "users", ["company_id", "code"], unique=True, postgresql_where=sa.text("code IS NOT NULL")
    )
    op.create_index("ix_users_phone_without_email", "users", ["phone"], postgresql_where=sa.text("email IS NULL"))
    _search(SEARCHED)


def downgrade() -> None:
    """Accounts without an email are deleted: the version before has no place for them."""
    op.execute("DELETE FROM users WHERE email IS NULL")
    _search(SEARCHED_BEFORE)
    op.drop_index("ix_users_phone_without_email", table_name="users")
    op.drop_index("ix_users_code", table_name="users")
    op.drop_index("ix_users_by_label", table_name="users")
    op.create_index("ix_users_by_email", "users", ["company_id", "part", "email", "id"])
    op.drop_column("users", "label")
    op.execute(
        """
        ALTER TABLE users DROP CONSTRAINT ck_users_code, DROP CONSTRAINT ck_users_reachable, DROP COLUMN code,
            ALTER COLUMN email SET NOT NULL
        """
    )


def _search(searched: str) -> None:
    op.drop_index("ix_users_search", table_name="users")
    op.execute(f"CREATE INDEX ix_users_search ON users USING gin (company_id, {searched} gin_trgm_ops)")
