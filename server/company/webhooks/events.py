"""What webhooks tell, and which entries of the audit trail it is made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from server.company.audit.record import AuditAction
from server.platform.process.clock import to_wire

# One delivery holds so many things at most.
MOST_ITEMS: Final = 1_000


class WebhookEvent(StrEnum):
    PERSON_CREATED = "person.created"
    PERSON_CHANGED = "person.changed"
    PERSON_DELETED = "person.deleted"
    IMPORT_COMPLETED = "import.completed"
    INVITATION_CREATED = "invitation.created"
    INVITATION_ACCEPTED = "invitation.accepted"
    STAGE_CHANGED = "stage.changed"
    ATTENDANCE_TAKEN = "attendance.taken"
    OFFER_CHANGED = "offer.changed"


_MADE_OF: Final[Mapping[WebhookEvent, Sequence[AuditAction]]] = {
    WebhookEvent.PERSON_CREATED: (AuditAction.USER_CREATED,),
    WebhookEvent.PERSON_CHANGED: (
        AuditAction.USER_EDITED,
        AuditAction.EMAIL_CHANGED,
        AuditAction.USER_ADDED_TO_BATCH,
        AuditAction.USER_REMOVED_FROM_BATCH,
        AuditAction.USER_MERGED,
        AuditAction.USER_UNMERGED,
    ),
    WebhookEvent.PERSON_DELETED: (AuditAction.USER_DELETED, AuditAction.USER_ERASED),
    WebhookEvent.IMPORT_COMPLETED: (AuditAction.IMPORT_ENDED,),
    WebhookEvent.INVITATION_CREATED: (AuditAction.USER_INVITED, AuditAction.IMPORT_INVITED),
    WebhookEvent.INVITATION_ACCEPTED: (AuditAction.PASSWORD_SET,),
    WebhookEvent.STAGE_CHANGED: (AuditAction.USER_MOVED,),
    WebhookEvent.ATTENDANCE_TAKEN: (AuditAction.ATTENDANCE_MARKED,),
    WebhookEvent.OFFER_CHANGED: (AuditAction.OFFER_CHANGED,),
}
EVENT_OF: Final = {action.value: event for event, actions in _MADE_OF.items() for action in actions}
# What is told besides the names of fields: ids, states and numbers, no data of a person.
_PASSED_ON: Final[Mapping[WebhookEvent, Sequence[str]]] = {
    WebhookEvent.IMPORT_COMPLETED: ("state", "created", "updated", "failed"),
    WebhookEvent.OFFER_CHANGED: ("offer", "state"),
    WebhookEvent.ATTENDANCE_TAKEN: ("marks", "present", "people"),
}


@dataclass(frozen=True, kw_only=True)
class TrailEntry:
    """A sealed entry of a company's chain."""

    position: int
    action: str
    subject_id: UUID | None
    actor_id: UUID | None
    work_id: UUID | None
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    created_at: datetime


def bodies_of(entries: Iterable[TrailEntry], *, wanted: Sequence[str]) -> list[tuple[str, dict[str, Any]]]:
    """(event, body) of consecutive entries of one event, in their order; others are left out."""
    told = [(event, each) for each in entries if (event := EVENT_OF.get(each.action)) is not None and event in wanted]
    bodies = []
    for event, group in groupby(told, key=lambda pair: pair[0]):
        items = [each for _, each in group]
        for first in range(0, len(items), MOST_ITEMS):
            part = items[first : first + MOST_ITEMS]
            data = {"items": [_item(event, each) for each in part]}
            bodies.append((event.value, {"type": event, "timestamp": to_wire(part[-1].created_at), "data": data}))
    return bodies


def _item(event: WebhookEvent, entry: TrailEntry) -> dict[str, Any]:
    stated = {**(entry.before or {}), **(entry.after or {})}
    ids = {"id": entry.subject_id, "byId": entry.actor_id, "workId": entry.work_id}
    return {
        **{name: None if each is None else str(each) for name, each in ids.items()},
        "at": to_wire(entry.created_at),
        "changed": sorted(stated),
        **{name: stated[name] for name in _PASSED_ON.get(event, ()) if name in stated},
    }
