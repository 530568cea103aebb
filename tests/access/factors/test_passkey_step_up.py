"""A passkey proves again that it is the session's user who acts."""

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.authenticator import Authenticator, decode
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, new_options
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value

OPTIONS = "auth/factors/passkeys/options"


async def step_up(browser: Browser, authenticator: Authenticator) -> Answer:
    options = await browser.post("auth/step-up/options")
    assert options.status == 200, options
    return await browser.post("auth/step-up", json={"credential": authenticator.answer(options.body)})


async def test_a_stale_session_is_proved_again_by_a_passkey(signed_in: Browser, services: Services) -> None:
    authenticator = await add_passkey(signed_in)
    await execute(services, AGES_AGO)
    refused = await signed_in.post(OPTIONS)
    assert (refused.status, refused.code) == (403, "step_up_required")
    assert refused.body["methods"] == ["passkey", "recovery"]
    options = (await signed_in.post("auth/step-up/options")).body
    assert [decode(each["id"]) for each in options["allowCredentials"]] == [authenticator.credential_id]
    proved = await step_up(signed_in, authenticator)
    assert proved.status == 200, proved
    assert proved.body["verifiedAt"]
    assert (await signed_in.post(OPTIONS)).status == 200


async def test_the_passkey_of_another_account_is_no_step_up(
    signed_in: Browser, app: Quart, services: Services, company: Company
) -> None:
    await add_passkey(signed_in)
    colleague = await Browser(app=app, services=services).sign_in(await add_account(services.database, company))
    theirs = await add_passkey(colleague)
    await execute(services, AGES_AGO)
    for each in (theirs, theirs.copy(user_handle=None), Authenticator()):
        refused = await step_up(signed_in, each)
        assert (refused.status, refused.code) == (400, "passkey_not_proved")
    assert (await signed_in.post(OPTIONS)).code == "step_up_required"
    assert (await signed_in.status()).status == 200
    query = "SELECT count(*) FROM audit_entries WHERE action = 'step_up_failed'"
    assert await fetch_value(services, query) == 3


async def test_a_challenge_of_another_use_or_session_is_no_step_up(
    signed_in: Browser, app: Quart, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    elsewhere = Browser(app=app, services=services, address="198.51.100.20")
    assert (await log_in(elsewhere, authenticator)).status == 200
    assert (await elsewhere.complete()).status == 200
    foreign = [await login_options(signed_in), await new_options(signed_in)]
    foreign.append((await elsewhere.post("auth/step-up/options")).body)
    await execute(services, AGES_AGO)
    for options in foreign:
        refused = await signed_in.post("auth/step-up", json={"credential": authenticator.answer(options)})
        assert refused.code == "passkey_not_proved"


async def test_a_step_up_is_proved_once(signed_in: Browser, services: Services) -> None:
    authenticator = await add_passkey(signed_in)
    options = (await signed_in.post("auth/step-up/options")).body
    credential = authenticator.answer(options)
    answers = [await signed_in.post("auth/step-up", json={"credential": credential}) for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 400]


@pytest.mark.parametrize("proofs", [{}, {"password": "x", "totp": "123456"}])
async def test_one_proof_is_given(signed_in: Browser, proofs: dict[str, str]) -> None:
    assert (await signed_in.post("auth/step-up", json=proofs)).status == 422
