import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from server.platform.database.metadata import MOMENT, company_key, needed, optional, table

# The steps between a first form and a token. `handle` is the userId that the pages send back: the user's
# own id at login, a random one where naming an account would betray that it exists.
flows = table(
    "flows",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    sa.Column("secret_hash", sa.LargeBinary, nullable=False),
    *optional(sa.Uuid, "company_id", "user_id"),
    sa.Column("handle", sa.Uuid, nullable=False),
    *needed(sa.Text, "context", "state"),
    # The password that opened the flow was a temporary one, which has to be replaced before a token.
    sa.Column("temporary_password", sa.Boolean, nullable=False, server_default=sa.text("false")),
    # A reset keeps the email, phone or code that was typed: it is shown whether an account has it or not.
    sa.Column("typed_email", sa.Text),
    sa.Column("channel", sa.Text, nullable=False),
    sa.Column("used_channels", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("code_mac", sa.LargeBinary),
    sa.Column("code_expires_at", MOMENT),
    # 6, or 12 where a code is asked for too often and shared by the flows that ask for it.
    sa.Column("code_digits", sa.SmallInteger, nullable=False, server_default=sa.text("6")),
    *needed(sa.SmallInteger, "attempts", "sends", default="0"),
    sa.Column("resend_at", MOMENT),
    # The message that carries the present code: its state is the code's delivery.
    sa.Column("message_id", sa.Uuid),
    # The code that was sent by the other channel, to which the page may return: `swap_codes` exchanges the two.
    sa.Column("other_code_mac", sa.LargeBinary),
    sa.Column("other_code_expires_at", MOMENT),
    sa.Column("other_code_digits", sa.SmallInteger, nullable=False, server_default=sa.text("6")),
    sa.Column("other_attempts", sa.SmallInteger, nullable=False, server_default=sa.text("0")),
    sa.Column("other_message_id", sa.Uuid),
    # The user was proved by these so far; see server.vocabulary.identity.
    sa.Column("methods", ARRAY(sa.Text), nullable=False, server_default=sa.text("'{}'")),
    sa.Column("address", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("expires_at", MOMENT, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False, server_default=sa.text("1")),
    sa.UniqueConstraint("secret_hash"),
    company_key("user_id", "users"),
    sa.CheckConstraint("(user_id IS NULL) = (company_id IS NULL)", name="whole_user"),
    sa.Index(None, "company_id", "user_id"),
    sa.Index(None, "expires_at"),
)

# A form whose account does not exist yet. It is deleted with its flow: an abandoned sign-up leaves nothing and reserves
# neither email nor phone.
signups = table(
    "signups",
    sa.Column("flow_id", sa.Uuid, sa.ForeignKey("flows.id", ondelete="CASCADE"), primary_key=True),
    *needed(sa.Text(collation="C"), "email", "phone"),
    *needed(sa.Text, "full_name", "password_hash"),
    # The company of an applicant; null for the founder of a company.
    sa.Column("applies_to", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE")),
    # The invitation to found a company.
    sa.Column("founded_by", sa.Uuid),
    *optional(MOMENT, "email_verified_at", "phone_verified_at"),
    sa.Index(None, "applies_to"),
    sa.Index(None, "email"),
)

# The long code of a contact that is asked for too often: one for all flows of a context, sent once in ten minutes.
# `subject` is a keyed hash.
shared_codes = table(
    "shared_codes",
    sa.Column("subject", sa.LargeBinary, primary_key=True),
    sa.Column("code_mac", sa.LargeBinary, nullable=False),
    sa.Column("message_id", sa.Uuid, nullable=False),
    sa.Column("made_at", MOMENT, nullable=False),
    sa.Index(None, "made_at"),
)
