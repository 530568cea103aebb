from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import Json, metadata

# Append-only: nothing in the code updates or deletes a row. Actor and subject have no foreign key, because an entry
# outlives the account it is about; a trigger refuses those of another company.
audit_entries = Table(
    "audit_entries",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE")),
    Column("action", Text, nullable=False),
    Column("actor_id", UUID(as_uuid=True)),
    Column("subject_id", UUID(as_uuid=True)),
    Column("subject_label", Text),
    # The version of the account after the change. It is no part of what is sealed.
    Column("subject_version", Integer),
    Column("address", Text),
    Column("before", Json),
    Column("after", Json),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Index(None, "company_id", "id"),
    # For the two filters of the list: without these indexes a rare value would scan the whole trail of a company.
    Index(None, "company_id", "action", "id"),
    # The trail of one account.
    Index("ix_audit_entries_subject", "company_id", "subject_id", "id"),
    Index("ix_audit_entries_label", "company_id", text('lower(subject_label) COLLATE "C"'), "id"),
)

# The chain of each company's entries, made a moment after they were added; see seal_entries. `chain` is the company,
# or zeros for entries of none. No foreign keys: a seal outlives what it seals, so that a removal is seen.
audit_seals = Table(
    "audit_seals",
    metadata,
    Column("chain", UUID(as_uuid=True), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("entry_id", UUID(as_uuid=True), nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("key_id", Text, nullable=False),
    Column("mac", LargeBinary, nullable=False),
    UniqueConstraint("entry_id"),
)

# Entries from which an erased person was taken, by the owner of the tables: `mac` vouches for the entry as it is now
# and for the hash of what it was, under a key of AUDIT_STATEMENT. No foreign key: it goes with the seal.
audit_redactions = Table(
    "audit_redactions",
    metadata,
    Column("entry_id", UUID(as_uuid=True), primary_key=True),
    Column("redacted_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("key_id", Text, nullable=False),
    Column("mac", LargeBinary, nullable=False),
)
