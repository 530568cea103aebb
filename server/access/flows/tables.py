from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, UUID

from server.platform.database.metadata import metadata

_ZERO = text("0")

# The steps between a first form and a token. `handle` is the userId that the pages send back: the user's
# own id at login, a random one where naming an account would betray that it exists.
flows = Table(
    "flows",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    Column("secret_hash", LargeBinary, nullable=False),
    Column("company_id", UUID(as_uuid=True)),
    Column("user_id", UUID(as_uuid=True)),
    Column("handle", UUID(as_uuid=True), nullable=False),
    Column("context", Text, nullable=False),
    Column("state", Text, nullable=False),
    # The password that opened the flow was a temporary one, which has to be replaced before a token.
    Column("temporary_password", Boolean, nullable=False, server_default=text("false")),
    # A reset keeps the email, phone or code that was typed: it is shown whether an account has it or not.
    Column("typed_email", Text),
    Column("channel", Text, nullable=False),
    Column("used_channels", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("code_mac", LargeBinary),
    Column("code_expires_at", DateTime(timezone=True)),
    # 6, or 12 where a code is asked for too often and shared by the flows that ask for it.
    Column("code_digits", SmallInteger, nullable=False, server_default=text("6")),
    Column("attempts", SmallInteger, nullable=False, server_default=_ZERO),
    Column("sends", SmallInteger, nullable=False, server_default=_ZERO),
    Column("resend_at", DateTime(timezone=True)),
    # The message that carries the present code: its state is the code's delivery.
    Column("message_id", UUID(as_uuid=True)),
    # The code that was sent by the other channel, to which the page may return: `swap_codes` exchanges the two.
    Column("other_code_mac", LargeBinary),
    Column("other_code_expires_at", DateTime(timezone=True)),
    Column("other_code_digits", SmallInteger, nullable=False, server_default=text("6")),
    Column("other_attempts", SmallInteger, nullable=False, server_default=_ZERO),
    Column("other_message_id", UUID(as_uuid=True)),
    # The user was proved by these so far; see server.vocabulary.identity.
    Column("methods", ARRAY(Text), nullable=False, server_default=text("'{}'")),
    Column("address", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Column("version", BigInteger, nullable=False, server_default=text("1")),
    UniqueConstraint("secret_hash"),
    ForeignKeyConstraint(["company_id", "user_id"], ["users.company_id", "users.id"], ondelete="CASCADE"),
    CheckConstraint("(user_id IS NULL) = (company_id IS NULL)", name="whole_user"),
    CheckConstraint("context IN ('SIGNUP', 'LOGIN', 'PASSWORD_RESET')", name="context"),
    CheckConstraint(
        "state IN ('code_required', 'company_required', 'password_required', 'ready', 'completed', 'ended',"
        " 'factor_required')",
        name="state",
    ),
    CheckConstraint("channel IN ('EMAIL', 'SMS')", name="channel"),
    Index(None, "company_id", "user_id"),
    Index(None, "expires_at"),
)

# A form whose account does not exist yet. It is deleted with its flow: an abandoned sign-up leaves nothing and reserves
# neither email nor phone.
signups = Table(
    "signups",
    metadata,
    Column("flow_id", UUID(as_uuid=True), ForeignKey("flows.id", ondelete="CASCADE"), primary_key=True),
    Column("email", Text(collation="C"), nullable=False),
    Column("phone", Text(collation="C"), nullable=False),
    Column("full_name", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    # The company of an applicant; null for the founder of a company.
    Column("applies_to", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE")),
    Column("email_verified_at", DateTime(timezone=True)),
    Column("phone_verified_at", DateTime(timezone=True)),
    Index(None, "applies_to"),
    Index(None, "email"),
)

# The long code of a contact that is asked for too often: one for all flows of a context, sent once in ten minutes.
# `subject` is a keyed hash.
shared_codes = Table(
    "shared_codes",
    metadata,
    Column("subject", LargeBinary, primary_key=True),
    Column("code_mac", LargeBinary, nullable=False),
    Column("message_id", UUID(as_uuid=True), nullable=False),
    Column("made_at", DateTime(timezone=True), nullable=False),
    Index(None, "made_at"),
)
