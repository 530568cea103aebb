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


class RowStatus(StrEnum):
    """VALID, WARNING and INVALID are results of the check, CREATED and FAILED results of creating."""

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
    DELETED = "deleted"


class RowFilter(StrEnum):
    """Filters of the rows of an import.

    VALID includes the warned rows, FAILED the invalid ones, WARNING those that failed to be created.
    """

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"


class ResultsFilter(StrEnum):
    """Which rows a file of results has: all, or those of a `RowFilter`."""

    ALL = "all"
    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
