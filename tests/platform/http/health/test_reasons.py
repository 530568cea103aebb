"""Readiness says what is broken and why, to operators; a process that cannot serve is not ready."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final
from uuid import UUID

import asyncpg
import pytest
from aiosmtpd.smtp import Envelope
from quart.typing import TestClientProtocol as Client
from redis.asyncio import Redis

from deploy.local.redis_server import RedisServer
from server.messaging.messages.kinds import MessageKind, Providers
from server.messaging.messages.sending import send_due_messages
from server.platform.database.schema_repository import needed_revision
from server.platform.process.outages import OUTAGES
from server.platform.process.tasks import WORKER_HEARTBEAT
from server.platform.services import Services
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer, accept
from tests.fixtures.outbox import QueueCode, make_due
from workers.context import with_providers
from workers.runner import beat

TOKEN: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4"
WELCOME: Final = {
    "kind": MessageKind.WELCOME,
    "parameters": {"full_name": "Asha", "company_name": "Northwind"},
    "secret": None,
}
OPERATOR: Final = {"Authorization": f"Bearer {TOKEN}"}

pytestmark = pytest.mark.settings(metrics_token=TOKEN)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    """A Redis in which a worker reports."""
    async with Redis.from_url(redis_url) as redis:
        await redis.set(WORKER_HEARTBEAT, "1", ex=60)
        yield redis


async def reasons_of(client: Client, *, status: str = "degraded", code: int = 200) -> dict[str, str]:
    answer = await client.get("/health/ready", headers=OPERATOR)
    body: dict[str, Any] = await answer.get_json()
    assert (answer.status_code, body["status"]) == (code, status)
    reasons: dict[str, str] = body["reasons"]
    return reasons


async def test_strangers_are_told_no_more_than_four_checks(
    client: Client, redis: Redis, services: Services, queue_code: QueueCode
) -> None:
    await let_wait(services, await queue_code())
    assert (await reasons_of(client)).keys() == {"queue"}
    for headers in ({}, {"Authorization": "Bearer wrong"}):
        body = await (await client.get("/health/ready", headers=headers)).get_json()
        assert (body.keys(), body["status"]) == ({"status", "version", "checks"}, "ok")


class TestRedisThatCannotWrite:
    @pytest.fixture
    def redis_url(self, own_redis: RedisServer) -> str:
        return own_redis.url

    async def test_is_down_and_so_are_the_workers(self, client: Client, redis: Redis) -> None:
        await redis.config_set("maxmemory", "1")
        assert await reasons_of(client) == {
            "redis": "Redis refuses writes: command not allowed when used memory > 'maxmemory'.",
            "worker": "Workers take no jobs without Redis.",
        }
        await redis.config_set("maxmemory", "0")
        await redis.slaveof("127.0.0.1", 1)
        reason = "Redis refuses writes: You can't write against a read only replica."
        assert (await reasons_of(client))["redis"] == reason
        await redis.slaveof()
        assert (await reasons_of(client, status="ok")) == {}


async def test_a_process_that_is_newer_than_the_schema_is_not_ready(
    client: Client, redis: Redis, owner_url: str
) -> None:
    owner = await asyncpg.connect(owner_url)
    await owner.execute("UPDATE alembic_version SET version_num = '0099'")
    found = await reasons_of(client, status="unavailable", code=503)
    assert found == {"schema": f"The database has schema 0099, this version needs {needed_revision()}: run migrate."}
    assert (await client.get("/health")).status_code == 503
    # A newer one is what the processes of the version before serve with in a rolling upgrade.
    await owner.execute("UPDATE alembic_version SET version_num = '9999'")
    assert await reasons_of(client, status="ok") == {}
    await owner.execute("DROP TABLE alembic_version")
    assert "none" in (await reasons_of(client, status="unavailable", code=503))["schema"]
    await owner.close()


async def test_work_that_no_worker_takes_is_named_and_measured(
    client: Client, redis: Redis, services: Services, queue_code: QueueCode
) -> None:
    await let_wait(services, await queue_code())
    assert "more than two minutes" in (await reasons_of(client))["queue"]
    metrics = await (await client.get("/metrics", headers=OPERATOR)).get_data(as_text=True)
    [waited] = [line.split()[1] for line in metrics.splitlines() if line.startswith("waymark_queue_longest_wait_sec")]
    assert 180 <= float(waited) < 600
    assert 'waymark_check_up{check="queue"} 0.0' in metrics
    assert 'waymark_check_up{check="worker"} 1.0' in metrics


async def test_a_mail_server_that_takes_nothing_is_named_until_it_takes_one(
    client: Client,
    redis: Redis,
    services: Services,
    queue_code: QueueCode,
    smtp: Providers,
    smtp_away: Providers,
    mail_server: MailServer,
) -> None:
    async def deliver(providers: Providers) -> None:
        await make_due(services)
        await send_due_messages(with_providers(services, codes=providers, bulk=providers))
        await beat_once(redis, services)

    async def refuse(_: Envelope) -> str:
        return "554 5.7.1 <canary@company.example> is blocked"

    OUTAGES.take_news()
    for number in range(6):
        await queue_code(f"person{number}@example.org", **WELCOME)
    await deliver(smtp_away)
    assert (await reasons_of(client))["messages"].startswith("The mail server: ")
    mail_server.reply = refuse
    await deliver(smtp)
    assert await reasons_of(client) == {"messages": "The mail server: it has refused several mails in a row (554)"}
    mail_server.reply = accept
    await queue_code(**WELCOME)
    await deliver(smtp)
    assert await reasons_of(client, status="ok") == {}


async def beat_once(redis: Redis, services: Services) -> None:
    await redis.delete(WORKER_HEARTBEAT)
    stop = asyncio.Event()
    beating = asyncio.create_task(beat(services.settings.redis_url, stop=stop))

    async def has_beaten() -> bool:
        return bool(await redis.exists(WORKER_HEARTBEAT))

    await eventually(has_beaten, within=30, what="a heartbeat")
    stop.set()
    await beating


async def let_wait(services: Services, message_id: UUID) -> None:
    async with services.unit_of_work() as unit:
        await unit.connection.execute(
            "UPDATE messages SET next_attempt_at = now() - interval '3 minutes' WHERE id = :id", id=message_id
        )
