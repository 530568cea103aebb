"""S115: names that companies choose are resolved with a limit, and servers that do not answer delay no one else."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from uuid import uuid4

import asyncpg
import pytest

from server.platform.outbound.calls import OutboundError
from server.platform.process.fair_slots import MOST_CALLS_OF_A_COMPANY
from server.platform.services import Services
from tests.fixtures.dns_server import NameServer
from tests.fixtures.eventually import eventually
from tests.fixtures.http_endpoint import HttpEndpoint, Response
from tests.fixtures.identity_provider import IdentityProvider, RunProvider, SsoBrowser, SsoDesk
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Browser

DISCOVERY = "/.well-known/openid-configuration"
UNAVAILABLE = "/login?sso=unavailable"
OTHER_EMAIL = "mira@other.example"
NAME = "id.waymark-named.org"
PATIENCE = 60

pytestmark = pytest.mark.settings(rate_limit_scale=1000)


@pytest.fixture
async def other_company(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, run_provider: RunProvider, sign_in: SignIn, add_company: AddCompany
) -> SsoBrowser:
    """A person of another company, whose provider answers."""
    provider = await run_provider()
    provider.claims = {"email": OTHER_EMAIL}
    boss = await sign_in(company=await add_company())
    await replace(sso_desk, boss=boss, provider=provider).created(domains=["other.example"])
    return SsoBrowser(
        browser=Browser(app=sso_browser.browser.app, services=sso_browser.browser.services), provider=provider
    )


@asynccontextmanager
async def under_way(calls: Iterable[Coroutine[Any, Any, object]]) -> AsyncIterator[None]:
    """Calls of which none may end within the context; they are given up after it."""
    tasks = [asyncio.create_task(call) for call in calls]
    try:
        yield
        assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def is_called(provider: IdentityProvider, path: str, *, times: int = 1) -> None:
    async def look() -> bool:
        return len(provider.calls(path)) >= times

    await eventually(look, within=PATIENCE, what=f"{times} calls of {path}")


@pytest.mark.security("S115")
async def test_a_silent_issuer_delays_no_other_company(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, other_company: SsoBrowser
) -> None:
    """It is called once for all that wait for it."""
    await sso_desk.created()
    silent = sso_browser.provider
    silent.slow.add(DISCOVERY)
    async with under_way(sso_browser.start() for _ in range(200)):
        await is_called(silent, DISCOVERY)

        landed = await other_company.sign_in(OTHER_EMAIL)

        assert landed.startswith("/login/sso#")
        assert len(silent.calls(DISCOVERY)) == 1


@pytest.mark.security("S115")
async def test_a_silent_token_endpoint_delays_no_other_company(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, other_company: SsoBrowser
) -> None:
    """What cannot be shared is called so many times at once, and the rest waits."""
    await sso_desk.created()
    silent = sso_browser.provider
    asked = [await sso_browser.asked() for _ in range(40)]
    silent.slow.add("/token")
    async with under_way(sso_browser.come_back(each) for each in asked):
        await is_called(silent, "/token", times=MOST_CALLS_OF_A_COMPANY)

        landed = await other_company.sign_in(OTHER_EMAIL)

        assert landed.startswith("/login/sso#")
        assert len(silent.calls("/token")) == MOST_CALLS_OF_A_COMPANY


@pytest.mark.security("S115")
async def test_a_failure_is_remembered_until_an_administrator_acts(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    connection = await sso_desk.created()
    provider.answers[DISCOVERY] = Response(status=503, body={})

    refused = [await sso_browser.start() for _ in range(3)]
    assert (refused, len(provider.calls(DISCOVERY))) == ([UNAVAILABLE] * 3, 1)

    changed = (await sso_desk.change(connection, name="Renamed")).body
    assert (await sso_browser.start(), len(provider.calls(DISCOVERY))) == (UNAVAILABLE, 2)

    del provider.answers[DISCOVERY]
    assert (await sso_browser.start(), len(provider.calls(DISCOVERY))) == (UNAVAILABLE, 2)
    assert (await sso_desk.test(changed)).body["problem"] is None
    assert (await sso_browser.sign_in()).startswith("/login/sso#")


@pytest.mark.security("S115")
async def test_a_silent_name_server_delays_no_one_else(
    named_desk: SsoDesk, named_services: Services, name_server: NameServer
) -> None:
    """No thread waits for it: new connections to Postgres need one."""
    name_server.is_silent = True
    connections = [
        await named_desk.created(issuer=f"https://{number}.{NAME}", domains=[f"{number}.example.org"])
        for number in range(4)
    ]

    async def are_asked() -> bool:
        return len({name for name, _ in name_server.asked if name.endswith(NAME)}) == len(connections)

    async with under_way(named_desk.test(each) for each in connections):
        await eventually(are_asked, within=PATIENCE, what="every name is asked for")
        postgres = await asyncpg.connect(named_services.settings.database_url)
        await postgres.close()
        assert len((await named_desk.list())["connections"]) == len(connections)


@pytest.mark.security("S115")
async def test_the_address_that_was_checked_is_called(
    named_services: Services, name_server: NameServer, http_endpoint: HttpEndpoint
) -> None:
    """A name that leads elsewhere a moment later, or elsewhere as well, reaches nothing more."""
    greeted = asyncio.get_running_loop().create_future()

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        greeted.set_result(await reader.read(4_096))
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    name_server.addresses = {NAME: [["127.0.0.1"], ["10.0.0.1"]], f"both.{NAME}": [["127.0.0.1", "10.0.0.1"]]}

    with pytest.raises(OutboundError):
        await named_services.outbound.call("GET", f"https://{NAME}:{port}", company_id=uuid4())
    assert NAME.encode() in greeted.result()
    assert name_server.asked.count((NAME, "A")) == 1
    for refused in (NAME, f"both.{NAME}"):
        with pytest.raises(OutboundError):
            await named_services.outbound.call("GET", f"https://{refused}:{http_endpoint.port}", company_id=uuid4())
    assert http_endpoint.requests == []
    server.close()
    await server.wait_closed()


@pytest.mark.security("S115")
async def test_names_of_the_machine_itself_need_no_name_server(
    named_services: Services, name_server: NameServer, http_endpoint: HttpEndpoint
) -> None:
    name_server.is_silent = True

    url = f"http://localhost:{http_endpoint.port}/keys"
    reply = await named_services.outbound.call("GET", url, company_id=uuid4())

    assert (reply.status, name_server.asked) == (404, [])


@pytest.mark.security("S115")
async def test_a_long_answer_of_a_name_server_is_read_up_to_a_size(
    named_services: Services, name_server: NameServer
) -> None:
    """To parse thousands of records would hold the event loop."""
    name_server.records = {"many.test": [f"record {number}" for number in range(100)]}
    name_server.records["most.test"] = [f"{number}" for number in range(3_000)]

    texts = await named_services.outbound.find_texts("many.test", company_id=uuid4())
    assert "record 99" in texts
    with pytest.raises(OutboundError):
        await named_services.outbound.find_texts("most.test", company_id=uuid4())
