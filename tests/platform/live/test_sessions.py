"""A socket lives as long as its session and its token, and is warned before the end."""

import asyncio
from datetime import datetime
from math import ceil, floor
from typing import Any

import pytest

from server.access.sessions.events import SessionEndReason
from server.platform.live.bus import RedisPublisher
from server.platform.live.held_sockets import seconds_to_next
from server.platform.process.clock import utc_now
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import open_socket
from tests.fixtures.tokens import end_in_database, token_that_ends_in


def assert_left(warning: Any, *, since: datetime) -> None:
    """The seconds of the warning are those from a moment between then and now to its end."""
    end = datetime.fromisoformat(warning["expiresAt"])
    least, most = floor((end - utc_now()).total_seconds()), ceil((end - since).total_seconds())
    assert least <= warning["secondsLeft"] <= most


@pytest.mark.parametrize(("left", "wait"), [(7_200, 6_900), (300.1, 0.1), (300, 240), (60.1, 0.1), (60, 60), (5, 5)])
def test_warnings_are_due_five_minutes_and_one_minute_before_the_end(left: float, wait: float) -> None:
    assert seconds_to_next(left) == pytest.approx(wait)


async def test_socket_is_warned_once_on_connect_of_a_token_about_to_end(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    began, token = utc_now(), token_that_ends_in(services, await sign_in(), 200)
    async with open_socket(server.url, {"token": token}) as socket:
        assert_left(await socket.receive("session:expiring"), since=began)
        assert await socket.receives_nothing_new(0.3)


async def test_socket_is_warned_a_minute_before_the_end(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    began, token = utc_now(), token_that_ends_in(services, await sign_in(), 63)
    async with open_socket(server.url, {"token": token}) as socket:
        warning = await socket.receive("session:expiring", times=2)
        assert warning["secondsLeft"] <= 60
        assert_left(warning, since=began)


async def test_end_of_the_token_is_sent_and_closes_the_socket(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    token = token_that_ends_in(services, await sign_in(), 6)
    async with open_socket(server.url, {"token": token}) as socket:
        assert "serverTime" in await socket.receive("session:expired")
        await socket.closed()
        assert socket.was_disconnected


async def test_new_token_of_the_same_session_keeps_the_socket(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": token_that_ends_in(services, person, 6)}) as socket:
        assert (await socket.ask("session:authenticate", {"token": person.token})) == {"ok": True}
        assert (await socket.receive("session:state", times=2))["expiresAt"]
        assert await socket.receives_nothing_new(6.5)
        assert socket.is_open


async def test_token_of_another_session_is_refused(server: LiveServer, sign_in: SignIn) -> None:
    one, other = await sign_in(), await sign_in()
    async with open_socket(server.url, {"token": one.token}) as socket:
        answer = await socket.ask("session:authenticate", {"token": other.token})
    assert (answer["ok"], answer["code"]) == (False, "another_session")


async def test_ended_session_closes_its_sockets_on_every_process(
    start_server: StartServer, sign_in: SignIn, services: Services
) -> None:
    person, bystander = await sign_in(), await sign_in()
    worker = RedisPublisher(services.settings.redis_url)
    async with (
        start_server() as one,
        start_server() as two,
        open_socket(one.url, {"token": person.token}) as here,
        open_socket(two.url, {"token": person.token}) as there,
        open_socket(two.url, {"token": bystander.token}) as neighbour,
    ):
        await hearing(one, two)
        await worker.end_sessions([person.session_id], reason=SessionEndReason.LOGOUT)
        for socket in (here, there):
            assert await socket.receive("session:ended") == {"reason": "logout", "limit": None}
            await socket.closed()
            assert socket.was_disconnected
        assert neighbour.is_open
    await worker.close()


async def test_session_that_ended_without_an_event_is_found_by_polling(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person, bystander = await sign_in(), await sign_in()
    async with (
        open_socket(server.url, {"token": person.token}) as socket,
        open_socket(server.url, {"token": bystander.token}) as neighbour,
    ):
        await end_in_database(services, person)
        await server.gateway.held.recheck()
        assert await socket.receive("session:ended") == {"reason": "revoked", "limit": None}
        await socket.closed()
        assert neighbour.is_open


async def test_demoted_person_leaves_the_rooms_of_managers_with_the_new_token(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.ADMIN)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await socket.receive("session:state")
        async with services.unit_of_work() as unit:
            await unit.connection.execute(
                "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE id = :id", id=person.id
            )
        assert (await socket.ask("session:authenticate", {"token": person.token}))["ok"] is True
        rooms = {room.partition(":")[0] for room in rooms_of_all_sockets(server)}
    assert rooms == {"user", "session", "company"}


def rooms_of_all_sockets(server: LiveServer) -> set[str]:
    sessions = server.gateway.held.all()
    return {room for session in sessions for room in session.rooms}


async def hearing(*servers: LiveServer) -> None:
    async with asyncio.timeout(30):
        for server in servers:
            await server.publisher.subscribed.wait()
