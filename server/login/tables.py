from sqlalchemy import (
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import UUID

from server.database import metadata

# A browser that has passed a code need not do so again for a while. One browser (one cookie) may be known
# to several accounts.
remembered_devices = Table(
    "remembered_devices",
    metadata,
    Column("device_hash", LargeBinary, nullable=False),
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    PrimaryKeyConstraint("device_hash", "user_id"),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    Index(None, "company_id", "user_id"),
    Index(None, "expires_at"),
)

# Failed sign-ins by email as typed, known or not (a keyed hash of it), and by where they came from: a network,
# a remembered device, or everywhere together. Under the hash of no email a network waits for all emails; a right
# password leaves a row with `succeeded_at`, which allows its network one failing email more.
login_failures = Table(
    "login_failures",
    metadata,
    Column("email_mac", LargeBinary, nullable=False),
    Column("source", Text, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("counting_since", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("last_failed_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("blocked_until", DateTime(timezone=True)),
    Column("succeeded_at", DateTime(timezone=True)),
    PrimaryKeyConstraint("email_mac", "source"),
    Index(None, "last_failed_at"),
    Index(None, "source"),
)
