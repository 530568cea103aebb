"""Spent challenges."""

import sqlalchemy as sa

from server.platform.database.metadata import metadata

# Solved challenges that have been handed in: each is good once. Kept until the challenge itself has expired.
spent_challenges = sa.Table(
    "spent_challenges",
    metadata,
    sa.Column("challenge_hash", sa.LargeBinary, primary_key=True),
    sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    sa.Index(None, "expires_at"),
)
