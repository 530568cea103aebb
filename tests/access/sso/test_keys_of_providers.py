"""S110: what a company's own provider publishes, signs and states costs others nothing."""

import base64
import json
import secrets
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from server.access.sso.provider import NO_KEYS
from server.platform.services import Services
from tests.fixtures.http_endpoint import Response
from tests.fixtures.identity_provider import IdentityProvider, SsoBrowser, SsoDesk
from tests.fixtures.loop_lag import is_too_long, least_lag
from tests.fixtures.sign_in import execute
from tests.fixtures.signing_keys import new_key

MOST_LAG: Final = 0.1
INVALID: Final = (400, "logout_token_invalid")
UNAVAILABLE: Final = "/login?sso=unavailable"


def number(bits: int) -> str:
    """An odd number of so many bits, as keys are published."""
    return encoded((secrets.randbits(bits) | 1 << (bits - 1) | 1).to_bytes((bits + 7) // 8))


def encoded(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def rsa_key(modulus: int, exponent: int) -> dict[str, Any]:
    """A public key that belongs to no private one; a signature takes as long to verify."""
    return {"kty": "RSA", "n": number(modulus), "e": number(exponent)}


def forged(modulus: int) -> str:
    """A logout token without a `kid` whose signature is as long as one by a key with such a modulus."""
    header = encoded(b'{"alg":"RS256","typ":"logout+jwt"}')
    return f"{header}.{encoded(b'{}')}.{encoded(bytes(1) + secrets.token_bytes(modulus // 8 - 1))}"


async def publish(provider: IdentityProvider, *keys: dict[str, Any], desk: SsoDesk, connection: dict[str, Any]) -> Any:
    """What the test of the connection says of these keys."""
    provider.answers["/keys"] = Response(body={"keys": keys})
    return (await desk.test(connection)).body["problem"]


@pytest.mark.security("S110")
@pytest.mark.parametrize(("modulus", "exponent", "problem"), [(3_072, 3_071, NO_KEYS), (4_096, 32, None)])
async def test_fifty_keys_do_not_hold_the_loop(
    modulus: int, exponent: int, problem: str | None, sso_desk: SsoDesk, provider: IdentityProvider
) -> None:
    """Neither with exponents that make each signature cost much, nor with the largest that are used."""
    connection = await sso_desk.created()
    keys = [rsa_key(modulus, exponent) for _ in range(50)]
    published = await publish(provider, *keys, desk=sso_desk, connection=connection)

    async def tell() -> None:
        answer = await sso_desk.tell_logout(connection, forged(modulus))
        assert (answer.status, answer.code) == INVALID

    assert not is_too_long(await least_lag(tell), limit=MOST_LAG)
    assert published == problem


@pytest.mark.security("S110")
async def test_a_key_that_is_not_acceptable_is_named_as_the_problem(
    sso_desk: SsoDesk, provider: IdentityProvider
) -> None:
    connection, usual = await sso_desk.created(), rsa_key(2_048, 17)
    keys: list[dict[str, Any]] = [
        rsa_key(4_097, 17),
        rsa_key(1_024, 17),
        rsa_key(2_048, 33),
        usual | {"e": encoded(b"\1")},
        usual | {"e": encoded(b"\1\0\0")},
        usual | {"n": "A" * 200 + number(1_024)},
        usual | {"n": 7},
        usual | {"d": number(2_048)},
        usual | {"use": ["sig"], "key_ops": ["verify"]},
        new_key().jwk | {"crv": "secp256k1"},
        new_key().jwk | {"crv": ["P-256"]},
        new_key().jwk | {"x": number(256)},
        new_key().jwk | {"key_ops": ["sign"]},
        {"kty": ["RSA"]},
    ]

    assert await publish(provider, usual, desk=sso_desk, connection=connection) is None
    for key in keys:
        assert await publish(provider, key, desk=sso_desk, connection=connection) == NO_KEYS, key


@pytest.mark.security("S110")
async def test_few_keys_are_tried_for_a_token(sso_desk: SsoDesk, provider: IdentityProvider) -> None:
    """They are those that its `kid` names; without one, the first three that suit its algorithm."""
    connection, others = await sso_desk.created(), [new_key().jwk for _ in range(49)]
    own, nameless = provider.key.jwk, [key | {"kid": None} for key in others]
    unsuited = [new_key("RS256").jwk, own | {"use": "enc"}, own | {"alg": "ES384"}]
    for keys, kid, status in (
        ([*others, own], provider.key.id, 200),
        ([*others, own], others[0]["kid"], 400),
        ([*others, own | {"kid": None}], provider.key.id, 200),
        ([*unsuited, *others[:2], own], None, 200),
        ([*unsuited, *nameless[:3], own], None, 400),
        ([*nameless[:3], own | {"kid": None}], provider.key.id, 400),
    ):
        provider.header = {"kid": kid}
        assert await publish(provider, *keys, desk=sso_desk, connection=connection) is None
        told = await sso_desk.tell_logout(connection, provider.logout_token())
        assert told.status == status, (len(keys), kid)


@pytest.mark.security("S110")
@pytest.mark.parametrize("changes", [{"enabled": False}, {"domains": []}, {"domains": ["waymark-unproved.com"]}])
async def test_a_connection_that_is_disabled_or_unproved_answers_and_fetches_nothing(
    changes: dict[str, Any], sso_desk: SsoDesk, provider: IdentityProvider
) -> None:
    connection = await sso_desk.created(**changes)

    told = await sso_desk.tell_logout(connection, provider.logout_token())

    assert (told.status, told.code) == INVALID
    assert provider.endpoint.requests == []


@pytest.mark.security("S110")
async def test_nothing_that_is_no_token_is_worth_a_call(sso_desk: SsoDesk, provider: IdentityProvider) -> None:
    connection = await sso_desk.created()

    for token in ("", "x.y.z", provider.logout_token() + "." * 3, forged(2_048) * 100, f"{encoded(b'[' * 900)}.e30.x"):
        assert (await sso_desk.tell_logout(connection, token)).code == INVALID[1]

    assert provider.endpoint.requests == []


@pytest.mark.security("S110")
async def test_a_domain_that_is_lost_meanwhile_ends_sign_ins_and_proofs(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider, services: Services
) -> None:
    await sso_desk.created()
    await sso_browser.open_session()
    asked = await sso_browser.asked()
    await execute(services, "UPDATE sso_domains SET proved_at = NULL")
    provider.endpoint.requests.clear()

    assert await sso_browser.come_back(asked) == UNAVAILABLE
    await execute(services, "UPDATE sessions SET verified_at = NULL")
    refused = await sso_browser.browser.post("auth/step-up/sso", json={"returnTo": "/dashboard"})
    assert (refused.code, refused.body["methods"]) == ("step_up_required", ["password"])
    assert provider.endpoint.requests == []


@pytest.mark.security("S110")
@pytest.mark.settings(rate_limit_scale=0.05)
async def test_logouts_are_limited_by_connection(sso_desk: SsoDesk) -> None:
    """Each call is from another address."""
    connection = await sso_desk.created()
    client, path = sso_desk.browser.client, urlsplit(connection["backchannelLogoutUri"]).path
    refused: Any = None
    for last in range(2 * 15 + 1):
        scope = {"client": (f"203.0.113.{last}", 50_000)}
        answer = await client.post(path, form={"logout_token": "x.y.z"}, scope_base=scope)
        if answer.status_code != INVALID[0]:
            refused = answer
            break

    assert refused is not None
    assert (refused.status_code, (await refused.get_json())["code"]) == (429, "too_many_requests")
    assert int(refused.headers["Retry-After"]) >= 1


@pytest.mark.security("S110")
async def test_what_a_provider_states_is_not_read_where_it_is_long(
    sso_desk: SsoDesk, sso_browser: SsoBrowser, provider: IdentityProvider
) -> None:
    await sso_desk.created()
    provider.described, provider.claims = {"userinfo_endpoint": f"{provider.issuer}/me"}, {"email": None}
    person = {"sub": "subject-1", "email": "a\u0301\u0323" * 45_000 + "@acme.example", "email_verified": True}
    provider.answers["/me"] = Response(body=json.dumps(person, ensure_ascii=False).encode())

    async def sign_in() -> None:
        assert await sso_browser.sign_in() == "/login?sso=refused"

    assert not is_too_long(await least_lag(sign_in), limit=MOST_LAG)
