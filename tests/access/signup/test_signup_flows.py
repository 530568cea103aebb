"""S01 to S05, S09, S11, S16, S18, S19 and S40 for sign-ups: no account and no token before the last step."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final
from uuid import uuid4

import pytest
from quart import Quart

from server.access.robot_check.checks import AltchaCheck
from server.platform.configuration.settings import Settings
from server.platform.database.connections import Database
from server.platform.process.crypto import Keyring
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.one_minute import in_one_minute
from tests.fixtures.people import Company
from tests.fixtures.robot_check import solve
from tests.fixtures.services import StubRobotCheck
from tests.fixtures.sign_in import (
    NEW_PASSWORD,
    ROBOT_CHECK_PASSED,
    Answer,
    Browser,
    another_code,
    execute,
    fetch_value,
    newest_code,
)
from tests.fixtures.sign_up import Visitor, slug_of

Call = Callable[[Visitor], Awaitable[Answer]]

COOLDOWN_IS_OVER = "UPDATE flows SET resend_at = now() - interval '1 second'"


@pytest.fixture
def robot_check(request: pytest.FixtureRequest, settings: Settings, database: Database) -> StubRobotCheck | AltchaCheck:
    """The real check in tests of it, else the stub."""
    if "S18" in request.node.get_closest_marker("security").args:
        return AltchaCheck(keys=Keyring(settings.secret_keys), database=database)
    return StubRobotCheck()


async def reset_password(visitor: Visitor) -> Answer:
    payload = {"userId": visitor.user_id, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}
    return await visitor.post("password-reset/complete", json=payload)


CALLS: Final[dict[str, Call]] = {
    "verify": lambda visitor: visitor.verify("000000", context="SIGNUP"),
    "initiate": lambda visitor: visitor.initiate(context="SIGNUP"),
    "resend": lambda visitor: visitor.resend(context="SIGNUP"),
    "change-type": lambda visitor: visitor.change_type("EMAIL", context="SIGNUP"),
    "state": lambda visitor: visitor.state(),
    "company": lambda visitor: visitor.register_company(),
    "complete": lambda visitor: visitor.complete(),
    "set password": lambda visitor: visitor.set_password(),
    "reset password": reset_password,
}
# The calls that each state accepts; all others must be refused.
TAKEN: Final = {
    "no flow": set[str](),
    "code_required": {"verify", "initiate", "resend", "change-type", "state"},
    "company_required": {"company", "state"},
    "ready": {"complete", "state"},
    "completed": set[str](),
    "ended": set[str](),
}


async def bring_to(visitor: Visitor, services: Services, *, state: str, slug: str) -> None:
    if state == "no flow":
        visitor.user_id = str(uuid4())
        return
    await visitor.register(applyTo=slug if state == "ready" else None)
    if state != "code_required":
        await visitor.type_code()
    if state in {"completed", "ended"}:
        await execute(services, "UPDATE flows SET state = $1", state)


@pytest.mark.security("S01")
@pytest.mark.parametrize("state", TAKEN)
async def test_a_step_out_of_order_is_refused_and_gives_no_token(
    visitor: Visitor, services: Services, company: Company, state: str
) -> None:
    await bring_to(visitor, services, state=state, slug=await slug_of(services, company))
    users = await fetch_value(services, "SELECT count(*) FROM users")
    for name in CALLS.keys() - TAKEN[state]:
        answer = await CALLS[name](visitor)
        assert (name, answer.status, answer.code) == (name, 401, "flow_expired")
        assert not {"jwtToken", "refreshToken"} & set(answer.body), name
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 0
    assert await fetch_value(services, "SELECT count(*) FROM users") == users
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 1


@pytest.mark.security("S02")
async def test_without_its_secret_a_sign_up_is_refused(app: Quart, visitor: Visitor, services: Services) -> None:
    await visitor.register()
    thief = Visitor(app=app, services=services, user_id=visitor.user_id)
    for name, call in CALLS.items():
        state = {"company": "company_required", "complete": "ready"}.get(name, "code_required")
        await execute(services, "UPDATE flows SET state = $1", state)
        refused = await call(thief)
        assert (name, refused.status, refused.code) == (name, 401, "flow_expired")


@pytest.mark.security("S02")
async def test_the_secret_of_another_sign_up_is_refused(app: Quart, visitor: Visitor, verified: Visitor) -> None:
    thief = Visitor(app=app, services=verified.services)
    await thief.register()
    await thief.type_code()
    thief.user_id = verified.user_id
    assert (await thief.register_company()).code == "flow_expired"
    assert (await verified.register_company()).status == 200


@pytest.mark.security("S03")
async def test_of_twenty_companies_at_once_one_is_made(verified: Visitor, services: Services) -> None:
    answers = await asyncio.gather(*(verified.register_company() for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 19
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 1
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 1


@pytest.mark.security("S03")
async def test_of_twenty_right_codes_at_once_one_makes_an_applicant(
    visitor: Visitor, services: Services, company: Company
) -> None:
    await visitor.register(applyTo=await slug_of(services, company))
    code = await newest_code(services)
    answers = await asyncio.gather(*(visitor.type_code(otp=code) for _ in range(20)))
    assert [answer.status for answer in answers].count(200) == 1
    assert await fetch_value(services, "SELECT count(*) FROM users") == 1


@pytest.mark.security("S03")
async def test_of_twenty_completions_of_an_applicant_one_opens_a_session(
    visitor: Visitor, services: Services, company: Company
) -> None:
    await visitor.apply(await slug_of(services, company))
    answers = await asyncio.gather(*(visitor.complete() for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 19
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 1


@pytest.mark.security("S04")
@pytest.mark.parametrize("context", ["LOGIN", "PASSWORD_RESET"])
async def test_a_sign_up_s_code_is_good_for_nothing_else(visitor: Visitor, services: Services, context: str) -> None:
    await visitor.register()
    code = await newest_code(services)
    assert (await visitor.verify(code, context=context)).code == "flow_expired"
    assert (await visitor.resend(context=context)).code == "flow_expired"
    assert (await visitor.initiate(context=context)).code == "flow_expired"
    assert (await visitor.change_type("SMS", context=context)).code == "flow_expired"
    assert await fetch_value(services, "SELECT attempts FROM flows") == 0
    assert (await visitor.type_code(otp=code)).status == 200


@pytest.mark.security("S05")
async def test_the_id_of_another_user_grants_nothing(
    signed_in: Browser, app: Quart, services: Services, account: Account, company: Company
) -> None:
    colleague = await add_account(services.database, company, profile=Profile.TRAINEE)
    sent = await fetch_value(services, "SELECT count(*) FROM messages")
    visitor = Visitor(app=app, services=services)
    await visitor.register()
    answers = []
    for user_id in (account.id, colleague.id, company.id, uuid4()):
        visitor.user_id = str(user_id)
        answers += [await call(visitor) for call in CALLS.values()]
    assert {(answer.status, answer.code, answer.body["message"]) for answer in answers} == {
        (401, "flow_expired", "Your verification session has expired. Please start again.")
    }
    assert await fetch_value(services, "SELECT count(*) FROM messages") == sent + 1


@pytest.mark.security("S09")
async def test_guesses_over_repeated_sign_ups_are_bounded(app: Quart, services: Services) -> None:
    victim, judged = Visitor(app=app, services=services), 0
    for _ in range(20):
        attacker = Visitor(app=app, services=services, number=victim.number)
        if (await attacker.register()).status == 422:
            break
        while True:
            wrong = another_code(await newest_code(services))
            judged += len([await attacker.type_code(otp=wrong) for _ in range(5)])
            await execute(services, COOLDOWN_IS_OVER)
            if (await attacker.resend(context="SIGNUP")).status == 429:
                break
    assert judged == 50
    assert await fetch_value(services, "SELECT count(*) FROM users") == 0


@pytest.mark.security("S11")
@pytest.mark.parametrize(
    ("scope", "allowed"), [("account:SIGNUP", 20), ("account-network:SIGNUP", 10), ("address:SIGNUP", 200)]
)
async def test_mails_of_sign_ups_without_a_robot_check_are_bounded(
    app: Quart, visitor: Visitor, services: Services, scope: str, allowed: int
) -> None:
    await visitor.register()
    await execute(services, "UPDATE send_quotas SET sends = $2 WHERE scope = $1", scope, allowed)
    refused = await Visitor(app=app, services=services, number=visitor.number).register()
    assert (refused.status, set(refused.body["errors"])) == (422, {"recaptchaToken"})
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1


@pytest.mark.security("S130")
async def test_the_tags_of_one_mailbox_are_counted_together(app: Quart, services: Services) -> None:
    """Each has codes of its own: without a robot check twenty mails go to the mailbox, then one in a minute."""

    async def sign_up(number: int, *, robot_check: str | None = None) -> Answer:
        visitor = Visitor(app=app, services=services, address=f"198.51.100.{number}")
        return await visitor.register(email=f"vic.tim+{number}@gmail.com", recaptchaToken=robot_check)

    assert [(await sign_up(number)).status for number in range(21)] == [200] * 20 + [422]
    await execute(services, "UPDATE send_quotas SET sends = 30 + 1440 WHERE scope = 'mailbox:SIGNUP'")
    assert (await sign_up(30, robot_check=ROBOT_CHECK_PASSED)).status == 429
    assert (await Visitor(app=app, services=services).register(email="victim@gmail.com")).status == 200


@pytest.mark.security("S16")
@pytest.mark.parametrize(("path", "name"), [("check-email", "email"), ("check-phone", "phone")])
async def test_probing_for_accounts_is_rate_limited(visitor: Visitor, path: str, name: str) -> None:
    async def check(address: str) -> list[Answer]:
        visitor.address = address
        return [await visitor.get(f"signup/{path}", query={name: getattr(visitor, name)}) for _ in range(50)]

    answers = await in_one_minute(check)
    assert [answer.status for answer in answers] == [200] * 40 + [429] * 10
    refused = answers[-1]
    assert (refused.code, 0 < int(refused.headers["Retry-After"]) <= 60) == ("too_many_requests", True)


@pytest.mark.security("S18")
async def test_a_robot_check_that_is_given_counts_once(visitor: Visitor) -> None:
    payload = solve((await visitor.get("robot-check/challenge")).body)
    assert (await visitor.register(recaptchaToken=payload)).status == 200
    again = await visitor.register(recaptchaToken=payload)
    assert (again.status, set(again.body["errors"])) == (422, {"recaptchaToken"})


@pytest.mark.security("S18")
@pytest.mark.parametrize("payload", ["forged", "e30=", " "])
async def test_a_forged_robot_check_opens_no_flow(visitor: Visitor, services: Services, payload: str) -> None:
    refused = await visitor.register(recaptchaToken=payload)
    assert (refused.status, set(refused.body["errors"])) == (422, {"recaptchaToken"})
    assert await fetch_value(services, "SELECT count(*) FROM flows") == 0


@pytest.mark.security("S18")
async def test_without_a_robot_check_the_limit_is_stricter(visitor: Visitor, services: Services) -> None:
    answers = [await visitor.register(password="aB1") for _ in range(61)]
    assert set(answers[-1].body["errors"]) == {"recaptchaToken"}
    payload = solve((await visitor.get("robot-check/challenge")).body)
    assert (await visitor.register(recaptchaToken=payload)).status == 200


@pytest.mark.security("S19")
@pytest.mark.parametrize("password", ["aB1", "aaaaaaaa", "Password1!", "AshaVerma-1", "Visitor1-Asha"])
async def test_a_bad_password_is_refused(visitor: Visitor, services: Services, password: str) -> None:
    refused = await visitor.register(password=password, email="visitor@example.com")
    assert (refused.status, set(refused.body["errors"])) == (422, {"password"})
    assert await fetch_value(services, "SELECT count(*) FROM signups") == 0


@pytest.mark.security("S19")
async def test_128_code_points_are_kept_whole(app: Quart, visitor: Visitor, services: Services) -> None:
    longest = "Zé9-" * 32
    await visitor.register(password=longest)
    await visitor.type_code()
    await visitor.register_company()
    other = Browser(app=app, services=services)
    assert (await other.authenticate(visitor.email, longest[:-1])).code == "invalid_credentials"
    assert (await other.authenticate(visitor.email, longest)).status == 200


@pytest.mark.security("S40")
@pytest.mark.parametrize("field", ["fullName", "email", "phone"])
async def test_no_field_of_a_sign_up_can_end_a_header(visitor: Visitor, services: Services, field: str) -> None:
    assert (await visitor.register(**{field: "Asha\r\nBcc: eve@example.com"})).status == 422
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 0


@pytest.mark.security("S40")
async def test_no_company_s_name_can_end_a_header(verified: Visitor, services: Services) -> None:
    refused = await verified.register_company(companyName="Northwind\r\nBcc: eve@example.com")
    assert refused.status == 422
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 0
