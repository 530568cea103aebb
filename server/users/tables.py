"""Accounts, the indexes of their list and search, and how many lie where in the order of creation."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
    UniqueConstraint,
    func,
    literal_column,
    text,
)
from sqlalchemy.dialects.postgresql import UUID

from server.metadata import metadata

# Emails are stored lower-case and phones as E.164; collation C compares them by bytes, which is what
# equality needs and what makes their indexes quick to fill.
users = Table(
    "users",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    # Triggers check it, once a statement; a deleted company takes its users along.
    Column("company_id", UUID(as_uuid=True), nullable=False),
    # Null where the person has none of their own.
    Column("email", Text(collation="C")),
    Column("phone", Text(collation="C"), nullable=False),
    # What the company gave: a roll number, say. In capitals; see server.identity.identifiers.
    Column("code", Text(collation="C")),
    Column("full_name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("profile", Text),
    Column("date_of_birth", Date),
    Column("gender", Text),
    Column("work_location", Text),
    Column("is_active", Boolean, nullable=False, server_default=text("true")),
    Column("password_hash", Text),
    # HMAC of a temporary password made by the server, or null; one typed by an administrator is a
    # password_hash with `password_is_temporary`.
    Column("temporary_password_mac", LargeBinary),
    Column("password_is_temporary", Boolean, nullable=False, server_default=text("false")),
    Column("temporary_password_expires_at", DateTime(timezone=True)),
    Column("email_verified_at", DateTime(timezone=True)),
    Column("phone_verified_at", DateTime(timezone=True)),
    Column("invitation", Text, nullable=False, server_default=text("'none'")),
    Column("last_sign_in_at", DateTime(timezone=True)),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("version", Integer, nullable=False, server_default=text("1")),
    # The part of the list: position, status, whether the account has signed in, and invitation; indexes order the
    # list within each. No index expressions, because those would prevent index-only scans; short, because three
    # indexes hold it.
    Column(
        "part",
        Text(collation="C"),
        Computed(
            "coalesce(left(profile, 1) || right(profile, 1), '--') || left(role, 2)"
            " || CASE WHEN is_active THEN 'a' ELSE 'i' END"
            " || CASE WHEN last_sign_in_at IS NULL THEN 'n' ELSE 's' END || left(invitation, 1)",
            persisted=True,
        ),
        nullable=False,
    ),
    Column("sort_name", Text(collation="C"), Computed("lower(full_name)", persisted=True), nullable=False),
    # What names the account where people see it, and what the list sorts by in the place of the email.
    Column("label", Text(collation="C"), Computed("coalesce(email, code, phone)", persisted=True), nullable=False),
    UniqueConstraint("email"),
    # The target of every composite foreign key, and the order of a company's list: ids rise with time.
    UniqueConstraint("company_id", "id"),
    CheckConstraint("invitation IN ('none', 'queued', 'sent', 'failed', 'accepted')", name="invitation"),
    CheckConstraint("email IS NOT NULL OR phone <> ''", name="reachable"),
    CheckConstraint("code ~ '^[A-Z0-9]([A-Z0-9./-]{0,30}[A-Z0-9])?$'", name="code"),
    # The orders of the list, each within every part: a filter reads some, no filter reads all of them, and the list is
    # merged from their first rows.
    Index("ix_users_by_creation", "company_id", "part", "id"),
    Index("ix_users_by_name", "company_id", "part", "sort_name", "id"),
    Index("ix_users_by_label", "company_id", "part", "label", "id"),
    # Few values, each stored once with all of its rows.
    Index(None, "company_id", "work_location"),
    # Without those that an import creates.
    Index(None, "company_id", "last_sign_in_at", postgresql_where=text("last_sign_in_at IS NOT NULL")),
    # A phone may be shared: those of one company are compared, and a sign-up asks for verified ones.
    Index(None, "company_id", "phone"),
    Index("ix_users_verified_phone", "phone", postgresql_where=text("phone_verified_at IS NOT NULL")),
    # Of those who have an email neither index holds an entry.
    Index("ix_users_phone_without_email", "phone", postgresql_where=text("email IS NULL")),
    Index("ix_users_code", "company_id", "code", unique=True, postgresql_where=text("code IS NOT NULL")),
    # The list's filters by invitation: in the order of creation, without those that an import queues, and all others.
    Index(
        "ix_users_by_invitation",
        *("company_id", "invitation", "id"),
        postgresql_include=["temporary_password_expires_at", "part"],
        postgresql_where=text("invitation IN ('sent', 'failed')"),
    ),
    Index(
        "ix_users_invited",
        *("company_id", "invitation", "temporary_password_expires_at", "id"),
        postgresql_where=text("invitation IN ('queued', 'sent', 'failed')"),
    ),
    # The trigrams by which a search finds any part of a name, an email, a phone or a code.
    Index(
        "ix_users_search",
        "company_id",
        literal_column(
            "(sort_name || ' ' || coalesce(email, '') || ' ' || phone || coalesce(' ' || lower(code), ''))"
        ).label("searched"),
        postgresql_using="gin",
        postgresql_ops={"searched": "gin_trgm_ops"},
    ),
)

# How many users of a company have ids from the next lower `before_id` up to this one, which is excluded; the highest is
# no user's. Each change adds a row with what it adds or takes away, written by triggers, because changes must not wait
# for each other: the sums count. The sweeper merges them, and divides what has become large.
list_counts = Table(
    "list_counts",
    metadata,
    Column("company_id", UUID(as_uuid=True), ForeignKey("companies.id", ondelete="CASCADE"), nullable=False),
    Column("before_id", UUID(as_uuid=True), nullable=False),
    Column("people", Integer, nullable=False),
    Index(None, "company_id", "before_id"),
)
