"""Somebody who has forgotten a password gets a new one, through the mail; nobody else learns anything."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from quart import Quart

from server.login.temporary_password import temporary_password_mac
from server.services import Services
from server.users.emails import mask_email
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, another_code, execute, fetch_value, newest_code

RESET = "PASSWORD_RESET"


async def initiate(browser: Browser, email: str) -> Answer:
    answer = await browser.post("password-reset/initiate", json={"email": email})
    browser.user_id = answer.body.get("userId", browser.user_id)
    return answer


async def complete(browser: Browser, password: str = NEW_PASSWORD, confirmation: str | None = None) -> Answer:
    payload = {
        "userId": browser.user_id,
        "newPassword": password,
        "confirmPassword": password if confirmation is None else confirmation,
    }
    return await browser.post("password-reset/complete", json=payload)


async def pass_code(browser: Browser, email: str) -> Answer:
    started = await initiate(browser, email)
    assert started.status == 200, started
    return await browser.verify(await newest_code(browser.services, recipient=email), context=RESET)


async def test_the_whole_way(browser: Browser, services: Services, account: Account, jobs: RecordingJobQueue) -> None:
    started = await initiate(browser, f" {account.email.upper()} ")
    assert started.status == 200
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert started.body["email"] == account.email.upper()
    assert started.body["userId"] != str(account.id)
    verified = await browser.verify(await newest_code(services, recipient=account.email), context=RESET)
    assert verified.body["nextStep"] == "PASSWORD_RESET_REQUIRED"
    done = await complete(browser)
    assert (done.status, done.body) == (
        200,
        {"message": "Password reset successful! Please login with your new password."},
    )
    assert (await browser.authenticate(account.email, PASSWORD)).code == "invalid_credentials"
    assert (await browser.authenticate(account.email, NEW_PASSWORD)).status == 200
    notices = await fetch_value(
        services, "SELECT recipient FROM messages WHERE kind = 'password_changed' AND user_id = $1", account.id
    )
    assert notices == account.email
    await services.database.settle()
    assert "send_messages" in [job.name for job in jobs.jobs]


async def test_a_reset_signs_nobody_in(browser: Browser, account: Account) -> None:
    await pass_code(browser, account.email)
    done = await complete(browser)
    assert set(done.body) == {"message"}
    assert "waymark_flow=;" in done.headers["Set-Cookie"]
    assert (await browser.complete()).code == "flow_expired"


async def test_it_is_done_once(browser: Browser, account: Account) -> None:
    await pass_code(browser, account.email)
    secret = browser.client.cookie_jar
    assert (await complete(browser)).status == 200
    browser.client.cookie_jar = secret
    assert (await complete(browser, "Third-Window-58")).code == "flow_expired"


async def test_a_password_needs_a_code_first(browser: Browser, account: Account) -> None:
    await initiate(browser, account.email)
    assert (await complete(browser)).code == "flow_expired"


async def test_the_password_has_to_meet_the_policy(browser: Browser, services: Services, account: Account) -> None:
    await pass_code(browser, account.email)
    for bad in ("aB1", "aaaaaaaa", "Password1!", "AshaVerma1!"):
        refused = await complete(browser, bad)
        assert (refused.status, list(refused.body["errors"])) == (422, ["newPassword"])
    refused = await complete(browser, NEW_PASSWORD, "Something-Else-1")
    assert refused.body["errors"] == {"confirmPassword": "Passwords do not match"}
    assert await fetch_value(services, "SELECT state FROM flows") == "password_required"
    assert (await complete(browser)).status == 200


async def test_what_the_old_password_had_opened_is_over(
    browser: Browser, app: Quart, services: Services, account: Account
) -> None:
    known = await Browser(app=app, services=services).sign_in(account)
    waiting = Browser(app=app, services=services)
    await waiting.authenticate(account.email)
    code = await newest_code(services)
    await pass_code(browser, account.email)
    await complete(browser)
    assert (await known.status()).status == 401
    assert (await known.refresh()).status == 401
    assert (await waiting.verify(code)).code == "flow_expired"
    again = await known.authenticate(account.email, NEW_PASSWORD)
    assert again.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED", "the device is not remembered any more"


async def test_an_invitation_is_accepted_by_it(browser: Browser, services: Services, company: Company) -> None:
    invited = await add_account(
        services.database, company, password_hash=None, password_is_temporary=True, invitation="sent"
    )
    temporary = "aB3@dE5#gH7$"
    await execute(
        services,
        "UPDATE users SET temporary_password_mac = $2, temporary_password_expires_at = $3 WHERE id = $1",
        invited.id,
        temporary_password_mac(services.keys, invited.id, temporary),
        datetime.now(UTC) + timedelta(hours=1),
    )
    await pass_code(browser, invited.email)
    assert (await complete(browser, temporary)).body["errors"] == {
        "newPassword": "Please choose a password other than the temporary one"
    }
    assert (await complete(browser)).status == 200
    row = await fetch_value(
        services,
        """
        SELECT (invitation, password_is_temporary, temporary_password_mac IS NULL,
                temporary_password_expires_at IS NULL, email_verified_at IS NOT NULL) FROM users WHERE id = $1
        """,
        invited.id,
    )
    assert tuple(row) == ("accepted", False, True, True, True)
    assert (await browser.authenticate(invited.email, temporary)).code == "invalid_credentials"
    assert (await browser.authenticate(invited.email, NEW_PASSWORD)).body["temporaryPassword"] is False


async def test_it_is_audited(browser: Browser, services: Services, account: Account) -> None:
    await pass_code(browser, account.email)
    await complete(browser)
    entry = await fetch_value(
        services,
        "SELECT (company_id, actor_id, subject_id, address) FROM audit_entries WHERE action = 'password_reset'",
    )
    assert tuple(entry) == (account.company.id, account.id, account.id, "203.0.113.7")


async def test_only_email_is_offered(browser: Browser, account: Account) -> None:
    started = await initiate(browser, account.email)
    assert (started.body["channel"], started.body["channels"]) == ("EMAIL", ["EMAIL"])
    assert (await browser.change_type("SMS", context=RESET)).status == 422


@pytest.mark.parametrize(
    ("email", "sentence"),
    [("", "Please enter your email address"), (" ", "Please enter your email address"),
     ("nobody", "Please enter a valid email address"), ("a@b", "Please enter a valid email address")],
)  # fmt: skip
async def test_what_is_no_email_is_told_so(browser: Browser, email: str, sentence: str) -> None:
    refused = await initiate(browser, email)
    assert (refused.status, refused.body["errors"]) == (422, {"email": sentence})


async def test_a_newer_flow_of_the_browser_ends_the_older(browser: Browser, account: Account) -> None:
    first = (await initiate(browser, account.email)).headers["X-Flow-Token"]
    handle = browser.user_id
    await initiate(browser, account.email)
    state = await browser.get("verification/state", query={"userId": handle}, headers={"X-Flow-Token": first})
    assert state.code == "flow_expired"


async def test_an_account_that_is_deactivated_after_the_code_gets_no_password(
    browser: Browser, services: Services, account: Account
) -> None:
    await pass_code(browser, account.email)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", account.id)
    assert (await complete(browser)).code == "flow_expired"


class TestNobodyLearnsWhoHasAnAccount:
    """What is asked of an email that somebody has, and of others, side by side."""

    @pytest.fixture
    async def emails(self, services: Services, company: Company, account: Account) -> dict[str, str]:
        inactive = await add_account(services.database, company, is_active=False)
        return {"known": account.email, "unknown": "person_unknown@example.com", "inactive": inactive.email}

    async def test_by_any_answer(self, app: Quart, services: Services, emails: dict[str, str]) -> None:
        seen = {kind: await self._go(app, services, email) for kind, email in emails.items()}
        assert seen["known"] == seen["unknown"] == seen["inactive"]

    async def _go(self, app: Quart, services: Services, email: str) -> list[Any]:
        browser = Browser(app=app, services=services)
        answers = [await initiate(browser, email)]
        # As the worker does, whether the mail goes out or not.
        await execute(services, "UPDATE messages SET state = 'failed', next_attempt_at = NULL WHERE state = 'queued'")
        answers.append(await browser.state())
        answers.append(await browser.resend(context=RESET))
        answers.append(await browser.change_type("SMS", context=RESET))
        await execute(services, "UPDATE flows SET resend_at = now()")
        answers.append(await browser.resend(context=RESET))
        answers += [await browser.verify("999999", context=RESET) for _ in range(6)]
        answers.append(await browser.state())
        await execute(services, "UPDATE flows SET resend_at = now()")
        answers.append(await browser.initiate(context=RESET))
        await execute(services, "UPDATE flows SET code_expires_at = now()")
        answers.append(await browser.verify("999999", context=RESET))
        answers.append(await complete(browser))
        return [_comparable(answer, email) for answer in answers]

    async def test_the_code_of_development_opens_nothing_that_is_not_there(
        self, browser: Browser, services: Services, emails: dict[str, str]
    ) -> None:
        await initiate(browser, emails["unknown"])
        assert services.settings.dev_otp_code is not None
        assert (await browser.verify(services.settings.dev_otp_code, context=RESET)).code == "otp_invalid"

    async def test_nothing_is_sent_to_who_has_none(
        self, browser: Browser, services: Services, emails: dict[str, str]
    ) -> None:
        for kind in ("unknown", "inactive"):
            await initiate(browser, emails[kind])
        written = "SELECT count(*) FROM messages WHERE state = 'expired' AND secret IS NULL AND next_attempt_at IS NULL"
        assert await fetch_value(services, written) == 2
        assert await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'queued'") == 0

    @pytest.mark.parametrize("change", ["deactivated", "password set"])
    async def test_a_change_of_the_account_is_not_seen_in_a_reset_that_waits(
        self, app: Quart, browser: Browser, services: Services, account: Account, change: str
    ) -> None:
        await initiate(browser, account.email)
        code = await newest_code(services)
        before = (await browser.state()).body
        if change == "deactivated":
            await execute(services, "UPDATE users SET is_active = false")
        else:
            owner = Browser(app=app, services=services)
            await pass_code(owner, account.email)
            assert (await complete(owner)).status == 200
        after = (await browser.state()).body
        assert before | {"serverTime": None} == after | {"serverTime": None}
        assert (await browser.verify(code, context=RESET)).code == "otp_invalid"

    async def test_the_day_s_codes_are_counted_alike(
        self, app: Quart, services: Services, emails: dict[str, str]
    ) -> None:
        for email in emails.values():
            answers = [await initiate(Browser(app=app, services=services), email) for _ in range(11)]
            assert [answer.status for answer in answers] == [200] * 10 + [429]
            assert answers[-1].code == "send_quota_reached"


PASSING = {"resendAt", "expiresAt", "serverTime", "userId", "retryAfter"}


def _comparable(answer: Answer, email: str) -> tuple[int, str]:
    """Without ids, times and the email that was typed."""
    body = answer.body | {name: bool(answer.body[name]) for name in PASSING & answer.body.keys()}
    return answer.status, str(body).replace(email, "the email").replace(mask_email(email), "the email, masked")


async def test_a_wrong_code_counts(browser: Browser, services: Services, account: Account) -> None:
    await initiate(browser, account.email)
    wrong = another_code(await newest_code(services))
    left = [(await browser.verify(wrong, context=RESET)).body["attemptsRemaining"] for _ in range(5)]
    assert left == [4, 3, 2, 1, 0]
    assert (await browser.verify(wrong, context=RESET)).code == "otp_locked"
