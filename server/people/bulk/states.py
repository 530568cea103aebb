"""States of bulk jobs, and errors with their sentences."""

from enum import StrEnum
from typing import Final

from server.platform.errors import ConflictError, TooManyRequestsError
from server.vocabulary.profiles import Permission


class BulkAction(StrEnum):
    """SET changes profile, role and work location."""

    SET = "set"
    ACTIVATE = "activate"
    DEACTIVATE = "deactivate"
    DELETE = "delete"
    INVITE = "invite"
    SIGN_OUT = "sign-out"
    ADD_TO_BATCH = "add-to-batch"
    REMOVE_FROM_BATCH = "remove-from-batch"


class BulkState(StrEnum):
    PROCESSING = "processing"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    UNDOING = "undoing"
    UNDONE = "undone"


class BulkRowStatus(StrEnum):
    """WAITING has not been tried; where the job was cancelled it never is."""

    WAITING = "waiting"
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    UNDONE = "undone"


class BulkRowFilter(StrEnum):
    DONE = "done"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    UNDONE = "undone"


OF_BATCHES: Final = frozenset({BulkAction.ADD_TO_BATCH, BulkAction.REMOVE_FROM_BATCH})
REMOVALS: Final = frozenset({BulkAction.DEACTIVATE, BulkAction.DELETE})
# A password that was sent, a session that has ended and an account that is gone do not come back.
UNDOABLE: Final = frozenset({BulkAction.SET, BulkAction.ACTIVATE, BulkAction.DEACTIVATE}) | OF_BATCHES


def permission_of(action: BulkAction) -> Permission:
    """The permission that the action needs; which people it may concern is decided by the matrix, person by person."""
    if action is BulkAction.DELETE:
        return Permission.USER_DELETE
    return Permission.USER_CREATE if action in OF_BATCHES else Permission.USER_EDIT


# Jobs of one company, those that are undone included.
MOST_RUNNING: Final = 5


class TooManyJobsError(ConflictError):
    code = "too_many_jobs"
    message = f"Your company has {MOST_RUNNING} changes under way. You can start the next one when one has ended."


class WrongJobStateError(ConflictError):
    code = "wrong_job_state"


class TooManyJobsWatchedError(TooManyRequestsError):
    code = "too_many_watched"
    message = "Too many changes are being watched here."
