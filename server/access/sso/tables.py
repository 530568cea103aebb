"""A company's connections to identity providers, their domains and people, and sign-ins that are under way."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.platform.database.metadata import metadata

sso_connections = Table(
    "sso_connections",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("name", Text, nullable=False),
    Column("issuer", Text, nullable=False),
    Column("client_id", Text, nullable=False),
    # Null for a client that proves itself by PKCE alone.
    Column("sealed_secret", LargeBinary),
    Column("create_people", Boolean, nullable=False),
    Column("default_profile", Text),
    Column("enabled", Boolean, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", Integer, nullable=False, server_default=text("1")),
    UniqueConstraint("company_id", "id"),
    CheckConstraint("NOT create_people OR default_profile IS NOT NULL", name="profile_of_new_people"),
)

# Any company may name a domain; it counts for the one that has proved it. Its DNS record was last seen at `seen_at`, is
# looked up again at `check_at`, and was absent `missed` times since.
sso_domains = Table(
    "sso_domains",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("domain", Text(collation="C"), nullable=False),
    Column("connection_id", UUID(as_uuid=True), nullable=False),
    Column("token", Text, nullable=False),
    Column("proved_at", DateTime(timezone=True)),
    Column("seen_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("check_at", DateTime(timezone=True), nullable=False, server_default=text("now() + interval '7 days'")),
    Column("missed", SmallInteger, nullable=False, server_default=text("0")),
    PrimaryKeyConstraint("company_id", "domain"),
    ForeignKeyConstraint(
        ["company_id", "connection_id"], ["sso_connections.company_id", "sso_connections.id"], ondelete="CASCADE"
    ),
    Index("uq_sso_domains_proved", "domain", unique=True, postgresql_where=text("proved_at IS NOT NULL")),
    Index(None, "company_id", "connection_id"),
    Index(None, "check_at", postgresql_where=text("proved_at IS NOT NULL")),
)

# A provider's subject never becomes another person's, an email may. A connection with another issuer has other people.
sso_identities = Table(
    "sso_identities",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("connection_id", UUID(as_uuid=True), nullable=False),
    Column("issuer", Text, nullable=False),
    Column("subject", Text(collation="C"), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("connection_id", "issuer", "subject"),
    UniqueConstraint("connection_id", "issuer", "user_id"),
    ForeignKeyConstraint(
        ["company_id", "connection_id"], ["sso_connections.company_id", "sso_connections.id"], ondelete="CASCADE"
    ),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    Index(None, "company_id", "user_id"),
)

# A sign-in that is at the provider. `browser_hash` is of the cookie of the browser that has begun it; nonce and
# PKCE verifier are sealed.
sso_states = Table(
    "sso_states",
    metadata,
    Column("state_hash", LargeBinary, primary_key=True),
    Column("browser_hash", LargeBinary, nullable=False),
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("connection_id", UUID(as_uuid=True), nullable=False),
    Column("issuer", Text, nullable=False),
    Column("sealed_proof", LargeBinary, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    ForeignKeyConstraint(
        ["company_id", "connection_id"], ["sso_connections.company_id", "sso_connections.id"], ondelete="CASCADE"
    ),
    Index(None, "company_id", "connection_id"),
    Index(None, "expires_at"),
)

# A sign-in at a provider belongs to a flow under way, then to the session that the flow has opened. It names no
# company: its connection does, and it is written with the flow.
sso_sessions = Table(
    "sso_sessions",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("flow_id", UUID(as_uuid=True), ForeignKey("flows.id", ondelete="CASCADE")),
    Column("session_id", UUID(as_uuid=True), ForeignKey("sessions.id", ondelete="CASCADE")),
    Column("connection_id", UUID(as_uuid=True), ForeignKey("sso_connections.id", ondelete="CASCADE"), nullable=False),
    Column("issuer", Text, nullable=False),
    Column("subject", Text(collation="C"), nullable=False),
    # The provider's own session, where it names it.
    Column("sid", Text(collation="C")),
    UniqueConstraint("flow_id"),
    UniqueConstraint("session_id"),
    CheckConstraint("num_nonnulls(flow_id, session_id) = 1", name="of_a_flow_or_a_session"),
    Index(None, "connection_id", "subject"),
    Index(None, "connection_id", "sid"),
)
