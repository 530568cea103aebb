import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import metadata

_USER = ["users.company_id", "users.id"]

# Counts once it is confirmed. An authenticator app has a sealed secret and the last time step that was used; a
# passkey has its credential, public key and counter.
factors = sa.Table(
    "factors",
    metadata,
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("sealed_secret", sa.LargeBinary),
    sa.Column("last_step", sa.BigInteger),
    sa.Column("credential_id", sa.LargeBinary),
    sa.Column("public_key", sa.LargeBinary),
    sa.Column("sign_count", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("transports", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("backed_up", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("confirmed_at", sa.DateTime(timezone=True)),
    sa.Column("last_used_at", sa.DateTime(timezone=True)),
    # The counter of a passkey went back: two authenticators have its key. It opens nothing from then on.
    sa.Column("copied_at", sa.DateTime(timezone=True)),
    sa.UniqueConstraint("credential_id"),
    sa.ForeignKeyConstraint(["company_id", "user_id"], _USER, ondelete="CASCADE"),
    sa.CheckConstraint("kind IN ('totp', 'passkey')", name="kind"),
    sa.CheckConstraint("(kind = 'totp') = (sealed_secret IS NOT NULL)", name="whole_totp"),
    sa.CheckConstraint(
        "(kind = 'passkey') = (credential_id IS NOT NULL) AND (kind = 'passkey') = (public_key IS NOT NULL)",
        name="whole_passkey",
    ),
    sa.Index(None, "company_id", "user_id"),
)

# Keyed hashes. A used one stays until all are replaced, so that the page can say how many are left.
recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("company_id", sa.Uuid, nullable=False),
    sa.Column("user_id", sa.Uuid, nullable=False),
    sa.Column("code_mac", sa.LargeBinary, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("used_at", sa.DateTime(timezone=True)),
    sa.PrimaryKeyConstraint("company_id", "user_id", "code_mac"),
    sa.ForeignKeyConstraint(["company_id", "user_id"], _USER, ondelete="CASCADE"),
)
