"""Password resets under attack: S01 to S05, S09 to S11, S14, S19 and S23."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final
from uuid import uuid4

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.app import running
from tests.fixtures.live_server import StartServer
from tests.fixtures.people import Company
from tests.fixtures.reset import RESET, Forgetful
from tests.fixtures.sign_in import Answer, Browser, another_code, execute, fetch_value, newest_code
from tests.fixtures.sign_up import COMPANY
from tests.fixtures.socket_client import open_socket

UNKNOWN: Final = "unknown@example.com"
COOLDOWN_IS_OVER: Final = "UPDATE flows SET resend_at = now() - interval '1 second'"

Call = Callable[[Forgetful], Awaitable[Answer]]

CALLS: Final[dict[str, Call]] = {
    "verify": lambda person: person.verify("000000", context=RESET),
    "initiate": lambda person: person.initiate(context=RESET),
    "resend": lambda person: person.resend(context=RESET),
    "change-type": lambda person: person.change_type("EMAIL", context=RESET),
    "state": lambda person: person.state(),
    "choose": lambda person: person.choose(),
    "complete a sign-in": lambda person: person.complete(),
    "replace a temporary password": lambda person: person.set_password(),
    "company": lambda person: person.post("signup/complete", json={"userId": person.user_id, **COMPANY}),
}
TAKEN: Final = {
    "code_required": {"verify", "initiate", "resend", "change-type", "state"},
    "password_required": {"choose", "state"},
    "completed": set[str](),
    "ended": set[str](),
}


@pytest.mark.security("S01")
@pytest.mark.parametrize("state", TAKEN)
async def test_a_step_out_of_order_is_refused(
    forgetful: Forgetful, services: Services, account: Account, state: str
) -> None:
    await forgetful.ask(account.email)
    for name, call in CALLS.items():
        await execute(services, "UPDATE flows SET state = $1", state)
        answer = await call(forgetful)
        assert (answer.code == "flow_expired") is (name not in TAKEN[state]), name
        assert not {"jwtToken", "refreshToken"} & set(answer.body), name
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 0


@pytest.mark.security("S02")
async def test_without_its_secret_a_flow_is_refused(
    forgetful: Forgetful, app: Quart, services: Services, account: Account
) -> None:
    await forgetful.ask(account.email)
    thief = Forgetful(app=app, services=services, user_id=forgetful.user_id)
    assert {(await call(thief)).code for call in CALLS.values()} == {"flow_expired"}


@pytest.mark.security("S03")
async def test_of_twenty_new_passwords_at_once_one_is_set(
    forgetful: Forgetful, services: Services, account: Account
) -> None:
    await forgetful.pass_code(account.email)
    answers = await asyncio.gather(*(forgetful.choose(f"Quiet-Harbour-{number}") for number in range(60, 80)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 19
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE kind = 'password_changed'") == 1
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'password_reset'") == 1


@pytest.mark.security("S04")
@pytest.mark.parametrize("context", ["LOGIN", "SIGNUP"])
async def test_a_reset_s_code_is_good_for_nothing_else(
    forgetful: Forgetful, services: Services, account: Account, context: str
) -> None:
    await forgetful.ask(account.email)
    code = await newest_code(services)
    assert (await forgetful.verify(code, context=context)).code == "flow_expired"
    for call in (forgetful.resend, forgetful.initiate):
        assert (await call(context=context)).code == "flow_expired"
    assert await fetch_value(services, "SELECT attempts FROM flows") == 0
    assert (await forgetful.verify(code, context=RESET)).status == 200
    assert (await forgetful.complete()).code == "flow_expired"


@pytest.mark.security("S04")
async def test_another_flow_s_code_sets_no_password(
    forgetful: Forgetful, app: Quart, services: Services, account: Account
) -> None:
    """The code of a sign-in, which a user may be tricked into telling."""
    await Browser(app=app, services=services).authenticate(account.email)
    login_code = await newest_code(services)
    await forgetful.ask(account.email)
    await execute(
        services, "UPDATE messages SET secret = NULL WHERE flow_id <> (SELECT max(id::text)::uuid FROM flows)"
    )
    answer = await forgetful.verify(login_code, context=RESET)
    # With a chance of one in a million it equals the reset's own code.
    assert answer.code == "otp_invalid" or login_code == await newest_code(services)


@pytest.mark.security("S05")
async def test_the_id_of_another_user_grants_nothing(
    forgetful: Forgetful, services: Services, account: Account, company: Company
) -> None:
    colleague = await add_account(services.database, company)
    await forgetful.ask(account.email)
    answers = []
    for user_id in (account.id, colleague.id, uuid4()):
        forgetful.user_id = str(user_id)
        answers += [await call(forgetful) for call in CALLS.values()]
    assert {answer.code for answer in answers} == {"flow_expired"}
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1


@pytest.mark.security("S09")
async def test_guesses_over_repeated_codes_are_bounded(app: Quart, services: Services, account: Account) -> None:
    judged, codes = 0, 0
    for _ in range(12):
        attacker = Forgetful(app=app, services=services)
        if (await attacker.ask(account.email)).status == 422:
            break
        while True:
            codes += 1
            wrong = another_code(await newest_code(services))
            judged += len([await attacker.verify(wrong, context=RESET) for _ in range(5)])
            await execute(services, COOLDOWN_IS_OVER)
            if (await attacker.resend(context=RESET)).status == 429:
                break
    assert (codes, judged) == (10, 50)


@pytest.mark.security("S10")
@pytest.mark.parametrize("email", [None, UNKNOWN], ids=["known", "unknown"])
async def test_resend_initiate_and_change_type_share_one_cooldown(
    forgetful: Forgetful, services: Services, account: Account, email: str | None
) -> None:
    await forgetful.ask(email or account.email)
    calls = (forgetful.resend, forgetful.initiate, lambda context: forgetful.change_type("EMAIL", context=context))
    for call in calls * 2:
        refused = await call(context=RESET)
        assert (refused.status, refused.code) == (429, "resend_too_soon")
        assert 0 < int(refused.headers["Retry-After"]) <= 120
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1
    await execute(services, COOLDOWN_IS_OVER)
    answers = await asyncio.gather(*(call(context=RESET) for call in calls * 5))
    assert sorted(answer.status for answer in answers) == [200] + [429] * 14
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 2


@pytest.mark.security("S11")
@pytest.mark.parametrize("email", [None, UNKNOWN], ids=["known", "unknown"])
@pytest.mark.parametrize(
    ("scope", "allowed"),
    [("account:PASSWORD_RESET", 20), ("account-network:PASSWORD_RESET", 10), ("address:PASSWORD_RESET", 200)],
)
async def test_mails_without_a_robot_check_are_bounded(
    app: Quart, services: Services, account: Account, email: str | None, scope: str, allowed: int
) -> None:
    await Forgetful(app=app, services=services).ask(email or account.email)
    await execute(services, "UPDATE send_quotas SET sends = $2 WHERE scope = $1", scope, allowed)
    refused = await Forgetful(app=app, services=services).ask(email or account.email)
    assert (refused.status, set(refused.body["errors"])) == (422, {"recaptchaToken"})
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 1
    assert await fetch_value(services, "SELECT count(*) FROM flows") == 1


@pytest.mark.security("S11")
async def test_resets_do_not_count_as_sign_ins(app: Quart, services: Services, account: Account) -> None:
    answers = [await Forgetful(app=app, services=services).ask(account.email) for _ in range(11)]
    assert answers[-1].status == 422
    assert (await Browser(app=app, services=services).authenticate(account.email)).status == 200


@pytest.mark.security("S14")
async def test_known_and_unknown_emails_get_the_same_answers(
    app: Quart, services: Services, account: Account, company: Company
) -> None:
    """Status, fields and headers; their values are compared in tests/access/password_reset."""
    inactive = await add_account(services.database, company, is_active=False)
    seen = []
    for email in (account.email, UNKNOWN, inactive.email):
        answer = await Forgetful(app=app, services=services).ask(email)
        cookie = answer.headers["Set-Cookie"].partition("=")[0]
        fixed = {
            name: answer.body[name] for name in ("channel", "channels", "delivery", "attemptsRemaining", "nextStep")
        }
        seen.append((answer.status, list(answer.body), fixed, sorted(answer.headers.keys()), cookie))
        assert answer.headers["Content-Length"].isdecimal()
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.security("S19")
@pytest.mark.parametrize("password", ["aB1", "aaaaaaaa", "Password1!", "AshaVerma-1", "Zé9-" * 32 + "x"])
async def test_a_bad_password_is_refused(
    forgetful: Forgetful, services: Services, account: Account, password: str
) -> None:
    await forgetful.pass_code(account.email)
    refused = await forgetful.choose(password)
    assert (refused.status, set(refused.body["errors"])) == (422, {"newPassword"})
    assert (await forgetful.authenticate(account.email, PASSWORD)).status == 200


@pytest.mark.security("S19")
async def test_128_code_points_are_kept_whole(forgetful: Forgetful, app: Quart, account: Account) -> None:
    longest = "Zé9-" * 32
    await forgetful.pass_code(account.email)
    assert (await forgetful.choose(longest)).status == 200
    other = Browser(app=app, services=forgetful.services)
    assert (await other.authenticate(account.email, longest[:-1])).code == "invalid_credentials"
    assert (await other.authenticate(account.email, longest)).status == 200


@pytest.mark.security("S23")
async def test_a_reset_ends_every_session_and_socket(
    start_server: StartServer, services: Services, account: Account
) -> None:
    """After the answer old tokens are refused, and the sockets close within a second."""
    async with start_server() as server, running(replace(services, publisher=server.publisher)) as app:
        devices = [await Browser(app=app, services=services).sign_in(account) for _ in range(3)]
        person = Forgetful(app=app, services=services)
        await person.pass_code(account.email)
        async with (
            open_socket(server.url, {"token": devices[0].token}) as one,
            open_socket(server.url, {"token": devices[1].token}) as other,
        ):
            assert (await person.choose()).status == 200
            for device in devices:
                assert (await device.status()).status == 401
                assert (await device.refresh()).status == 401
            for socket in (one, other):
                assert (await socket.receive("session:ended"))["reason"] == "password_reset"
                await socket.closed()
        await services.database.settle()
    assert await fetch_value(services, "SELECT count(*) FROM remembered_devices") == 0


@pytest.mark.security("S13")
@pytest.mark.settings(sms_url="capture:")
@pytest.mark.parametrize("field", ["email", "phone", "recipient", "destination", "newContact"])
async def test_no_field_of_change_type_names_a_recipient(
    forgetful: Forgetful, services: Services, account: Account, field: str
) -> None:
    await forgetful.ask(account.email)
    form = {"userId": forgetful.user_id, "newVerificationType": "EMAIL", "context": RESET}
    refused = await forgetful.post("verification/change-type", json=form | {field: "mallory@example.com"})
    assert (refused.status, refused.body["errors"]) == (422, {field: "Unknown field"})
    await execute(services, COOLDOWN_IS_OVER)
    await forgetful.change_type("SMS", context=RESET)
    recipients = await fetch_value(services, "SELECT array_agg(DISTINCT recipient) FROM messages")
    assert set(recipients) <= {account.email, account.phone}
