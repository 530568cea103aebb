"""S89: an id_token counts only as its provider has signed it, for this client and this sign-in."""

import base64
import hmac
import json
import math
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from jwt.algorithms import get_default_algorithms

from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import CLIENT_ID, DOMAIN, IdentityProvider, SsoBrowser, SsoDesk
from tests.fixtures.people import Company
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.signing_keys import SigningKey, new_key, unsigned

FAILED = "/login?sso=failed"
OTHER = "another client"
EMAIL = f"asha@{DOMAIN}"


@pytest.mark.security("S89")
async def test_a_token_of_another_purpose_is_refused(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    await sso_desk.created()
    cases: list[dict[str, Any]] = [
        {"aud": OTHER},
        {"aud": None},
        {"aud": [OTHER]},
        {"aud": [CLIENT_ID, OTHER]},
        {"aud": [CLIENT_ID, OTHER], "azp": OTHER},
        {"azp": OTHER},
        {"azp": [CLIENT_ID]},
        {"iss": "https://other.example"},
        {"iss": None},
        {"nonce": "of another sign-in"},
        {"nonce": None},
        {"nonce": 1},
        {"exp": int(time.time()) - 3_600},
        {"exp": None},
        {"exp": math.inf},
        {"exp": math.nan},
        {"iat": int(time.time()) + 3_600},
        {"iat": None},
        {"nbf": int(time.time()) + 3_600},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"sub": "x" * 256},
        {"sub": "two\nlines"},
    ]
    for claims in cases:
        sso_browser.provider.claims = claims

        assert await sso_browser.sign_in() == FAILED, claims
        assert await fetch_value(services, "SELECT count(*) FROM flows") == 0, claims
    sso_browser.provider.claims = {}
    assert (await sso_browser.sign_in()).startswith("/login/sso#")


@pytest.mark.security("S89")
async def test_several_audiences_are_accepted_for_the_authorized_party(
    sso_desk: SsoDesk, sso_browser: SsoBrowser
) -> None:
    await sso_desk.created()
    sso_browser.provider.claims = {"aud": [CLIENT_ID, OTHER], "azp": CLIENT_ID}

    assert (await sso_browser.sign_in()).startswith("/login/sso#")


@pytest.mark.security("S89")
async def test_user_info_of_another_person_counts_for_nobody(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    """Nor does it verify the id_token's email, or the id_token its own."""
    await sso_desk.created()
    provider.described = {"userinfo_endpoint": f"{provider.issuer}/me"}
    person = {"sub": "subject-1", "email": EMAIL, "email_verified": True}
    refused = "/login?sso=refused"
    for claims, info, landed in (
        ({"email": None}, person | {"sub": "subject-2"}, FAILED),
        ({"email": None}, {"email": EMAIL, "email_verified": True}, FAILED),
        ({"email": None}, person | {"email_verified": False}, refused),
        ({"email": None, "email_verified": True}, {"sub": "subject-1", "email": EMAIL}, refused),
        ({"email_verified": None}, person, refused),
        ({"email": None}, ["no object"], FAILED),
    ):
        provider.claims, provider.answers["/me"] = claims, Response(body=info)
        assert await sso_browser.sign_in() == landed, (claims, info)


def by_client_secret(claims: dict[str, Any]) -> str:
    return jwt.encode(claims, "s3cret:of/the client" * 2, algorithm="HS256")


def by_stranger(claims: dict[str, Any]) -> str:
    return jwt.encode(claims, new_key().private, algorithm="ES256")


def by_stranger_in_the_header(claims: dict[str, Any]) -> str:
    key = new_key()
    headers = {"jwk": key.jwk, "jku": "https://evil.example/keys", "kid": key.id}
    return jwt.encode(claims, key.private, algorithm="ES256", headers=headers)


def cut(claims: dict[str, Any]) -> str:
    return by_stranger(claims).rpartition(".")[0] + "."


def huge(claims: dict[str, Any]) -> str:
    return by_stranger(claims | {"x": "x" * 40_000})


def encrypted(claims: dict[str, Any]) -> str:
    return f"{by_stranger(claims)}.x.y"


@pytest.mark.security("S89")
async def test_a_token_that_the_provider_has_not_signed_is_refused(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    cases: list[Callable[[dict[str, Any]], str]] = [
        unsigned,
        by_client_secret,
        by_stranger,
        by_stranger_in_the_header,
        cut,
        huge,
        encrypted,
    ]
    for sign in cases:
        sso_browser.provider.sign = sign

        assert await sso_browser.sign_in() == FAILED, sign
    sso_browser.provider.sign = None
    assert (await sso_browser.sign_in()).startswith("/login/sso#")


@pytest.mark.security("S89")
async def test_a_malformed_token_of_the_provider_is_refused(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    """A header that only adds what is not understood is none of them."""
    await sso_desk.created()
    headers: list[dict[str, Any]] = [
        {"crit": ["exp"], "exp": 1},
        {"crit": ["b64"], "b64": False},
        {"b64": False},
        {"crit": 1},
        {"typ": ["JWT"]},
        {"kid": {}},
        {"alg": ["ES256"]},
    ]
    for header in headers:
        provider.sign = lambda claims, header=header: signed_by_key(claims, provider.key, header)
        assert await sso_browser.sign_in() == FAILED, header
    for payload in (b"[" * 20_000, b'["iss"]', b"\xff"):
        provider.sign = lambda _, payload=payload: signed_by_key(payload, provider.key, {})
        assert await sso_browser.sign_in() == FAILED, payload[:5]

    provider.sign = lambda claims: signed_by_key(claims, provider.key, {"unknown": 1, "jku": "https://evil.example"})
    assert (await sso_browser.sign_in()).startswith("/login/sso#")


def signed_by_key(content: object, key: SigningKey, header: dict[str, Any]) -> str:
    """Sign by hand, because the library writes no such tokens."""
    given = {"alg": key.algorithm, "kid": key.id} | header
    payload = content if isinstance(content, bytes) else json.dumps(content).encode()
    signed = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in (json.dumps(given).encode(), payload))
    signature = get_default_algorithms()[key.algorithm].sign(signed, key.private)
    return f"{signed.decode()}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


@pytest.mark.security("S89")
async def test_a_public_key_is_no_secret_of_an_hmac(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    await sso_desk.created()
    provider = sso_browser.provider
    pem = provider.key.private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    provider.sign = lambda claims: signed_by_hmac(claims, pem, key_id=provider.key.id)

    assert await sso_browser.sign_in() == FAILED


def signed_by_hmac(claims: dict[str, Any], secret: bytes, *, key_id: str) -> str:
    """By hand, because the library refuses such a secret."""
    header = {"alg": "HS256", "typ": "JWT", "kid": key_id}
    signed = ".".join(
        base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, claims)
    )
    mac = hmac.digest(secret, signed.encode(), "sha256")
    return f"{signed}.{base64.urlsafe_b64encode(mac).rstrip(b'=').decode()}"


@pytest.mark.security("S89")
async def test_weak_and_foreign_keys_are_not_used(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    weak = rsa.generate_private_key(65537, 1024)  # noqa: S505 - the weakness is the test
    provider.key = SigningKey(id="weak", algorithm="RS256", private=weak)
    secret = {"kty": "oct", "k": "c2VjcmV0", "kid": "secret", "use": "sig"}
    provider.answers["/keys"] = Response(body={"keys": [provider.key.jwk, secret, new_key().jwk | {"use": "enc"}]})
    await sso_desk.created()

    assert await sso_browser.start() == "/login?sso=unavailable"


@pytest.mark.security("S89")
async def test_a_code_of_another_sign_in_is_refused(sso_desk: SsoDesk, sso_browser: SsoBrowser) -> None:
    """A stolen code is of no use without the verifier of the sign-in that it was made for."""
    await sso_desk.created()
    stolen = sso_browser.provider.grant(await sso_browser.asked())

    assert await sso_browser.come_back(await sso_browser.asked(), code=stolen) == FAILED


@pytest.mark.security("S89")
async def test_the_provider_s_own_factor_does_not_stand_for_the_account_s(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services, company: Company
) -> None:
    account = await add_account(services.database, company, email=EMAIL)
    await execute(
        services,
        """
        INSERT INTO factors (company_id, user_id, kind, name, sealed_secret, confirmed_at)
        VALUES ($1, $2, 'totp', 'Phone', $3, now())
        """,
        company.id,
        account.id,
        b"sealed",
    )
    await sso_desk.created()
    sso_browser.provider.claims = {"amr": ["mfa", "otp", "hwk"], "acr": "phr"}

    await sso_browser.sign_in()

    assert (await sso_browser.browser.state()).body["nextStep"] == "FACTOR_REQUIRED"
    assert (await sso_browser.browser.complete()).status in {401, 403}


@pytest.mark.security("S89")
async def test_a_session_says_that_single_sign_on_has_opened_it(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, services: Services
) -> None:
    await sso_desk.created()
    await sso_browser.sign_in()
    assert (await sso_browser.browser.complete()).status == 200

    opened = "SELECT methods FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1"
    assert await fetch_value(services, opened, EMAIL) == ["sso"]
