from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Table,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# What the bell shows. The text is stored as it was shown, not as a template: it stays true when names change.
# `about` is the import, the bulk job or the message that a notification is about: an account gets one for the same.
notifications = Table(
    "notifications",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("body", Text, nullable=False),
    # A path of the client.
    Column("link", Text),
    Column("about", UUID(as_uuid=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("read_at", DateTime(timezone=True)),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    CheckConstraint(
        "kind IN ('welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', "
        "'import_cancelled', 'invitation_failed', 'bulk_finished', 'bulk_cancelled', 'passkey_copied', "
        "'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_renewed', 'new_device', "
        "'account_secured', 'sso_unlinked', 'domain_proof')",
        name="kind",
    ),
    Index(None, "company_id", "user_id", "created_at"),
    Index(None, "created_at"),
    Index(
        "uq_notifications_about",
        "about",
        "kind",
        "user_id",
        unique=True,
        postgresql_where=text("about IS NOT NULL"),
    ),
)
