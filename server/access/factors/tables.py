import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, account_key, needed, optional, table

# Counts once it is confirmed. An authenticator app has a sealed secret and the last time step that was used; a
# passkey has its credential, public key and counter.
factors = table(
    "factors",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    *account_key(),
    *needed(sa.Text, "kind", "name"),
    *optional(sa.LargeBinary, "sealed_secret", "credential_id", "public_key"),
    sa.Column("last_step", sa.BigInteger),
    sa.Column("sign_count", sa.BigInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("transports", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("backed_up", sa.Boolean, nullable=False, server_default=sa.text("false")),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    *optional(MOMENT, "confirmed_at", "last_used_at"),
    # The counter of a passkey went back: two authenticators have its key. It opens nothing from then on.
    sa.Column("copied_at", MOMENT),
    sa.UniqueConstraint("credential_id"),
    sa.CheckConstraint("(kind = 'totp') = (sealed_secret IS NOT NULL)", name="whole_totp"),
    sa.CheckConstraint(
        "(kind = 'passkey') = (credential_id IS NOT NULL) AND (kind = 'passkey') = (public_key IS NOT NULL)",
        name="whole_passkey",
    ),
)

# Keyed hashes. A used one stays until all are replaced, so that the page can say how many are left.
recovery_codes = table(
    "recovery_codes",
    *account_key(is_indexed=False),
    sa.Column("code_mac", sa.LargeBinary, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("used_at", MOMENT),
    sa.PrimaryKeyConstraint("company_id", "user_id", "code_mac"),
)
