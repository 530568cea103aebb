"""Changing the own password: the current one is required, and other sessions end."""

import asyncio
from typing import Any

from quart import Quart

from server.access.sessions.events import SessionEndReason
from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, execute, fetch_value, newest_code

WRONG = "Wrong-Password-1"


async def change(
    browser: Browser, new: str = NEW_PASSWORD, *, current: str = PASSWORD, confirmation: str | None = None
) -> Answer:
    payload: dict[str, Any] = {
        "currentPassword": current,
        "newPassword": new,
        "confirmPassword": new if confirmation is None else confirmation,
    }
    return await browser.post("users/profile/password", json=payload)


async def test_only_the_new_password_opens_the_account(signed_in: Browser, app: Quart, account: Account) -> None:
    answer = await change(signed_in)
    assert (answer.status, answer.body) == (200, {"message": "Password changed successfully"})
    other = Browser(app=app, services=signed_in.services)
    assert (await other.authenticate(account.email)).code == "invalid_credentials"
    assert (await other.authenticate(account.email, NEW_PASSWORD)).status == 200


async def test_the_other_sessions_end_and_this_one_stays(
    signed_in: Browser, app: Quart, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    others = [await Browser(app=app, services=services).sign_in(account) for _ in range(2)]
    colleague = await Browser(app=app, services=services).sign_in(await add_account(services.database, account.company))
    assert (await change(signed_in)).status == 200
    for other in others:
        assert (await other.status()).status == 401
        assert (await other.refresh()).status == 401
    for still in (signed_in, colleague):
        assert (await still.status()).status == 200
    await services.database.settle()
    assert [reason for _, reason in publisher.ended] == [SessionEndReason.REVOKED] * 2


async def test_a_login_in_progress_is_ended(
    signed_in: Browser, app: Quart, services: Services, account: Account
) -> None:
    waiting = Browser(app=app, services=services)
    await waiting.authenticate(account.email)
    code = await newest_code(services)
    await change(signed_in)
    assert (await waiting.verify(code)).code == "flow_expired"


async def test_the_user_is_notified_by_mail(
    signed_in: Browser, services: Services, account: Account, jobs: RecordingJobQueue
) -> None:
    jobs.jobs.clear()
    await change(signed_in)
    notice = "SELECT {} FROM messages WHERE kind = 'password_changed'"
    assert await fetch_value(services, notice.format("recipient")) == account.email
    parameters = await fetch_value(services, notice.format("parameters"))
    assert parameters == {"full_name": account.full_name, "keeps_a_session": True}
    await services.database.settle()
    assert "send_messages" in [job.name for job in jobs.jobs]


async def test_a_wrong_current_password_is_refused_at_its_field(signed_in: Browser, services: Services) -> None:
    answer = await change(signed_in, current=WRONG)
    assert (answer.status, answer.code) == (422, "validation_failed")
    assert answer.body["errors"] == {"currentPassword": "The current password is not right"}
    assert (await change(signed_in)).status == 200
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE kind = 'password_changed'") == 1


async def test_the_new_one_has_to_be_another_and_to_be_typed_twice_alike(signed_in: Browser) -> None:
    assert (await change(signed_in, PASSWORD)).body["errors"] == {
        "newPassword": "Please choose a password other than your current one"
    }
    assert (await change(signed_in, confirmation=NEW_PASSWORD + "x")).body["errors"] == {
        "confirmPassword": "Passwords do not match"
    }


async def test_a_new_password_against_the_policy_counts_as_no_guess(signed_in: Browser, services: Services) -> None:
    for _ in range(8):
        assert (await change(signed_in, "short", current=WRONG)).status == 422
    assert await fetch_value(services, "SELECT coalesce(sum(failures), 0) FROM login_failures") == 0
    assert (await change(signed_in)).status == 200


async def test_a_temporary_password_is_not_changed_here(
    signed_in: Browser, services: Services, account: Account
) -> None:
    await execute(
        services,
        """
        UPDATE users SET password_is_temporary = true, temporary_password_expires_at = now() + interval '1 hour'
         WHERE id = $1
        """,
        account.id,
    )
    assert set((await change(signed_in)).body["errors"]) == {"currentPassword"}
    assert await fetch_value(services, "SELECT password_is_temporary FROM users WHERE id = $1", account.id)


async def test_of_two_at_once_one_changes_it(
    signed_in: Browser, app: Quart, services: Services, account: Account
) -> None:
    answers = await asyncio.gather(change(signed_in), change(signed_in, "Second-Lantern-93"))
    assert sorted(answer.status for answer in answers) == [200, 422]
    winner = NEW_PASSWORD if answers[0].status == 200 else "Second-Lantern-93"
    other = Browser(app=app, services=services, address="198.51.100.9")
    assert (await other.authenticate(account.email, winner)).status == 200


async def test_both_outcomes_are_audited(signed_in: Browser, services: Services, account: Account) -> None:
    await change(signed_in, current=WRONG)
    await change(signed_in)
    query = """
        SELECT array_agg(action ORDER BY id) FROM audit_entries
         WHERE actor_id = $1 AND subject_id = $1 AND address = '203.0.113.7' AND action LIKE 'password%'
    """
    assert await fetch_value(services, query, account.id) == ["password_change_failed", "password_changed"]
