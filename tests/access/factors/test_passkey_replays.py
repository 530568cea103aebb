"""S68: a challenge is answered once, within five minutes of the database's clock."""

import asyncio
import secrets

import pytest
from quart import Quart

from server.platform.http.secret_cookies import PASSKEY_COOKIE
from server.platform.process.crypto import Purpose, token_hash
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import Authenticator, encode
from tests.fixtures.passkey_calls import add_passkey, login_options, new_options, send
from tests.fixtures.sign_in import Browser, fetch_value


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.20")


@pytest.mark.security("S68")
async def test_twenty_answers_to_one_challenge_open_one_login(
    signed_in: Browser, stranger: Browser, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    options = await login_options(stranger)
    answers = await asyncio.gather(*(send(stranger, authenticator.answer(options)) for _ in range(20)))
    assert [answer.status for answer in answers].count(200) == 1
    assert {answer.status for answer in answers} <= {200, 401, 429}
    assert await fetch_value(services, "SELECT count(*) FROM flows WHERE methods = '{passkey}'") == 1


@pytest.mark.security("S68")
async def test_a_replayed_answer_is_refused_in_the_same_browser(signed_in: Browser, stranger: Browser) -> None:
    authenticator = await add_passkey(signed_in)
    credential = authenticator.answer(await login_options(stranger))
    assert (await send(stranger, credential)).status == 200
    again = await send(stranger, credential)
    assert (again.status, again.code) == (401, "passkey_refused")


@pytest.mark.security("S68")
async def test_a_second_factor_is_proved_once(
    signed_in: Browser, stranger: Browser, account: Account, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    await stranger.authenticate(account.email)
    handle = stranger.user_id
    credential = authenticator.answer(await login_options(stranger, user_id=handle))
    answers = await asyncio.gather(*(send(stranger, credential, user_id=handle) for _ in range(5)))
    assert [answer.status for answer in answers].count(200) == 1
    assert await fetch_value(services, "SELECT count(*) FROM flows WHERE 'passkey' = ANY(methods)") == 1


@pytest.mark.security("S68")
async def test_a_registration_is_accepted_once(signed_in: Browser, services: Services) -> None:
    authenticator = Authenticator()
    options = await new_options(signed_in)
    requests = [
        {"name": "My phone", "credential": authenticator.copy(credential_id=bytes([n]) * 32).register(options)}
        for n in range(5)
    ]
    answers = await asyncio.gather(*(signed_in.post("auth/factors/passkeys", json=each) for each in requests))
    assert sorted(answer.status for answer in answers) == [200, 422, 422, 422, 422]
    assert await fetch_value(services, "SELECT count(*) FROM factors") == 1


@pytest.mark.security("S68")
async def test_an_answer_that_is_five_minutes_late_is_refused(
    signed_in: Browser, stranger: Browser, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    await login_options(stranger)
    jar = stranger.client.cookie_jar
    assert jar is not None
    secret = next(cookie.value for cookie in jar if cookie.name == PASSKEY_COOKIE.name)
    for seconds, status in ((-1, 401), (60, 200)):
        challenge = await challenge_that_ends_in(services, seconds, browser_secret=secret or "")
        assert (await send(stranger, authenticator.answer({"challenge": challenge}))).status == status


async def challenge_that_ends_in(services: Services, seconds: int, *, browser_secret: str) -> str:
    """As the server makes them, with another end by the database's clock."""
    now = await fetch_value(services, "SELECT CAST(extract(epoch FROM now()) AS bigint)")
    body = secrets.token_bytes(16) + (now + seconds).to_bytes(8, "big")
    return encode(body + services.keys.mac(Purpose.PASSKEY, b"sign_in", token_hash(browser_secret), body))
