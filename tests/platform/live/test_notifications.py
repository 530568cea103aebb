"""A notification reaches every open page of its user in every process, and no other socket."""

from dataclasses import replace

from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify
from server.messaging.notifications.repository import Notice
from server.platform.live.bus import RedisPublisher
from server.platform.services import Services
from tests.fixtures.live_server import StartServer
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.socket_client import open_socket

NOTICE = Notice(
    kind=NotificationKind.IMPORT_FINISHED,
    title="people.csv: 3 users created",
    body="Every row became an account.",
    link="/dashboard/users",
)


async def tell(services: Services, person: Person) -> None:
    async with services.unit_of_work() as unit:
        await notify(unit, NOTICE, company_id=person.company.id, user_ids=[person.id])
    await services.database.settle()


async def test_every_tab_of_the_user_receives_it_and_no_other_socket(
    start_server: StartServer, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    person, colleague, stranger = await sign_in(), await sign_in(), await sign_in(company=await add_company())
    worker = RedisPublisher(services.settings.redis_url)
    async with (
        start_server() as one,
        start_server() as two,
        open_socket(one.url, {"token": person.token}) as here,
        open_socket(one.url, {"token": person.token}) as beside,
        open_socket(two.url, {"token": person.token}) as there,
        open_socket(two.url, {"token": colleague.token}) as neighbour,
        open_socket(two.url, {"token": stranger.token}) as outside,
    ):
        for server in (one, two):
            await server.publisher.subscribed.wait()
        for other in (neighbour, outside):
            await other.receive("session:state")
        for unread in (1, 2):
            await tell(replace(services, publisher=worker), person)
            for socket in (here, beside, there):
                notification = await socket.receive("notification:new", times=unread)
                assert notification.pop("createdAt").endswith("Z")
                assert len(notification.pop("id")) == 36
                assert notification == {
                    "kind": "import_finished",
                    "title": NOTICE.title,
                    "body": NOTICE.body,
                    "link": NOTICE.link,
                    "unread": unread,
                }
        for other in (neighbour, outside):
            assert await other.receives_nothing_new(0.2)
    await worker.close()
