"""The caller's own notifications: listing, marking as read, and their events."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias
from uuid import UUID, uuid4

import asyncpg
import pytest
from quart.typing import TestClientProtocol as Client

from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import NOTIFICATION_NEW, notify
from server.messaging.notifications.repository import Notice
from server.platform.events import USER
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import execute, fetch_value
from workers.maintenance import CLEANERS, clean

Tell: TypeAlias = Callable[..., Awaitable[None]]


@pytest.fixture
def tell(services: Services) -> Tell:
    async def tell(*people: Person, title: str = "Something", about: UUID | None = None) -> None:
        notice = Notice(
            kind=NotificationKind.IMPORT_FINISHED, title=title, body="Has happened.", link="/dashboard", about=about
        )
        async with services.unit_of_work() as unit:
            await notify(unit, notice, company_id=people[0].company.id, user_ids=[person.id for person in people])
        await services.database.settle()

    return tell


async def read(client: Client, person: Person, **query: Any) -> dict[str, Any]:
    answer = await client.get("/api/v1/notifications", headers=person.headers, query_string=query)
    assert answer.status_code == 200, await answer.get_json()
    page: dict[str, Any] = await answer.get_json()
    return page


def titles(page: dict[str, Any]) -> list[str]:
    return [notification["title"] for notification in page["data"]]


async def mark(client: Client, person: Person, **body: Any) -> int:
    answer = await client.post("/api/v1/notifications/read", headers=person.headers, json=body)
    assert answer.status_code == 200, await answer.get_json()
    unread: int = (await answer.get_json())["unread"]
    return unread


async def test_the_newest_come_first_page_by_page(client: Client, sign_in: SignIn, tell: Tell) -> None:
    person = await sign_in(None)
    for number in range(5):
        await tell(person, title=f"Number {number}")
    first = await read(client, person, pageSize=2)
    assert titles(first) == ["Number 4", "Number 3"]
    assert {name: first[name] for name in first if name != "data"} == {
        "page": 1,
        "pageSize": 2,
        "total": 5,
        "totalIsExact": True,
        "unread": 5,
    }
    [last] = (await read(client, person, pageSize=2, page=3))["data"]
    assert last.pop("createdAt").endswith("Z")
    assert UUID(last.pop("id")).version == 7
    assert last == {
        "kind": "import_finished",
        "title": "Number 0",
        "body": "Has happened.",
        "link": "/dashboard",
        "readAt": None,
    }


async def test_some_are_read_and_then_all(client: Client, sign_in: SignIn, tell: Tell) -> None:
    person = await sign_in()
    for number in range(4):
        await tell(person, title=f"Number {number}")
    three, two, *_ = (await read(client, person))["data"]
    assert await mark(client, person, ids=[three["id"], two["id"]]) == 2
    page = await read(client, person)
    assert [notification["readAt"] is not None for notification in page["data"]] == [True, True, False, False]
    assert page["unread"] == 2
    assert await mark(client, person, all=True) == 0
    again = await read(client, person)
    assert again["data"][0]["readAt"] == page["data"][0]["readAt"], "when it was first read stays"
    assert await mark(client, person, all=True) == 0
    assert await mark(client, person, ids=[three["id"]]) == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"all": False},
        {"all": True, "ids": [str(uuid4())]},
        {"ids": []},
        {"ids": ["x"]},
        {"ids": None},
        {"every": 1},
    ],
)
async def test_marking_as_read_needs_ids_or_all(client: Client, sign_in: SignIn, body: dict[str, Any]) -> None:
    person = await sign_in()
    answer = await client.post("/api/v1/notifications/read", headers=person.headers, json=body)
    assert (answer.status_code, (await answer.get_json())["code"]) == (422, "validation_failed")


async def test_notifications_of_another_user_are_neither_read_nor_counted(
    client: Client, sign_in: SignIn, add_company: AddCompany, tell: Tell
) -> None:
    person, colleague, stranger = await sign_in(), await sign_in(), await sign_in(company=await add_company())
    await tell(person)
    await tell(stranger)
    [own] = (await read(client, person))["data"]
    for other in (colleague, stranger):
        assert own["id"] not in {notification["id"] for notification in (await read(client, other))["data"]}
        await mark(client, other, ids=[own["id"]])
        await mark(client, other, all=True)
    assert (await read(client, colleague))["total"] == 0
    assert (await read(client, person))["unread"] == 1


async def test_a_user_of_another_company_cannot_be_notified(
    client: Client, sign_in: SignIn, add_company: AddCompany, tell: Tell
) -> None:
    person, stranger = await sign_in(), await sign_in(company=await add_company())
    await tell(person, stranger)
    assert (await read(client, stranger))["total"] == 0
    assert (await read(client, person))["total"] == 1


async def test_postgres_refuses_a_notification_for_a_user_of_another_company(
    sign_in: SignIn, add_company: AddCompany, services: Services
) -> None:
    person, stranger = await sign_in(), await sign_in(company=await add_company())
    query = "INSERT INTO notifications (company_id, user_id, kind, title, body) VALUES ($1, $2, 'welcome', '', '')"
    with pytest.raises(asyncpg.ForeignKeyViolationError):
        await execute(services, query, person.company.id, stranger.id)


async def test_the_same_event_is_notified_once(client: Client, sign_in: SignIn, tell: Tell) -> None:
    person, colleague = await sign_in(), await sign_in(Profile.ADMIN)
    about = uuid4()
    await tell(person, about=about)
    await tell(person, colleague, about=about)
    assert [(await read(client, one))["total"] for one in (person, colleague)] == [1, 1]
    await tell(person, about=uuid4())
    assert (await read(client, person))["total"] == 2


async def test_each_notification_is_published_with_the_unread_count(
    sign_in: SignIn, tell: Tell, publisher: RecordingPublisher
) -> None:
    person, colleague = await sign_in(), await sign_in()
    await tell(person)
    await tell(person, colleague, title="Second")
    events = [each for each in publisher.published if each.event is NOTIFICATION_NEW]
    published = [
        (each.room, each.payload.model_dump()["title"], each.payload.model_dump()["unread"]) for each in events
    ]
    assert published[0] == (USER.of(person.id), "Something", 1)
    assert set(published[1:]) == {(USER.of(person.id), "Second", 2), (USER.of(colleague.id), "Second", 1)}


async def test_after_ninety_days_they_are_removed(
    client: Client, sign_in: SignIn, services: Services, tell: Tell
) -> None:
    person = await sign_in()
    for title in ("old", "not so old", "new"):
        await tell(person, title=title)
    age = "UPDATE notifications SET created_at = now() - CAST($2::text AS interval) WHERE title = $1"
    await execute(services, age, "old", "90 days 1 minute")
    await execute(services, age, "not so old", "89 days 23 hours")
    for cleaner in CLEANERS:
        await clean(services, cleaner)
    assert titles(await read(client, person)) == ["new", "not so old"]


async def test_notifications_are_deleted_with_their_user(sign_in: SignIn, services: Services, tell: Tell) -> None:
    person, colleague = await sign_in(), await sign_in()
    await tell(person, colleague)
    await execute(services, "DELETE FROM users WHERE id = $1", person.id)
    assert await fetch_value(services, "SELECT count(*) FROM notifications") == 1


async def test_notifications_need_a_session(client: Client) -> None:
    assert (await client.get("/api/v1/notifications")).status_code == 401
    assert (await client.post("/api/v1/notifications/read", json={"all": True})).status_code == 401
