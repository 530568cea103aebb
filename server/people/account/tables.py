"""Accounts, and the indexes of their list and search."""

from typing import Any, Final

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
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
from sqlalchemy.types import TypeEngine

from server.platform.database.metadata import metadata
from server.vocabulary.fields import FIELDS, FILTER_FIELDS, Field, Kind

# Emails are stored lower-case, phones as E.164 and codes in capitals; collation C compares them by bytes, which is what
# equality needs and what makes their indexes quick to fill.
_KINDS: Final[dict[Kind, TypeEngine[Any]]] = {
    **dict.fromkeys((Kind.EMAIL, Kind.PHONE, Kind.CODE), Text(collation="C")),
    Kind.BIRTH: Date(),
    Kind.FLAG: Boolean(),
}


def _column(field: Field) -> Column[Any]:
    default = text("true") if field.kind is Kind.FLAG else None
    return Column(field.column, _KINDS.get(field.kind, Text()), nullable=field.is_nullable, server_default=default)


users = Table(
    "users",
    metadata,
    Column("id", UUID(as_uuid=True), primary_key=True, server_default=text("waymark_uuid7()")),
    # Triggers check it, once a statement; a deleted company takes its users along.
    Column("company_id", UUID(as_uuid=True), nullable=False),
    *map(_column, FIELDS),
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
    Column("sort_name", Text(collation="C"), Computed("lower(full_name)", persisted=True), nullable=False),
    # What names the account where people see it, and what the list sorts by in the place of the email.
    Column("label", Text(collation="C"), Computed("coalesce(email, code, phone)", persisted=True), nullable=False),
    UniqueConstraint("email"),
    # The target of every composite foreign key, and the order of a company's list: ids rise with time.
    UniqueConstraint("company_id", "id"),
    CheckConstraint("invitation IN ('none', 'queued', 'sent', 'failed', 'accepted')", name="invitation"),
    CheckConstraint("email IS NOT NULL OR phone <> ''", name="reachable"),
    CheckConstraint("code ~ '^[A-Z0-9]([A-Z0-9./-]{0,30}[A-Z0-9])?$'", name="code"),
    # The orders of the list.
    Index("ix_users_by_name", "company_id", "sort_name", "id"),
    Index("ix_users_by_label", "company_id", "label", "id"),
    # Few values, each stored once with all of its rows.
    Index("ix_users_by_profile", "company_id", "profile", "id"),
    *(Index(None, "company_id", field.column) for field in FILTER_FIELDS if field.kind is Kind.TEXT),
    # Without those that an import creates.
    Index(None, "company_id", "last_sign_in_at", postgresql_where=text("last_sign_in_at IS NOT NULL")),
    # A phone may be shared: those of one company are compared, and a sign-up asks for verified ones.
    Index(None, "company_id", "phone"),
    Index("ix_users_verified_phone", "phone", postgresql_where=text("phone_verified_at IS NOT NULL")),
    # Neither index holds an entry of people who have an email.
    Index("ix_users_phone_without_email", "phone", postgresql_where=text("email IS NULL")),
    Index("ix_users_code", "company_id", "code", unique=True, postgresql_where=text("code IS NOT NULL")),
    # The list's filters by invitation.
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
