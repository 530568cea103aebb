"""The states of an import and of its rows, as they stand in Postgres and on the wire."""

from enum import StrEnum


class ImportState(StrEnum):
    VALIDATING = "validating"
    READY = "ready"
    PROCESSING = "processing"
    COMPLETED = "completed"
    CANCELLED = "cancelled"
    FAILED = "failed"


class RowStatus(StrEnum):
    """VALID, WARNING and INVALID are the check's verdict, CREATED and FAILED what became of a row."""

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
    DELETED = "deleted"


class RowFilter(StrEnum):
    """What the rows of an import can be asked for.

    VALID includes the warned rows, FAILED the invalid ones, WARNING those that failed to be created.
    """

    VALID = "valid"
    WARNING = "warning"
    INVALID = "invalid"
    CREATED = "created"
    FAILED = "failed"
