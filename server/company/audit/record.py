"""Record what is done, in the audit trail."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypedDict, Unpack
from uuid import UUID

from server.company.audit.repository import add_entries, add_entry
from server.platform.database.connections import Connection
from server.platform.process.open_enum import OpenEnum
from server.platform.services import Context, Unit, Visit


class AuditAction(OpenEnum):
    LOGIN = "login"
    LOGIN_FAILED = "login_failed"
    LOGOUT = "logout"
    NETWORK_REFUSED = "network_refused"
    CODE_LOCKED = "code_locked"
    PASSWORD_SET = "password_set"  # noqa: S105 - a name, no secret
    PASSWORD_RESET = "password_reset"  # noqa: S105 - a name, no secret
    PASSWORD_CHANGED = "password_changed"  # noqa: S105 - a name, no secret
    PASSWORD_CHANGE_FAILED = "password_change_failed"  # noqa: S105 - a name, no secret
    ACCOUNT_SECURED = "account_secured"
    FACTOR_ADDED = "factor_added"
    PASSKEY_COPIED = "passkey_copied"
    FACTORS_RESET = "factors_reset"
    FACTOR_REMOVED = "factor_removed"
    RECOVERY_CODES_RENEWED = "recovery_codes_renewed"
    RECOVERY_CODE_USED = "recovery_code_used"
    STEPPED_UP = "stepped_up"
    STEP_UP_FAILED = "step_up_failed"
    SESSION_REVOKED = "session_revoked"
    TOKEN_REUSE = "token_reuse"  # noqa: S105 - a name, no secret
    COMPANY_CREATED = "company_created"
    COMPANY_TRUSTED = "company_trusted"
    COMPANY_SUSPENDED = "company_suspended"
    COMPANY_RESUMED = "company_resumed"
    COMPANY_CLOSED = "company_closed"
    COMPANY_REOPENED = "company_reopened"
    COMPANY_DELETED = "company_deleted"
    COMPANY_EXPORTED = "company_exported"
    COMPANY_SETTINGS_CHANGED = "company_settings_changed"
    POLICY_CHANGED = "policy_changed"
    USER_CREATED = "user_created"
    USER_EDITED = "user_edited"
    USER_DELETED = "user_deleted"
    USER_INVITED = "user_invited"
    USER_ADDED_TO_BATCH = "user_added_to_batch"
    USER_REMOVED_FROM_BATCH = "user_removed_from_batch"
    TRAINER_ADDED = "trainer_added"
    TRAINER_REMOVED = "trainer_removed"
    SESSIONS_PLANNED = "sessions_planned"
    SESSION_CHANGED = "session_changed"
    SESSION_CANCELLED = "session_cancelled"
    ATTENDANCE_MARKED = "attendance_marked"
    ROUND_CREATED = "round_created"
    ROUND_CHANGED = "round_changed"
    ROUND_PUBLISHED = "round_published"
    ROUND_CLOSED = "round_closed"
    ROUND_DELETED = "round_deleted"
    EMAIL_CHANGE_REQUESTED = "email_change_requested"
    EMAIL_CHANGE_CANCELLED = "email_change_cancelled"
    EMAIL_CHANGE_FAILED = "email_change_failed"
    EMAIL_CHANGED = "email_changed"
    USERS_EXPORTED = "users_exported"
    DATA_EXPORTED = "data_exported"
    VIEW_CREATED = "view_created"
    VIEW_EDITED = "view_edited"
    VIEW_DELETED = "view_deleted"
    APPLICATION_DECLINED = "application_declined"
    INVITATIONS_STOPPED = "invitations_stopped"
    BATCH_CREATED = "batch_created"
    BATCH_CHANGED = "batch_changed"
    BATCH_ARCHIVED = "batch_archived"
    BATCH_DELETED = "batch_deleted"
    STAGE_CREATED = "stage_created"
    STAGE_CHANGED = "stage_changed"
    STAGE_ARCHIVED = "stage_archived"
    ANNOUNCEMENT_SENT = "announcement_sent"
    ANNOUNCEMENT_RETRACTED = "announcement_retracted"
    USER_MOVED = "user_moved"
    EMPLOYER_CHANGED = "employer_changed"
    OPENING_CHANGED = "opening_changed"
    OFFER_CHANGED = "offer_changed"
    OFFER_FREED = "offer_freed"
    EMPLOYER_FILE_MADE = "employer_file_made"
    FIELD_CREATED = "field_created"
    FIELD_CHANGED = "field_changed"
    FIELD_ARCHIVED = "field_archived"
    FIELD_RESTORED = "field_restored"
    FIELD_REVEALED = "field_revealed"
    IMPORT_UPLOADED = "import_uploaded"
    IMPORT_STARTED = "import_started"
    IMPORT_PAUSED = "import_paused"
    IMPORT_RESUMED = "import_resumed"
    IMPORT_ENDED = "import_ended"
    IMPORT_INVITED = "import_invited"
    IMPORT_NOT_INVITED = "import_not_invited"
    IMPORT_UNDO_STARTED = "import_undo_started"
    IMPORT_UNDONE = "import_undone"
    KEY_CREATED = "key_created"
    KEY_CHANGED = "key_changed"
    KEY_ROTATED = "key_rotated"
    KEY_REVOKED = "key_revoked"
    SSO_CREATED = "sso_created"
    SSO_CHANGED = "sso_changed"
    SSO_DELETED = "sso_deleted"
    SSO_TESTED = "sso_tested"
    SSO_DOMAIN_LOST = "sso_domain_lost"
    SSO_LINKED = "sso_linked"
    SSO_UNLINKED = "sso_unlinked"
    SSO_LOGGED_OUT = "sso_logged_out"
    BULK_STARTED = "bulk_started"
    BULK_ENDED = "bulk_ended"
    BULK_UNDO_STARTED = "bulk_undo_started"
    BULK_UNDONE = "bulk_undone"
    AUDIT_EXPORTED = "audit_exported"
    AUDIT_TRIMMED = "audit_trimmed"
    USER_ERASED = "user_erased"
    USER_MERGED = "user_merged"
    USER_UNMERGED = "user_unmerged"
    POLICY_LIFTED = "policy_lifted"
    USER_UNLOCKED = "user_unlocked"
    WEBHOOK_CREATED = "webhook_created"
    WEBHOOK_CHANGED = "webhook_changed"
    WEBHOOK_STOPPED = "webhook_stopped"
    WEBHOOK_DELETED = "webhook_deleted"
    SOURCE_CREATED = "source_created"
    SOURCE_CHANGED = "source_changed"
    SOURCE_DELETED = "source_deleted"
    SOURCE_READ = "source_read"
    SOURCE_PAUSED = "source_paused"


class Author(Protocol):
    """The account that acts, which may be deleted by now: an actor, or what a sign-in knows of its account."""

    @property
    def company_id(self) -> UUID: ...
    @property
    def user_id(self) -> UUID | None: ...


class Performer(Author, Protocol):
    """The account that does something to many, the address of its request, and the work that its worker does it for."""

    @property
    def address(self) -> str | None: ...
    @property
    def work_id(self) -> UUID | None: ...


class Entry(TypedDict, total=False):
    """What an entry states besides its action.

    `subject_label` is a masked email or a file name, never a secret; `subject_version` is that of an account after its
    change. The actor gives the company; an entry without one, or of an actor known by id, names its company here.
    """

    company_id: UUID | None
    actor_id: UUID | None
    subject_id: UUID | None
    subject_label: str | None
    subject_version: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


async def record(
    connection: Connection,
    *,
    action: AuditAction,
    by: Author | None = None,
    address: str | None = None,
    **entry: Unpack[Entry],
) -> None:
    if by is not None:
        entry |= {"company_id": by.company_id, "actor_id": by.user_id}
    await add_entry(connection, {"action": action, "address": address, **entry})


async def record_visit(
    unit: Unit[Visit], action: AuditAction, *, by: Author | None = None, **entry: Unpack[Entry]
) -> None:
    """Add one entry with the address of the request."""
    await record(unit.connection, action=action, by=by, address=unit.address, **entry)


async def record_act(unit: Unit[Context], action: AuditAction, **entry: Unpack[Entry]) -> None:
    """Add one entry by the caller of the unit of work."""
    await record_visit(unit, action, by=unit.context.actor, **entry)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What an entry of many says of its own. `label` and `version`: see Entry."""

    id: UUID
    label: str
    version: int | None = None
    before: dict[str, Any] | None
    after: dict[str, Any] | None = None


async def record_many(
    connection: Connection, subjects: Sequence[Subject], *, action: AuditAction, by: Performer
) -> None:
    who = (by.company_id, action.value, by.user_id, by.address, by.work_id)
    rows = [(*who, each.id, each.label, each.version, each.before, each.after) for each in subjects]
    await add_entries(connection, rows)
