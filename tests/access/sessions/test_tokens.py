"""S24 to S27: access tokens have one pinned form, refresh tokens are used once, and keys can be rotated."""

import asyncio
import base64
import json
import secrets
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import jwt
import pytest
from quart import Quart

from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.app import running
from tests.fixtures.sign_in import Browser, execute, fetch_value

Payload = dict[str, Any]


def parts_of(services: Services, browser: Browser) -> tuple[Payload, Payload, bytes]:
    """Header and payload of the browser's token, and its signing key."""
    token = str(browser.token)
    payload = jwt.decode(token, options={"verify_signature": False})
    return jwt.get_unverified_header(token), payload, services.keys.derive(Purpose.ACCESS_TOKEN)[0][1]


def signed(header: Payload, payload: Payload, key: bytes, *, algorithm: str = "HS256") -> str:
    return jwt.encode(
        payload, key, algorithm=algorithm, headers={name: header[name] for name in header if name != "alg"}
    )


@pytest.mark.security("S24")
async def test_a_token_made_with_our_key_in_our_way_is_accepted(signed_in: Browser, services: Services) -> None:
    header, payload, key = parts_of(services, signed_in)
    assert (await signed_in.status(token=signed(header, payload, key))).status == 200


@pytest.mark.security("S24")
async def test_a_token_with_other_claims_is_refused(signed_in: Browser, services: Services) -> None:
    cases: list[Callable[[Payload], object]] = [
        lambda payload: payload.pop("exp"),
        lambda payload: payload.pop("iat"),
        lambda payload: payload.pop("nbf"),
        lambda payload: payload.pop("iss"),
        lambda payload: payload.pop("aud"),
        lambda payload: payload.pop("sub"),
        lambda payload: payload.pop("sid"),
        lambda payload: payload.pop("jti"),
        lambda payload: payload.update(exp=payload["iat"]),
        lambda payload: payload.update(exp="tomorrow"),
        lambda payload: payload.update(nbf=payload["iat"] + 3_600),
        lambda payload: payload.update(iat=payload["iat"] + 3_600),
        lambda payload: payload.update(iss="another service"),
        lambda payload: payload.update(aud="another service"),
        lambda payload: payload.update(aud=["waymark-web"]),
        lambda payload: payload.update(sub="01900000-0000-7000-8000-000000000000"),
        lambda payload: payload.update(sid="01900000-0000-7000-8000-000000000000"),
        lambda payload: payload.update(sid="nonsense"),
        lambda payload: payload.update(sid=None),
        lambda payload: payload.update(gen="x"),
    ]
    for change in cases:
        header, payload, key = parts_of(services, signed_in)
        change(payload)
        assert (await signed_in.status(token=signed(header, payload, key))).status == 401, payload
    assert (await signed_in.status()).status == 200


@pytest.mark.security("S24")
async def test_a_token_with_another_header_is_refused(signed_in: Browser, services: Services) -> None:
    cases: list[Callable[[Payload], object]] = [
        lambda header: header.update(typ="JWT"),
        lambda header: header.pop("typ"),
        lambda header: header.update(kid="00000000"),
        lambda header: header.pop("kid"),
        lambda header: header.update(crit=["exp"]),
        lambda header: header.update(jwk={"kty": "oct", "k": "AAAA"}),
        lambda header: header.update(x5u="https://example.com/key"),
    ]
    for change in cases:
        header, payload, key = parts_of(services, signed_in)
        change(header)
        token = signed(header, payload, key)
        if "typ" not in header:
            token = resigned_without_type(token, key)
        assert (await signed_in.status(token=token)).status == 401, header
    assert (await signed_in.status()).status == 200


def resigned_without_type(token: str, key: bytes) -> str:
    """PyJWT adds its own `typ` where none is given."""
    _, payload, _ = token.split(".")
    header = {"alg": "HS256", "kid": jwt.get_unverified_header(token)["kid"]}
    signing_input = f"{encoded(header)}.{payload}"
    signature = jwt.get_algorithm_by_name("HS256").sign(signing_input.encode(), key)
    return f"{signing_input}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


def encoded(content: Payload) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


@pytest.mark.security("S24")
async def test_another_algorithm_with_our_key_is_refused(signed_in: Browser, services: Services) -> None:
    cases: list[str] = ["HS384", "HS512"]
    for algorithm in cases:
        header, payload, key = parts_of(services, signed_in)
        with pytest.warns(jwt.InsecureKeyLengthWarning):
            token = signed(header, payload, key, algorithm=algorithm)
        assert (await signed_in.status(token=token)).status == 401, algorithm
    assert (await signed_in.status()).status == 200


@pytest.mark.security("S24")
async def test_an_unsigned_token_is_refused(signed_in: Browser, services: Services) -> None:
    cases: list[str] = ["none", "None", "NONE", ""]
    for algorithm in cases:
        header, payload, _ = parts_of(services, signed_in)
        token = f"{encoded({**header, 'alg': algorithm})}.{encoded(payload)}."
        assert (await signed_in.status(token=token)).status == 401, algorithm
    assert (await signed_in.status()).status == 200


@pytest.mark.security("S24")
async def test_a_key_named_by_a_token_is_not_fetched(signed_in: Browser, services: Services) -> None:
    asked: list[bytes] = []

    async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.read(1))
        writer.close()

    async with await asyncio.start_server(note, "127.0.0.1", 0) as listener:
        url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/keys"
        header, payload, ours = parts_of(services, signed_in)
        theirs = secrets.token_bytes(32)
        offered = {"kty": "oct", "k": base64.urlsafe_b64encode(theirs).decode().rstrip("=")}
        for name, value in {"jku": url, "x5u": url, "jwk": offered, "kid": url}.items():
            for key in (ours, theirs):
                assert (await signed_in.status(token=signed({**header, name: value}, payload, key))).status == 401
    assert asked == []


def application_with(services: Services, *keys: str) -> AbstractAsyncContextManager[Quart]:
    """A process of the same system with these keys, newest first."""
    return running(replace(services, keys=Keyring(keys)))


@pytest.mark.security("S25")
async def test_keys_are_rotated_without_a_401(services: Services, account: Account) -> None:
    old, new = secrets.token_urlsafe(48), secrets.token_urlsafe(48)
    async with application_with(services, old) as before, application_with(services, new, old) as after:
        browser = await Browser(app=before, services=replace(services, keys=Keyring((old,)))).sign_in(account)
        moved = Browser(app=after, services=services, token=browser.token, refresh_token=browser.refresh_token)
        moved.client.cookie_jar = browser.client.cookie_jar
        assert {answer.status for answer in await asyncio.gather(*(moved.status() for _ in range(20)))} == {200}
        refreshed = await moved.refresh()
        assert refreshed.status == 200
        assert (await moved.status(token=refreshed.body["authToken"])).status == 200
        assert (await moved.authenticate(account.email)).body["nextStep"] == "VERIFICATION_NOT_REQUIRED"


@pytest.mark.security("S25")
async def test_while_two_processes_differ_about_the_newest_key_a_lineage_stays_one(
    services: Services, account: Account
) -> None:
    old, new = secrets.token_urlsafe(48), secrets.token_urlsafe(48)
    async with application_with(services, old, new) as one, application_with(services, new, old) as other:
        browser = await Browser(app=one, services=replace(services, keys=Keyring((old, new)))).sign_in(account)
        browsers = [browser, Browser(app=other, services=services, refresh_token=browser.refresh_token)]
        answers = await asyncio.gather(*(browsers[turn % 2].refresh() for turn in range(10)))
        assert {answer.status for answer in answers} == {200}
        assert len({answer.body["refreshToken"] for answer in answers}) == 1
        for answer, each in zip(answers, browsers * 5, strict=True):
            assert (await each.status(token=answer.body["authToken"])).status == 200


@pytest.mark.security("S25")
async def test_a_token_of_a_removed_key_is_refused(services: Services, account: Account) -> None:
    old, new = secrets.token_urlsafe(48), secrets.token_urlsafe(48)
    async with application_with(services, old) as before, application_with(services, new) as after:
        browser = await Browser(app=before, services=replace(services, keys=Keyring((old,)))).sign_in(account)
        assert (await Browser(app=after, services=services, token=browser.token).status()).status == 401


@pytest.mark.security("S26")
async def test_access_and_refresh_tokens_are_not_interchangeable(signed_in: Browser) -> None:
    assert (await signed_in.status(token=signed_in.refresh_token)).status == 401
    assert (await signed_in.refresh(signed_in.token)).status == 401
    assert (await signed_in.post("/api/auth/refresh", token=signed_in.token)).status == 401
    assert (await signed_in.post("login/logout", token=signed_in.refresh_token)).status == 401
    assert (await signed_in.status()).status == 200


@pytest.mark.security("S26")
async def test_the_secret_of_a_flow_is_no_token(browser: Browser, account: Account) -> None:
    secret = (await browser.authenticate(account.email)).headers["X-Flow-Token"]
    assert (await browser.status(token=secret)).status == 401
    assert (await browser.refresh(secret)).status == 401


@pytest.mark.security("S27")
async def test_twenty_concurrent_refreshes_are_one_lineage(signed_in: Browser, services: Services) -> None:
    answers = await asyncio.gather(*(signed_in.refresh() for _ in range(20)))
    assert {answer.status for answer in answers} == {200}
    successors = {answer.body["refreshToken"] for answer in answers}
    assert len(successors) == 1
    assert (await signed_in.refresh(successors.pop())).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM refresh_tokens") == 3


@pytest.mark.security("S27")
async def test_a_late_reuse_revokes_every_token_of_the_session(signed_in: Browser, services: Services) -> None:
    lineage = [{"refreshToken": signed_in.refresh_token, "authToken": signed_in.token}]
    for _ in range(3):
        lineage.append((await signed_in.refresh(lineage[-1]["refreshToken"])).body)
    await execute(services, "UPDATE refresh_tokens SET used_at = used_at - interval '11 seconds'")
    assert (await signed_in.refresh(lineage[1]["refreshToken"])).status == 401
    for each in lineage:
        assert (await signed_in.refresh(each["refreshToken"])).status == 401
        assert (await signed_in.status(token=each["authToken"])).status == 401
