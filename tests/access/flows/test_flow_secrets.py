"""S01 to S05: a flow goes in order, belongs to one browser, and ends once."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import uuid4

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, execute, fetch_value, newest_code
from tests.fixtures.sign_up import COMPANY

Call = Callable[[Browser], Awaitable[Answer]]


def passwords_of(browser: Browser) -> dict[str, str | None]:
    return {"userId": browser.user_id, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}


CALLS: Final[dict[str, Call]] = {
    "verify": lambda browser: browser.verify("000000"),
    "initiate": lambda browser: browser.initiate(),
    "resend": lambda browser: browser.resend(),
    "change-type": lambda browser: browser.change_type("EMAIL"),
    "state": lambda browser: browser.state(),
    "set password": lambda browser: browser.set_password(),
    "complete": lambda browser: browser.complete(),
    "reset password": lambda browser: browser.post("password-reset/complete", json=passwords_of(browser)),
    "company": lambda browser: browser.post("signup/complete", json={"userId": browser.user_id, **COMPANY}),
}
# The calls that each state accepts; all others must be refused.
TAKEN: Final = {
    "no flow": set[str](),
    "code_required": {"verify", "initiate", "resend", "change-type", "state"},
    "password_required": {"set password", "state"},
    "factor_required": {"state"},
    "ready": {"complete", "state"},
    "completed": set[str](),
    "ended": set[str](),
}


async def bring_to(browser: Browser, services: Services, account: Account, *, state: str) -> None:
    if state == "no flow":
        browser.user_id = str(account.id)
        return
    await browser.authenticate(account.email)
    await execute(services, "UPDATE flows SET state = $1, temporary_password = $1 = 'password_required'", state)


@pytest.mark.security("S01")
@pytest.mark.parametrize("state", TAKEN)
async def test_a_step_out_of_order_is_refused_and_gives_no_token(
    browser: Browser, services: Services, account: Account, state: str
) -> None:
    await bring_to(browser, services, account, state=state)
    for name in CALLS.keys() - TAKEN[state]:
        answer = await CALLS[name](browser)
        assert answer.status in {401, 403}, name
        assert answer.code in {"flow_expired", "password_change_required"}, name
        assert not {"jwtToken", "refreshToken"} & set(answer.body), name
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 0


@pytest.mark.security("S02")
async def test_without_its_secret_a_flow_is_refused(
    app: Quart, browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email)
    thief = Browser(app=app, services=services, user_id=browser.user_id)
    for name, call in CALLS.items():
        state = {"complete": "ready", "set password": "password_required"}.get(name, "code_required")
        await execute(services, "UPDATE flows SET state = $1", state)
        refused = await call(thief)
        assert (name, refused.status, refused.code) == (name, 401, "flow_expired")


@pytest.mark.security("S02")
async def test_the_secret_of_another_flow_is_refused(
    app: Quart, browser: Browser, services: Services, account: Account, company: Company
) -> None:
    attacker = await add_account(services.database, company, profile=Profile.TRAINEE)
    await browser.authenticate(account.email)
    thief = Browser(app=app, services=services)
    await thief.authenticate(attacker.email)
    thief.user_id = browser.user_id
    assert (await thief.verify(await newest_code(services, recipient=account.email))).code == "flow_expired"
    assert (await thief.state()).code == "flow_expired"


@pytest.mark.security("S03")
async def test_of_twenty_completions_at_once_one_opens_a_session(
    browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email)
    await browser.verify(await newest_code(services))
    answers = await asyncio.gather(*(browser.complete() for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 19
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 1


@pytest.mark.security("S03")
async def test_of_twenty_right_codes_at_once_one_is_taken(
    browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email)
    code = await newest_code(services)
    answers = await asyncio.gather(*(browser.verify(code) for _ in range(20)))
    assert [answer.status for answer in answers].count(200) == 1


@pytest.mark.security("S04")
@pytest.mark.parametrize("context", ["SIGNUP", "PASSWORD_RESET"])
async def test_a_code_is_good_for_its_own_context_alone(
    browser: Browser, services: Services, account: Account, context: str
) -> None:
    await browser.authenticate(account.email)
    code = await newest_code(services)
    assert (await browser.verify(code, context=context)).code == "flow_expired"
    assert (await browser.resend(context=context)).code == "flow_expired"
    assert (await browser.verify(code)).status == 200


@pytest.mark.security("S05")
async def test_the_id_of_another_user_grants_nothing(
    signed_in: Browser, services: Services, account: Account, company: Company
) -> None:
    colleague = await add_account(services.database, company, profile=Profile.TRAINEE)
    sent = await fetch_value(services, "SELECT count(*) FROM messages")
    answers = []
    for user_id in (account.id, colleague.id, uuid4()):
        signed_in.user_id = str(user_id)
        answers += [await call(signed_in) for call in CALLS.values()]
    assert {(answer.status, answer.code, answer.body["message"]) for answer in answers} == {
        (401, "flow_expired", "Your verification session has expired. Please start again.")
    }
    assert await fetch_value(services, "SELECT count(*) FROM messages") == sent
