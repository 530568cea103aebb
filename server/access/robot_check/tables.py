"""Spent challenges."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, table

# Solved challenges that have been handed in: each is good once. Kept until the challenge itself has expired.
spent_challenges = table(
    "spent_challenges",
    sa.Column("challenge_hash", sa.LargeBinary, primary_key=True),
    sa.Column("expires_at", MOMENT, nullable=False),
    sa.Index(None, "expires_at"),
)
