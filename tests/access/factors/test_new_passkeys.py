"""S72: a passkey is added by its own account alone, in the session that asked, and never taken from another."""

from typing import Any

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.authenticator import PRESENT, Authenticator
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, new_options, register
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute, fetch_value

ADD = "auth/factors/passkeys"
FORGERIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://evil.example"},
    "another rp id": {"rp_id": "evil.example"},
    "no user verification": {"flags": PRESENT},
    "in a foreign frame": {"cross_origin": True},
    "below another site": {"top_origin": "http://evil.example"},
}


@pytest.fixture
async def colleague(app: Quart, services: Services, company: Company) -> Browser:
    return await Browser(app=app, services=services).sign_in(await add_account(services.database, company))


@pytest.mark.security("S72")
async def test_a_forged_registration_adds_nothing(signed_in: Browser, services: Services) -> None:
    for forgery, parts in FORGERIES.items():
        refused = await register(signed_in, Authenticator(**parts))
        assert (refused.status, refused.code) == (422, "passkey_not_added"), forgery
        assert await fetch_value(services, "SELECT count(*) FROM factors") == 0, forgery


@pytest.mark.security("S72")
async def test_a_registration_answers_a_challenge_of_its_own_session(signed_in: Browser, colleague: Browser) -> None:
    mine, theirs = await new_options(signed_in), await new_options(colleague)
    for options in (theirs, mine | {"challenge": (await login_options(signed_in))["challenge"]}):
        credential = Authenticator().register(options)
        refused = await signed_in.post(ADD, json={"name": "My phone", "credential": credential})
        assert (refused.status, refused.code) == (422, "passkey_not_added")


@pytest.mark.security("S72")
async def test_a_registered_passkey_is_not_taken_by_another_account(
    signed_in: Browser, colleague: Browser, app: Quart, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    taken = await register(colleague, authenticator.copy(key=Authenticator().key))
    assert (taken.status, taken.code) == (409, "passkey_registered")
    assert (await register(signed_in, authenticator.copy())).code == "passkey_registered"
    stranger = Browser(app=app, services=services, address="198.51.100.20")
    assert (await log_in(stranger, authenticator)).body["userId"] == signed_in.user_id


@pytest.mark.security("S72")
async def test_an_account_has_at_most_twenty(signed_in: Browser, services: Services) -> None:
    await add_passkey(signed_in)
    await execute(
        services,
        """
        INSERT INTO factors (company_id, user_id, kind, name, credential_id, public_key, confirmed_at)
        SELECT company_id, user_id, kind, 'Key ' || n, decode(lpad(to_hex(n), 8, '0'), 'hex'), public_key, now()
          FROM factors, generate_series(1, 19) n
        """,
    )
    refused = await register(signed_in, Authenticator())
    assert (refused.status, refused.code) == (409, "too_many_passkeys")


@pytest.mark.security("S72")
async def test_a_passkey_is_added_with_a_fresh_proof_alone(signed_in: Browser, services: Services) -> None:
    credential = Authenticator().register(await new_options(signed_in))
    await execute(services, AGES_AGO)
    refused = await signed_in.post(f"{ADD}/options")
    assert (refused.status, refused.code) == (403, "step_up_required")
    # With options of before, too.
    refused = await signed_in.post(ADD, json={"name": "My phone", "credential": credential})
    assert (refused.status, refused.code) == (403, "step_up_required")
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 0


@pytest.mark.security("S72")
async def test_recovery_codes_come_with_the_first_passkey(signed_in: Browser) -> None:
    codes = [(await register(signed_in, Authenticator(), name=name)).body["recoveryCodes"] for name in ("One", "Two")]
    assert [len(each) for each in codes] == [10, 0]


@pytest.mark.security("S72")
async def test_a_deactivated_account_adds_none(signed_in: Browser, services: Services) -> None:
    credential = Authenticator().register(await new_options(signed_in))
    await execute(services, "UPDATE users SET is_active = false")
    refused = await signed_in.post(ADD, json={"name": "My phone", "credential": credential})
    assert refused.status == 401
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 0


@pytest.mark.security("S72")
@pytest.mark.settings(public_url="http://192.0.2.1")
async def test_no_passkey_belongs_to_an_ip_address_but_one_of_development(signed_in: Browser) -> None:
    assert (await new_options(signed_in))["rp"]["id"] == "localhost"
