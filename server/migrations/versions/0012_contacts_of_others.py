"""Phones need not be unique; a daily count of a company's attempts to add people of other companies."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | Sequence[str] | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

VERIFIED = "ix_users_verified_phone"


def upgrade() -> None:
    op.drop_constraint("uq_users_phone", "users", type_="unique")
    op.create_index(VERIFIED, "users", ["phone"], postgresql_where=sa.text("phone_verified_at IS NOT NULL"))
    op.create_index("ix_users_company_id_phone", "users", ["company_id", "phone"])
    op.add_column(
        "company_daily_usage", sa.Column("taken_elsewhere", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )


def downgrade() -> None:
    op.drop_column("company_daily_usage", "taken_elsewhere")
    op.drop_index("ix_users_company_id_phone", table_name="users")
    op.drop_index(VERIFIED, table_name="users")
    op.create_unique_constraint("uq_users_phone", "users", ["phone"])
