"""The event that some of a company's batches, or their people, have changed: the first now, later ones together."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.people.account.events import MAXIMUM_IDS, publish_ids
from server.platform.events import VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import ServiceWork


class BatchesChangeKind(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    ARCHIVED = "archived"
    DELETED = "deleted"
    MEMBERS = "members"


class BatchesChanged(ResponseSchema):
    kind: BatchesChangeKind = Field(description="what was done; `members`: people were added or removed")
    ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAXIMUM_IDS,
        description="of the batches; empty where more than a hundred changed: then each of them may have",
    )


BATCHES_CHANGED: Final = Event(
    name="batches:changed",
    payload=BatchesChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after batches were created, changed, archived or deleted, or people were added to them or removed",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="Batches that are shown are fetched again after every connection.",
)


def announce_batches(unit: ServiceWork, *, company_id: UUID, kind: BatchesChangeKind, ids: Sequence[UUID]) -> None:
    """Publish once the unit is committed. More than a hundred: any of the company's batches may have changed."""
    unit.after_commit(partial(publish_ids, unit.services, BATCHES_CHANGED, company_id=company_id, kind=kind, ids=ids))
