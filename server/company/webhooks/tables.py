"""A company's webhooks, and what was or will be sent to each."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table

# `position` is the place in the company's chain of audit entries up to which deliveries were made. A webhook whose
# deliveries failed for three days is stopped, with the reason; what waits is sent once it is started again.
webhooks = table(
    "webhooks",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    sa.Column("url", sa.Text, nullable=False),
    *needed(sa.ARRAY(sa.Text), "events"),
    *needed(sa.LargeBinary, "sealed_secret"),
    # Signs beside the present secret until its end.
    *optional(sa.LargeBinary, "former_secret"),
    *optional(MOMENT, "former_until", "stopped_at"),
    *optional(sa.Text, "stopped_why"),
    *needed(sa.BigInteger, "position", default="0"),
    *needed(sa.BigInteger, "version", default="1"),
    *needed(MOMENT, "created_at", default="now()"),
    sa.UniqueConstraint("company_id", "id"),
)

webhook_deliveries = table(
    "webhook_deliveries",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Uuid, "company_id", "webhook_id"),
    *needed(sa.Text, "event"),
    # The body as it is sent: ids, and the names of what has changed.
    sa.Column("body", Json, nullable=False),
    *needed(sa.Text, "state", default="'queued'"),
    *needed(sa.SmallInteger, "attempts", default="0"),
    # Null once nothing more is tried; a claim pushes it forward, so that a dead worker's claim lapses.
    sa.Column("next_attempt_at", MOMENT, server_default=sa.func.now()),
    sa.Column("answered", sa.SmallInteger),
    sa.Column("error", sa.Text),
    *needed(MOMENT, "created_at", default="now()"),
    sa.Column("delivered_at", MOMENT),
    company_key("webhook_id", "webhooks"),
    sa.Index(None, "company_id", "webhook_id", "id"),
    sa.Index(
        "ix_webhook_deliveries_due",
        "company_id",
        "next_attempt_at",
        postgresql_where=sa.text("next_attempt_at IS NOT NULL"),
    ),
    sa.Index(None, "created_at"),
)
