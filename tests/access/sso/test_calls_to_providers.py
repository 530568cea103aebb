"""S87: what a company enters as its provider cannot be used to call or to overload this server's surroundings."""

from typing import Any

import pytest

from server.platform.outbound.calls import LARGEST_ANSWER
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import IdentityProvider, SsoBrowser, SsoDesk

UNAVAILABLE = "/login?sso=unavailable"
FAILED = "/login?sso=failed"
DISCOVERY = "/.well-known/openid-configuration"
PRODUCTION = {
    "app_env": "production",
    "email_url": "smtp://mail.example.net:25",
    "robot_check": "altcha",
    "public_url": "https://waymark.test",
    "secret_keys": ("5f1d7a84cc2b4be0a3d9d8f6f0b1e2c7a9f3d5e8b4c6a1d2e3f4a5b6c7d8e9f0",),
}


@pytest.mark.security("S87")
async def test_an_issuer_is_an_https_address(sso_desk: SsoDesk) -> None:
    cases: list[str] = [
        "http://10.0.0.1",
        "http://example.com",
        "ftp://example.com",
        "file:///etc/passwd",
        "https://user:secret@example.com",
        "https://example.com/?a=b",
        "https://example.com/#part",
        "https://exam ple.com",
        "https://example.com\\@10.0.0.1",
        "https://",
        "gopher://127.0.0.1:6379/_",
    ]
    for issuer in cases:
        answer = await sso_desk.create(issuer=issuer)

        assert (answer.status, list(answer.body["errors"])) == (422, ["issuer"]), issuer


@pytest.mark.security("S87")
@pytest.mark.parametrize(
    "issuer",
    [
        "https://10.0.0.1",
        "https://169.254.169.254/latest",
        "https://192.168.1.1:8443",
        "https://172.16.0.1",
        "https://100.64.0.1",
        "https://[fd00::1]",
        "https://[::ffff:10.0.0.1]",
        "https://[64:ff9b::a00:1]",
        "https://0.0.0.0",
        "https://[::]",
        "https://224.0.0.1",
    ],
)
async def test_private_networks_are_not_called(issuer: str, sso_desk: SsoDesk) -> None:
    """The answer does not say whether there is anything."""
    connection = await sso_desk.created(issuer=issuer)

    answer = await sso_desk.test(connection)

    assert answer.body["problem"].startswith("The provider cannot be reached")


@pytest.mark.security("S87")
@pytest.mark.settings(**PRODUCTION)
async def test_loopback_is_called_in_development_only(sso_desk: SsoDesk, provider: IdentityProvider) -> None:
    refused = await sso_desk.create()
    by_https = await sso_desk.created(issuer=provider.issuer.replace("http:", "https:"))

    assert (refused.status, list(refused.body["errors"])) == (422, ["issuer"])
    assert (await sso_desk.test(by_https)).body["problem"].startswith("The provider cannot be reached")
    assert provider.endpoint.requests == []


@pytest.mark.security("S87")
async def test_redirects_are_not_followed(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.answers[DISCOVERY] = Response(status=302, headers={"Location": f"{provider.issuer}/elsewhere"})
    await sso_desk.created()

    assert await sso_browser.start() == UNAVAILABLE
    assert provider.calls("/elsewhere") == []


@pytest.mark.security("S87")
@pytest.mark.parametrize(
    "described",
    [
        {"token_endpoint": "http://10.0.0.1/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": "javascript:alert(1)"},
        {"token_endpoint": None},
        {"jwks_uri": ["https://example.com"]},
        {"issuer": "https://other.example"},
        {"issuer": None},
    ],
)
async def test_a_provider_cannot_name_other_servers(
    described: dict[str, Any], sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.described = described
    await sso_desk.created()

    assert await sso_browser.start() == UNAVAILABLE


@pytest.mark.security("S87")
@pytest.mark.parametrize("path", [DISCOVERY, "/keys"])
@pytest.mark.parametrize("body", [b"x" * (LARGEST_ANSWER + 1), b"[" * 100_000, b"[]", b"", b"\xff\xfe", b'{"keys": 1}'])
async def test_unusable_answers_are_refused(
    path: str, body: bytes, sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.answers[path] = Response(body=body)
    await sso_desk.created()

    assert await sso_browser.start() == UNAVAILABLE


@pytest.mark.security("S87")
async def test_a_compressed_answer_is_not_unpacked(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    provider.answers[DISCOVERY] = Response(body=b"\x1f\x8b\x08", headers={"Content-Encoding": "gzip"})
    await sso_desk.created()

    assert await sso_browser.start() == UNAVAILABLE


@pytest.mark.security("S87")
@pytest.mark.slow
async def test_a_slow_provider_is_given_up(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()
    asked = await sso_browser.asked()
    provider.slow.add("/token")

    assert await sso_browser.come_back(asked) == FAILED
