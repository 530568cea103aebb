"""The mail after the end of an import: its counts and where its results are."""

from typing import Any, Final

from server.messaging.messages.kinds import MessageKind
from server.people.account.notify_end import MAIL_AFTER, EndMail
from server.people.imports.repository import Import
from server.people.imports.states import ImportState

# Fewer rows that end sooner are watched to the end: no mail.
MAIL_ROWS: Final = 1_000


def end_mail(found: Import, *, outcome: ImportState, **parameters: str) -> EndMail | None:
    """None unless the import has many rows or has taken long.

    `parameters` are those of the outcome: `reason` of one that failed, `cancelled_by` of one that was cancelled.
    """
    if not _is_long(found):
        return None
    return EndMail(
        kind=MessageKind.IMPORT_FINISHED,
        parameters={**_counts(found), "outcome": outcome.value, **parameters},
        import_id=found.id,
    )


def _counts(found: Import) -> dict[str, Any]:
    return {
        "file_name": found.file_name,
        "created": found.created_count,
        "failed": found.failed_count + found.refused_rows,
        "invite": found.invite,
        **({"changed": found.changed_count} if found.updates else {}),
    }


def _is_long(found: Import) -> bool:
    took = (found.finished_at or found.read_at) - (found.started_at or found.created_at)
    return found.total_rows >= MAIL_ROWS or took > MAIL_AFTER
