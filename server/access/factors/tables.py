from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKeyConstraint,
    Index,
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

_USER = ["users.company_id", "users.id"]

# Counts once it is confirmed. An authenticator app has a sealed secret and the last time step that was used; a
# passkey has its credential, public key and counter.
factors = Table(
    "factors",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("sealed_secret", LargeBinary),
    Column("last_step", BigInteger),
    Column("credential_id", LargeBinary),
    Column("public_key", LargeBinary),
    Column("sign_count", BigInteger, nullable=False, server_default=text("0")),
    Column("transports", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("backed_up", Boolean, nullable=False, server_default=text("false")),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("confirmed_at", DateTime(timezone=True)),
    Column("last_used_at", DateTime(timezone=True)),
    # The counter of a passkey went back: two authenticators have its key. It opens nothing from then on.
    Column("copied_at", DateTime(timezone=True)),
    UniqueConstraint("credential_id"),
    ForeignKeyConstraint(["company_id", "user_id"], _USER, ondelete="CASCADE"),
    CheckConstraint("kind IN ('totp', 'passkey')", name="kind"),
    CheckConstraint("(kind = 'totp') = (sealed_secret IS NOT NULL)", name="whole_totp"),
    CheckConstraint(
        "(kind = 'passkey') = (credential_id IS NOT NULL) AND (kind = 'passkey') = (public_key IS NOT NULL)",
        name="whole_passkey",
    ),
    Index(None, "company_id", "user_id"),
)

# Keyed hashes. A used one stays until all are replaced, so that the page can say how many are left.
recovery_codes = Table(
    "recovery_codes",
    metadata,
    Column("company_id", UUID(as_uuid=True), nullable=False),
    Column("user_id", UUID(as_uuid=True), nullable=False),
    Column("code_mac", LargeBinary, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("used_at", DateTime(timezone=True)),
    PrimaryKeyConstraint("company_id", "user_id", "code_mac"),
    ForeignKeyConstraint(["company_id", "user_id"], _USER, ondelete="CASCADE"),
)
