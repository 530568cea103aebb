"""Spent challenges."""

from sqlalchemy import Column, DateTime, Index, LargeBinary, Table

from server.platform.database.metadata import metadata

# Solved challenges that have been handed in: each is good once. Kept until the challenge itself has expired.
spent_challenges = Table(
    "spent_challenges",
    metadata,
    Column("challenge_hash", LargeBinary, primary_key=True),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Index(None, "expires_at"),
)
