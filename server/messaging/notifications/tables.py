import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, needed, table

# What the bell shows. The text is stored as it was shown, not as a template: it stays true when names change.
# `about` is the import, the bulk job or the message that a notification is about: an account gets one for the same.
notifications = table(
    "notifications",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *account_key(is_indexed=False),
    *needed(sa.Text, "kind", "title", "body"),
    # A path of the client.
    sa.Column("link", sa.Text),
    sa.Column("about", sa.Uuid),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("read_at", MOMENT),
    sa.Index(None, "company_id", "user_id", "created_at"),
    sa.Index(None, "created_at"),
    sa.Index(
        "uq_notifications_about", "about", "kind", "user_id", unique=True, postgresql_where=sa.text("about IS NOT NULL")
    ),
)
