"""Emails that accounts are to have once their recipients confirm them."""

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKeyConstraint,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# One an account. Of the token, which the mail has, only the hash is stored.
email_changes = Table(
    "email_changes",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("email", Text(collation="C"), nullable=False),
    Column("token_hash", LargeBinary, nullable=False),
    # The profile that has entered it: it decides whether the account, as it is then, may get the email.
    Column("requester_profile", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    PrimaryKeyConstraint("company_id", "user_id"),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    UniqueConstraint("token_hash"),
)
