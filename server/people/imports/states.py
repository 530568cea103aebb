"""The states of an import and of its rows, as stored and as sent."""

from enum import StrEnum


class ImportState(StrEnum):
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


class ImportMode(StrEnum):
    """Which people an import processes: new ones, those who have an account of the company, or both."""

    CREATE = "create"
    UPDATE = "update"
    UPSERT = "upsert"


class RowChange(StrEnum):
    """What updating does to the account with the email of a row."""

    CHANGED = "changed"
    UNCHANGED = "unchanged"


class RowStatus(StrEnum):
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
    invalid rows that no mode accepts. Of UNDONE an undo has taken back what they did, of KEPT
    it has not.
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
    UNDONE = "undone"
    KEPT = "kept"


class ResultsFilter(StrEnum):
    """Which rows a file of results has: all, or those of a `RowFilter`."""

    ALL = "all"
    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    NEW = "new"
    REFUSED = "refused"
    UNDONE = "undone"
    KEPT = "kept"
