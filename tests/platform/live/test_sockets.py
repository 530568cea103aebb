"""S33: who may hold a socket, and for how long; S34: rooms are the server's."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from websockets.exceptions import InvalidStatus

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.people.imports.read_import import IMPORT, IMPORTERS
from server.platform.events import SESSION, USER, VIEWERS
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.import_rows import add_import
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.socket_client import SocketClient, open_socket, open_transport
from tests.fixtures.tokens import end_in_database

SILENT = 500


@pytest.mark.security("S33")
@pytest.mark.parametrize("origin", ["http://evil.test", "https://waymark.test", "http://waymark.test:81", "null"])
async def test_a_page_of_another_origin_gets_no_socket(server: LiveServer, sign_in: SignIn, origin: str) -> None:
    person = await sign_in()
    with pytest.raises(InvalidStatus):
        async with open_socket(server.url, {"token": person.token}, origin=origin):
            pytest.fail("the socket opened")


@pytest.mark.security("S33")
async def test_a_token_is_accepted_in_auth_only(server: LiveServer, sign_in: SignIn) -> None:
    """Not in the URL, a header or a cookie; a refused connection is closed."""
    token = (await sign_in()).token
    headers = {"Authorization": f"Bearer {token}", "Cookie": f"authToken={token}; waymark_flow={token}"}
    for auth in (None, {}, {"authToken": token}, [token], token):
        async with open_socket(server.url, auth, headers=headers) as socket:
            assert socket.refusal is not None
            assert socket.refusal["data"]["code"] in {"not_signed_in", "flow_expired"}
            await socket.closed()
    with pytest.raises(InvalidStatus):
        async with open_socket(server.url, {"token": token}, query=f"&token={token}"):
            pytest.fail("the socket opened")


@pytest.mark.security("S33")
async def test_a_session_that_ended_without_an_event_loses_its_socket(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        await end_in_database(services, person)
        await server.gateway.held.recheck()
        assert await socket.receive("session:ended") == {"reason": "revoked", "limit": None}
        await socket.closed()


@pytest.mark.security("S33")
@pytest.mark.slow
async def test_five_hundred_silent_sockets_block_no_other_client(start_server: StartServer, sign_in: SignIn) -> None:
    """From one network: half are refused at once, the others are closed."""
    person = await sign_in()
    async with start_server(handshake_seconds=15) as server, AsyncExitStack() as stack:
        opened = await asyncio.gather(
            *(stack.enter_async_context(open_transport(server.url)) for _ in range(SILENT)), return_exceptions=True
        )
        silent = [each for each in opened if isinstance(each, SocketClient)]
        assert len(silent) <= SILENT / 2
        await asyncio.gather(*(each.closed() for each in silent))
        async with open_socket(server.url, {"token": person.token}) as socket:
            assert socket.is_connected


@pytest.mark.security("S34")
async def test_a_client_cannot_choose_a_room(
    server: LiveServer, sign_in: SignIn, add_company: AddCompany, services: Services
) -> None:
    """Another company's import is answered as missing, and no event takes the name of a room."""
    stranger, boss, trainee = (
        await sign_in(company=await add_company()),
        await sign_in(),
        await sign_in(Profile.TRAINEE),
    )
    foreign, own = await add_import(services, stranger), await add_import(services, boss)
    closed = [(USER, stranger.id), (SESSION, stranger.session_id), (IMPORT, foreign)]
    closed += [(IMPORTERS, stranger.company.id), (VIEWERS, stranger.company.id)]
    rooms = [room.of(owner_id) for room, owner_id in closed]
    async with (
        open_socket(server.url, {"token": boss.token}) as outside,
        open_socket(server.url, {"token": trainee.token}) as below,
    ):
        assert (await outside.ask("import:watch", {"importId": str(foreign)}))["code"] == "not_found"
        assert (await below.ask("import:watch", {"importId": str(own)}))["code"] == "forbidden"
        for event in ("join", "enter_room", "room", "subscribe", "join_room"):
            for argument in (rooms[0], rooms, {"room": rooms[-1]}):
                assert (await outside.ask(event, argument))["code"] == "unknown_event"
        before = len(outside.received), len(below.received)
        for room, owner_id in (*closed, (IMPORT, own), (VIEWERS, boss.company.id)):
            payload = UsersChanged(kind=UsersChangeKind.CREATED)
            await server.publisher.publish(replace(USERS_CHANGED, room=room), to=owner_id, payload=payload)
        await outside.receive("users:changed")
        await below.ask("import:unwatch", {"importId": str(own)})
    assert (len(outside.received), len(below.received)) == (before[0] + 1, before[1])
