"""The outbox, the messages that development keeps, and the daily counts of sends."""

from sqlalchemy import (
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import Json, metadata

# The outbox. `secret` is a code or a temporary password, sealed under the outbox key with the message's id
# as context; it is wiped when the message is sent, has failed or has expired. A message goes with its account, and
# thus with the company. That its import is the company's own is checked once a statement, by a trigger: a foreign
# key would check it for each of a hundred thousand.
messages = Table(
    "messages",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True)),
    Column("user_id", UUID(as_uuid=True)),
    Column("flow_id", UUID(as_uuid=True)),
    Column("import_id", UUID(as_uuid=True)),
    Column("kind", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("recipient", Text, nullable=False),
    Column("parameters", Json),
    Column("state", Text, nullable=False, server_default=text("'queued'")),
    Column("attempts", SmallInteger, nullable=False, server_default=text("0")),
    # Null once the message needs nothing more; a claim pushes it forward, so a dead worker's claim lapses.
    Column("next_attempt_at", DateTime(timezone=True), server_default=func.now()),
    Column("expires_at", DateTime(timezone=True)),
    Column("provider_id", Text),
    Column("error", Text),
    Column("secret", LargeBinary),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("sent_at", DateTime(timezone=True)),
    # An invitation has null where it is the account's first, and when its reminder is due.
    Column("occasion", Text),
    Column("remind_at", DateTime(timezone=True)),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    CheckConstraint(
        "kind IN ('code', 'invitation', 'password_changed', 'welcome', 'import_finished', 'email_change',"
        " 'email_changed', 'sso_linked', 'bulk_finished', 'passkey_copied', 'factor_added', 'factor_removed',"
        " 'recovery_code_used', 'recovery_codes_renewed', 'new_device', 'account_secured',"
        " 'sso_unlinked')",
        name="kind",
    ),
    CheckConstraint("channel IN ('EMAIL', 'SMS')", name="channel"),
    CheckConstraint("state IN ('queued', 'sent', 'failed', 'expired')", name="state"),
    CheckConstraint("occasion IN ('again', 'reminder')", name="occasion"),
    # Invitations apart: no code and no notice is looked for behind a hundred thousand of them; and by company,
    # so that each company gets its share of every batch.
    Index(
        "ix_messages_due",
        "next_attempt_at",
        postgresql_where=text("next_attempt_at IS NOT NULL AND kind <> 'invitation'"),
    ),
    Index(
        "ix_messages_due_invitations",
        "company_id",
        "next_attempt_at",
        postgresql_where=text("next_attempt_at IS NOT NULL AND kind = 'invitation'"),
    ),
    Index("ix_messages_to_remind", "remind_at", postgresql_where=text("remind_at IS NOT NULL")),
    Index(None, "user_id"),
)

# Development only (no EMAIL_URL): what would have been sent, for /dev/inbox. The secret stays sealed here;
# subject and text are rendered when the inbox is read.
captured_messages = Table(
    "captured_messages",
    metadata,
    Column("message_id", UUID(as_uuid=True), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("recipient", Text(collation="C"), nullable=False),
    Column("parameters", Json),
    Column("secret", LargeBinary),
    Column("import_id", UUID(as_uuid=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "recipient"),
    Index(None, "created_at"),
)

# What a caller can make us send in a UTC day: notices by destination; codes by context and by account, account and
# network, destination, address and company. `subject` is a keyed hash, so that the table identifies no person.
send_quotas = Table(
    "send_quotas",
    metadata,
    Column("scope", Text, nullable=False),
    Column("subject", LargeBinary, nullable=False),
    Column("day", Date, nullable=False),
    Column("sends", Integer, nullable=False),
    PrimaryKeyConstraint("scope", "subject", "day"),
    Index(None, "day"),
)
