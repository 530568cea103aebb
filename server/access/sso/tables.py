"""A company's connections to identity providers, their domains and people, and sign-ins that are under way."""

import sqlalchemy as sa

from server.platform.database.metadata import MOMENT, account_key, company_key, needed, table

sso_connections = table(
    "sso_connections",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    *needed(sa.Text, "name", "issuer", "client_id"),
    # Null for a client that proves itself by PKCE alone.
    sa.Column("sealed_secret", sa.LargeBinary),
    *needed(sa.Boolean, "create_people", "enabled"),
    sa.Column("default_profile", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("company_id", "id"),
    sa.CheckConstraint("NOT create_people OR default_profile IS NOT NULL", name="profile_of_new_people"),
)

# Any company may name a domain; it counts for the one that has proved it. Its DNS record was last seen at `seen_at`, is
# looked up again at `check_at`, and was absent `missed` times since.
sso_domains = table(
    "sso_domains",
    *needed(sa.Uuid, "company_id", "connection_id"),
    sa.Column("domain", sa.Text(collation="C"), nullable=False),
    sa.Column("token", sa.Text, nullable=False),
    sa.Column("proved_at", MOMENT),
    sa.Column("seen_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("check_at", MOMENT, nullable=False, server_default=sa.text("now() + interval '7 days'")),
    sa.Column("missed", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
    sa.PrimaryKeyConstraint("company_id", "domain"),
    company_key("connection_id", "sso_connections"),
    sa.Index("uq_sso_domains_proved", "domain", unique=True, postgresql_where=sa.text("proved_at IS NOT NULL")),
    sa.Index(None, "company_id", "connection_id"),
    sa.Index(None, "check_at", postgresql_where=sa.text("proved_at IS NOT NULL")),
)

# A provider's subject never becomes another person's, an email may. A connection with another issuer has other people.
sso_identities = table(
    "sso_identities",
    *account_key(),
    sa.Column("connection_id", sa.Uuid, nullable=False),
    sa.Column("issuer", sa.Text, nullable=False),
    sa.Column("subject", sa.Text(collation="C"), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("connection_id", "issuer", "subject"),
    sa.UniqueConstraint("connection_id", "issuer", "user_id"),
    company_key("connection_id", "sso_connections"),
)

# A sign-in that is at the provider. `browser_hash` is of the cookie of the browser that has begun it; nonce and
# PKCE verifier are sealed.
sso_states = table(
    "sso_states",
    sa.Column("state_hash", sa.LargeBinary, primary_key=True),
    *needed(sa.LargeBinary, "browser_hash", "sealed_proof"),
    *needed(sa.Uuid, "company_id", "connection_id"),
    sa.Column("issuer", sa.Text, nullable=False),
    sa.Column("expires_at", MOMENT, nullable=False),
    company_key("connection_id", "sso_connections"),
    sa.Index(None, "company_id", "connection_id"),
    sa.Index(None, "expires_at"),
)

# A sign-in at a provider belongs to a flow under way, then to the session that the flow has opened. It names no
# company: its connection does, and it is written with the flow.
sso_sessions = table(
    "sso_sessions",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("flow_id", sa.Uuid, sa.ForeignKey("flows.id", ondelete="CASCADE")),
    sa.Column("session_id", sa.Uuid, sa.ForeignKey("sessions.id", ondelete="CASCADE")),
    sa.Column("connection_id", sa.Uuid, sa.ForeignKey("sso_connections.id", ondelete="CASCADE"), nullable=False),
    sa.Column("issuer", sa.Text, nullable=False),
    sa.Column("subject", sa.Text(collation="C"), nullable=False),
    # The provider's own session, where it names it.
    sa.Column("sid", sa.Text(collation="C")),
    sa.UniqueConstraint("flow_id"),
    sa.UniqueConstraint("session_id"),
    sa.CheckConstraint("num_nonnulls(flow_id, session_id) = 1", name="of_a_flow_or_a_session"),
    sa.Index(None, "connection_id", "subject"),
    sa.Index(None, "connection_id", "sid"),
)
