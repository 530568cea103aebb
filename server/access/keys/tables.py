"""Keys by which other servers call, each with an account of its own that no person can use."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, account_key, company_key, needed, optional, table

# One that was revoked stays, since the trail and histories name its account.
server_keys = table(
    "server_keys",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *account_key(),
    sa.Column("name", sa.Text, nullable=False),
    # Networks: empty for any.
    *needed(ARRAY(sa.Text), "scopes", "networks"),
    # The secrets have 256 random bits. The former one counts beside the present one until it ends.
    sa.Column("secret_hash", sa.LargeBinary, nullable=False, unique=True),
    sa.Column("former_hash", sa.LargeBinary, unique=True),
    *optional(MOMENT, "former_until", "last_used_at", "revoked_at"),
    sa.Column("expires_at", MOMENT, nullable=False),
    sa.Column("created_by", sa.Uuid),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    company_key("created_by", "users", ondelete="SET NULL (created_by)"),
    sa.Index(None, "company_id", "created_by"),
    sa.CheckConstraint("(former_hash IS NULL) = (former_until IS NULL)", name="former"),
)
