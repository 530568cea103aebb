"""S21 to S23: a temporary password works once, is readable nowhere, and only allows its own replacement."""

import asyncio
import json

import pytest
from quart import Quart
from redis.asyncio import Redis

from server.access.sessions.events import SessionEndReason
from server.messaging.messages.repository import unseal
from server.messaging.messages.sending import send_code
from server.people.invitations.send_invitations import claim_invitations
from server.platform.process.tasks import ArqTaskQueue
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, execute, fetch_value, newest_code


@pytest.fixture
async def invited(services: Services, company: Company) -> Account:
    """A user whose invitation was just claimed from the outbox."""
    account = await add_account(
        services.database, company, profile=Profile.TRAINEE, password_hash=None, invitation="queued"
    )
    await execute(
        services,
        """
        INSERT INTO messages (company_id, user_id, kind, channel, recipient)
        VALUES ($1, $2, 'invitation', 'EMAIL', $3)
        """,
        company.id,
        account.id,
        account.email,
    )
    async with services.unit_of_work() as unit:
        claimed = await claim_invitations(unit, limit=10)
    return Account(**{**vars(account), "password": str(claimed.messages[0].secret)})


async def walk(browser: Browser, services: Services, invited: Account) -> list[Answer]:
    """A whole sign-in with some refused calls; all answers."""
    answers = [
        await browser.authenticate(invited.email, "Wrong-Password-1"),
        await browser.authenticate(invited.email, invited.password),
        await browser.initiate(),
        await browser.complete(),
    ]
    code = await newest_code(services)
    answers += [
        await browser.state(),
        await browser.verify(code),
        await browser.set_password(invited.password),
        await browser.set_password(),
        await browser.complete(),
        await browser.status(),
        await browser.get("users/profile"),
        await browser.get("auth/sessions"),
        await browser.authenticate(invited.email, invited.password),
    ]
    return answers


async def test_it_may_be_pasted_with_spaces_around_it(browser: Browser, invited: Account) -> None:
    assert (await browser.authenticate(invited.email, f" {invited.password}\u00a0\u200b")).status == 200


@pytest.mark.security("S21")
async def test_it_appears_in_no_table_log_or_answer(
    browser: Browser,
    services: Services,
    invited: Account,
    *,
    publisher: RecordingPublisher,
    redis_url: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    answers = await walk(browser, services, invited)
    assert [answer.status for answer in answers][-2:] == [200, 401]
    queue = ArqTaskQueue(redis_url)
    message_id = await fetch_value(services, "SELECT id FROM messages WHERE kind = 'code'")
    await queue.enqueue(send_code.task(message_id=message_id))
    await services.database.settle()
    captured = capfd.readouterr()
    places = {
        "answers": "".join(json.dumps(answer.body) + str(answer.headers) for answer in answers),
        "logs": captured.out + captured.err + caplog.text,
        "events": "".join(each.payload.model_dump_json() for each in publisher.published),
        "redis": await everything_in_redis(redis_url),
        "database": await everything_in_tables(services),
    }
    await queue.close()
    for place, text in places.items():
        assert len(text) > 10, place
        assert invited.password not in text, place
        assert NEW_PASSWORD not in text, place


async def everything_in_redis(redis_url: str) -> str:
    async with Redis.from_url(redis_url) as redis:
        keys = await redis.keys("*")
        dumps = [await redis.dump(key) for key in keys]
    return repr(keys) + repr(dumps)


async def everything_in_tables(services: Services) -> str:
    async with services.database.reading() as connection:
        names = await connection.raw.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        texts = [
            await connection.raw.fetchval(f"SELECT string_agg(CAST(t AS text), '') FROM \"{row['tablename']}\" t")  # noqa: S608
            for row in names
        ]
    return "".join(filter(None, texts))


@pytest.mark.security("S21")
async def test_its_sealed_copy_is_only_in_the_outbox(services: Services, invited: Account) -> None:
    async with services.database.reading() as connection:
        row = await connection.raw.fetchrow("SELECT id, secret FROM messages WHERE kind = 'invitation'")
    assert row is not None
    assert unseal(services.keys, row["id"], row["secret"]) == invited.password


@pytest.mark.security("S21")
async def test_it_works_once(browser: Browser, invited: Account) -> None:
    await browser.sign_in(invited)
    assert (await browser.authenticate(invited.email, invited.password)).status == 401


@pytest.mark.security("S21")
async def test_it_works_for_72_hours(browser: Browser, services: Services, invited: Account) -> None:
    life = "SELECT temporary_password_expires_at - now() BETWEEN interval '71 hours' AND interval '72 hours' FROM users"
    assert await fetch_value(services, life)
    await execute(
        services, "UPDATE users SET temporary_password_expires_at = temporary_password_expires_at - interval '72 hours'"
    )
    assert (await browser.authenticate(invited.email, invited.password)).status == 401


@pytest.mark.security("S21")
async def test_of_ten_concurrent_sign_ins_with_it_one_succeeds(
    app: Quart, services: Services, invited: Account
) -> None:
    browsers = [Browser(app=app, services=services) for _ in range(5)]
    for browser in browsers:
        await browser.authenticate(invited.email, invited.password)
        await browser.initiate()
        await browser.verify(await newest_code(services))
    answers = await asyncio.gather(*(browser.set_password() for browser in browsers))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 4
    completed = await asyncio.gather(*(browser.complete() for browser in browsers))
    assert [answer.status for answer in completed].count(200) == 1


@pytest.mark.security("S22")
async def test_there_is_no_token_before_it_is_changed(browser: Browser, services: Services, invited: Account) -> None:
    refusals = []
    await browser.authenticate(invited.email, invited.password)
    refusals.append(await browser.complete())
    await browser.initiate()
    refusals.append(await browser.complete())
    await browser.verify(await newest_code(services))
    refusals.append(await browser.complete())
    await browser.set_password("weak")
    refusals.append(await browser.complete())
    assert {(answer.status, answer.code) for answer in refusals} == {(403, "password_change_required")}
    await browser.set_password()
    assert (await browser.complete()).status == 200


@pytest.mark.security("S23")
async def test_a_new_password_ends_all_sessions_at_once(
    app: Quart, browser: Browser, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    others = [await Browser(app=app, services=services).sign_in(account) for _ in range(2)]
    await execute(
        services,
        "UPDATE users SET password_is_temporary = true, temporary_password_expires_at = now() + interval '1 hour'",
    )
    await browser.sign_in(account)
    for other in others:
        assert (await other.status()).status == 401
        assert (await other.refresh()).status == 401
    await services.database.settle()
    assert [reason for _, reason in publisher.ended] == [SessionEndReason.PASSWORD_RESET] * 2
