"""Saved views of the list, and the columns that each user has chosen."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

revision: str = "0035"
down_revision: str | Sequence[str] | None = "0034"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

USER = ["users.company_id", "users.id"]


def upgrade() -> None:
    op.create_table(
        "saved_views",
        sa.Column("id", UUID(as_uuid=True), server_default=sa.text("waymark_uuid7()"), nullable=False),
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("owner_id", UUID(as_uuid=True), nullable=True),
        sa.Column("created_by", UUID(as_uuid=True), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
        sa.Column("query", JSONB(), nullable=False),
        sa.Column("columns", JSONB(none_as_null=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id"], ["companies.id"], name=op.f("fk_saved_views_company_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "owner_id"], USER, name=op.f("fk_saved_views_company_id_owner_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["company_id", "created_by"],
            USER,
            name=op.f("fk_saved_views_company_id_created_by"),
            ondelete="SET NULL (created_by)",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_views")),
        sa.UniqueConstraint(
            "company_id",
            "owner_id",
            "folded_name",
            name=op.f("uq_saved_views_company_id_owner_id_folded_name"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index(op.f("ix_saved_views_company_id_created_by"), "saved_views", ["company_id", "created_by"])
    op.create_table(
        "list_columns",
        sa.Column("company_id", UUID(as_uuid=True), nullable=False),
        sa.Column("user_id", UUID(as_uuid=True), nullable=False),
        sa.Column("columns", JSONB(), nullable=False),
        sa.ForeignKeyConstraint(
            ["company_id", "user_id"], USER, name=op.f("fk_list_columns_company_id_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("company_id", "user_id", name=op.f("pk_list_columns")),
    )


def downgrade() -> None:
    op.drop_table("list_columns")
    op.drop_table("saved_views")
