import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import metadata

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    # The refresh token's number in its lineage, and the newest one that a client has proved to hold.
    sa.Column("generation", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("used_generation", sa.Integer, nullable=False, server_default=sa.text("0")),
    sa.Column("device", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("address", sa.Text),
    # Its user was proved by these at the sign-in, and was last proved at this moment: then, or by a step-up since.
    sa.Column("methods", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("verified_at", sa.DateTime(timezone=True)),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("idle_expires_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("absolute_expires_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ended_at", sa.DateTime(timezone=True)),
    sa.Column("end_reason", sa.Text),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended_for_a_reason"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "absolute_expires_at"),
)

# Every refresh token that a session has had, so that a late use of an old one is recognised. A token is
# derived from the one before it; only its hash is kept.
refresh_tokens = sa.Table(
    "refresh_tokens",
    metadata,
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("session_id", sa.Uuid, sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    sa.Column("generation", sa.Integer, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    # When this token, or an access token issued with it, was first used.
    sa.Column("used_at", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("session_id", "generation"),
)

# A browser that has passed a code need not do so again for a while. One browser (one cookie) may be known
# to several accounts.
remembered_devices = sa.Table(
    "remembered_devices",
    metadata,
    sa.Column("device_hash", sa.LargeBinary, nullable=False),
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
    sa.PrimaryKeyConstraint("device_hash", "user_id"),
    sa.ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "expires_at"),
)
