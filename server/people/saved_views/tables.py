"""Saved views of the list of users, and the columns that each user has chosen for it."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, optional, table

saved_views = table(
    "saved_views",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    # The only user who sees it; null for a view of the company.
    *optional(sa.Uuid, "owner_id", "created_by"),
    sa.Column("name", sa.Text, nullable=False),
    # The form in which names are compared; see server.vocabulary.visible_text.fold_name.
    sa.Column("folded_name", sa.Text(collation="C"), nullable=False),
    # Parameters of the list as they were given: relative days stay relative.
    sa.Column("query", Json, nullable=False),
    sa.Column("columns", Json),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("company_id", "owner_id", "folded_name", postgresql_nulls_not_distinct=True),
    company_key("owner_id", "users"),
    company_key("created_by", "users", ondelete="SET NULL (created_by)"),
    sa.Index(None, "company_id", "created_by"),
)

list_columns = table(
    "list_columns",
    sa.Column("company_id", sa.Uuid, primary_key=True),
    sa.Column("user_id", sa.Uuid, primary_key=True),
    sa.Column("columns", Json, nullable=False),
    # Rows of a page; null where none are chosen.
    sa.Column("page_size", sa.Integer),
    company_key("user_id", "users"),
)
