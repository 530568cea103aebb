"""Saved views of the list of users, and the columns that each user has chosen for it."""

from sqlalchemy import Column, DateTime, ForeignKey, ForeignKeyConstraint, Index, Integer, Table, Text, func, text
from sqlalchemy import UniqueConstraint as Unique
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import Json, metadata

saved_views = Table(
    "saved_views",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    # The only user who sees it; null for a view of the company.
    Column("owner_id", UUID(as_uuid=True)),
    Column("created_by", UUID(as_uuid=True)),
    Column("name", Text, nullable=False),
    # The form in which names are compared; see server.vocabulary.visible_text.fold_name.
    Column("folded_name", Text(collation="C"), nullable=False),
    # Parameters of the list as they were given: relative days stay relative.
    Column("query", Json, nullable=False),
    Column("columns", Json),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", Integer, nullable=False, server_default=text("1")),
    Unique("company_id", "owner_id", "folded_name", postgresql_nulls_not_distinct=True),
    ForeignKeyConstraint(["company_id", "owner_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(
        ["company_id", "created_by"], ["users.company_id", "users.id"], ondelete="SET NULL (created_by)"
    ),
    Index(None, "company_id", "created_by"),
)

list_columns = Table(
    "list_columns",
    metadata,
    Column("company_id", UUID(as_uuid=True), primary_key=True),
    Column("user_id", UUID(as_uuid=True), primary_key=True),
    Column("columns", Json, nullable=False),
    # Rows of a page; null where none are chosen.
    Column("page_size", Integer),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
)
