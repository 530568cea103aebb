"""Viewers of the list receive changes, throttled; the last one is always published."""

import asyncio
import uuid

import pytest

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind, publish_ids
from server.platform.events import VIEWERS
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.publisher import RecordingPublisher

CREATED, DELETED = UsersChangeKind.CREATED, UsersChangeKind.DELETED


def changes_of(publisher: RecordingPublisher, company_id: uuid.UUID) -> list[tuple[str, int]]:
    """Kind and number of ids of every published change."""
    events = [each for each in publisher.published if each.event is USERS_CHANGED]
    assert all(each.room == VIEWERS.of(company_id) for each in events)
    payloads = [each.payload for each in events if isinstance(each.payload, UsersChanged)]
    return [(payload.kind.value, len(payload.ids)) for payload in payloads]


async def until_published(publisher: RecordingPublisher, company_id: uuid.UUID, *, times: int) -> None:
    async def enough() -> bool:
        return len(changes_of(publisher, company_id)) >= times

    await eventually(enough, within=30, what=f"{times} events")


async def test_the_first_change_is_published_at_once_and_the_next_ones_together(
    services: Services, publisher: RecordingPublisher
) -> None:
    company_id, started = uuid.uuid4(), asyncio.get_running_loop().time()
    for _ in range(5):
        await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=CREATED, ids=[uuid.uuid4()])
    await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=DELETED, ids=[uuid.uuid4()])
    assert changes_of(publisher, company_id) == [("created", 1)]
    await until_published(publisher, company_id, times=3)
    assert changes_of(publisher, company_id) == [("created", 1), ("created", 4), ("deleted", 1)]
    assert asyncio.get_running_loop().time() - started >= 2 * 0.5


@pytest.mark.parametrize(("numbers", "ids"), [((50, 50), 100), ((50, 51), 0), ((50, 0), 0), ((0, 50), 0)])
async def test_more_than_a_hundred_are_not_named(
    services: Services, publisher: RecordingPublisher, numbers: tuple[int, int], ids: int
) -> None:
    company_id = uuid.uuid4()
    await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=DELETED, ids=[uuid.uuid4()])
    for number in numbers:
        changed = [uuid.uuid4() for _ in range(number)]
        await publish_ids(services, USERS_CHANGED, company_id=company_id, kind=CREATED, ids=changed)
    await until_published(publisher, company_id, times=2)
    assert changes_of(publisher, company_id)[1] == ("created", ids)
