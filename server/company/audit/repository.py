"""The audit trail in Postgres: entries are added and read, and never changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Protocol, TypedDict, Unpack
from uuid import UUID

from sqlalchemy import insert

from server.company.audit.tables import audit_entries
from server.platform.database.connections import Connection, Row


class AuditAction(StrEnum):
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
    COMPANY_SETTINGS_CHANGED = "company_settings_changed"
    POLICY_CHANGED = "policy_changed"
    USER_CREATED = "user_created"
    USER_EDITED = "user_edited"
    USER_DELETED = "user_deleted"
    USER_INVITED = "user_invited"
    USER_ADDED_TO_BATCH = "user_added_to_batch"
    USER_REMOVED_FROM_BATCH = "user_removed_from_batch"
    EMAIL_CHANGE_REQUESTED = "email_change_requested"
    EMAIL_CHANGE_CANCELLED = "email_change_cancelled"
    EMAIL_CHANGE_FAILED = "email_change_failed"
    EMAIL_CHANGED = "email_changed"
    USERS_EXPORTED = "users_exported"
    DATA_EXPORTED = "data_exported"
    VIEW_CREATED = "view_created"
    VIEW_EDITED = "view_edited"
    VIEW_DELETED = "view_deleted"
    INVITATIONS_STOPPED = "invitations_stopped"
    BATCH_CREATED = "batch_created"
    BATCH_CHANGED = "batch_changed"
    BATCH_ARCHIVED = "batch_archived"
    BATCH_DELETED = "batch_deleted"
    IMPORT_UPLOADED = "import_uploaded"
    IMPORT_STARTED = "import_started"
    IMPORT_PAUSED = "import_paused"
    IMPORT_RESUMED = "import_resumed"
    IMPORT_ENDED = "import_ended"
    IMPORT_INVITED = "import_invited"
    IMPORT_NOT_INVITED = "import_not_invited"
    IMPORT_UNDO_STARTED = "import_undo_started"
    IMPORT_UNDONE = "import_undone"
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
    AUDIT_TRIMMED = "audit_trimmed"
    USER_ERASED = "user_erased"
    POLICY_LIFTED = "policy_lifted"
    USER_UNLOCKED = "user_unlocked"


class Actor(Protocol):
    """The account that acts: an identity, or what a sign-in knows of its account."""

    @property
    def company_id(self) -> UUID: ...
    @property
    def user_id(self) -> UUID: ...


class Entry(TypedDict, total=False):
    """What an entry states besides its action and its actor.

    `subject_label` is a masked email or a file name, never a secret; `subject_version` is that of an account after its
    change.
    """

    subject_id: UUID | None
    subject_label: str | None
    subject_version: int | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None


async def record(
    connection: Connection,
    *,
    action: AuditAction,
    by: Actor | None = None,
    company_id: UUID | None = None,
    actor_id: UUID | None = None,
    address: str | None = None,
    **entry: Unpack[Entry],
) -> None:
    """Add one entry.

    `by` is the actor and gives the company; an action of none, or of an actor known by id, names `company_id`.
    """
    if by is not None:
        company_id, actor_id = by.company_id, by.user_id
    row = {"action": action, "actor_id": actor_id, "address": address, **entry}
    await connection.execute(insert(audit_entries).values(company_id=company_id, **row))


class Performer(Protocol):
    """The account that does something to many, which may be deleted by now, and the address of its request."""

    @property
    def company_id(self) -> UUID: ...
    @property
    def user_id(self) -> UUID | None: ...
    @property
    def address(self) -> str | None: ...


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What an entry of many says of its own. `label` and `version`: see record."""

    id: UUID
    label: str
    version: int | None = None
    before: dict[str, Any] | None
    after: dict[str, Any] | None = None


_COLUMNS_OF_MANY: Final = (
    *("company_id", "action", "actor_id"),
    *("subject_id", "subject_label", "subject_version", "address", "before", "after"),
)


async def record_many(
    connection: Connection,
    subjects: Sequence[Subject],
    *,
    action: AuditAction,
    by: Performer,
) -> None:
    """Add an entry for each subject."""
    who = (by.company_id, action.value, by.user_id)
    await connection.raw.copy_records_to_table(
        "audit_entries",
        records=[(*who, each.id, each.label, each.version, by.address, each.before, each.after) for each in subjects],
        columns=_COLUMNS_OF_MANY,
    )


async def was_deleted(connection: Connection, *, company_id: UUID, user_id: UUID) -> bool:
    """Whether the company has deleted an account of this id."""
    return await connection.has_row(
        """
        SELECT FROM audit_entries
         WHERE company_id = :company_id AND subject_id = :user_id AND action IN ('user_deleted', 'user_erased')
        """,
        company_id=company_id,
        user_id=user_id,
    )


# The largest character: all texts with a prefix sort between the prefix and the prefix followed by it.
LAST: Final = "\U0010ffff"
_LABEL: Final = 'lower(subject_label) COLLATE "C"'
# By filter; `search` is a prefix of the subject's label, in any case.
_CONDITIONS: Final = {
    "action": "action = :action",
    "subject": "subject_id = :subject",
    "search": f"{_LABEL} >= lower(:search) AND {_LABEL} < lower(:search) || :last",
}


async def list_entries(
    connection: Connection, *, company_id: UUID, offset: int, limit: int, **matching: object
) -> Sequence[Row]:
    """The newest first; `actor_name` is None without an actor, and for a deleted account."""
    # An index-only scan finds the page; only its rows are read whole, and only their actors are joined.
    return await connection.fetch_all(
        f"""
        SELECT e.id, e.action, e.actor_id, actor.full_name AS actor_name, e.subject_id, e.subject_label, e.address,
               e.before, e.after, e.created_at
          FROM ({_matching(matching)} ORDER BY id DESC OFFSET :offset LIMIT :limit) AS page
          JOIN audit_entries e ON e.id = page.id
          LEFT JOIN users actor ON actor.company_id = e.company_id AND actor.id = e.actor_id
         ORDER BY e.id DESC
        """,  # noqa: S608 - constants
        company_id=company_id,
        offset=offset,
        limit=limit,
        last=LAST,
        **matching,
    )


async def count_entries(connection: Connection, *, company_id: UUID, most: int, **matching: object) -> int:
    """The number of matching entries, counted up to `most`."""
    return await connection.fetch_number(
        f"SELECT count(*) FROM ({_matching(matching)} LIMIT :most) AS matching",  # noqa: S608 - constants
        company_id=company_id,
        most=most,
        last=LAST,
        **matching,
    )


def _matching(matching: Mapping[str, Any]) -> str:
    """The conditions of the given filters only: an optional condition would keep Postgres from using its index."""
    given = [_CONDITIONS[name] for name, value in matching.items() if value is not None]
    conditions = " AND ".join(["company_id = :company_id", *given])
    return f"SELECT id FROM audit_entries WHERE {conditions}"  # noqa: S608 - constants
