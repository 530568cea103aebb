from sqlalchemy import Column, DateTime, Index, Integer, LargeBinary, PrimaryKeyConstraint, Table, Text, func

from server.platform.database.metadata import metadata

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
