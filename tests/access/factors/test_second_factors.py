"""S62 to S66: a second factor holds against a stolen password, a stolen session and the ways around it."""

import asyncio
from uuid import uuid4

import pytest
from quart import Quart

from server.access.flows.flow import FlowState
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.factors import App, add_app, let_proofs_age, prove, register
from tests.fixtures.flow_rows import add_flow
from tests.fixtures.people import Company, SignIn
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value, newest_code
from tests.fixtures.user_calls import Desk, Desks

SESSIONS = "SELECT count(*) FROM sessions"


@pytest.fixture
def thief(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.9")


@pytest.mark.security("S62")
async def test_a_stolen_password_opens_no_session(
    thief: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    before = await fetch_value(services, SESSIONS)
    started = await thief.authenticate(account.email)
    assert started.body["nextStep"] == "FACTOR_REQUIRED"
    for step in (thief.complete(), thief.set_password(), thief.initiate(), thief.resend(), thief.verify("000000")):
        assert (await step).code == "flow_expired"
    assert (await thief.verify(app_of_account.wrong(), channel="TOTP")).code == "otp_invalid"
    assert (await thief.complete()).code == "flow_expired"
    assert await fetch_value(services, SESSIONS) == before


@pytest.mark.security("S62")
async def test_no_flow_that_was_ready_before_the_factor_opens_a_session(
    thief: Browser, signed_in: Browser, account: Account, services: Services
) -> None:
    await thief.authenticate(account.email)
    await thief.verify(await newest_code(services))
    app = await add_app(signed_in)
    assert (await thief.complete()).code == "flow_expired"
    # As if both had met: the flow became ready after the factor was confirmed.
    opened = await add_flow(services, account, state=FlowState.READY)
    header = {"X-Flow-Token": opened.secret}
    late = await thief.post("login/complete", query={"userId": str(account.id)}, headers=header)
    assert (late.status, late.code) == (401, "flow_expired")
    assert app.recovery_codes


@pytest.mark.security("S62")
async def test_the_factor_of_another_account_proves_nothing(
    thief: Browser, account: Account, app_of_account: App, company: Company, services: Services, app: Quart
) -> None:
    own = await add_account(services.database, company, profile=Profile.TRAINEE)
    theirs = await add_app(await Browser(app=app, services=services).sign_in(own))
    await thief.authenticate(account.email)
    assert (await thief.verify(await theirs.code(), channel="TOTP")).code == "otp_invalid"
    assert (await thief.verify(theirs.recovery_codes[0], channel="RECOVERY")).code == "otp_invalid"
    assert app_of_account.id != theirs.id


@pytest.mark.security("S63")
async def test_of_twenty_sign_ins_with_one_code_one_succeeds(
    app: Quart, services: Services, account: Account, app_of_account: App
) -> None:
    browsers = [Browser(app=app, services=services) for _ in range(5)]
    for browser in browsers:
        await browser.authenticate(account.email)
    code = await app_of_account.code()
    answers = await asyncio.gather(*(browser.verify(code, channel="TOTP") for browser in browsers))
    assert [answer.status for answer in answers].count(200) == 1


@pytest.mark.security("S63")
async def test_a_code_is_used_once_at_the_sign_in_and_within_a_session(
    thief: Browser, signed_in: Browser, account: Account, app_of_account: App
) -> None:
    code = await app_of_account.code()
    assert (await prove(signed_in, totp=code)).status == 200
    await thief.authenticate(account.email)
    assert (await thief.verify(code, channel="TOTP")).code == "otp_invalid"


@pytest.mark.security("S63")
async def test_a_recovery_code_opens_one_of_five_sign_ins_at_once(
    app: Quart, services: Services, account: Account, app_of_account: App
) -> None:
    browsers = [Browser(app=app, services=services) for _ in range(5)]
    for browser in browsers:
        await browser.authenticate(account.email)
    code = app_of_account.recovery_codes[0]
    answers = await asyncio.gather(*(browser.verify(code, channel="RECOVERY") for browser in browsers))
    assert [answer.status for answer in answers].count(200) == 1


@pytest.mark.security("S64")
async def test_a_reset_by_email_does_not_get_around_the_factor(
    thief: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    started = await thief.post("password-reset/initiate", json={"email": account.email})
    thief.user_id = started.body["userId"]
    await thief.verify(await newest_code(services), context="PASSWORD_RESET")
    passwords = {"userId": thief.user_id, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}
    assert (await thief.post("password-reset/complete", json=passwords)).status == 200
    signed_in = await thief.authenticate(account.email, NEW_PASSWORD)
    assert signed_in.body["nextStep"] == "FACTOR_REQUIRED"
    assert (await thief.complete()).code == "flow_expired"
    assert (await thief.verify(await app_of_account.code(), channel="TOTP")).status == 200


@pytest.mark.security("S64")
async def test_factors_are_reset_by_those_who_may_edit_the_account_alone(
    desk: Desk, desks: Desks, sign_in: SignIn, account: Account, app_of_account: App, services: Services
) -> None:
    path = f"users/{account.id}/factors"
    for profile in (Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE):
        assert (await desks.of(await sign_in(profile)).browser.delete(path)).status == 403, profile
    await let_proofs_age(services)
    assert (await desk.browser.delete(path)).code == "step_up_required"
    await execute(services, "UPDATE sessions SET verified_at = now()")
    assert (await desk.browser.delete(path)).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 0
    entry = await desk.audit_entry("factors_reset")
    assert (entry["actor_id"], entry["subject_id"]) == (desk.person.id, account.id)
    assert str(app_of_account.id) in str(entry["before"])


@pytest.mark.security("S64")
async def test_no_one_resets_their_own_factors(signed_in: Browser, account: Account, app_of_account: App) -> None:
    refused = await signed_in.delete(f"users/{account.id}/factors")
    assert (refused.status, refused.code) == (403, "self_forbidden")
    assert len((await signed_in.get("auth/factors")).body["factors"]) == 1
    assert app_of_account.id is not None


@pytest.mark.security("S64")
async def test_a_reset_of_factors_ends_the_sessions_of_their_owner(
    desk: Desk, signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    assert (await desk.browser.delete(f"users/{account.id}/factors")).status == 200
    assert (await signed_in.status()).status == 401
    started = await signed_in.authenticate(account.email)
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == 0
    assert app_of_account.recovery_codes


@pytest.mark.security("S65")
async def test_five_wrong_codes_make_the_account_wait_in_every_flow(
    app: Quart, services: Services, account: Account, app_of_account: App
) -> None:
    browsers = [Browser(app=app, services=services, address=f"198.51.100.{number + 20}") for number in range(6)]
    answers = []
    for browser in browsers:
        await browser.authenticate(account.email)
        answers.append(await browser.verify(app_of_account.wrong(), channel="TOTP"))
    assert [answer.code for answer in answers] == ["otp_invalid"] * 4 + ["too_many_failures"] * 2
    assert answers[-1].body["retryAfter"] > 0
    right = await browsers[0].verify(await app_of_account.code(), channel="TOTP")
    assert right.code == "too_many_failures"
    assert (await browsers[0].verify(app_of_account.recovery_codes[0], channel="RECOVERY")).code == "too_many_failures"


@pytest.mark.security("S65")
async def test_of_thirty_wrong_codes_at_once_five_are_judged(
    thief: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    await thief.authenticate(account.email)
    wrong = app_of_account.wrong()
    answers = await asyncio.gather(*(thief.verify(wrong, channel="TOTP") for _ in range(30)))
    assert [answer.code for answer in answers].count("otp_invalid") == 4
    failures = await fetch_value(services, "SELECT failures FROM login_failures WHERE source = 'factor'")
    assert failures == 5


@pytest.mark.security("S65")
async def test_a_wrong_password_does_not_say_whether_there_is_a_factor(
    thief: Browser, account: Account, app_of_account: App, company: Company, services: Services
) -> None:
    other = await add_account(services.database, company)
    answers = [await thief.authenticate(email, "Wrong-Password-1") for email in (account.email, other.email)]
    assert answers[0].body == answers[1].body
    resets = [await thief.post("password-reset/initiate", json={"email": e}) for e in (account.email, other.email)]
    assert {answer.body["nextStep"] for answer in resets} == {"EMAIL_VERIFICATION_REQUIRED"}
    assert [answer.body["factors"] for answer in resets] == [[], []]
    assert app_of_account.id is not None


@pytest.mark.security("S66")
async def test_a_stolen_session_changes_no_factor(signed_in: Browser, app_of_account: App, services: Services) -> None:
    await let_proofs_age(services)
    assert (await register(signed_in)).code == "step_up_required"
    for method, path in (("DELETE", str(app_of_account.id)), ("POST", "recovery-codes")):
        assert (await signed_in.call(method, f"auth/factors/{path}")).code == "step_up_required", path
    assert (await prove(signed_in, password=PASSWORD)).code == "step_up_required"
    assert (await signed_in.delete(f"auth/factors/{uuid4()}")).code == "step_up_required"


@pytest.mark.security("S66")
async def test_a_new_factor_ends_the_proofs_of_other_sessions(
    app: Quart, signed_in: Browser, account: Account, services: Services
) -> None:
    elsewhere = await Browser(app=app, services=services).sign_in(account)
    added = await add_app(signed_in)
    assert (await elsewhere.delete(f"auth/factors/{added.id}")).code == "step_up_required"
    assert (await signed_in.get("auth/factors")).body["verifiedAt"] is not None


@pytest.mark.security("S66")
async def test_a_proof_counts_in_its_own_session_alone(
    app: Quart, signed_in: Browser, account: Account, services: Services
) -> None:
    elsewhere = await Browser(app=app, services=services).sign_in(account)
    await let_proofs_age(services)
    assert (await prove(signed_in, password=PASSWORD)).status == 200
    assert (await register(elsewhere)).code == "step_up_required"
    assert (await register(signed_in)).status == 200


@pytest.mark.security("S66")
async def test_a_sign_in_has_a_flow_and_a_session_of_its_own(
    thief: Browser, account: Account, app_of_account: App
) -> None:
    """A flow's secret that was planted in the browser is not the one that the sign-in goes on with."""
    first = await thief.authenticate(account.email)
    second = await thief.authenticate(account.email)
    assert first.headers["Set-Cookie"].split(";")[0] != second.headers["Set-Cookie"].split(";")[0]
    assert (await thief.verify(await app_of_account.code(), channel="TOTP")).status == 200
    assert (await thief.complete()).status == 200
    assert (await thief.complete()).code == "flow_expired"
