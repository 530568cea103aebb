"""Malformed input is refused with a problem, and never causes a 500."""

import pytest

from tests.fixtures.accounts import PASSWORD
from tests.fixtures.sign_in import Browser

GOOD = {"email": "someone@example.com", "password": PASSWORD, "recaptchaToken": "solved"}


async def test_a_malformed_sign_in_is_refused(browser: Browser) -> None:
    cases: list[tuple[dict[str, object], str]] = [
        ({"email": None}, "email"),
        ({"email": 7}, "email"),
        ({"email": ["someone@example.com"]}, "email"),
        ({"email": "x" * 321}, "email"),
        ({"email": "a\u0000b@example.com"}, ""),
        ({"email": "someone@example.com\r\nBcc: other@example.com"}, ""),
        ({"password": "\ud800" * 10}, ""),
        ({"password": "x" * 1_025}, "password"),
        ({"password": {"$ne": ""}}, "password"),
        ({"recaptchaToken": 1}, "recaptchaToken"),
        ({"companyId": "x"}, "companyId"),
    ]
    for change, field in cases:
        refused = await browser.post("login/authenticate", json=GOOD | change)
        assert refused.status == 422, change
        assert refused.code == "validation_failed", change
        assert not field or field in refused.body["errors"], change


async def test_an_invalid_address_fails_like_an_unknown_one(browser: Browser) -> None:
    cases: list[str] = ["@", "a@b", "not an address", "\U0001f600@example.com", "x" * 300, "a@" + "b" * 300]
    for email in cases:
        assert (await browser.authenticate(email)).code == "invalid_credentials", email


async def test_a_body_that_is_no_object_is_refused(browser: Browser) -> None:
    cases: list[object] = [[], "text", 7, [GOOD]]
    for body in cases:
        assert (await browser.post("login/authenticate", json=body)).status == 422, body


async def test_a_malformed_query_is_refused(browser: Browser) -> None:
    cases: list[tuple[str, dict[str, str]]] = [
        ("login/complete", {}),
        ("login/complete", {"userId": "1 OR 1=1"}),
        ("verification/resend", {"userId": "01900000-0000-7000-8000-000000000000"}),
        (
            "verification/resend",
            {"userId": "01900000-0000-7000-8000-000000000000", "verificationType": "FAX", "context": "LOGIN"},
        ),
    ]
    for path, query in cases:
        assert (await browser.post(path, query=query)).status == 422, path


@pytest.mark.parametrize("secret", ["", "x" * 200, "\xfc\xdf", "' OR 1=1 --"])
async def test_an_invented_flow_secret_is_refused(browser: Browser, secret: str) -> None:
    query = {"userId": "01900000-0000-7000-8000-000000000000"}
    refused = await browser.get("verification/state", query=query, headers={"X-Flow-Token": secret})
    assert refused.code == "flow_expired"


async def test_forms_are_json(browser: Browser) -> None:
    refused = await browser.client.post("/api/v1/login/authenticate", form=GOOD)
    assert refused.status_code == 415
