"""S79: domains of emails and lengths of sessions hold for all new people, and for sessions that run already."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import pytest
from quart import Quart

from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.email_changes import Mover
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.socket_client import open_socket
from tests.fixtures.user_calls import Desks

SENTENCE: Final = "The company allows emails of its own domains only, and this is not one of them"
REFUSED: Final = {"email": SENTENCE}


@pytest.mark.security("S79")
async def test_a_form_makes_no_one_of_another_domain(policy_desk: PolicyDesk, desks: Desks) -> None:
    desk = desks.of(policy_desk.person)
    there = await desk.create(email="there@elsewhere.example")
    await policy_desk.set(emailDomains=["example.com", "xn--bcher-kva.example"])

    for email in ("new@elsewhere.example", "new@sub.example.com", "new@example.com.evil.example", "x@notexample.com"):
        refused = await desk.create(email=email)
        assert (refused.status, refused.body["errors"]) == (422, REFUSED), email
    assert (await desk.create(email="New@EXAMPLE.com")).status == 201
    assert (await desk.create(email="new@bücher.example")).status == 201
    kept = await desk.edit(there.body["id"], fullName="Still There", email="there@elsewhere.example")
    assert kept.status == 200, "people who are there stay"
    moved = await desk.edit(there.body["id"], email="there@another.example")
    assert (moved.status, moved.body["errors"]) == (422, REFUSED)


@pytest.mark.security("S79")
async def test_a_confirmation_of_a_domain_that_has_ceased_counts_no_more(mover: Mover, policy_desk: PolicyDesk) -> None:
    token = await mover.asked("new@elsewhere.example")
    await policy_desk.set(emailDomains=["example.com"])

    refused = await mover.confirm(token)
    assert (refused.status, refused.code) == (409, "email_not_usable")
    assert await mover.email() != "new@elsewhere.example"


@pytest.mark.security("S79")
async def test_an_import_adds_no_one_of_another_domain(
    services: Services, caller: Caller, policy_desk: PolicyDesk
) -> None:
    company = policy_desk.person.company
    await add_account(services.database, company, email="there@elsewhere.example", profile=Profile.TRAINEE)
    await policy_desk.set(emailDomains=["example.com"])
    rows = [
        person(1, email="one@example.com"),
        person(2, email="two@elsewhere.example"),
        person(3, email="there@elsewhere.example"),
        person(4, email="broken@"),
    ]
    boss = caller.as_person(policy_desk.person)
    uploaded = await boss.upload(csv_file(*rows))
    await check_import(services, import_id=UUID(uploaded.body["id"]))

    preview = (await boss.get(f"{uploaded.body['id']}/rows")).body["data"]
    found = {row["values"]["email"]: [error["message"] for error in row["errors"]] for row in preview}
    assert found["one@example.com"] == []
    assert found["two@elsewhere.example"] == [SENTENCE]
    assert found["there@elsewhere.example"] == ["Email already registered"], "it can be updated"
    assert SENTENCE not in found["broken@"]


@pytest.mark.security("S79")
async def test_an_import_that_was_checked_before_adds_no_one_either(
    services: Services, caller: Caller, policy_desk: PolicyDesk
) -> None:
    boss = caller.as_person(policy_desk.person)
    uploaded = await boss.upload(csv_file(person(1, email="a@example.com"), person(2, email="b@elsewhere.example")))
    import_id = UUID(uploaded.body["id"])
    await check_import(services, import_id=import_id)
    assert (await boss.post(f"{import_id}/start")).status == 200
    await policy_desk.set(emailDomains=["example.com"])
    await create_accounts(services, import_id=import_id)

    added = "SELECT count(*) FROM users WHERE email = ANY($1)"
    assert await fetch_value(services, added, ["a@example.com"]) == 1
    assert await fetch_value(services, added, ["b@elsewhere.example"]) == 0
    counts = "SELECT ARRAY[created_count, failed_count] FROM imports WHERE id = $1 AND state = 'completed'"
    assert await fetch_value(services, counts, import_id) == [1, 1]


@pytest.mark.security("S79")
async def test_an_applicant_of_another_domain_is_refused(
    services: Services, visitor: Visitor, policy_desk: PolicyDesk
) -> None:
    slug = await slug_of(services, policy_desk.person.company)
    await policy_desk.set(emailDomains=["example.com"])

    refused = await visitor.register(applyTo=slug, email="applicant@elsewhere.example")
    assert (refused.status, refused.body["errors"]) == (422, REFUSED)


@pytest.mark.security("S79")
async def test_an_applicant_whose_domain_ceased_meanwhile_is_refused(
    services: Services, visitor: Visitor, policy_desk: PolicyDesk
) -> None:
    slug = await slug_of(services, policy_desk.person.company)
    assert (await visitor.register(applyTo=slug)).status in {200, 201}
    await policy_desk.set(emailDomains=["example.com"])
    await execute(services, "UPDATE company_policies SET email_domains = '{example.net}'")

    refused = await visitor.type_code()
    assert (refused.status, refused.body.get("errors")) == (409, REFUSED)
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE email = $1", visitor.email) == 0


async def minutes_pass(services: Services, minutes: int) -> None:
    """Move sessions, and the change of the policy, into the past."""
    ago = timedelta(minutes=minutes)
    moved = "active_at = active_at - CAST($1 AS interval), idle_expires_at = idle_expires_at - CAST($1 AS interval)"
    await execute(services, f"UPDATE sessions SET {moved}", ago)  # noqa: S608 - a constant
    changed = "lengths_changed_at = lengths_changed_at - CAST($1 AS interval)"
    await execute(services, f"UPDATE company_policies SET {changed}", ago)  # noqa: S608 - a constant


@pytest.mark.security("S79")
async def test_sessions_that_run_are_shortened_too(app: Quart, services: Services, policy_desk: PolicyDesk) -> None:
    """They count as active when the policy is changed, and a call in the background is no activity."""
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    idle, used = [await Browser(app=app, services=services).sign_in(account) for _ in range(2)]
    await minutes_pass(services, 120)
    await policy_desk.set(sessionIdleMinutes=30)

    status = (await idle.status()).body
    until = "SELECT date_trunc('milliseconds', lengths_changed_at) + interval '30 minutes' FROM company_policies"
    assert datetime.fromisoformat(status["idleExpiresAt"]) == await fetch_value(services, until)
    await minutes_pass(services, 29)
    assert [(await browser.status()).status for browser in (idle, used)] == [200, 200]
    assert (await used.post("auth/extend-session")).status == 200
    await minutes_pass(services, 2)
    assert [(await browser.status()).status for browser in (idle, used)] == [401, 200]
    refused = await idle.refresh()
    assert (refused.status, refused.code, refused.body["reason"], refused.body["limit"]) == (
        *(401, "not_signed_in", "idle", 30),
    )


@pytest.mark.security("S79")
async def test_a_session_that_is_too_old_has_five_minutes_left(
    app: Quart, services: Services, policy_desk: PolicyDesk
) -> None:
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    browser = await Browser(app=app, services=services).sign_in(account)
    await execute(services, "UPDATE sessions SET created_at = now() - interval '8 days'")
    await policy_desk.set(sessionDays=7)

    status = (await browser.status()).body
    until = "SELECT date_trunc('milliseconds', lengths_changed_at) + interval '5 minutes' FROM company_policies"
    assert datetime.fromisoformat(status["absoluteExpiresAt"]) == await fetch_value(services, until)
    assert (await browser.refresh()).status == 200
    assert (await browser.status()).body["absoluteExpiresAt"] == status["absoluteExpiresAt"], "nothing prolongs it"
    await policy_desk.set(emailDomains=["example.com"])
    assert (await browser.status()).body["absoluteExpiresAt"] == status["absoluteExpiresAt"], "nor another change"
    await minutes_pass(services, 6)
    assert (await browser.status()).status == 401
    refused = await browser.refresh()
    assert (refused.status, refused.body["reason"], refused.body["limit"]) == (401, "lifetime", 7)


@pytest.mark.security("S79")
async def test_no_change_of_the_policy_prolongs_a_session(
    app: Quart, services: Services, policy_desk: PolicyDesk
) -> None:
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    browser = await Browser(app=app, services=services).sign_in(account)
    await execute(services, "UPDATE sessions SET idle_expires_at = now() + interval '10 minutes'")
    before = (await browser.status()).body["idleExpiresAt"]
    await policy_desk.set(sessionIdleMinutes=30, sessionDays=7)
    assert (await browser.status()).body["idleExpiresAt"] == before


@pytest.mark.security("S79")
@pytest.mark.settings(session_idle_ttl=3_600)
@pytest.mark.parametrize("minutes", [None, 30])
async def test_a_refresh_counts_from_the_last_act_of_the_user(
    app: Quart, services: Services, policy_desk: PolicyDesk, minutes: int | None
) -> None:
    """A page that polls renews its token by itself: that prolongs nothing."""
    await policy_desk.set(sessionIdleMinutes=minutes)
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    browser = await Browser(app=app, services=services).sign_in(account)
    await minutes_pass(services, 20)
    left = "SELECT idle_expires_at - now() FROM sessions WHERE user_id = $1"
    before = await fetch_value(services, left, account.id)

    polled = await browser.refresh(inactive=1_200_000)
    assert polled.status == 200
    assert await fetch_value(services, left, account.id) <= before
    browser.refresh_token = polled.body["refreshToken"]
    acted = await browser.refresh(inactive=300)
    assert acted.status == 200
    expected = timedelta(minutes=(minutes or 60) - 5)
    assert timedelta() <= expected - await fetch_value(services, left, account.id) < timedelta(seconds=30)
    for wrong in (-1, 10**12, "soon", 1.5):
        assert (await browser.refresh(inactive=wrong)).status == 422, wrong


@pytest.mark.security("S79")
async def test_a_socket_learns_that_its_session_ends_earlier_and_why_it_has_ended(
    server: LiveServer, services: Services, policy_desk: PolicyDesk, sign_in: SignIn
) -> None:
    trainee, logged_out = [await sign_in(Profile.TRAINEE) for _ in range(2)]
    async with (
        open_socket(server.url, {"token": trainee.token}) as socket,
        open_socket(server.url, {"token": logged_out.token}) as other,
    ):
        before = await socket.receive("session:state")
        await server.gateway.held.recheck()
        await policy_desk.set(sessionIdleMinutes=30)
        await server.gateway.held.recheck()
        state = await socket.receive("session:state", times=2)
        assert state["idleExpiresAt"] < before["expiresAt"] == state["expiresAt"]
        assert len(socket.payloads("session:state")) == 2, "and before it was not shortened"
        await execute(
            services, "UPDATE sessions SET ended_at = now(), end_reason = 'logout' WHERE id = $1", logged_out.session_id
        )
        await minutes_pass(services, 31)
        await server.gateway.held.recheck()
        assert await socket.receive("session:ended") == {"reason": "idle", "limit": 30}
        assert (await other.receive("session:ended"))["reason"] == "revoked"
        await socket.closed()


@pytest.mark.security("S79")
async def test_a_session_that_the_installation_has_ended_expires(
    server: LiveServer, services: Services, sign_in: SignIn
) -> None:
    person = await sign_in(Profile.TRAINEE)
    async with open_socket(server.url, {"token": person.token}) as socket:
        await socket.receive("session:state")
        await execute(services, "UPDATE sessions SET idle_expires_at = now() - interval '1 second'")
        await server.gateway.held.recheck()
        await socket.receive("session:expired")
        await socket.closed()
        assert socket.payloads("session:ended") == []


@pytest.mark.security("S79")
async def test_no_refresh_or_extension_prolongs_past_the_policy(
    app: Quart, services: Services, policy_desk: PolicyDesk
) -> None:
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    browser = await Browser(app=app, services=services).sign_in(account)
    await policy_desk.set(sessionIdleMinutes=30, sessionDays=2)
    lives = """
        SELECT max(s.idle_expires_at - now()) FROM sessions s WHERE s.user_id = $1 AND s.ended_at IS NULL
    """

    refreshed = await browser.refresh()
    assert refreshed.status == 200
    assert await fetch_value(services, lives, account.id) <= timedelta(minutes=30)
    extended = await browser.post("auth/extend-session")
    assert extended.status == 200
    assert await fetch_value(services, lives, account.id) <= timedelta(minutes=30)
    assert extended.body["expiresAt"] <= extended.body["idleExpiresAt"], "the token ends with the session"

    await execute(services, "UPDATE sessions SET created_at = now() - interval '3 days'")
    await minutes_pass(services, 6)
    assert (await browser.refresh(refreshed.body["refreshToken"])).status == 401
    assert (await browser.post("auth/extend-session")).status == 401


@pytest.mark.security("S79")
async def test_a_new_session_is_as_long_as_the_policy(app: Quart, services: Services, policy_desk: PolicyDesk) -> None:
    await policy_desk.set(sessionIdleMinutes=45, sessionDays=1)
    account = await add_account(services.database, policy_desk.person.company, profile=Profile.TRAINEE)
    await Browser(app=app, services=services).sign_in(account)

    row = "SELECT {} FROM sessions WHERE user_id = $1"
    idle = await fetch_value(services, row.format("idle_expires_at - created_at"), account.id)
    absolute = await fetch_value(services, row.format("absolute_expires_at - created_at"), account.id)
    assert (idle, absolute) == (timedelta(minutes=45), timedelta(days=1))
