"""Publish that a company's batches have changed: the first change now, later ones together."""

from collections.abc import Sequence
from functools import partial
from typing import Final
from uuid import UUID

from server.people.batches.events import BATCHES_CHANGED, MAXIMUM_IDS, BatchesChanged, BatchesChangeKind
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services

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
