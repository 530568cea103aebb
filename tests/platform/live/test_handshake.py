"""Which handshakes are accepted, and how others are refused."""

from contextlib import AsyncExitStack

import httpx2
import pytest
from structlog.testing import capture_logs
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import ORIGIN, open_socket, open_transport
from tests.fixtures.tokens import end_in_database


async def test_holder_of_a_token_receives_the_state_of_the_session(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        state = await socket.receive("session:state")
    assert set(state) == {"expiresAt", "idleExpiresAt", "absoluteExpiresAt", "serverTime", "version", "quietMs"}
    assert state["expiresAt"].endswith("Z")


async def test_token_without_an_origin_is_taken(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}, origin=None) as socket:
        assert socket.is_connected


async def test_anything_but_a_token_or_a_flow_is_refused(server: LiveServer) -> None:
    cases: list[object] = [
        None,
        {},
        {"token": "nonsense"},
        {"token": 7},
        {"token": None},
        [],
        "token",
        {"flow": "x"},
        {"user": "me"},
    ]
    for auth in cases:
        async with open_socket(server.url, auth) as socket:
            assert socket.refusal is not None, auth
            assert socket.refusal["data"]["code"] in {"not_signed_in", "flow_expired"}, auth
            assert socket.refusal["message"], auth


async def test_token_in_the_query_is_refused(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    with pytest.raises(InvalidStatus):
        async with open_socket(server.url, None, query=f"&token={person.token}"):
            pytest.fail("the socket opened")


async def test_token_of_an_ended_session_is_refused(server: LiveServer, sign_in: SignIn, services: Services) -> None:
    person = await sign_in()
    await end_in_database(services, person)
    async with open_socket(server.url, {"token": person.token}) as socket:
        assert socket.refusal is not None
        assert socket.refusal["data"]["code"] == "not_signed_in"


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "http://waymark.test.evil.test"])
async def test_page_of_another_origin_gets_no_socket(server: LiveServer, sign_in: SignIn, origin: str) -> None:
    person = await sign_in()
    with pytest.raises(InvalidStatus):
        async with open_socket(server.url, {"token": person.token}, origin=origin):
            pytest.fail("the socket opened")


async def test_long_polling_is_not_offered(server: LiveServer) -> None:
    async with httpx2.AsyncClient(base_url=server.url) as client:
        answer = await client.get("/socket.io/", params={"EIO": "4", "transport": "polling"})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


async def test_silent_connection_is_closed(start_server: StartServer) -> None:
    async with start_server(handshake_seconds=0.2) as server, open_transport(server.url) as silent:
        await silent.closed()


async def test_silent_connections_block_no_other_client(start_server: StartServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with start_server(handshake_seconds=600, most_silent=20) as server:
        places, refused = server.sockets.free_places, 0

        async def are_free() -> bool:
            return server.sockets.free_places == places

        async with AsyncExitStack() as stack:
            for _ in range(30):
                try:
                    await stack.enter_async_context(open_transport(server.url))
                except InvalidStatus:
                    refused += 1
        assert refused == 10
        await eventually(are_free, within=60, what="the places of the silent ones")
        async with open_socket(server.url, {"token": person.token}) as socket:
            assert socket.is_connected


async def test_sockets_of_one_user_are_limited(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with AsyncExitStack() as stack:
        for _ in range(60):
            socket = await stack.enter_async_context(open_socket(server.url, {"token": person.token}))
            assert socket.is_connected
        one_more = await stack.enter_async_context(open_socket(server.url, {"token": person.token}))
        assert one_more.refusal is not None
        assert one_more.refusal["data"]["code"] == "too_many_requests"


async def test_full_process_refuses_sockets(start_server: StartServer) -> None:
    async with start_server(most_connections=2) as server, AsyncExitStack() as stack:
        for _ in range(2):
            await stack.enter_async_context(open_transport(server.url))
        with pytest.raises(InvalidStatus):
            await stack.enter_async_context(open_transport(server.url))


async def test_invalid_frames_affect_no_other_socket(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    cases: list[str] = ["x", "", "9", "4", "4x", "42", "42[", "429999999999999999999[", "45-", "0", "4" * 20_000]
    for frame in cases:
        async with open_socket(server.url, {"token": person.token}) as fuzzer:
            await fuzzer.connection.send(frame)
            async with open_socket(server.url, {"token": person.token}) as other:
                assert (await other.ask("import:unwatch", {"importId": str(person.id)}))["ok"] is True, frame


async def test_binary_frame_ends_the_connection(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        await socket.connection.send(b"\x00\x01")
        await socket.closed()


@pytest.mark.parametrize("path", ["/", "/nowhere", "/api/v1/users/profile", "/socket.io/more"])
async def test_no_other_path_takes_a_websocket(server: LiveServer, path: str) -> None:
    with capture_logs() as lines, pytest.raises(InvalidStatus):
        async with connect(server.url.replace("http", "ws", 1) + path, origin=Origin(ORIGIN)):
            pytest.fail("a socket opened")
    assert not [line for line in lines if line["log_level"] == "error"]
