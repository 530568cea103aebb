from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

# The erasure of a person whose account is gone: what is left to do, and that it was done. `contacts` (email, phone and
# name, by which copies are found) is sealed, and wiped at the end. No foreign key to the account; a trigger refuses
# one of another company.
erasures = Table(
    "erasures",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("contacts", LargeBinary),
    # The last import or bulk job that was searched; empty at the beginning.
    Column("place", Text, nullable=False, server_default=text("''")),
    # Set where one of them was not ended: it is searched again later.
    Column("waits", Boolean, nullable=False, server_default=text("false")),
    Column("requested_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # When a worker is to continue; null once the copies are erased.
    Column("next_at", DateTime(timezone=True), server_default=func.now()),
    Column("erased_at", DateTime(timezone=True)),
    # When the operator's command had taken the person out of the audit trail.
    Column("trail_erased_at", DateTime(timezone=True)),
    UniqueConstraint("company_id", "user_id"),
    Index("ix_erasures_due", "next_at", postgresql_where=text("next_at IS NOT NULL")),
)
