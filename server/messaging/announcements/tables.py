"""Announcements, their recipients, and who wants none by mail."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, company_key, needed, optional, table

# One has the id of the job that has stored its recipients. It is shown from `publish_at` on; `rung_to` is the last
# recipient in whose bell it is, and `published_at` stands once it is in all. `audience` names its people in
# words.
announcements = table(
    "announcements",
    sa.Column("id", sa.Uuid, primary_key=True),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    *optional(sa.Uuid, "author_id"),
    *needed(sa.Text, "title", "body", "audience"),
    *optional(sa.Uuid, "batch_id", "stage_id"),
    sa.Column("by_mail", sa.Boolean, nullable=False),
    sa.Column("publish_at", MOMENT, nullable=False),
    *optional(sa.Uuid, "rung_to"),
    *optional(MOMENT, "published_at", "retracted_at"),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.UniqueConstraint("company_id", "id"),
    company_key("author_id", "users", ondelete="SET NULL (author_id)"),
    company_key("batch_id", "batches", ondelete="SET NULL (batch_id)"),
    company_key("stage_id", "stages", ondelete="SET NULL (stage_id)"),
    sa.Index(None, "company_id", "created_at"),
    sa.Index(None, "author_id"),
    sa.Index(None, "batch_id"),
    sa.Index(None, "stage_id"),
    sa.Index(
        "ix_announcements_due",
        "publish_at",
        postgresql_where=sa.text("published_at IS NULL AND retracted_at IS NULL"),
    ),
)

# `mail_state` is that of the person's mail (see MailState), and null where there is none.
announcement_recipients = table(
    "announcement_recipients",
    *needed(sa.Uuid, "company_id", "announcement_id", "user_id"),
    *optional(sa.Text, "mail_state", "mail_error"),
    sa.Column("seen_at", MOMENT),
    sa.PrimaryKeyConstraint("announcement_id", "user_id"),
    company_key("announcement_id", "announcements"),
    company_key("user_id", "users"),
    sa.Index(None, "company_id", "user_id", "announcement_id"),
    postgresql_with={"fillfactor": "80"},
)

# People who want no announcement by mail.
announcement_stops = table(
    "announcement_stops",
    *account_key(is_indexed=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
)
