"""The delivery of a reset's mail is never shown to its caller."""

from server.access.flows.own_flow import OTP_STATE
from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_code
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.reset import Forgetful
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import execute, fetch_value
from workers.maintenance import CLEANERS, Sweeper, clean

UNKNOWN = "unknown@example.com"


async def state_of(person: Forgetful) -> dict[str, object]:
    return (await person.state()).body | {"serverTime": None}


async def test_the_mail_is_sent_and_the_page_is_not_notified(
    forgetful: Forgetful,
    services: Services,
    account: Account,
    smtp: Providers,
    mail_server: MailServer,
    publisher: RecordingPublisher,
) -> None:
    await forgetful.ask(account.email)
    before = await state_of(forgetful)
    await services.database.settle()
    publisher.published.clear()
    message_id = await fetch_value(services, "SELECT id FROM messages")
    await send_code(services, smtp, message_id=message_id)
    await services.database.settle()
    assert mail_server.received[0].to == account.email
    assert await fetch_value(services, "SELECT state FROM messages") == "sent"
    assert await state_of(forgetful) == before
    assert list(publisher.published) == []


async def test_the_page_is_not_notified_of_a_failed_mail(
    forgetful: Forgetful, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    await forgetful.ask(account.email)
    before = await state_of(forgetful)
    await services.database.settle()
    publisher.published.clear()
    await execute(services, "UPDATE messages SET expires_at = now()")
    await Sweeper(services).sweep()
    await services.database.settle()
    assert await fetch_value(services, "SELECT state FROM messages") == "expired"
    assert await state_of(forgetful) == before
    assert list(publisher.published) == []


async def test_known_and_unknown_emails_cause_the_same_events(
    forgetful: Forgetful, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    seen = []
    for email in (account.email, UNKNOWN):
        await forgetful.ask(email)
        await services.database.settle()
        seen.append([(each.event, set(each.payload.model_dump())) for each in publisher.published])
        publisher.published.clear()
    assert seen[0] == seen[1]
    assert [event for event, _ in seen[0]] == [OTP_STATE]


async def test_known_and_unknown_emails_enqueue_the_same_jobs(
    forgetful: Forgetful, services: Services, account: Account, jobs: RecordingJobQueue, smtp: Providers
) -> None:
    for email in (account.email, UNKNOWN):
        await forgetful.ask(email)
    await services.database.settle()
    assert [job.name for job in jobs.jobs] == ["send_code", "send_code"]
    for message_id in await fetch_value(services, "SELECT array_agg(id) FROM messages"):
        await send_code(services, smtp, message_id=message_id)
    states = await fetch_value(services, "SELECT jsonb_object_agg(recipient, state)::text FROM messages")
    assert f'"{UNKNOWN}": "expired"' in states
    assert f'"{account.email}": "sent"' in states


async def test_messages_without_an_account_are_deleted(
    forgetful: Forgetful, services: Services, account: Account
) -> None:
    for email in (account.email, UNKNOWN):
        await forgetful.ask(email)
    for age, left in ((6, 2), (8, 1)):
        await execute(services, "UPDATE messages SET created_at = now() - make_interval(days => $1)", age)
        for cleaner in CLEANERS:
            await clean(services, cleaner)
        assert await fetch_value(services, "SELECT count(*) FROM messages") == left
    assert await fetch_value(services, "SELECT recipient FROM messages") == account.email
