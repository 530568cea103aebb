"""Dangerous acts ask again for a proof that is older than ten minutes."""

from uuid import uuid4

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.factors import App, add_app, let_proofs_age, prove, register
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, fetch_value
from tests.fixtures.user_calls import Desk


@pytest.fixture
async def aged(signed_in: Browser, services: Services) -> Browser:
    """The account's browser, whose last proof is too old."""
    await let_proofs_age(services)
    return signed_in


async def test_without_a_factor_the_password_is_the_proof(aged: Browser) -> None:
    refused = await register(aged)
    assert (refused.status, refused.code, refused.body["methods"]) == (403, "step_up_required", ["password"])
    proved = await prove(aged, password=PASSWORD)
    assert proved.status == 200
    assert proved.body["verifiedAt"] == (await aged.get("auth/factors")).body["verifiedAt"]
    assert (await register(aged)).status == 200


async def test_with_a_factor_the_password_is_none(signed_in: Browser, app_of_account: App, services: Services) -> None:
    await let_proofs_age(services)
    refused = await prove(signed_in, password=PASSWORD)
    assert (refused.status, refused.code, refused.body["methods"]) == (403, "step_up_required", ["totp", "recovery"])
    assert (await register(signed_in)).status == 403
    assert (await prove(signed_in, totp=await app_of_account.code())).status == 200
    assert (await register(signed_in)).status == 200


async def test_a_recovery_code_is_a_proof(signed_in: Browser, app_of_account: App, services: Services) -> None:
    await let_proofs_age(services)
    assert (await prove(signed_in, recovery=app_of_account.recovery_codes[0])).status == 200
    assert (await prove(signed_in, recovery=app_of_account.recovery_codes[0])).code == "otp_invalid"


async def test_a_wrong_proof_is_none(aged: Browser, services: Services) -> None:
    assert (await prove(aged, password="Wrong-Password-1")).status == 422
    assert (await register(aged)).status == 403
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'step_up_failed'") == 1


@pytest.mark.parametrize("proof", [{}, {"totp": "123456", "password": PASSWORD}, {"totp": "12345"}, {"passkey": "x"}])
async def test_exactly_one_proof_is_taken(signed_in: Browser, proof: dict[str, str]) -> None:
    assert (await prove(signed_in, **proof)).status == 422


async def test_factors_and_recovery_codes_are_changed_with_a_fresh_proof_only(
    signed_in: Browser, app_of_account: App, services: Services
) -> None:
    await let_proofs_age(services)
    for method, path in (("POST", "recovery-codes"), ("DELETE", str(app_of_account.id)), ("DELETE", str(uuid4()))):
        answer = await signed_in.call(method, f"auth/factors/{path}")
        assert (answer.status, answer.code) == (403, "step_up_required"), path


async def test_another_s_email_needs_a_fresh_proof(desk: Desk, company: Company, services: Services) -> None:
    trainee = await add_account(services.database, company, profile=Profile.TRAINEE)
    await let_proofs_age(services)
    answer = await desk.edit(trainee.id, email="other@example.org")
    assert (answer.status, answer.code) == (403, "step_up_required")
    assert (await desk.edit(trainee.id, fullName="Another Name")).status == 200


@pytest.mark.parametrize(("people", "status"), [(99, 201), (100, 403)])
@pytest.mark.parametrize("action", ["delete", "deactivate"])
async def test_a_hundred_people_are_removed_with_a_fresh_proof_only(
    clipboard: Clipboard, services: Services, action: str, people: int, status: int
) -> None:
    await let_proofs_age(services)
    answer = await clipboard.send(action, await clipboard.add_people(people))
    assert answer.status == status, answer
    assert await fetch_value(services, "SELECT count(*) FROM bulk_jobs") == (status == 201)


async def test_a_browser_that_a_removed_factor_has_made_known_needs_a_code_again(
    app: Quart, signed_in: Browser, account: Account, services: Services
) -> None:
    """The last factor that was removed may have been stolen, with the password."""
    stolen, thief = await add_app(signed_in), Browser(app=app, services=services)
    await thief.authenticate(account.email)
    await thief.verify(await stolen.code(), channel="TOTP")
    assert (await thief.complete()).status == 200
    assert (await signed_in.delete(f"auth/factors/{stolen.id}")).status == 200
    assert (await thief.authenticate(account.email)).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
