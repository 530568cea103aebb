"""S78: administrators sign in, call, refresh and stay connected from the networks of their company's policy only."""

from typing import Final

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.policy_calls import PATH, PolicyDesk
from tests.fixtures.sign_in import Browser, execute, newest_code
from tests.fixtures.socket_client import open_socket

INSIDE: Final = "203.0.113.0/24"
OUTSIDE: Final = "198.51.100.9"
REFUSED: Final = (403, "network_not_allowed")


@pytest.mark.security("S78")
@pytest.mark.parametrize("profile", [Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT])
async def test_a_running_session_is_refused_at_its_next_call(
    policy_desk: PolicyDesk, sign_in: SignIn, profile: Profile
) -> None:
    outside = policy_desk.at(OUTSIDE, person=await sign_in(profile)).browser
    assert (await outside.status()).status == 200
    await policy_desk.set(administratorNetworks=[INSIDE])

    for call in (outside.status(), outside.get("users"), outside.get("users/profile")):
        answer = await call
        assert (answer.status, answer.code) == REFUSED
    outside.address = "203.0.113.80"
    assert (await outside.status()).status == 200, "the session has not ended"


@pytest.mark.security("S78")
@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.TRAINEE, None])
async def test_others_call_from_anywhere(policy_desk: PolicyDesk, sign_in: SignIn, profile: Profile | None) -> None:
    await policy_desk.set(administratorNetworks=[INSIDE])
    assert (await policy_desk.at(OUTSIDE, person=await sign_in(profile)).browser.status()).status == 200


@pytest.mark.security("S78")
async def test_a_raised_profile_is_refused_at_its_next_call(policy_desk: PolicyDesk, sign_in: SignIn) -> None:
    await policy_desk.set(administratorNetworks=[INSIDE])
    person = await sign_in(Profile.TRAINER)
    outside = policy_desk.at(OUTSIDE, person=person).browser
    assert (await outside.status()).status == 200
    await execute(policy_desk.services, "UPDATE users SET role = 'HR', profile = 'MANAGEMENT' WHERE id = $1", person.id)
    assert (await outside.status()).code == "network_not_allowed"


@pytest.mark.security("S78")
async def test_no_one_signs_in_or_refreshes_from_elsewhere(
    app: Quart, services: Services, policy_desk: PolicyDesk
) -> None:
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.ADMIN)
    inside = await Browser(app=app, services=services).sign_in(account)
    await policy_desk.set(administratorNetworks=[INSIDE])

    outside = Browser(app=app, services=services, address=OUTSIDE)
    started = await outside.authenticate(account.email, account.password)
    assert started.status == 200
    assert (await outside.verify(await newest_code(services))).status == 200
    completed = await outside.complete()
    assert (completed.status, completed.code) == REFUSED
    assert "jwtToken" not in completed.body

    outside.refresh_token = inside.refresh_token
    refreshed = await outside.refresh()
    assert (refreshed.status, refreshed.code) == REFUSED
    assert (await inside.refresh()).status == 200, "the token is as good as it was"


@pytest.mark.security("S78")
async def test_headers_of_a_client_are_no_address(policy_desk: PolicyDesk, sign_in: SignIn) -> None:
    await policy_desk.set(administratorNetworks=[INSIDE])
    outside = policy_desk.at(OUTSIDE, person=await sign_in(Profile.ADMIN)).browser
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "CF-Connecting-IP", "True-Client-IP"):
        answer = await outside.get("auth/session-status", headers={name: "203.0.113.7"})
        assert (answer.status, answer.code) == REFUSED


@pytest.mark.security("S78")
async def test_a_connected_socket_is_dropped_and_refused(
    server: LiveServer, policy_desk: PolicyDesk, sign_in: SignIn
) -> None:
    """The sockets of the test come from 127.0.0.1, which is in no network."""
    manager, trainee = await sign_in(Profile.MANAGEMENT), await sign_in(Profile.TRAINEE)
    async with (
        open_socket(server.url, {"token": manager.token}) as dropped,
        open_socket(server.url, {"token": trainee.token}) as kept,
    ):
        await dropped.receive("session:state")
        await kept.receive("session:state")
        await policy_desk.set(administratorNetworks=[INSIDE])
        await server.gateway.held.recheck()
        await dropped.closed()
        assert dropped.payloads("session:ended") == [], "the session has not ended"
        assert kept.is_open
    async with open_socket(server.url, {"token": manager.token}) as refused:
        assert refused.refusal is not None
        assert refused.refusal["data"]["code"] == "network_not_allowed"


@pytest.mark.security("S78")
async def test_an_address_of_ipv6_is_compared_as_one(policy_desk: PolicyDesk, sign_in: SignIn) -> None:
    await policy_desk.set(administratorNetworks=[INSIDE, "2001:db8:7::/48"])
    other = await sign_in(Profile.ADMIN)
    for address, status in {
        "2001:db8:7:1::9": 200,
        "2001:DB8:7::1": 200,
        "::ffff:203.0.113.9": 200,
        "2001:db8:8::9": 403,
        "::ffff:198.51.100.9": 403,
        "": 403,
    }.items():
        assert (await policy_desk.at(address, person=other).browser.get("users/profile")).status == status, address
    assert (await policy_desk.browser.get(PATH)).status == 200
