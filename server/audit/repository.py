"""The one way into the audit trail. Entries are only ever added."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from server.database import Connection


class AuditAction(StrEnum):
    LOGIN = "login"
    LOGIN_FAILED = "login_failed"
    LOGOUT = "logout"
    CODE_LOCKED = "code_locked"
    PASSWORD_SET = "password_set"  # noqa: S105 - a name, no secret
    PASSWORD_RESET = "password_reset"  # noqa: S105 - a name, no secret
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no secret
    PASSWORD_CHANGE_FAILED = "password_change_failed"  # noqa: S105 - a name, no secret
    SESSION_REVOKED = "session_revoked"
    TOKEN_REUSE = "token_reuse"  # noqa: S105 - a name, no secret
    COMPANY_CREATED = "company_created"
    COMPANY_TRUSTED = "company_trusted"
    USER_CREATED = "user_created"
    USER_EDITED = "user_edited"
    USER_DELETED = "user_deleted"
    USER_INVITED = "user_invited"
    USERS_EXPORTED = "users_exported"
    INVITATIONS_STOPPED = "invitations_stopped"
    IMPORT_UPLOADED = "import_uploaded"
    IMPORT_STARTED = "import_started"
    IMPORT_ENDED = "import_ended"
    IMPORT_INVITED = "import_invited"


@dataclass(frozen=True, kw_only=True)
class AuditEntry:
    """Who did what to whom. `subject_label` is a masked email or a file name; never a secret."""

    action: AuditAction
    company_id: UUID | None = None
    actor_id: UUID | None = None
    subject_id: UUID | None = None
    subject_label: str | None = None
    address: str | None = None
    before: dict[str, Any] | None = None
    after: dict[str, Any] | None = None


async def record(connection: Connection, entry: AuditEntry) -> None:
    await connection.execute(
        """
        INSERT INTO audit_entries
            (company_id, action, actor_id, subject_id, subject_label, address, before, after)
        VALUES
            (CAST(:company_id AS uuid), :action, CAST(:actor_id AS uuid), CAST(:subject_id AS uuid),
             CAST(:subject_label AS text), CAST(:address AS text), CAST(:before AS jsonb), CAST(:after AS jsonb))
        """,
        company_id=entry.company_id,
        action=entry.action.value,
        actor_id=entry.actor_id,
        subject_id=entry.subject_id,
        subject_label=entry.subject_label,
        address=entry.address,
        before=entry.before,
        after=entry.after,
    )


async def was_deleted(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether the company has deleted an account of this id."""
    found: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM audit_entries
             WHERE company_id = :company_id AND subject_id = :user_id AND action = 'user_deleted')
        """,
        company_id=company_id,
        user_id=user_id,
    )
    return found
