"""Invitations sent to each mailbox, and the companies whose invitations it has stopped."""

from sqlalchemy import (
    Column,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    func,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# What a mailbox was sent, over all companies: no foreign key, because deleting an account or a company must not
# make room for another mail. `destination` is a keyed hash; a row is of no use after its day.
invitation_destinations = Table(
    "invitation_destinations",
    metadata,
    Column("destination", LargeBinary, primary_key=True),
    Column("day", Date, nullable=False),
    Column("sends", Integer, nullable=False),
    Column("last_sent_at", DateTime(timezone=True), nullable=False),
    Index(None, "day"),
)

# Recipients who have asked a company to stop. `mailbox` is a hash without a key: it must outlive every key.
invitation_stops = Table(
    "invitation_stops",
    metadata,
    Column("mailbox", LargeBinary, nullable=False),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("mailbox", "company_id"),
    Index(None, "company_id"),
)
