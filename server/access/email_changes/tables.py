"""Emails that accounts are to have once their recipients confirm them."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, table

# One an account. Of the token, which the mail has, only the hash is stored.
email_changes = table(
    "email_changes",
    *account_key(is_indexed=False),
    sa.Column("email", sa.Text(collation="C"), nullable=False),
    sa.Column("token_hash", sa.LargeBinary, nullable=False),
    # The profile that has entered it: it decides whether the account, as it is then, may get the email.
    # Null where the account's own person has.
    sa.Column("requester_profile", sa.Text),
    # Only of a person's own: whether the present address has confirmed it, so that the new one is asked.
    sa.Column("present_confirmed", sa.Boolean),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("expires_at", MOMENT, nullable=False),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.UniqueConstraint("token_hash"),
)
