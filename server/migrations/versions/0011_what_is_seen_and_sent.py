"""Rewrite older emails to the form that mail is sent to, and remove invisible characters from older names.

Only rows change. A domain outside ASCII was checked by IDNA 2008 and sent to by IDNA 2003: where the two differ, the
code went to another domain, and the address counts as unverified.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from email_validator import EmailNotValidError, validate_email

revision: str = "0011"
down_revision: str | Sequence[str] | None = "0010"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

UNSEEN = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
OPEN_IMPORTS = "import_id IN (SELECT id FROM imports WHERE state IN ('validating', 'ready', 'processing'))"
NAMES = (
    ("companies", "name", "true"),
    ("users", "full_name", "true"),
    ("users", "work_location", "true"),
    ("import_rows", "full_name", OPEN_IMPORTS),
    ("import_rows", "work_location", OPEN_IMPORTS),
)


def upgrade() -> None:
    for table, column, where in NAMES:
        _clean(table, column, where=where)
    _rewrite_users()
    _rewrite_rows()


def downgrade() -> None:
    """Nothing to undo: corrected rows stay."""


def _clean(table: str, column: str, *, where: str) -> None:
    cleaned = f"normalize(btrim(regexp_replace({column}, :unseen, '', 'g')), NFC)"
    op.get_bind().execute(
        sa.text(
            f"""
            UPDATE {table} SET {column} = coalesce(nullif({cleaned}, ''), {column})
            WHERE {where} AND octet_length({column}) <> length({column})
              AND ({column} ~ :unseen OR {column} IS NOT NFC NORMALIZED)
            """  # noqa: S608 - names of this file
        ),
        {"unseen": UNSEEN},
    )


def _rewrite_users() -> None:
    found = op.get_bind().execute(sa.text("SELECT id, email FROM users WHERE octet_length(email) <> length(email)"))
    for user_id, email in found.all():
        op.get_bind().execute(
            sa.text(
                """
                UPDATE users SET email = :written,
                       email_verified_at = CASE WHEN :was_checked THEN email_verified_at END
                WHERE id = :id AND NOT EXISTS (SELECT FROM users WHERE email = :written AND id <> :id)
                """
            ),
            {"id": user_id, "written": _sent_form(email), "was_checked": _old_form(email) == _sent_form(email)},
        )


def _rewrite_rows() -> None:
    query = (
        f"SELECT import_id, row, email FROM import_rows WHERE {OPEN_IMPORTS} AND octet_length(email) <> length(email)"  # noqa: S608 - of this file
    )
    for import_id, row, email in op.get_bind().execute(sa.text(query)).all():
        op.get_bind().execute(
            sa.text("UPDATE import_rows SET email = :written WHERE import_id = :import_id AND row = :row"),
            {"import_id": import_id, "row": row, "written": _sent_form(email)},
        )


def _sent_form(email: str) -> str:
    try:
        domain = validate_email(email, check_deliverability=False, test_environment=True).ascii_domain
    except EmailNotValidError:
        return email
    return f"{email.rpartition('@')[0]}@{domain}" if domain else email


def _old_form(email: str) -> str:
    local, _, domain = email.rpartition("@")
    try:
        return f"{local}@{domain.encode('idna').decode('ascii')}"
    except UnicodeError:
        return email
