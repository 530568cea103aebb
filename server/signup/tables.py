from sqlalchemy import Column, DateTime, ForeignKey, Index, Table, Text
from sqlalchemy.dialects.postgresql import UUID

from server.database import metadata

# A form whose account does not exist yet. It is deleted with its flow: an abandoned sign-up leaves nothing and reserves
# neither email nor phone.
signups = Table(
    "signups",
    metadata,
    Column("flow_id", UUID(as_uuid=True), ForeignKey("flows.id", ondelete="CASCADE"), primary_key=True),
    Column("email", Text(collation="C"), nullable=False),
    Column("phone", Text(collation="C"), nullable=False),
    Column("full_name", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    # The company of an applicant; null for the founder of a company.
    Column("applies_to", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE")),
    Column("email_verified_at", DateTime(timezone=True)),
    Column("phone_verified_at", DateTime(timezone=True)),
    Index(None, "applies_to"),
    Index(None, "email"),
)
