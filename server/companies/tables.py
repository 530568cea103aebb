from sqlalchemy import Column, DateTime, Table, Text, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import UUID

from server.database import metadata

companies = Table(
    "companies",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("name", Text, nullable=False),
    Column("slug", Text, nullable=False),
    Column("industry", Text, nullable=False),
    Column("website", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # When the operator has verified it: the limit of a new company no longer holds.
    Column("trusted_at", DateTime(timezone=True)),
    UniqueConstraint("slug"),
)
