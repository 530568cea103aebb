"""The worker as a process: killed, and without Redis or a mail server."""

import asyncio
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiosmtpd.smtp import Envelope
from redis.asyncio import Redis

from server.messaging.messages.read_inbox import read_inbox
from server.messaging.messages.sending import send_code, send_messages
from server.platform.configuration.settings import Settings
from server.platform.process.tasks import ArqTaskQueue
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import CODE, Invite, QueueCode, fetch_message
from tests.fixtures.servers import running_redis
from tests.fixtures.worker_process import StartWorker

pytestmark = pytest.mark.slow


async def _count(services: Services, *, state: str) -> int:
    async with services.database.reading() as connection:
        return int(await connection.raw.fetchval("SELECT count(*) FROM messages WHERE state = $1", state))


async def test_a_code_is_sent_at_once_and_stored_nowhere_in_plain_text(
    services: Services, settings: Settings, start_worker: StartWorker, queue_code: QueueCode
) -> None:
    worker = await start_worker()
    message_id = await queue_code()
    queue = ArqTaskQueue(settings.redis_url)
    await queue.enqueue(send_code.task(message_id=message_id))
    await queue.close()

    async def sent() -> bool:
        return bool((await fetch_message(services, message_id)).state == "sent")

    await eventually(sent, within=30, what="a code")
    assert (await read_inbox(services, to="asha@example.org"))[0].sent.secret == CODE
    async with Redis.from_url(settings.redis_url) as redis:
        stored = [await redis.dump(key) for key in await redis.keys("*")]
    assert not any(CODE.encode() in content for content in stored if content)
    assert await worker.stop() == 0
    output = worker.output()
    assert str(message_id) in output
    assert CODE not in output


async def test_a_worker_killed_in_mid_batch_loses_no_message(
    services: Services, mail_server: MailServer, start_worker: StartWorker, invite: Invite
) -> None:
    """Every mail is sent at least once; duplicates have the same Message-ID and password."""
    texts: dict[str, set[str]] = {}

    async def keep(envelope: Envelope) -> str:
        await asyncio.sleep(0.01)
        assert isinstance(envelope.content, bytes)
        head, _, body = envelope.content.partition(b"\r\n\r\n")
        message_id = next(line for line in head.splitlines() if line.startswith(b"Message-ID"))
        texts.setdefault(str(envelope.rcpt_tos[0]), set()).add(f"{message_id!r} {body!r}")
        return "250 kept"

    mail_server.reply = keep
    people = await invite(120)
    first = await start_worker(EMAIL_URL=mail_server.url)

    async def half() -> bool:
        return len(mail_server.received) >= 40

    await eventually(half, within=30, what="forty mails")
    first.kill()
    async with services.database.reading() as connection:
        # As if the dead worker's claim had lapsed.
        await connection.raw.execute("UPDATE messages SET next_attempt_at = now() WHERE state = 'queued'")
    await start_worker(EMAIL_URL=mail_server.url)

    async def all_sent() -> bool:
        return await _count(services, state="sent") == len(people)

    await eventually(all_sent, within=40, what="all mails")
    received = Counter(mail.to for mail in mail_server.received)
    assert set(received) == {person.email for person in people}
    assert all(len(variants) == 1 for variants in texts.values()), "a second try said something else"


async def test_jobs_that_redis_lost_are_enqueued_again(
    services: Services, settings: Settings, start_worker: StartWorker, queue_code: QueueCode, invite: Invite
) -> None:
    await queue_code()
    await invite(3)
    queue = ArqTaskQueue(settings.redis_url)
    await queue.enqueue(send_messages.task())
    await queue.close()
    async with Redis.from_url(settings.redis_url) as redis:
        await redis.flushall()
    await start_worker()

    async def all_sent() -> bool:
        return await _count(services, state="sent") == 4

    await eventually(all_sent, within=30, what="what was put back")


async def test_a_redis_that_restarts_does_not_end_the_worker(
    services: Services, start_worker: StartWorker, queue_code: QueueCode, short_folder: Path
) -> None:
    with running_redis(short_folder) as redis:
        worker = await start_worker(REDIS_URL=redis.url)

    async def noticed() -> bool:
        return "redis_unavailable" in worker.output()

    await eventually(noticed, within=30, what="that Redis is away")
    assert worker.runs
    with running_redis(short_folder) as redis:
        message_id = await queue_code()
        queue = ArqTaskQueue(redis.url)
        await queue.enqueue(send_code.task(message_id=message_id))
        await queue.close()

        async def sent() -> bool:
            return bool((await fetch_message(services, message_id)).state == "sent")

        await eventually(sent, within=30, what="a code after the restart")

        async def is_back() -> bool:
            return "redis_available" in worker.output()

        await eventually(is_back, within=30, what="that Redis is back")
        assert await worker.stop() == 0


async def test_a_stop_in_mid_batch_lets_it_finish_and_exits_in_time(
    services: Services, mail_server: MailServer, start_worker: StartWorker, invite: Invite
) -> None:
    async def slowly(_: Envelope) -> str:
        await asyncio.sleep(0.2)
        return "250 kept"

    mail_server.reply = slowly
    await invite(400)
    worker = await start_worker(EMAIL_URL=mail_server.url)

    async def begun() -> bool:
        return len(mail_server.received) >= 5

    await eventually(begun, within=30, what="the first mails")
    asked_at = time.monotonic()
    assert await worker.stop(within=30) == 0
    assert time.monotonic() - asked_at < 25
    assert await _count(services, state="sent") == len(mail_server.received), "a mail was sent and not noted"
    assert await _count(services, state="queued") > 0, "it ignored the signal to stop"


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder with a short name, so that a socket's path fits."""
    folder = Path(tempfile.mkdtemp(prefix="waymark-"))
    yield folder
    shutil.rmtree(folder)
