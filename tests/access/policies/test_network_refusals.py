"""S109: who is refused because of their network is in the trail, and cannot flood it."""

import asyncio
from typing import Final

import pytest
from quart import Quart

from server.access.sessions.access_token import MOST_NETWORKS
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.sign_in import Browser, execute, fetch_value, newest_code
from tests.fixtures.socket_client import open_socket

INSIDE: Final = "203.0.113.0/24"
OUTSIDE: Final = "198.51.100.9"
ENTRIES: Final = "SELECT count(*) FROM audit_entries WHERE action = 'network_refused'"
OF_ACCOUNT: Final = f"{ENTRIES} AND subject_id = $1 AND company_id = $2 AND actor_id IS NULL AND address = $3"
AN_HOUR_AGO: Final = "UPDATE login_failures SET last_failed_at = last_failed_at - interval '61 minutes'"


@pytest.mark.security("S109")
async def test_of_thirty_refused_calls_one_is_recorded_an_hour(
    policy_desk: PolicyDesk, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.ADMIN)
    await policy_desk.set(administratorNetworks=[INSIDE])
    outside = policy_desk.at(OUTSIDE, person=person).browser
    answers = await asyncio.gather(*(outside.get("users") for _ in range(30)))
    assert {answer.code for answer in answers} == {"network_not_allowed"}
    assert await fetch_value(services, OF_ACCOUNT, person.id, person.company.id, OUTSIDE) == 1
    await execute(services, AN_HOUR_AGO)
    await outside.get("users")
    assert await fetch_value(services, ENTRIES) == 2


@pytest.mark.security("S109")
async def test_many_networks_are_recorded_up_to_a_limit(
    policy_desk: PolicyDesk, sign_in: SignIn, services: Services
) -> None:
    person = await sign_in(Profile.MANAGEMENT)
    await policy_desk.set(administratorNetworks=[INSIDE])
    addresses = [f"2001:db8:{number}::7" for number in range(MOST_NETWORKS + 20)] + ["2001:db8:1::8"]
    browsers = [policy_desk.at(address, person=person).browser for address in addresses]
    await asyncio.gather(*(browser.get("users") for browser in browsers))
    assert await fetch_value(services, ENTRIES) == MOST_NETWORKS


@pytest.mark.security("S109")
async def test_a_sign_in_a_refresh_and_a_socket_are_recorded_too(
    app: Quart, server: LiveServer, services: Services, policy_desk: PolicyDesk, *, sign_in: SignIn
) -> None:
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.ADMIN)
    inside = await Browser(app=app, services=services).sign_in(account)
    person = await sign_in(Profile.ADMIN)
    await policy_desk.set(administratorNetworks=[INSIDE])

    refreshing = Browser(app=app, services=services, address="198.51.100.10", refresh_token=inside.refresh_token)
    assert (await refreshing.refresh()).code == "network_not_allowed"
    signing_in = Browser(app=app, services=services, address=OUTSIDE)
    await signing_in.authenticate(account.email, account.password)
    await signing_in.verify(await newest_code(services))
    for _ in range(3):
        assert (await signing_in.complete()).code == "network_not_allowed"
    async with open_socket(server.url, {"token": person.token}) as refused:
        assert refused.refusal is not None

    assert await fetch_value(services, ENTRIES) == 3
    for address in ("198.51.100.10", OUTSIDE):
        assert await fetch_value(services, OF_ACCOUNT, account.id, account.company.id, address) == 1
    assert await fetch_value(services, OF_ACCOUNT, person.id, person.company.id, "127.0.0.1") == 1


@pytest.mark.security("S109")
async def test_refusals_count_as_no_failures(app: Quart, services: Services, policy_desk: PolicyDesk) -> None:
    """An administrator who was refused signs in from inside, and no network waits for them."""
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.ADMIN)
    browser = await Browser(app=app, services=services, address=OUTSIDE).sign_in(account)
    await policy_desk.set(administratorNetworks=[INSIDE])
    for _ in range(8):
        await browser.get("users")
    assert (await Browser(app=app, services=services, address=OUTSIDE).authenticate(account.email)).status == 200
    assert (await Browser(app=app, services=services).sign_in(account)).token is not None
