"""S50: the sockets of a flow are limited, and close with it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account
from tests.fixtures.eventually import eventually, is_blocked
from tests.fixtures.flow_rows import add_flow
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import NEW_PASSWORD, execute, newest_code
from tests.fixtures.socket_client import SocketClient, open_socket

# More than a browser opens, fewer than an attack needs.
MOST_OF_A_FLOW = 8


@dataclass(kw_only=True)
class Visitor:
    """A browser in a flow, which calls one process over HTTP."""

    client: httpx2.AsyncClient
    services: Services
    user_id: str = ""
    secret: str = field(default="", repr=False)

    async def post(self, path: str, *, params: dict[str, str] | None = None, **json: str) -> dict[str, Any]:
        headers = {"X-Flow-Token": self.secret} if self.secret else {}
        answer = await self.client.post(f"/api/v1/{path}", headers=headers, params=params, json=json or None)
        assert answer.is_success, answer.text
        self.secret = answer.headers.get("x-flow-token", self.secret)
        self.user_id = answer.json().get("userId", self.user_id)
        found: dict[str, Any] = answer.json()
        return found

    async def sign_in(self, account: Account) -> None:
        await self.post("login/authenticate", email=account.email, password=account.password, recaptchaToken="x")

    async def verify(self, account: Account, *, context: str) -> None:
        code = await newest_code(self.services, recipient=account.email)
        await self.post("verification/verify", userId=self.user_id, otp=code, verificationType="EMAIL", context=context)


@asynccontextmanager
async def visiting(server: LiveServer) -> AsyncIterator[Visitor]:
    async with httpx2.AsyncClient(base_url=server.url) as client:
        yield Visitor(client=client, services=server.services)


async def complete(visitor: Visitor, account: Account) -> None:
    await visitor.verify(account, context="LOGIN")
    await visitor.post("login/complete", params={"userId": visitor.user_id})


async def replace(visitor: Visitor, account: Account) -> None:
    await visitor.sign_in(account)


async def ask_for_a_reset(visitor: Visitor, account: Account) -> None:
    await visitor.post("password-reset/initiate", email=account.email)


async def reset_elsewhere(visitor: Visitor, account: Account) -> None:
    other = Visitor(client=visitor.client, services=visitor.services)
    await other.post("password-reset/initiate", email=account.email)
    await other.verify(account, context="PASSWORD_RESET")
    user_id = other.user_id
    await other.post("password-reset/complete", userId=user_id, newPassword=NEW_PASSWORD, confirmPassword=NEW_PASSWORD)


@pytest.mark.security("S50")
@pytest.mark.settings(otp_cooldown=0)
@pytest.mark.parametrize("end", [complete, replace, ask_for_a_reset, reset_elsewhere])
async def test_the_end_of_a_flow_closes_its_sockets_in_every_process(
    start_server: StartServer, account: Account, end: Any
) -> None:
    async with start_server() as one, start_server() as two, visiting(one) as visitor:
        await two.publisher.subscribed.wait()
        await visitor.sign_in(account)
        async with (
            open_socket(one.url, {"flow": visitor.secret}) as here,
            open_socket(two.url, {"flow": visitor.secret}) as there,
        ):
            secret = visitor.secret
            await end(visitor, account)
            for socket in (here, there):
                await socket.closed()
                assert socket.was_disconnected
        async with open_socket(one.url, {"flow": secret}) as again:
            assert again.refusal is not None
            assert again.refusal["data"]["code"] == "flow_expired"


@pytest.mark.security("S50")
async def test_a_flow_that_runs_out_loses_its_sockets(server: LiveServer, account: Account, services: Services) -> None:
    async with visiting(server) as visitor:
        await visitor.sign_in(account)
        await execute(services, "UPDATE flows SET expires_at = now() + interval '1 second'")
        async with open_socket(server.url, {"flow": visitor.secret}) as socket:
            await socket.receive("otp:state")
            await socket.closed()
            assert socket.was_disconnected


@pytest.mark.security("S50")
async def test_a_flow_that_ended_without_an_event_loses_its_sockets(
    server: LiveServer, account: Account, services: Services
) -> None:
    async with visiting(server) as visitor, visiting(server) as other:
        await visitor.sign_in(account)
        await other.sign_in(account)
        async with (
            open_socket(server.url, {"flow": visitor.secret}) as socket,
            open_socket(server.url, {"flow": other.secret}) as neighbour,
        ):
            await execute(
                services, "UPDATE flows SET state = 'ended' WHERE id = (SELECT min(id::text)::uuid FROM flows)"
            )
            await server.gateway.held.recheck()
            await socket.closed()
            assert neighbour.is_open


async def test_a_recheck_goes_on_where_the_last_socket_of_a_kind_leaves_meanwhile(
    server: LiveServer, account: Account, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    async with AsyncExitStack() as stack, visiting(server) as visitor:
        await visitor.sign_in(account)
        for auth in ({"flow": visitor.secret}, {"token": person.token}):
            await stack.enter_async_context(open_socket(server.url, auth))
        async with services.unit_of_work() as unit:
            await unit.connection.execute("LOCK TABLE sessions, flows IN ACCESS EXCLUSIVE MODE")
            rechecking = asyncio.create_task(server.gateway.held.recheck())
            await eventually(lambda: is_blocked(services), within=30, what="a recheck that waits")
            await stack.aclose()
            await eventually(lambda: _has_none(server), within=30, what="sockets that have left")
        await rechecking


async def _has_none(server: LiveServer) -> bool:
    return not server.gateway.held.all()


@pytest.mark.security("S50")
async def test_of_eighty_sockets_on_one_flow_few_open(server: LiveServer, account: Account) -> None:
    async with visiting(server) as visitor, AsyncExitStack() as stack:
        await visitor.sign_in(account)
        opened: list[SocketClient] = [
            await stack.enter_async_context(open_socket(server.url, {"flow": visitor.secret})) for _ in range(80)
        ]
        assert sum(socket.is_connected for socket in opened) == MOST_OF_A_FLOW
        for refused in opened[MOST_OF_A_FLOW:]:
            assert refused.refusal is not None
            assert refused.refusal["data"]["code"] == "too_many_requests"
            await refused.closed()
        # Closing a tab frees its socket for another.
        await opened[0].connection.close()
        await opened[0].closed()
        async with open_socket(server.url, {"flow": visitor.secret}) as one_more:
            assert one_more.is_connected


@pytest.mark.security("S50")
@pytest.mark.settings(rate_limit_scale=0.02)
async def test_the_flows_of_one_network_have_few_sockets_together(
    server: LiveServer, sign_in: SignIn, services: Services
) -> None:
    """Four, with limits scaled by a fiftieth."""
    person = await sign_in()
    async with AsyncExitStack() as stack:
        flows = [await add_flow(services, person) for _ in range(6)]
        opened = [await stack.enter_async_context(open_socket(server.url, {"flow": flow.secret})) for flow in flows]
        assert [socket.is_connected for socket in opened] == [True] * 4 + [False] * 2
