"""The outbox, the messages that development keeps, and the daily counts of sends."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, Json, company_key, needed, optional, table

# The outbox. `secret` is a code or a temporary password, sealed under the outbox key with the message's id
# as context; it is wiped when the message is sent, has failed or has expired. A message goes with its account, and
# thus with the company. That its import is the company's own is checked once a statement, by a trigger: a foreign
# key would check it for each of a hundred thousand.
messages = table(
    "messages",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *optional(sa.Uuid, "company_id", "user_id", "flow_id", "import_id"),
    *needed(sa.Text, "kind", "channel", "recipient"),
    sa.Column("parameters", Json),
    sa.Column("state", sa.Text, nullable=False, server_default=sa.text("'queued'")),
    sa.Column("attempts", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
    # How often a worker has begun to send it since what became of it was last recorded.
    sa.Column("handed", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
    # Null once the message needs nothing more; a claim pushes it forward, so a dead worker's claim lapses.
    sa.Column("next_attempt_at", MOMENT, server_default=sa.func.now()),
    *optional(MOMENT, "expires_at", "sent_at"),
    *optional(sa.Text, "provider_id", "error"),
    sa.Column("secret", sa.LargeBinary),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # An invitation has null where it is the account's first, and when its reminder is due.
    sa.Column("occasion", sa.Text),
    sa.Column("remind_at", MOMENT),
    sa.Column("is_bulk", sa.Boolean, nullable=False, server_default=sa.text("false")),
    company_key("user_id", "users"),
    # Bulk apart: no code and no notice is looked for behind a hundred thousand invitations; and by kind and company, so
    # that each company gets its share of every batch.
    sa.Index(
        "ix_messages_due_single",
        "next_attempt_at",
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND NOT is_bulk"),
    ),
    sa.Index(
        "ix_messages_due_of_kind",
        "kind",
        "company_id",
        "next_attempt_at",
        postgresql_where=sa.text("next_attempt_at IS NOT NULL AND is_bulk"),
    ),
    sa.Index("ix_messages_to_remind", "remind_at", postgresql_where=sa.text("remind_at IS NOT NULL")),
    sa.Index(None, "user_id"),
)

# Development only (no EMAIL_URL): what would have been sent, for /dev/inbox. The secret stays sealed here;
# subject and text are rendered when the inbox is read.
captured_messages = table(
    "captured_messages",
    sa.Column("message_id", sa.Uuid, primary_key=True),
    *needed(sa.Text, "kind", "channel"),
    sa.Column("recipient", sa.Text(collation="C"), nullable=False),
    sa.Column("parameters", Json),
    sa.Column("secret", sa.LargeBinary),
    sa.Column("import_id", sa.Uuid),
    # The recipient and the company had them when it was captured.
    *optional(sa.Text, "language", "region"),
    sa.Column("logo_id", sa.Uuid),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Index(None, "recipient"),
    sa.Index(None, "created_at"),
)

# What a caller can make us send in a UTC day: notices by destination; codes by context and by account, account and
# network, destination, address and company. `subject` is a keyed hash, so that the table identifies no person.
send_quotas = table(
    "send_quotas",
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("subject", sa.LargeBinary, nullable=False),
    sa.Column("day", sa.Date, nullable=False),
    sa.Column("sends", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("scope", "subject", "day"),
    sa.Index(None, "day"),
)
