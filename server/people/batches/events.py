"""The event that some of a company's batches, or their people, have changed: the first now, later ones together."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Final
from uuid import UUID

from pydantic import Field

from server.platform.database.connections import UnitOfWork
from server.platform.events import VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services

MAXIMUM_IDS: Final = 100


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


# At most two a second for a company, from all processes together; a little more, because clocks round.
REST_SECONDS: Final = 0.51


async def publish_batches_changed(
    services: Services, *, company_id: UUID, kind: BatchesChangeKind, ids: Sequence[UUID]
) -> None:
    """Call after commit. No `ids`, or more than a hundred together: any of the company's batches may have changed."""
    started = services.coalescer.add(
        f"batches:{company_id}",
        frozenset(ids),
        key=kind,
        merge=_merge,
        publish=partial(_publish, services, company_id=company_id, kind=kind),
        every=REST_SECONDS,
    )
    if started is not None:
        await started.wait()


def announce_batches(
    services: Services, unit: UnitOfWork, *, company_id: UUID, kind: BatchesChangeKind, ids: Sequence[UUID]
) -> None:
    """Publish once the unit is committed."""
    unit.after_commit(partial(publish_batches_changed, services, company_id=company_id, kind=kind, ids=ids))


async def _publish(services: Services, ids: frozenset[UUID], *, company_id: UUID, kind: BatchesChangeKind) -> None:
    changed = BatchesChanged(kind=kind, ids=sorted(ids) if len(ids) <= MAXIMUM_IDS else [])
    await services.publisher.publish(BATCHES_CHANGED, to=company_id, payload=changed)


def _merge(before: frozenset[UUID], after: frozenset[UUID]) -> frozenset[UUID]:
    """Empty: too many to name."""
    together = before | after
    return together if before and after and len(together) <= MAXIMUM_IDS else frozenset()
