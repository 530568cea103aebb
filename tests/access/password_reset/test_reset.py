"""Resetting a forgotten password by email, without revealing whether an account exists."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from quart import Quart

from server.access.passwords.set_password import temporary_password_mac
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.reset import RESET, Forgetful
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, another_code, execute, fetch_value, newest_code


async def test_a_reset_from_start_to_end(
    forgetful: Forgetful, services: Services, account: Account, jobs: RecordingJobQueue
) -> None:
    started = await forgetful.ask(f" {account.email.upper()} ")
    assert started.status == 200
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert started.body["email"] == account.email.upper()
    assert started.body["userId"] != str(account.id)
    before = await forgetful.state()
    verified = await forgetful.verify(await newest_code(services, recipient=account.email), context=RESET)
    assert verified.body["nextStep"] == "PASSWORD_RESET_REQUIRED"
    assert (before.body["fullName"], verified.body["fullName"]) == (None, account.full_name)
    done = await forgetful.choose()
    assert (done.status, done.body) == (
        200,
        {"message": "Password reset successful! Please login with your new password."},
    )
    assert (await forgetful.authenticate(account.email, PASSWORD)).code == "invalid_credentials"
    assert (await forgetful.authenticate(account.email, NEW_PASSWORD)).status == 200
    notices = await fetch_value(
        services, "SELECT recipient FROM messages WHERE kind = 'password_changed' AND user_id = $1", account.id
    )
    assert notices == account.email
    await services.database.settle()
    assert "send_messages" in [job.name for job in jobs.jobs]


async def test_a_reset_opens_no_session(forgetful: Forgetful, account: Account) -> None:
    await forgetful.pass_code(account.email)
    done = await forgetful.choose()
    assert set(done.body) == {"message"}
    assert "waymark_flow=;" in done.headers["Set-Cookie"]
    assert (await forgetful.complete()).code == "flow_expired"


async def test_it_is_done_once(forgetful: Forgetful, account: Account) -> None:
    await forgetful.pass_code(account.email)
    secret = forgetful.client.cookie_jar
    assert (await forgetful.choose()).status == 200
    forgetful.client.cookie_jar = secret
    assert (await forgetful.choose("Third-Window-58")).code == "flow_expired"


async def test_a_password_needs_a_code_first(forgetful: Forgetful, account: Account) -> None:
    await forgetful.ask(account.email)
    assert (await forgetful.choose()).code == "flow_expired"


async def test_the_password_has_to_meet_the_policy(forgetful: Forgetful, services: Services, account: Account) -> None:
    await forgetful.pass_code(account.email)
    for bad in ("aB1", "aaaaaaaa", "Password1!", "AshaVerma1!"):
        refused = await forgetful.choose(bad)
        assert (refused.status, list(refused.body["errors"])) == (422, ["newPassword"])
    refused = await forgetful.choose(NEW_PASSWORD, "Something-Else-1")
    assert refused.body["errors"] == {"confirmPassword": "Passwords do not match"}
    assert await fetch_value(services, "SELECT state FROM flows") == "password_required"
    assert (await forgetful.choose()).status == 200


async def test_sessions_and_flows_of_the_old_password_end(
    forgetful: Forgetful, app: Quart, services: Services, account: Account
) -> None:
    known = await Browser(app=app, services=services).sign_in(account)
    waiting = Browser(app=app, services=services)
    await waiting.authenticate(account.email)
    code = await newest_code(services)
    await forgetful.pass_code(account.email)
    await forgetful.choose()
    assert (await known.status()).status == 401
    assert (await known.refresh()).status == 401
    assert (await waiting.verify(code)).code == "flow_expired"
    again = await known.authenticate(account.email, NEW_PASSWORD)
    assert again.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED", "the device is not remembered any more"


async def test_a_reset_accepts_an_invitation(forgetful: Forgetful, services: Services, company: Company) -> None:
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
    await forgetful.pass_code(invited.email)
    assert (await forgetful.choose(temporary)).body["errors"] == {
        "newPassword": "Please choose a password other than the temporary one"
    }
    assert (await forgetful.choose()).status == 200
    row = await fetch_value(
        services,
        """
        SELECT (invitation, password_is_temporary, temporary_password_mac IS NULL,
                temporary_password_expires_at IS NULL, email_verified_at IS NOT NULL) FROM users WHERE id = $1
        """,
        invited.id,
    )
    assert tuple(row) == ("accepted", False, True, True, True)
    assert (await forgetful.authenticate(invited.email, temporary)).code == "invalid_credentials"
    assert (await forgetful.authenticate(invited.email, NEW_PASSWORD)).body["temporaryPassword"] is False


async def test_earlier_wrong_guesses_cause_no_wait_after_it(
    forgetful: Forgetful, app: Quart, services: Services, account: Account
) -> None:
    elsewhere = Browser(app=app, services=services, address="198.51.100.4")
    for browser in (forgetful, elsewhere):
        for _ in range(5):
            await browser.authenticate(account.email, "Wrong-Password-1")
    assert (await forgetful.authenticate(account.email)).code == "too_many_failures"
    await forgetful.pass_code(account.email)
    await forgetful.choose()
    assert (await forgetful.authenticate(account.email, NEW_PASSWORD)).status == 200
    assert (await elsewhere.authenticate(account.email, NEW_PASSWORD)).status == 200


async def test_it_is_audited(forgetful: Forgetful, services: Services, account: Account) -> None:
    await forgetful.pass_code(account.email)
    await forgetful.choose()
    entry = await fetch_value(
        services,
        "SELECT (company_id, actor_id, subject_id, address) FROM audit_entries WHERE action = 'password_reset'",
    )
    assert tuple(entry) == (account.company.id, account.id, account.id, "203.0.113.7")


async def test_only_email_is_offered(forgetful: Forgetful, account: Account) -> None:
    started = await forgetful.ask(account.email)
    assert (started.body["channel"], started.body["channels"]) == ("EMAIL", ["EMAIL"])
    assert (await forgetful.change_type("SMS", context=RESET)).status == 422


@pytest.mark.parametrize(
    ("email", "sentence"),
    [("", "Please enter your email address"), (" ", "Please enter your email address"),
     ("asha", "Please enter a valid email address"), ("a@b", "Please enter a valid email address")],
)  # fmt: skip
async def test_an_invalid_email_is_refused(forgetful: Forgetful, email: str, sentence: str) -> None:
    refused = await forgetful.ask(email)
    assert (refused.status, refused.body["errors"]) == (422, {"email": sentence})


async def test_a_newer_flow_of_the_browser_ends_the_older(forgetful: Forgetful, account: Account) -> None:
    first = (await forgetful.ask(account.email)).headers["X-Flow-Token"]
    handle = forgetful.user_id
    await forgetful.ask(account.email)
    state = await forgetful.get("verification/state", query={"userId": handle}, headers={"X-Flow-Token": first})
    assert state.code == "flow_expired"


async def test_an_account_that_is_deactivated_after_the_code_gets_no_password(
    forgetful: Forgetful, services: Services, account: Account
) -> None:
    await forgetful.pass_code(account.email)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", account.id)
    assert (await forgetful.choose()).code == "flow_expired"


class TestAccountsAreNotRevealed:
    """The same requests for the email of an account and for unknown ones are compared."""

    @pytest.fixture
    async def emails(self, services: Services, company: Company, account: Account) -> dict[str, str]:
        inactive = await add_account(services.database, company, is_active=False)
        return {"known": account.email, "unknown": "person_unknown@example.com", "inactive": inactive.email}

    async def test_known_and_unknown_emails_get_the_same_answers(
        self, app: Quart, services: Services, emails: dict[str, str]
    ) -> None:
        seen = {kind: await self._go(app, services, email) for kind, email in emails.items()}
        assert seen["known"] == seen["unknown"] == seen["inactive"]

    async def _go(self, app: Quart, services: Services, email: str) -> list[Any]:
        forgetful = Forgetful(app=app, services=services)
        answers = [await forgetful.ask(email)]
        # As the worker does, whether the mail is delivered or not.
        await execute(services, "UPDATE messages SET state = 'failed', next_attempt_at = NULL WHERE state = 'queued'")
        answers.append(await forgetful.state())
        answers.append(await forgetful.resend(context=RESET))
        answers.append(await forgetful.change_type("SMS", context=RESET))
        await execute(services, "UPDATE flows SET resend_at = now()")
        answers.append(await forgetful.resend(context=RESET))
        answers += [await forgetful.verify("999999", context=RESET) for _ in range(6)]
        answers.append(await forgetful.state())
        await execute(services, "UPDATE flows SET resend_at = now()")
        answers.append(await forgetful.initiate(context=RESET))
        await execute(services, "UPDATE flows SET code_expires_at = now()")
        answers.append(await forgetful.verify("999999", context=RESET))
        answers.append(await forgetful.choose())
        return [_comparable(answer, email) for answer in answers]

    async def test_the_development_code_resets_no_missing_account(
        self, forgetful: Forgetful, services: Services, emails: dict[str, str]
    ) -> None:
        await forgetful.ask(emails["unknown"])
        assert services.settings.dev_otp_code is not None
        assert (await forgetful.verify(services.settings.dev_otp_code, context=RESET)).code == "otp_invalid"

    async def test_an_email_without_an_account_gets_no_mail(
        self, forgetful: Forgetful, services: Services, emails: dict[str, str]
    ) -> None:
        for kind in ("unknown", "inactive"):
            await forgetful.ask(emails[kind])
        written = "SELECT count(*) FROM messages WHERE state = 'expired' AND secret IS NULL AND next_attempt_at IS NULL"
        assert await fetch_value(services, written) == 2
        assert await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'queued'") == 0

    @pytest.mark.parametrize("change", ["deactivated", "password set"])
    async def test_a_waiting_reset_does_not_reveal_a_change_of_the_account(
        self, app: Quart, forgetful: Forgetful, services: Services, account: Account, change: str
    ) -> None:
        await forgetful.ask(account.email)
        code = await newest_code(services)
        before = (await forgetful.state()).body
        if change == "deactivated":
            await execute(services, "UPDATE users SET is_active = false")
        else:
            owner = Forgetful(app=app, services=services)
            await owner.pass_code(account.email)
            assert (await owner.choose()).status == 200
        after = (await forgetful.state()).body
        assert before | {"serverTime": None} == after | {"serverTime": None}
        assert (await forgetful.verify(code, context=RESET)).code == "otp_invalid"

    async def test_daily_codes_are_counted_with_and_without_an_account(
        self, app: Quart, services: Services, emails: dict[str, str]
    ) -> None:
        for email in emails.values():
            answers = [await Forgetful(app=app, services=services).ask(email) for _ in range(11)]
            assert [answer.status for answer in answers] == [200] * 10 + [422]
            assert set(answers[-1].body["errors"]) == {"recaptchaToken"}


PASSING = {"resendAt", "expiresAt", "serverTime", "userId", "retryAfter"}


def _comparable(answer: Answer, email: str) -> tuple[int, str]:
    """An answer without ids, times and the email."""
    body = answer.body | {name: bool(answer.body[name]) for name in PASSING & answer.body.keys()}
    return answer.status, str(body).replace(email, "the email").replace(mask_email(email), "the email, masked")


async def test_a_wrong_code_counts(forgetful: Forgetful, services: Services, account: Account) -> None:
    await forgetful.ask(account.email)
    wrong = another_code(await newest_code(services))
    left = [(await forgetful.verify(wrong, context=RESET)).body["attemptsRemaining"] for _ in range(5)]
    assert left == [4, 3, 2, 1, 0]
    assert (await forgetful.verify(wrong, context=RESET)).code == "otp_locked"
