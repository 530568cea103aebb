"""S69: a refused passkey says nothing of its account, and guesses are throttled like wrong passwords."""

from collections.abc import Awaitable, Callable

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import Authenticator
from tests.fixtures.passkey_calls import add_passkey, log_in, login_options, send
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.work import counted_statements

Attempt = Callable[[], Awaitable[Answer]]


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    return Browser(app=app, services=services, address="198.51.100.20")


@pytest.mark.security("S69")
async def test_every_failure_has_the_same_answer_and_the_same_work(
    signed_in: Browser, stranger: Browser, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    forged = {
        "unknown": Authenticator(user_handle=account.id.bytes),
        "wrong signature": authenticator.copy(key=Authenticator().key),
        "another origin": authenticator.copy(origin="https://evil.example"),
        "unknown account": authenticator.copy(key=Authenticator().key, user_handle=bytes(16)),
    }
    answers, work = [], {}
    for name, each in forged.items():
        await execute(services, "DELETE FROM login_failures")
        options = await login_options(stranger)
        async with counted_statements(services) as statements:
            answers.append(await send(stranger, each.answer(options)))
        work[name] = len(statements)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", account.id)
    answers.append(await log_in(stranger, authenticator))
    await execute(services, "DELETE FROM users WHERE id = $1", account.id)
    answers.append(await log_in(stranger, authenticator))
    assert {(answer.status, str(answer.body)) for answer in answers} == {
        (401, str({"message": REFUSED, "code": "passkey_refused"}))
    }
    headers = [{name: value for name, value in answer.headers.items() if name != "x-request-id"} for answer in answers]
    assert all(each == headers[0] for each in headers)
    assert len(set(work.values())) == 1, work


@pytest.mark.security("S69")
async def test_options_are_the_same_for_every_caller(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services
) -> None:
    await add_passkey(signed_in)
    own, theirs = await login_options(signed_in), await login_options(stranger)
    assert own | {"challenge": ""} == theirs | {"challenge": ""}
    assert own["allowCredentials"] == []
    assert len(own["challenge"]) == len(theirs["challenge"])


@pytest.mark.security("S69")
async def test_looking_at_the_sign_in_page_writes_nothing(stranger: Browser, services: Services) -> None:
    async with counted_statements(services) as statements:
        await login_options(stranger)
    assert [each for each in statements if not each.strip().startswith("SELECT")] == []


@pytest.mark.security("S69")
async def test_five_failures_of_one_passkey_make_it_wait_where_they_came_from(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services
) -> None:
    authenticator = await add_passkey(signed_in)
    forged = authenticator.copy(key=Authenticator().key)
    assert [(await log_in(stranger, forged)).status for _ in range(6)] == [401] * 5 + [429]
    waiting = await log_in(stranger, authenticator)
    assert (waiting.status, waiting.code) == (429, "too_many_failures")
    assert int(waiting.headers["Retry-After"]) > 0
    # Its owner is elsewhere.
    elsewhere = Browser(app=app, services=services, address="192.0.2.30")
    assert (await log_in(elsewhere, authenticator)).status == 200


@pytest.mark.security("S69")
async def test_passkeys_that_nobody_has_make_their_network_wait(stranger: Browser) -> None:
    statuses = [(await log_in(stranger, Authenticator())).status for _ in range(25)]
    assert statuses[:20] == [401] * 20
    assert 429 in statuses


@pytest.mark.security("S122")
async def test_forged_passkeys_keep_no_neighbour_out(
    signed_in: Browser, stranger: Browser, app: Quart, services: Services, account: Account
) -> None:
    """No robot check precedes a passkey: twenty forged ones would keep a campus from its passwords and passkeys."""
    authenticator = await add_passkey(signed_in)
    forgers = [await log_in(stranger, Authenticator()) for _ in range(22)]
    assert forgers[-1].status == 429
    neighbour = Browser(app=app, services=services, address=stranger.address)
    assert (await neighbour.authenticate(account.email)).status == 200
    assert (await log_in(neighbour, authenticator)).status == 200
    await execute(services, "DELETE FROM login_failures")
    wrong = [await stranger.authenticate(f"person{number}@example.com", "Wrong-Password-1") for number in range(22)]
    assert wrong[-1].status == 429
    assert (await log_in(neighbour, authenticator)).status == 200


@pytest.mark.security("S69")
async def test_wrong_passwords_do_not_keep_a_passkey_out(
    signed_in: Browser, stranger: Browser, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    statuses = [(await stranger.authenticate(account.email, "Wrong-Password-1")).status for _ in range(6)]
    assert statuses[-1] == 429
    assert (await log_in(stranger, authenticator)).status == 200


@pytest.mark.security("S69")
async def test_a_failure_stands_in_the_audit_of_its_company_alone(
    signed_in: Browser, stranger: Browser, services: Services, account: Account
) -> None:
    authenticator = await add_passkey(signed_in)
    for each in (authenticator.copy(key=Authenticator().key), Authenticator()):
        assert (await log_in(stranger, each)).status == 401
    query = "SELECT count(*) FROM audit_entries WHERE action = 'login_failed' AND company_id IS NOT DISTINCT FROM $1"
    assert await fetch_value(services, query, account.company.id) == 1
    assert await fetch_value(services, query, None) == 1


REFUSED = "This passkey was not accepted. Please try again or log in another way."
