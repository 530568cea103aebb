"""S121: the sockets and events of one account, or one company, leave room for those of others."""

from contextlib import AsyncExitStack

import pytest

from server.platform.services import Services
from tests.fixtures.flow_rows import add_flow
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.socket_client import SocketClient, open_socket

EVENTS_OF_A_SOCKET = 40
SOCKETS = 3


@pytest.mark.security("S121")
@pytest.mark.parametrize("by_flow", [False, True])
async def test_neither_a_company_nor_strangers_take_every_place(
    start_server: StartServer, sign_in: SignIn, add_company: AddCompany, services: Services, *, by_flow: bool
) -> None:
    boss, other = await sign_in(), await sign_in(company=await add_company())
    auth = {"flow": (await add_flow(services, boss)).secret} if by_flow else {"token": boss.token}
    async with start_server(most_connections=8) as server, AsyncExitStack() as stack:
        opened: list[SocketClient] = []
        while not opened or opened[-1].refusal is None:
            opened.append(await stack.enter_async_context(open_socket(server.url, auth)))
        assert opened[-1].refusal is not None
        assert opened[-1].refusal["data"]["code"] == "too_many_requests"
        await opened[-1].closed()
        async with open_socket(server.url, {"token": other.token}) as socket:
            assert socket.is_connected


@pytest.mark.security("S121")
async def test_the_sockets_of_an_account_share_its_events(server: LiveServer, sign_in: SignIn) -> None:
    person, colleague = await sign_in(), await sign_in()
    async with AsyncExitStack() as stack:

        async def ask(token: str, *, times: int) -> set[str]:
            socket = await stack.enter_async_context(open_socket(server.url, {"token": token}))
            return {(await socket.ask("anything"))["code"] for _ in range(times)}

        for _ in range(SOCKETS):
            assert await ask(person.token, times=EVENTS_OF_A_SOCKET) == {"unknown_event"}
        assert await ask(person.token, times=1) == {"too_many_requests"}
        assert await ask(colleague.token, times=1) == {"unknown_event"}
        assert len({id(each.budgets[2]) for each in server.gateway.held.all()}) == 1
