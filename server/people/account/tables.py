"""Accounts, and the indexes of their list and search."""

from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.types import TypeEngine

from server.platform.database.metadata import MOMENT, account_key, needed, optional, table
from server.vocabulary.field_kinds import Field, Kind
from server.vocabulary.fields import BUILT_IN

# Emails are stored lower-case, phones as E.164 and codes in capitals; collation C compares them by bytes, which is what
# equality needs and what makes their indexes quick to fill.
_KINDS: Final[dict[Kind, TypeEngine[Any]]] = {
    **dict.fromkeys((Kind.EMAIL, Kind.PHONE, Kind.CODE), sa.Text(collation="C")),
    Kind.BIRTH: sa.Date(),
    Kind.FLAG: sa.Boolean(),
}


def _column(field: Field) -> sa.Column[Any]:
    default = sa.text("true") if field.kind is Kind.FLAG else None
    return sa.Column(
        field.column, _KINDS.get(field.kind, sa.Text()), nullable=field.is_nullable, server_default=default
    )


users = table(
    "users",
    sa.Column("id", sa.Uuid, primary_key=True, server_default=sa.text("waymark_uuid7()")),
    # Triggers check it, once a statement; a deleted company takes its users along.
    sa.Column("company_id", sa.Uuid, nullable=False),
    *map(_column, BUILT_IN.all),
    sa.Column("password_hash", sa.Text),
    # HMAC of a temporary password made by the server, or null; one typed by an administrator is a
    # password_hash with `password_is_temporary`.
    sa.Column("temporary_password_mac", sa.LargeBinary),
    sa.Column("password_is_temporary", sa.Boolean, nullable=False, server_default=sa.text("false")),
    *optional(MOMENT, "temporary_password_expires_at", "email_verified_at", "phone_verified_at", "last_sign_in_at"),
    # In which its person gets mails; null until a browser has named one that there are texts in.
    sa.Column("language", sa.Text),
    # When a Super Admin has dismissed the first steps on the dashboard, for good.
    sa.Column("first_steps_dismissed_at", MOMENT),
    sa.Column("invitation", sa.Text, nullable=False, server_default=sa.text("'none'")),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.Column("version", sa.Integer, nullable=False, server_default=sa.text("1")),
    # What the list sorts by and what a search of names compares.
    sa.Column(
        "sort_name", sa.Text(collation="C"), sa.Computed("waymark_fold(full_name)", persisted=True), nullable=False
    ),
    # What names the account where people see it, and what the list sorts by in the place of the email.
    sa.Column(
        "label", sa.Text(collation="C"), sa.Computed("coalesce(email, code, phone)", persisted=True), nullable=False
    ),
    sa.UniqueConstraint("email"),
    # The target of every composite foreign key, and the order of a company's list: ids rise with time.
    sa.UniqueConstraint("company_id", "id"),
    # The account of a key for servers is no way in, and in no list: its label is empty.
    sa.CheckConstraint(
        """
        CASE WHEN invitation = 'key'
             THEN email IS NULL AND phone = '' AND code IS NULL AND NOT is_active AND password_hash IS NULL
                  AND temporary_password_mac IS NULL
             ELSE email IS NOT NULL OR phone <> '' END
        """,
        name="reachable",
    ),
    sa.CheckConstraint("code ~ '^[A-Z0-9]([A-Z0-9./-]{0,30}[A-Z0-9])?$'", name="code"),
    # The orders of the list.
    sa.Index("ix_users_by_name", "company_id", "sort_name", "id"),
    sa.Index("ix_users_by_label", "company_id", "label", "id"),
    # Few values, each stored once with all of its rows.
    sa.Index("ix_users_by_profile", "company_id", "profile", "id"),
    *(sa.Index(None, "company_id", field.column) for field in BUILT_IN.in_filters if field.kind is Kind.TEXT),
    # Without those that an import creates.
    sa.Index(None, "company_id", "last_sign_in_at", postgresql_where=sa.text("last_sign_in_at IS NOT NULL")),
    # A phone may be shared: those of one company are compared, and a sign-up asks for verified ones.
    sa.Index(None, "company_id", "phone"),
    sa.Index("ix_users_verified_phone", "phone", postgresql_where=sa.text("phone_verified_at IS NOT NULL")),
    # Neither index holds an entry of people who have an email.
    sa.Index("ix_users_phone_without_email", "phone", postgresql_where=sa.text("email IS NULL")),
    sa.Index("ix_users_code", "company_id", "code", unique=True, postgresql_where=sa.text("code IS NOT NULL")),
    # Whose names may be one, of people born on one day: see server/people/duplicates/names.py.
    sa.Index(
        "ix_users_alike",
        *("company_id", "date_of_birth", sa.text("waymark_sound(full_name)")),
        postgresql_where=sa.text("date_of_birth IS NOT NULL"),
    ),
    # The list's filters by invitation.
    sa.Index(
        "ix_users_invited",
        *("company_id", "invitation", "temporary_password_expires_at", "id"),
        postgresql_where=sa.text("invitation IN ('queued', 'sent', 'failed')"),
    ),
)

# A search finds people by this; triggers write it. It is a table of its own, because its indexes are dear to write and
# most changes of an account, as each login, leave it as it is.
people_search = table(
    "people_search",
    *needed(sa.Uuid, "company_id", "user_id"),
    # The folded name, the email, the phone and the code in lower case, of which any part is found.
    sa.Column("searched", sa.Text, nullable=False),
    # The words of the name without what spellings exchange; see waymark_spelt.
    sa.Column("spelt", sa.ARRAY(sa.Text), nullable=False),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.Index(
        "ix_people_search_searched",
        *("company_id", "searched"),
        postgresql_using="gin",
        postgresql_ops={"searched": "gin_trgm_ops"},
    ),
    sa.Index("ix_people_search_spelt", "company_id", "spelt", postgresql_using="gin"),
)

# The photos that people have chosen of themselves. `id` is another one after each change, so that pages fetch it anew.
people_photos = table(
    "people_photos",
    *account_key(is_indexed=False),
    sa.Column("id", sa.Uuid, nullable=False, server_default=sa.text("waymark_uuid7()")),
    *needed(sa.Text, "media_type"),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False, server_default=sa.func.now()),
    sa.PrimaryKeyConstraint("company_id", "user_id"),
    sa.CheckConstraint("media_type IN ('image/png', 'image/jpeg', 'image/webp')", name="media_type"),
    sa.CheckConstraint("octet_length(content) <= 40960", name="content"),
)

# What each change has added to the number of people who are alike in all this, and taken away. Written by triggers and
# merged by the sweeper, as the figures of batches are; of those who came long ago no day is kept.
people_figures = table(
    "people_figures",
    sa.Column("company_id", sa.Uuid, sa.ForeignKey("companies.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("profile", sa.Text),
    *needed(sa.Text, "invitation"),
    *needed(sa.Boolean, "is_active"),
    sa.Column("day", sa.Date),
    *needed(sa.BigInteger, "people"),
)
