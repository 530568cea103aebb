"""Authenticator apps: registered, confirmed, listed, renamed and removed."""

import re

import pyotp
import pytest

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.factors import App, add_app, confirm, register
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.user_calls import Desk


async def test_an_app_gets_its_secret_as_text_link_and_image(signed_in: Browser, account: Account) -> None:
    registered = await register(signed_in)
    assert registered.status == 200
    uri = pyotp.parse_uri(registered.body["uri"])
    assert isinstance(uri, pyotp.TOTP)
    assert (uri.secret, uri.name, uri.issuer) == (registered.body["secret"], account.email, "Waymark")
    assert registered.body["qr"].startswith("<svg ")


async def test_an_app_counts_once_its_first_code_was_given(signed_in: Browser) -> None:
    registered = await register(signed_in, name="  My   phone ")
    assert (await signed_in.get("auth/factors")).body["factors"] == []
    confirmed = await confirm(signed_in, registered)
    assert confirmed.status == 200
    codes = confirmed.body["recoveryCodes"]
    assert len(set(codes)) == 10
    assert all(re.fullmatch("[a-z2-9]{5}-[a-z2-9]{5}", code) for code in codes)
    listed = (await signed_in.get("auth/factors")).body
    assert [(each["kind"], each["name"], each["lastUsedAt"]) for each in listed["factors"]] == [
        ("totp", "My phone", None)
    ]
    assert (listed["recoveryCodesLeft"], listed["required"]) == (10, [])
    assert listed["verifiedAt"] is not None


async def test_a_wrong_first_code_confirms_nothing(signed_in: Browser) -> None:
    registered = await register(signed_in)
    app = App(
        services=signed_in.services, id=registered.body["id"], secret=registered.body["secret"], recovery_codes=[]
    )
    refused = await confirm(signed_in, registered, code=app.wrong())
    assert (refused.status, list(refused.body["errors"])) == (422, ["code"])
    assert (await signed_in.get("auth/factors")).body["factors"] == []
    assert (await confirm(signed_in, registered)).status == 200


async def test_an_app_that_waited_too_long_is_not_found(signed_in: Browser, services: Services) -> None:
    registered = await register(signed_in)
    await execute(services, "UPDATE factors SET created_at = now() - interval '31 minutes'")
    assert (await confirm(signed_in, registered)).status == 404


async def test_a_second_registration_replaces_the_one_that_waits(signed_in: Browser) -> None:
    first, second = await register(signed_in), await register(signed_in)
    assert (await confirm(signed_in, first)).status == 404
    assert (await confirm(signed_in, second)).status == 200


async def test_a_second_app_leaves_the_recovery_codes(signed_in: Browser, app_of_account: App) -> None:
    second = await add_app(signed_in, name="Tablet")
    assert (second.recovery_codes, len(app_of_account.recovery_codes)) == ([], 10)
    assert (await signed_in.get("auth/factors")).body["recoveryCodesLeft"] == 10


async def test_there_are_at_most_ten_factors(signed_in: Browser, app_of_account: App, services: Services) -> None:
    await execute(
        services,
        """
        INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
        SELECT company_id, user_id, kind, name, sealed_secret, confirmed_at
          FROM factors, generate_series(1, 9) WHERE id = $1
        """,
        app_of_account.id,
    )
    refused = await register(signed_in)
    assert (refused.status, refused.code) == (409, "too_many_factors")


async def test_the_last_factor_takes_the_recovery_codes_along(
    signed_in: Browser, app_of_account: App, services: Services
) -> None:
    second = await add_app(signed_in, name="Tablet")
    assert (await signed_in.delete(f"auth/factors/{second.id}")).status == 200
    assert (await signed_in.get("auth/factors")).body["recoveryCodesLeft"] == 10
    assert (await signed_in.delete(f"auth/factors/{app_of_account.id}")).status == 200
    assert (await signed_in.get("auth/factors")).body["recoveryCodesLeft"] == 0
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == 0
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'factor_removed'") == 2


async def test_a_factor_is_renamed(signed_in: Browser, app_of_account: App) -> None:
    path = f"auth/factors/{app_of_account.id}"
    assert (await signed_in.call("PUT", path, json={"name": "Work phone"})).status == 200
    assert (await signed_in.get("auth/factors")).body["factors"][0]["name"] == "Work phone"
    for name in ("", " ", "x" * 61, "a\u202eb"):
        assert (await signed_in.call("PUT", path, json={"name": name})).status == 422, name


async def test_new_recovery_codes_end_the_former(signed_in: Browser, app_of_account: App, services: Services) -> None:
    renewed = await signed_in.post("auth/factors/recovery-codes")
    assert renewed.status == 200
    codes = renewed.body["recoveryCodes"]
    assert len(codes) == 10
    assert not set(codes) & set(app_of_account.recovery_codes)
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == 10


async def test_there_are_no_recovery_codes_without_a_factor(signed_in: Browser) -> None:
    refused = await signed_in.post("auth/factors/recovery-codes")
    assert (refused.status, refused.code) == (409, "conflict")


async def test_a_deleted_account_takes_its_factors_along(
    app_of_account: App, account: Account, services: Services
) -> None:
    await execute(services, "DELETE FROM users WHERE id = $1", account.id)
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 0
    assert await fetch_value(services, "SELECT count(*) FROM recovery_codes") == 0
    assert app_of_account.id is not None


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
async def test_a_colleague_s_factor_is_not_found(
    desk: Desk, app_of_account: App, services: Services, method: str
) -> None:
    body = {"name": "Mine"} if method == "PUT" else None
    answer = await desk.browser.call(method, f"auth/factors/{app_of_account.id}", json=body)
    assert answer.status == 404
    assert await fetch_value(services, "SELECT name FROM factors") == "Authenticator app"
