"""Companies, and what each has used of its daily limits."""

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

companies = Table(
    "companies",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("name", Text, nullable=False),
    Column("slug", Text, nullable=False),
    Column("industry", Text, nullable=False),
    Column("website", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # When the operator verified the company; from then on the limit of a new company does not apply.
    Column("trusted_at", DateTime(timezone=True)),
    # Whether invited people who have not signed in are reminded once.
    Column("invitation_reminder", Boolean, nullable=False, server_default=text("true")),
    UniqueConstraint("slug"),
)

# Rows checked and invitations sent (COMPANY_DAILY_ROWS), and how many people turned out to be registered elsewhere
# (COMPANY_DAILY_TAKEN), by company and UTC day.
company_daily_usage = Table(
    "company_daily_usage",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("day", Date, nullable=False),
    Column("rows_checked", Integer, nullable=False, server_default=text("0")),
    Column("invitations", Integer, nullable=False, server_default=text("0")),
    Column("taken_elsewhere", Integer, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("company_id", "day"),
)
