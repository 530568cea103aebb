"""On connect a client learns for how long its rooms have been quiet: what it fetched since then is up to date."""

import time

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.platform.events import VIEWERS
from server.platform.live.bus import RedisPublisher
from server.platform.services import Services
from tests.fixtures.live_server import StartServer
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.socket_client import open_socket

CHANGED = UsersChanged(kind=UsersChangeKind.IMPORTED)


async def test_events_of_another_process_before_the_connection_end_the_quiet_time(
    start_server: StartServer, sign_in: SignIn, services: Services
) -> None:
    person, worker = await sign_in(), RedisPublisher(services.settings.redis_url)
    async with start_server() as server, open_socket(server.url, {"token": person.token}) as witness:
        await server.publisher.subscribed.wait()
        room, before = VIEWERS.of(person.company.id), time.monotonic()
        await worker.publish(USERS_CHANGED, to=person.company.id, payload=CHANGED)
        await witness.receive("users:changed")
        async with open_socket(server.url, {"token": person.token}) as socket:
            state = await socket.receive("session:state")
        bus = server.publisher
        # Never longer than since the last event.
        assert 0 <= state["quietMs"] <= (socket.received[0].at - before) * 1000
        assert bus.quiet_seconds([room]) < bus.quiet_seconds([VIEWERS.of(person.id)])
    await worker.close()


async def test_another_company_s_events_and_an_own_extension_do_not_end_the_quiet_time(
    start_server: StartServer, sign_in: SignIn, add_company: AddCompany
) -> None:
    person, stranger = await sign_in(), await sign_in(company=await add_company())
    async with start_server() as server:
        await server.publisher.subscribed.wait()
        bus = server.publisher
        async with open_socket(server.url, {"token": person.token}) as socket:
            first = (await socket.receive("session:state"))["quietMs"]
        await server.publisher.publish(USERS_CHANGED, to=stranger.company.id, payload=CHANGED)
        quiet = bus.quiet_seconds([VIEWERS.of(person.company.id)])
        assert quiet * 1000 >= first
        assert bus.quiet_seconds([VIEWERS.of(stranger.company.id)]) < quiet


async def test_a_process_without_its_event_listener_claims_no_quiet_time(start_server: StartServer) -> None:
    worker = RedisPublisher("redis://127.0.0.1:1/0")
    assert worker.quiet_seconds(["any"]) == 0.0
    await worker.close()
    async with start_server() as server:
        await server.publisher.subscribed.wait()
        assert server.publisher.quiet_seconds(["any"]) >= 0.0
