"""The event that accounts of a company have changed: the first change now, later ones together, the last one always."""

from collections.abc import Sequence
from enum import StrEnum
from functools import partial
from typing import Any, Final
from uuid import UUID

from pydantic import Field

from server.platform.events import MAXIMUM_IDS, REST_SECONDS, VIEWERS, Event
from server.platform.schemas import ResponseSchema
from server.platform.services import Services, ServiceUnit


class UsersChangeKind(StrEnum):
    CREATED = "created"
    UPDATED = "updated"
    DELETED = "deleted"
    IMPORTED = "imported"


class UsersChanged(ResponseSchema):
    """`ids` is empty when more than a hundred changed: then everything may have."""

    kind: UsersChangeKind = Field(description="what was done")
    ids: list[UUID] = Field(
        default_factory=list,
        max_length=MAXIMUM_IDS,
        description="of the accounts; empty where more than a hundred changed: then everything may have",
    )


USERS_CHANGED: Final = Event(
    name="users:changed",
    payload=UsersChanged,
    room=VIEWERS,
    to="accounts of the company that may view users",
    when="after people were created, changed, deleted or imported, or the state of a single invitation changed",
    rate="at most 2 a second for a company, from all processes together; further changes are merged",
    lost="A list that is shown is fetched again after every connection.",
)


async def publish_ids(
    services: Services, event: Event[Any], *, company_id: UUID, kind: StrEnum, ids: Sequence[UUID]
) -> None:
    """Publish what has changed of a company, merged by kind with what waits for its slot; call it after the commit.

    No `ids`, or more than a hundred together: everything of this kind may have changed.
    """

    async def publish(changed: frozenset[UUID]) -> None:
        named = sorted(changed) if len(changed) <= MAXIMUM_IDS else []
        await services.publisher.publish(event, to=company_id, payload=event.payload(kind=kind, ids=named))

    started = services.coalescer.add(
        f"{event.name.partition(':')[0]}:{company_id}",
        frozenset(ids),
        key=kind,
        merge=_merge,
        publish=publish,
        every=REST_SECONDS,
    )
    if started is not None:
        await started.wait()


def announce_changes(unit: ServiceUnit, *, kind: UsersChangeKind, company_id: UUID, user_ids: Sequence[UUID]) -> None:
    """Publish the change of accounts, once it is committed."""
    unit.after_commit(
        partial(publish_ids, unit.services, USERS_CHANGED, company_id=company_id, kind=kind, ids=user_ids)
    )


def _merge(before: frozenset[UUID], after: frozenset[UUID]) -> frozenset[UUID]:
    """Empty: too many to name."""
    together = before | after
    return together if before and after and len(together) <= MAXIMUM_IDS else frozenset()
