"""What a company asks of the sign-in of its people. A company without a row asks nothing beyond the installation."""

from sqlalchemy import Boolean, CheckConstraint, Column, DateTime, ForeignKey, Integer, Table, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from server.platform.database.metadata import metadata

company_policies = Table(
    "company_policies",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), primary_key=True),
    Column("second_factor", Text, nullable=False),
    Column("factors", ARRAY(Text), nullable=False),
    Column("passkeys_only", Boolean, nullable=False),
    # Null: as long as the installation allows.
    Column("session_idle_minutes", Integer),
    Column("session_days", Integer),
    # Empty: any.
    Column("email_domains", ARRAY(Text), nullable=False),
    Column("administrator_networks", ARRAY(Text), nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", Integer, nullable=False, server_default=text("1")),
    CheckConstraint("second_factor IN ('none', 'administrators', 'everyone')", name="second_factor"),
    CheckConstraint("session_idle_minutes > 0 AND session_days > 0", name="session_lengths"),
)
