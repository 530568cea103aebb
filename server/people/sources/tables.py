"""Recurring sources of imports."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table

# Its runs have the rights of its owner, who has made it or changed it last. Its days (ISO: Monday is 1) and time are by
# the clock of the company. While a run is under way `due_at` is when it counts as lost. A `scope` names its batch by no
# key: without the batch it would be a wider one. `headings_digest` is SHA-256 of the headings of the last import, and
# `known_digest` of those of the last one that was started. `is_told`: the owner knows already that it does not work.
import_sources = table(
    "import_sources",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    *optional(sa.Uuid, "owner_id", "import_id"),
    *needed(sa.Text, "kind", "address", "username", "header", "folder", "pattern", "mode"),
    *optional(sa.Text, "host_key", "outcome", "note"),
    *optional(sa.LargeBinary, "sealed_secret", "headings_digest", "known_digest"),
    *needed(sa.Time, "at"),
    *needed(sa.ARRAY(sa.SmallInteger), "days"),
    *needed(Json, "scope"),
    *needed(sa.Boolean, "invites", "enabled"),
    *needed(sa.Boolean, "is_told", default="false"),
    *needed(MOMENT, "due_at"),
    *optional(MOMENT, "last_run_at"),
    *needed(sa.BigInteger, "version", default="1"),
    *needed(MOMENT, "created_at", default="now()"),
    company_key("owner_id", "users", ondelete="SET NULL (owner_id)"),
    company_key("import_id", "imports", ondelete="SET NULL (import_id)"),
    *(sa.Index(None, "company_id", name) for name in ("owner_id", "import_id")),
    sa.Index("ix_import_sources_due", "due_at"),
)
