"""The sweeper: overdue work is enqueued again, old rows are deleted."""

from datetime import timedelta
from uuid import UUID

from server.messaging.messages.kinds import Providers
from server.platform.process.clock import utc_now
from server.platform.services import Services
from tests.fixtures.outbox import Invite, QueueCode, fetch_message, send_code
from tests.fixtures.people import Company, SignIn
from tests.fixtures.services import RecordingJobQueue
from workers.maintenance import CLEANERS, Sweeper, clean


async def _import(services: Services, company: Company, *, state: str, silent_seconds: int) -> UUID:
    async with services.database.reading() as connection:
        import_id: UUID = await connection.raw.fetchval(
            """
            INSERT INTO imports (company_id, state, file_name, delimiter, encoding, touched_at)
            VALUES ($1, $2, 'people.csv', ',', 'utf-8', now() - make_interval(secs => $3)) RETURNING id
            """,
            company.id,
            state,
            float(silent_seconds),
        )
    return import_id


async def _let_pass(services: Services, seconds: int) -> None:
    async with services.database.reading() as connection:
        await connection.raw.execute(
            "UPDATE messages SET next_attempt_at = next_attempt_at - make_interval(secs => $1)", float(seconds)
        )


async def _sweep(services: Services, sweeper: Sweeper | None = None) -> list[tuple[str, tuple[str, ...]]]:
    queue = services.tasks
    assert isinstance(queue, RecordingJobQueue)
    queue.jobs.clear()
    await (sweeper or Sweeper(services)).sweep()
    await services.database.settle()
    return [(task.name, task.arguments) for task in queue.jobs]


async def test_stalled_imports_are_enqueued_again_and_busy_or_ended_ones_are_not(
    services: Services, company: Company
) -> None:
    checking = await _import(services, company, state="validating", silent_seconds=20)
    creating = await _import(services, company, state="processing", silent_seconds=10)
    for state, silence in (("processing", 0), ("ready", 60), ("completed", 60), ("cancelled", 60), ("failed", 60)):
        await _import(services, company, state=state, silent_seconds=silence)
    assert await _sweep(services) == [
        ("check_import", (str(checking),)),
        ("create_accounts", (str(creating),)),
    ]


async def test_an_import_that_is_still_queued_is_not_enqueued_at_every_round(
    services: Services, company: Company
) -> None:
    await _import(services, company, state="processing", silent_seconds=10)
    sweeper = Sweeper(services)
    assert len(await _sweep(services, sweeper)) == 1
    assert await _sweep(services, sweeper) == []


async def test_overdue_codes_come_before_everything_else(
    services: Services, company: Company, queue_code: QueueCode, invite: Invite
) -> None:
    await invite()
    await _import(services, company, state="processing", silent_seconds=10)
    code = await queue_code()
    await _let_pass(services, 2)
    names = await _sweep(services)
    assert names[0] == ("send_code", (str(code),))
    assert [name for name, _ in names[1:]] == ["create_accounts", "send_messages"]


async def test_new_messages_are_left_to_their_own_job(
    services: Services, queue_code: QueueCode, invite: Invite
) -> None:
    await queue_code()
    await invite()
    assert await _sweep(services) == []


async def test_messages_claimed_by_a_dead_worker_are_due_again(
    services: Services, capturing: Providers, queue_code: QueueCode
) -> None:
    message_id = await queue_code()
    async with services.database.reading() as connection:
        await connection.raw.execute(
            "UPDATE messages SET attempts = 1, next_attempt_at = now() + interval '15 seconds'"
        )
    assert await _sweep(services) == []
    await _let_pass(services, 17)
    assert await _sweep(services) == [("send_code", (str(message_id),))]
    await send_code(services, capturing, message_id=message_id)
    assert (await fetch_message(services, message_id)).attempts == 2


async def test_an_overdue_code_expires_and_its_secret_is_deleted(services: Services, queue_code: QueueCode) -> None:
    message_id = await queue_code(expires_at=utc_now() - timedelta(seconds=1))
    await _let_pass(services, 5)
    assert await _sweep(services) == []
    message = await fetch_message(services, message_id)
    assert (message.state, message.secret, message.next_attempt_at) == ("expired", None, None)


async def test_one_worker_sweeps_at_a_time(services: Services, queue_code: QueueCode) -> None:
    await queue_code()
    await _let_pass(services, 5)
    async with services.unit_of_work() as unit:
        await unit.connection.fetch_value("SELECT pg_advisory_xact_lock(hashtext('waymark sweeper'))")
        assert await _sweep(services) == []
    assert len(await _sweep(services)) == 1


async def test_every_cleaner_can_run(services: Services) -> None:
    for cleaner in CLEANERS:
        await clean(services, cleaner)


async def test_captured_messages_are_kept_for_a_week(
    services: Services, capturing: Providers, queue_code: QueueCode
) -> None:
    old, new = await queue_code(), await queue_code()
    for message_id in (old, new):
        await send_code(services, capturing, message_id=message_id)
    async with services.database.reading() as connection:
        await connection.raw.execute(
            "UPDATE captured_messages SET created_at = now() - interval '8 days' WHERE message_id = $1", old
        )
    for cleaner in CLEANERS:
        await clean(services, cleaner)
    async with services.database.reading() as connection:
        kept = await connection.raw.fetch("SELECT message_id FROM captured_messages")
    assert [row["message_id"] for row in kept] == [new]


async def test_a_session_is_deleted_a_month_after_its_absolute_limit(services: Services, sign_in: SignIn) -> None:
    await sign_in()
    await sign_in()
    async with services.database.reading() as connection:
        old, new = [row["id"] for row in await connection.raw.fetch("SELECT id FROM sessions ORDER BY id")]
        await connection.raw.execute(
            "UPDATE sessions SET absolute_expires_at = now() - interval '31 days' WHERE id = $1", old
        )
    for cleaner in CLEANERS:
        await clean(services, cleaner)
    async with services.database.reading() as connection:
        kept = await connection.raw.fetch("SELECT id FROM sessions")
    assert [row["id"] for row in kept] == [new]
