"""Emails that accounts are to have once their recipients confirm them."""

import sqlalchemy as sa

from server.platform.database.metadata import metadata

# One an account. Of the token, which the mail has, only the hash is stored.
email_changes = sa.Table(
    "email_changes",
    metadata,
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("email", sa.Text(collation="C"), nullable=False),
    sa.Column("token_hash", sa.LargeBinary, nullable=False),
    # The profile that has entered it: it decides whether the account, as it is then, may get the email.
    sa.Column("requester_profile", sa.Text),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.UniqueConstraint("token_hash"),
)
