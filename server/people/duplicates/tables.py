"""Merges of accounts, which can be undone for a day, and the probable duplicates of each company."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table

# An account that was merged into another one stays, inactive, for a day. `changes` is what an undo needs (see
# merge_users.py), and is wiped at the end; `contacts` (email, phone and name of the merged account) stays with the
# survivor, for its history, its export and its erasure. No foreign key to the merged account, which is deleted at the
# end; a trigger refuses one of another company. A deleted survivor leaves the row until the merged account has its day.
merges = table(
    "merges",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "merged_id"),
    sa.Column("survivor_id", sa.Uuid),
    sa.Column("contacts", Json, nullable=False),
    sa.Column("changes", Json),
    sa.Column("merged_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("ended_at", MOMENT),
    company_key("survivor_id", "users", ondelete="SET NULL (survivor_id)"),
    sa.UniqueConstraint("company_id", "merged_id"),
    sa.Index(None, "company_id", "survivor_id"),
    sa.Index("ix_merges_open", "merged_at", postgresql_where=sa.text("ended_at IS NULL OR survivor_id IS NULL")),
)

# Probable duplicates among the people (a hash of them) who were there `as_of`, and when a worker began a newer list.
duplicate_lists = table(
    "duplicate_lists",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), primary_key=True),
    *(*optional(Json, "pairs"), *optional(sa.Boolean, "is_whole"), *optional(sa.Text, "people")),
    *optional(MOMENT, "as_of", "begun_at"),
)
