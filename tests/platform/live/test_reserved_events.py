"""S46: no frame of a client reaches Socket.IO's own events, and rights of sockets follow Postgres."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Final
from uuid import UUID

import httpx2
import pytest
from structlog.testing import capture_logs
from websockets.exceptions import ConnectionClosed

from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.people.imports.read_import import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.platform.live.held_sockets import MOST_CONNECTIONS
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.import_rows import add_import
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import Person, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.socket_client import SocketClient, open_socket, open_transport
from tests.fixtures.tokens import end_in_database, token_that_ends_in

RESERVED: Final = (
    '42["connect"]',
    '42["connect",{},{}]',
    '420["connect",{"token":"x"}]',
    '42["disconnect"]',
    '420["disconnect","x"]',
    '42["connect_error"]',
    '42["disconnecting"]',
    '42["newListener"]',
    '42["*"]',
    '42["__disconnect_final"]',
    # Engine.IO parses JSON messages before it passes them on.
    '4"2[\\"disconnect\\"]"',
)
NO_NAMES: Final = (
    "42[1]",
    "42[null]",
    "42[true]",
    '42[["x"]]',
    '42[{"connect":1}]',
    "42[]",
    "42{}",
    '42"x"',
    "42",
    "4",
)
OTHER_PACKETS: Final = (
    '451-["import:unwatch",{"_placeholder":true,"num":0}]',
    '450-["disconnect"]',
    '461-0[{"_placeholder":true,"num":0}]',
    '421-["disconnect"]',
    "430[]",
    '437["x"]',
    '44{"message":"x"}',
    "40",
    '40{"token":"x"}',
    "40/other,",
    '42/other,["import:unwatch"]',
    "41/other,",
    "41",
    "47",
    '4{"a":1}',
    "4null",
    "4[1]",
    "49",
)
ENGINE_PACKETS: Final = ("0", '0{"sid":"x"}', "1", "2", "2probe", "5", "6", "7", "b4AAAA")
FRAMES: Final = (*RESERVED, *NO_NAMES, *OTHER_PACKETS, *ENGINE_PACKETS)
CHANGED: Final = UsersChanged(kind=UsersChangeKind.IMPORTED)


@dataclass(frozen=True, kw_only=True)
class Office:
    """An administrator's sockets, each of which has sent another frame, and a colleague who changes the account."""

    server: LiveServer
    boss: Person = field(repr=False)
    admin: Person = field(repr=False)
    import_id: UUID

    async def call(self, method: str, path: str, person: Person, json: object = None) -> None:
        async with httpx2.AsyncClient(base_url=self.server.url, timeout=60) as client:
            answer = await client.request(method, f"/api/v1/{path}", headers=person.headers, json=json)
        assert answer.is_success, answer.text

    async def publish(self) -> None:
        """Publish every event for users who may manage people."""
        company_id = self.admin.company.id
        for event, owner_id in (
            (USERS_CHANGED, company_id),
            (IMPORT_SUMMARY, company_id),
            (IMPORT_PROGRESS, self.import_id),
        ):
            announced = replace(USERS_CHANGED, name=event.name, room=event.room)
            await self.server.publisher.publish(announced, to=owner_id, payload=CHANGED)

    @asynccontextmanager
    async def watching(self, token: str, *frames: str) -> AsyncIterator[list[SocketClient]]:
        """For each frame, a socket that watches the import and has sent the frame."""
        async with AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(open_socket(self.server.url, {"token": token})) for _ in frames]
            for socket, frame in zip(sockets, frames, strict=True):
                await socket.receive("session:state")
                assert (await socket.ask("import:watch", {"importId": str(self.import_id)}))["ok"]
                if frame:
                    await send(socket, frame)
            yield sockets


@pytest.fixture
async def office(server: LiveServer, sign_in: SignIn, services: Services) -> Office:
    boss, admin = await sign_in(), await sign_in(Profile.ADMIN)
    return Office(server=server, boss=boss, admin=admin, import_id=await add_import(services, admin))


async def send(socket: SocketClient, *frames: str) -> None:
    with suppress(ConnectionClosed):
        for frame in frames:
            await socket.connection.send(frame)


async def stays_open(socket: SocketClient) -> bool:
    try:
        await socket.closed()
    except TimeoutError:
        return True
    return False


def managed(socket: SocketClient) -> set[str]:
    """The received events that need rights."""
    return {each.name for each in socket.received} & {"users:changed", "import:summary", "import:progress"}


@pytest.mark.security("S46")
@pytest.mark.settings(rate_limit_scale=10)
async def test_a_frame_that_is_not_a_client_s_closes_the_transport(server: LiveServer, sign_in: SignIn) -> None:
    """With a session, and before the handshake."""
    person = await sign_in()
    async with AsyncExitStack() as stack, asyncio.timeout(60):
        tried: dict[tuple[str, bool], SocketClient] = {}
        with capture_logs() as lines:
            for frame in FRAMES:
                known = await stack.enter_async_context(open_socket(server.url, {"token": person.token}))
                tried[frame, True] = known
                # Except a handshake on a new connection.
                if not frame.startswith("40") or frame.startswith("40/"):
                    tried[frame, False] = await stack.enter_async_context(open_transport(server.url))
            await asyncio.gather(*(send(socket, frame) for (frame, _), socket in tried.items()))
            left = await asyncio.gather(*(stays_open(socket) for socket in tried.values()))
        assert [case for case, is_open in zip(tried, left, strict=True) if is_open] == []
    assert not [line for line in lines if line["log_level"] in {"error", "warning"}]


@pytest.mark.security("S46")
async def test_a_demoted_person_receives_nothing_more_whatever_was_sent_before(office: Office) -> None:
    async with (
        office.watching(office.admin.token, "", *RESERVED) as sockets,
        office.watching(office.boss.token, "") as (boss,),
    ):
        await office.call("PUT", f"users/{office.admin.id}", office.boss, {"profile": "TRAINEE", "role": "TRAINEE"})
        await office.publish()
        for event in ("users:changed", "import:summary", "import:progress"):
            await boss.receive(event)
        assert await sockets[0].receive("session:changed") == {"role": "TRAINEE", "profile": "TRAINEE"}
        # Events in flight have arrived once a later call is acknowledged.
        assert (await sockets[0].ask("import:watch", {"importId": str(office.import_id)}))["code"] == "forbidden"
        assert [managed(socket) for socket in sockets] == [set()] * len(sockets)
        assert sockets[0].is_open


@pytest.mark.security("S46")
async def test_logging_out_closes_every_socket_whatever_was_sent_before(office: Office) -> None:
    async with office.watching(office.admin.token, "", *RESERVED) as sockets:
        await office.call("POST", "login/logout", office.admin)
        assert [await stays_open(socket) for socket in sockets] == [False] * len(sockets)
        await office.publish()
        assert [managed(socket) for socket in sockets] == [set()] * len(sockets)


@pytest.mark.security("S46")
async def test_an_ended_token_receives_nothing_whatever_was_sent_before(office: Office, services: Services) -> None:
    token = token_that_ends_in(services, office.admin, 10)
    async with office.watching(token, "", *RESERVED) as sockets, office.watching(office.boss.token, "") as (boss,):
        await sockets[0].receive("session:expired")
        await office.publish()
        await boss.receive("import:progress")
        assert [await stays_open(socket) for socket in sockets] == [False] * len(sockets)
        assert [managed(socket) for socket in sockets] == [set()] * len(sockets)


@pytest.mark.security("S46")
async def test_no_event_evades_the_limits_of_the_handshake(server: LiveServer) -> None:
    with capture_logs() as lines:
        async with open_transport(server.url) as socket:
            await send(socket, *['42["connect",{"token":"x"}]'] * 100)
            await socket.closed()
    assert len([line for line in lines if line["event"].startswith("socket_")]) == 1


@pytest.mark.security("S46")
async def test_a_flood_of_frames_ends_the_connection(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    with capture_logs() as lines:
        async with open_socket(server.url, {"token": person.token}) as socket:
            await send(socket, *['42["import:unwatch"]'] * 500)
            await socket.closed()
        async with open_transport(server.url) as socket:
            await send(socket, *["3"] * 500)
            await socket.closed()
    assert [line for line in lines if line["event"].startswith("socket_")] == []


@pytest.mark.security("S46")
async def test_rooms_follow_postgres_without_an_event(office: Office, services: Services) -> None:
    """Periodic polling finds changes whose events Redis lost."""
    async with (
        office.watching(office.admin.token, "") as (admin,),
        office.watching(office.boss.token, "") as (boss,),
    ):
        await execute(services, "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE id = $1", office.admin.id)
        await office.server.gateway.held.recheck()
        assert await admin.receive("session:changed") == {"role": "TRAINEE", "profile": "TRAINEE"}
        await office.publish()
        await boss.receive("import:progress")
        assert (await admin.ask("import:watch", {"importId": str(office.import_id)}))["code"] == "forbidden"
        assert managed(admin) == set()
        await execute(services, "UPDATE users SET profile = 'ADMIN', role = 'ADMIN' WHERE id = $1", office.admin.id)
        await office.server.gateway.held.recheck()
        await office.publish()
        await admin.receive("users:changed")


@pytest.mark.security("S46")
async def test_a_session_that_is_found_ended_ends_its_socket(office: Office, services: Services) -> None:
    async with office.watching(office.admin.token, "") as (socket,):
        await end_in_database(services, office.admin)
        answer = await socket.ask("import:watch", {"importId": str(office.import_id)})
        assert answer["code"] == "not_signed_in"
        assert await socket.receive("session:ended") == {"reason": "revoked", "limit": None}
        await socket.closed()


@pytest.mark.security("S46")
@pytest.mark.settings(rate_limit_scale=0.1)
async def test_a_handshake_that_takes_too_long_leaves_nothing_behind(
    start_server: StartServer, sign_in: SignIn, services: Services
) -> None:
    """Four sockets are the limit of one user here; those without a client do not count."""
    person = await sign_in()
    async with start_server(handshake_seconds=0.3) as server:
        async with services.unit_of_work() as unit:
            await unit.connection.execute("LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE")
            for _ in range(4):
                async with open_transport(server.url) as transport:
                    await send(transport, f'40{{"token":"{person.token}"}}')
            await eventually(lambda: is_empty(server), within=30, what="the end of the connections")
        async with open_socket(server.url, {"token": person.token}) as socket:
            assert socket.is_connected


async def is_empty(server: LiveServer) -> bool:
    return server.sockets.free_places == MOST_CONNECTIONS


@pytest.mark.security("S46")
async def test_a_session_that_ends_during_the_handshake_has_no_socket(
    start_server: StartServer, sign_in: SignIn
) -> None:
    people = [await sign_in(Profile.TRAINEE) for _ in range(10)]
    async with (
        start_server() as server,
        AsyncExitStack() as stack,
        httpx2.AsyncClient(base_url=server.url, timeout=60) as client,
    ):
        opening = [
            asyncio.create_task(stack.enter_async_context(open_socket(server.url, {"token": each.token})))
            for each in people
        ]
        await asyncio.gather(*(client.post("/api/v1/login/logout", headers=each.headers) for each in people))
        sockets = await asyncio.gather(*opening)
        assert [await stays_open(socket) for socket in sockets] == [False] * len(sockets)
