from sqlalchemy import (
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from server.platform.database.metadata import metadata

sessions = Table(
    "sessions",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    # The refresh token's number in its lineage, and the newest one that a client has proved to hold.
    Column("generation", Integer, nullable=False, server_default=text("0")),
    Column("used_generation", Integer, nullable=False, server_default=text("0")),
    Column("device", Text, nullable=False, server_default=text("''")),
    Column("address", Text),
    # Its user was proved by these at the sign-in, and was last proved at this moment: then, or by a step-up since.
    Column("methods", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("verified_at", DateTime(timezone=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("last_seen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("idle_expires_at", DateTime(timezone=True), nullable=False),
    Column("absolute_expires_at", DateTime(timezone=True), nullable=False),
    Column("ended_at", DateTime(timezone=True)),
    Column("end_reason", Text),
    Column("version", Integer, nullable=False, server_default=text("1")),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended_for_a_reason"),
    Index(None, "company_id", "user_id"),
    Index(None, "absolute_expires_at"),
)

# Every refresh token that a session has had, so that a late use of an old one is recognised. A token is
# derived from the one before it; only its hash is kept.
refresh_tokens = Table(
    "refresh_tokens",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("session_id", UUID(as_uuid=True), ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    Column("generation", Integer, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    # When this token, or an access token issued with it, was first used.
    Column("used_at", DateTime(timezone=True)),
    UniqueConstraint("session_id", "generation"),
)

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
