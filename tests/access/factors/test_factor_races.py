"""S107: of acts on factors that meet, each proof counts once, and none that has ended meanwhile."""

import asyncio
from typing import Final

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures import passkey_calls
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.factors import App, add_app, confirm, prove, register
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.policy_calls import PolicyDesk
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value

OWNER: Final = "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE"
# What the confirmation of a factor in another session does.
GETS_A_FACTOR: Final = """
    WITH forgotten AS (UPDATE sessions SET verified_at = NULL WHERE user_id = $1)
    INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
    SELECT company_id, id, 'totp', 'App', '\\x00'::bytea, now() FROM users WHERE id = $1
"""


@pytest.fixture
async def elsewhere(app: Quart, services: Services, account: Account) -> Browser:
    """The account's session that a thief holds, proved by its password a moment ago."""
    return await Browser(app=app, services=services, address="198.51.100.9").sign_in(account)


@pytest.mark.security("S107")
async def test_an_app_that_waits_elsewhere_ends_with_the_owner_s_first_factor(
    elsewhere: Browser, signed_in: Browser
) -> None:
    """Else it would be confirmed later, by a session whose proof has ended, and prove that session."""
    planted = await register(elsewhere)
    await passkey_calls.add_passkey(signed_in)
    assert (await confirm(elsewhere, planted)).status == 404
    assert (await register(elsewhere)).code == "step_up_required"
    assert [each["kind"] for each in (await signed_in.get("auth/factors")).body["factors"]] == ["passkey"]


@pytest.mark.security("S107")
async def test_a_password_is_no_proof_once_the_account_has_got_a_factor(
    signed_in: Browser, account: Account, services: Services
) -> None:
    await execute(services, "UPDATE sessions SET verified_at = NULL")
    async with held(services, OWNER, account.id) as owner:
        proof = await until_blocked(services, prove(signed_in, password=PASSWORD))
        await owner.raw.execute(GETS_A_FACTOR, account.id)
    assert (await proof).code == "step_up_required"
    assert await fetch_value(services, "SELECT count(*) FROM sessions WHERE verified_at IS NOT NULL") == 0


@pytest.mark.security("S107")
@pytest.mark.parametrize("kind", ["app", "passkey", "recovery codes", "removal"])
async def test_a_proof_that_ends_while_a_factor_is_changed_changes_none(
    elsewhere: Browser, signed_in: Browser, account: Account, services: Services, *, kind: str
) -> None:
    present = await add_app(signed_in)
    await execute(services, "UPDATE sessions SET verified_at = now()")
    if kind == "passkey":
        credential = Authenticator().register(await passkey_calls.new_options(elsewhere))
        call = elsewhere.post("auth/factors/passkeys", json={"name": "Planted", "credential": credential})
    elif kind == "removal":
        call = elsewhere.delete(f"auth/factors/{present.id}")
    else:
        call = elsewhere.post(f"auth/factors/{'totp' if kind == 'app' else 'recovery-codes'}", json={})
    async with held(services, OWNER, account.id) as owner:
        begun = await until_blocked(services, call)
        await owner.raw.execute(GETS_A_FACTOR, account.id)
    assert (await begun).code == "step_up_required"
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 2


@pytest.mark.security("S107")
async def test_of_ten_confirmations_at_once_one_counts(signed_in: Browser, services: Services) -> None:
    registered = await register(signed_in)
    answers = await asyncio.gather(*(confirm(signed_in, registered) for _ in range(10)))
    assert sorted(answer.status for answer in answers) == [200] + [404] * 9
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == 10
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'factor_added'") == 1


@pytest.mark.security("S107")
async def test_a_removed_factor_opens_no_sign_in_that_it_has_proved(
    app: Quart, signed_in: Browser, elsewhere: Browser, account: Account, services: Services
) -> None:
    stolen, kept = await add_app(signed_in), await passkey_calls.add_passkey(signed_in)
    thieves = [Browser(app=app, services=services) for _ in range(2)]
    for thief, proof in zip(thieves, (stolen.code(), stolen.code()), strict=True):
        await thief.authenticate(account.email)
        assert (await thief.verify(await proof, channel="TOTP")).status == 200
    assert (await prove(elsewhere, totp=await stolen.code())).status == 200

    async with held(services, OWNER, account.id):
        removal = await until_blocked(services, signed_in.delete(f"auth/factors/{stolen.id}"))
    assert (await removal).status == 200
    assert [(await thief.complete()).code for thief in thieves] == ["flow_expired"] * 2
    assert (await register(elsewhere)).code == "step_up_required", "proved by it, too"
    assert (await register(signed_in)).status == 200
    assert (await passkey_calls.log_in(Browser(app=app, services=services), kept)).status == 200


@pytest.mark.security("S107")
async def test_of_twenty_uses_of_a_recovery_code_one_counts(
    app: Quart, signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    """At sign-ins and within a session together."""
    browsers = [Browser(app=app, services=services) for _ in range(10)]
    for browser in browsers:
        await browser.authenticate(account.email)
    code = app_of_account.recovery_codes[0]
    signing_in = [browser.verify(code, channel="RECOVERY") for browser in browsers]
    within = [prove(signed_in, recovery=code) for _ in range(10)]
    answers = await asyncio.gather(*signing_in, *within)
    assert [answer.status for answer in answers].count(200) == 1
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes WHERE used_at IS NOT NULL") == 1


@pytest.mark.security("S107")
async def test_guesses_at_sign_ins_and_within_a_session_count_together(
    app: Quart, signed_in: Browser, account: Account, app_of_account: App, services: Services
) -> None:
    """And while the account waits, guesses add nothing to the trail."""
    browsers = [Browser(app=app, services=services, address=f"198.51.100.{number + 20}") for number in range(10)]
    for browser in browsers:
        await browser.authenticate(account.email)
    wrong = app_of_account.wrong()

    async def guess() -> list[Answer]:
        signing_in = [browser.verify(wrong, channel="TOTP") for browser in browsers]
        return await asyncio.gather(*signing_in, *(prove(signed_in, totp=wrong) for _ in range(10)))

    answers = await guess()
    assert [answer.code for answer in answers].count("otp_invalid") == 4
    trail = "SELECT count(*) FROM audit_entries WHERE action IN ('step_up_failed', 'code_locked')"
    entries = await fetch_value(services, trail)
    assert 1 <= entries <= 5
    assert {answer.code for answer in await guess()} == {"too_many_failures"}
    assert await fetch_value(services, trail) == entries


@pytest.mark.security("S107")
async def test_a_code_does_not_prove_a_session_where_passkeys_alone_count(
    signed_in: Browser, account: Account, app_of_account: App, services: Services, *, policy_desk: PolicyDesk
) -> None:
    """As at a sign-in: no factor that does not count, where the account has one that does."""
    await passkey_calls.add_passkey(signed_in)
    await passkey_calls.add_passkey(policy_desk.browser)
    await policy_desk.set(secondFactor="everyone", factors=["passkey"], passkeysOnly=True)
    await execute(services, "UPDATE sessions SET verified_at = NULL WHERE user_id = $1", account.id)

    refused = await prove(signed_in, totp=await app_of_account.code())
    assert (refused.code, refused.body["methods"]) == ("step_up_required", ["passkey", "recovery"])
    assert (await signed_in.get("notifications")).code == "factor_setup_required"
    assert (await prove(signed_in, recovery=app_of_account.recovery_codes[0])).status == 200
    assert (await signed_in.get("notifications")).status == 200
