import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, account_key, needed, optional, table

sessions = table(
    "sessions",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *account_key(),
    # The refresh token's number in its lineage, and the newest one that a client has proved to hold.
    *needed(sa.Integer, "generation", "used_generation", default="0"),
    sa.Column("device", sa.Text, nullable=False, server_default=sa.text("''")),
    sa.Column("address", sa.Text),
    # Its user was proved by these at the sign-in, and was last proved at this moment: then, or by a step-up since.
    sa.Column("methods", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    *optional(MOMENT, "verified_at", "ended_at"),
    # `last_seen_at` is the last request, `active_at` the last act of the user, from which the idle limit counts.
    *needed(MOMENT, "created_at", "last_seen_at", "active_at", default="now()"),
    *needed(MOMENT, "idle_expires_at", "absolute_expires_at"),
    sa.Column("end_reason", sa.Text),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    sa.CheckConstraint("(ended_at IS NULL) = (end_reason IS NULL)", name="ended_for_a_reason"),
    sa.Index(None, "absolute_expires_at"),
)

# Every refresh token that a session has had, so that a late use of an old one is recognised. A token is
# derived from the one before it; only its hash is kept.
refresh_tokens = table(
    "refresh_tokens",
    sa.Column("token_hash", sa.LargeBinary, primary_key=True),
    sa.Column("session_id", sa.Uuid, sa.ForeignKey("sessions.id", ondelete="CASCADE"), nullable=False),
    sa.Column("generation", sa.Integer, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    # When this token, or an access token issued with it, was first used.
    sa.Column("used_at", MOMENT),
    sa.UniqueConstraint("session_id", "generation"),
)

# A browser that has passed a code need not do so again for a while. One browser (one cookie) may be known
# to several accounts.
remembered_devices = table(
    "remembered_devices",
    sa.Column("device_hash", sa.LargeBinary, nullable=False),
    *account_key(),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("expires_at", MOMENT, nullable=False),
    sa.PrimaryKeyConstraint("device_hash", "user_id"),
    sa.Index(None, "expires_at"),
)
