import sqlalchemy as sa

from server.platform.database.metadata import metadata

# What the bell shows. The text is stored as it was shown, not as a template: it stays true when names change.
# `about` is the import, the bulk job or the message that a notification is about: an account gets one for the same.
notifications = sa.Table(
    "notifications",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    # A path of the client.
    sa.Column("link", sa.Text),
    sa.Column("about", sa.Uuid),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("read_at", sa.DateTime(timezone=True)),
    sa.ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.CheckConstraint(
        "kind IN ('welcome', 'secure_account', 'what_you_can_do', 'import_finished', 'import_failed', "
        "'import_cancelled', 'invitation_failed', 'bulk_finished', 'bulk_cancelled', 'passkey_copied', "
        "'factor_added', 'factor_removed', 'recovery_code_used', 'recovery_codes_renewed', 'new_device', "
        "'account_secured', 'sso_unlinked', 'domain_proof')",
        name="kind",
    ),
    sa.Index(None, "company_id", "user_id", "created_at"),
    sa.Index(None, "created_at"),
    sa.Index(
        "uq_notifications_about",
        "about",
        "kind",
        "user_id",
        unique=True,
        postgresql_where=sa.text("about IS NOT NULL"),
    ),
)
