"""Refusals of changes to batches."""

from typing import Final

from server.platform.errors import ConflictError

MOST_OPEN: Final = 1_000
NAME_TAKEN: Final = "A batch has this name already"
CODE_TAKEN: Final = "A batch has this code already"
ARCHIVED_NAME_TAKEN: Final = "An archived batch has this name: restore it, or choose another name"
ARCHIVED_CODE_TAKEN: Final = "An archived batch has this code: restore it, or choose another code"


class BatchExistsError(ConflictError):
    """`errors` names the field that is taken."""

    code = "batch_exists"
    message = "A batch with this name already exists."


class BatchConflictError(ConflictError):
    code = "edit_conflict"
    message = "Another administrator has changed this batch. Check the current version, then save again."


class BatchArchivedError(ConflictError):
    code = "batch_archived"
    message = "This batch is archived and takes no new people. Restore it, or choose another batch."


class TooManyBatchesError(ConflictError):
    code = "too_many_batches"
    message = f"A company has at most {MOST_OPEN:,} batches at a time. Archive those that have ended."
