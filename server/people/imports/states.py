"""The states of an import and of its rows, as stored and as sent."""

from enum import StrEnum
from typing import Final

from server.platform.process.open_enum import OpenEnum


class ImportState(OpenEnum):
    """MAPPING: required fields without a column wait for one to be chosen."""

    MAPPING = "mapping"
    VALIDATING = "validating"
    READY = "ready"
    PROCESSING = "processing"
    PAUSED = "paused"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"
    UNDOING = "undoing"
    UNDONE = "undone"


class ImportMode(OpenEnum):
    """Which people an import processes: new ones, those who have an account of the company, or both."""

    CREATE = "create"
    UPDATE = "update"
    UPSERT = "upsert"


class RowChange(OpenEnum):
    """What updating does to the account with the email of a row."""

    CHANGED = "changed"
    UNCHANGED = "unchanged"


class RowStatus(OpenEnum):
    """VALID, WARNING and INVALID are results of the check for creating; the others are results of the run.

    UNDONE and KEPT are results of an undo: what the row has done was taken back, or left.
    """

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    FAILED = "failed"
    UNDONE = "undone"
    KEPT = "kept"
    DELETED = "deleted"


class RowFilter(StrEnum):
    """Filters of the rows of an import.

    VALID includes the warned rows, FAILED the invalid ones, WARNING those that failed to be created. CHANGED and
    UNCHANGED are what updating would do, and what it did once an import updates; NEW can be created; REFUSED are the
    invalid rows that no mode accepts. STALE are those whose person was changed since they were compared. Of UNDONE an
    undo has taken back what they did, of KEPT it has not.
    """

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    NEW = "new"
    REFUSED = "refused"
    STALE = "stale"
    UNDONE = "undone"
    KEPT = "kept"


# Two versions can run beside each other while one replaces the other: an import has the number of the oldest format
# that can process it. Workers leave alone what has a greater number than they know, also its invitations and its
# undoing; a newer worker's sweep finds it. Who adds what today's workers would misread (a mode, a state, another way to
# read the file) raises the greatest number known, and gives it to imports that use the new format only. Of 2 are those
# that leave out, or make inactive, people who have left, of 3 those that read the latest row of each person alone.
FORMAT: Final = 3


# Why a row has left its person alone.
CHANGED_SINCE_PREVIEW: Final = "Changed since the preview"


class ChangeKind(OpenEnum):
    """What a change of a preview does."""

    EDIT = "edit"
    DELETION = "deletion"
    MAPPING = "mapping"


class KeptBecause(OpenEnum):
    DELETED = "deleted"
    SIGNED_IN = "signed_in"
    CHANGED = "changed"
    NOT_ALLOWED = "not_allowed"
    FIELD_CHANGED = "field_changed"
    STAGE_ARCHIVED = "stage_archived"


REASONS: Final = {
    KeptBecause.SIGNED_IN: "The person has logged in",
    KeptBecause.CHANGED: "The account has been changed since",
    KeptBecause.DELETED: "The account has been deleted already",
    KeptBecause.NOT_ALLOWED: "Your profile may not delete this account",
    KeptBecause.FIELD_CHANGED: "A field that this row sets has another kind by now",
    KeptBecause.STAGE_ARCHIVED: "The stage in which the person was before is archived",
}
NEWER_REASON: Final = "A newer version of this site has left it"
REASONS_OF_UPDATES: Final = REASONS | {KeptBecause.NOT_ALLOWED: "Your profile may not change this account"}
# In the results, which others read, too.
NOT_ALLOWED: Final = "It was undone by a profile that may not delete this account"
NOT_ALLOWED_TO_CHANGE: Final = "It was undone by a profile that may not change this account"


def describe_kept(reason: str, *, is_update: bool) -> str:
    """The sentence for a row of the results."""
    if reason == KeptBecause.NOT_ALLOWED:
        return NOT_ALLOWED_TO_CHANGE if is_update else NOT_ALLOWED
    return REASONS.get(KeptBecause(reason), NEWER_REASON)
