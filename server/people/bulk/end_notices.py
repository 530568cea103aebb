"""Notify the user who started a bulk job of its end, in the transaction that ends it."""

from collections.abc import Mapping
from typing import Final

from server.messaging.messages.kinds import MessageKind
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.repository import Notice
from server.people.account.notify_end import MAIL_AFTER, EndMail, notify_end
from server.people.bulk.repository import StoredJob, people_label
from server.people.bulk.rules import BulkAction, BulkState
from server.platform.services import Context, ServiceWork, Work

NONE_FAILED: Final = "None failed."
NONE_CHANGED: Final = "No account had been changed."
# What the action has done to people.
_DID: Final[Mapping[BulkAction, str]] = {
    BulkAction.SET: "changed",
    BulkAction.ACTIVATE: "activated",
    BulkAction.DEACTIVATE: "deactivated",
    BulkAction.DELETE: "deleted",
    BulkAction.INVITE: "invited",
    BulkAction.SIGN_OUT: "logged out",
    BulkAction.ADD_TO_BATCH: "added to a batch",
    BulkAction.REMOVE_FROM_BATCH: "removed from a batch",
}


async def notify_completed(unit: ServiceWork, found: StoredJob) -> None:
    """`found` is its final state."""
    failed = f"{people_label(found.failed)} failed. The results say why." if found.failed else NONE_FAILED
    unchanged = f"{people_label(found.unchanged)} stayed unchanged."
    notice = Notice(
        kind=NotificationKind.BULK_FINISHED,
        title=f"{people_label(found.done)} {_did(found)}",
        body=" ".join([failed, *([unchanged] if found.unchanged else [])]),
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=BulkState.COMPLETED)
    await notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


async def notify_cancelled(unit: Work[Context], found: StoredJob) -> None:
    """Notify the starter, unless they cancelled it; `found` is the job before."""
    by = unit.context.identity
    if found.started_by == by.user_id:
        return
    done = f"{people_label(found.done)} had been {_did(found)}. What was done stays."
    notice = Notice(
        kind=NotificationKind.BULK_CANCELLED,
        title=f"Your change of {found.label} was cancelled",
        body=f"{by.full_name} cancelled it. {done if found.done else NONE_CHANGED}",
        link=_link(found),
        about=found.id,
    )
    mail = _mail(found, outcome=BulkState.CANCELLED, cancelled_by=by.full_name)
    await notify_end(unit, notice, company_id=found.company_id, recipient=found.started_by, mail=mail)


def _mail(found: StoredJob, *, outcome: BulkState, **parameters: str) -> EndMail | None:
    """The mail that follows; there is none where the job has ended soon and without a failure."""
    took = (found.finished_at or found.read_at) - found.started_at
    if not found.failed and took <= MAIL_AFTER:
        return None
    counts = {"done": found.done, "unchanged": found.unchanged, "failed": found.failed}
    what = {"job_id": str(found.id), "did": _DID[found.action], "outcome": outcome.value}
    return EndMail(kind=MessageKind.BULK_FINISHED, parameters={**what, **counts, **parameters})


def _did(found: StoredJob) -> str:
    """Say what was done, with the batch by its name where the job is about one."""
    did = _DID[found.action]
    return did if found.batch_name is None else did.replace("a batch", found.batch_name)


def _link(found: StoredJob) -> str:
    return f"/dashboard/users/jobs/{found.id}"
