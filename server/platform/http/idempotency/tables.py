from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import Json, metadata

# The answer to a call with an Idempotency-Key: written in the transaction that did the work,
# so that both are there or neither is. `request_mac` is a keyed hash of the parsed fields and the file.
idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("path", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("request_mac", LargeBinary, nullable=False),
    Column("answer", Json),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("user_id", "path", "key"),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    CheckConstraint("length(key) BETWEEN 1 AND 200", name="key"),
    Index(None, "created_at"),
    Index(None, "company_id", "user_id"),
)
