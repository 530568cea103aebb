"""What operators watch: the metrics of a web process and of a worker, each at a port of its own."""

import re
from functools import partial

import httpx2
import pytest

from server.messaging.messages.repository import measure_queues
from server.people.imports.repository import measure_work
from server.platform.configuration.settings import Settings
from server.platform.process.metrics_port import open_metrics_port
from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import Invite, QueueCode
from tests.fixtures.web_process import answers, environment, free_port, web_process
from tests.fixtures.worker_process import StartWorker


async def scrape(port: int) -> dict[str, float]:
    """By name and labels."""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        text = (await client.get("/metrics")).raise_for_status().text
    return {name: float(value) for name, value in re.findall(r"^(waymark_\S+?(?:{.*})?) (\S+)$", text, re.MULTILINE)}


@pytest.mark.slow
async def test_a_sign_in_a_mail_and_an_import_show_in_the_metrics(
    settings: Settings, account: Account, mail_server: MailServer, start_worker: StartWorker
) -> None:
    port = free_port(3)
    given = {
        "APP_ENV": "development",
        "ROBOT_CHECK": "off",
        "LOGIN_VERIFICATION": "always",
        "DEV_OTP_CODE": "123456",
        "PUBLIC_URL": "http://waymark.test",
        "METRICS_LISTEN": f"127.0.0.1:{port + 1}",
    }
    worker = await start_worker(EMAIL_URL=mail_server.url, METRICS_LISTEN=f"127.0.0.1:{port + 2}")
    with web_process(environment(settings, **given), port=port) as process:
        await answers(port)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1") as client:
            await import_people(client, headers=await sign_in(client, account))
        web, work = await scrape(port + 1), await scrape(port + 2)
        await process.stop()
    assert await worker.stop() == 0

    assert web['waymark_sign_ins_total{method="pwd",outcome="failed"}'] == 1
    assert web['waymark_sign_ins_total{method="otp+pwd",outcome="done"}'] == 1
    assert web['waymark_check_up{check="database"}'] == 1
    assert work['waymark_messages_total{channel="EMAIL",outcome="sent"}'] >= 1
    assert work['waymark_rows_total{step="check",work="import"}'] == 3
    assert work['waymark_rows_total{step="run",work="import"}'] == 3
    assert work['waymark_tasks_total{outcome="done",task="check_import"}'] == 1
    kinds = {"codes", "notices", "invitations", "announcements", "imports", "jobs"}
    assert {f'waymark_queue_depth{{kind="{kind}"}}' for kind in kinds} <= work.keys()
    for process_metrics in (web, work):
        assert any(name.startswith("waymark_build{") for name in process_metrics)
        assert process_metrics["waymark_database_connections_limit"] > 0
        assert process_metrics["waymark_database_wait_seconds_total"] > 0
        assert "waymark_loop_longest_pause_seconds" in process_metrics
        assert not [name for name in process_metrics if account.email in name or str(account.company.id) in name]


async def sign_in(client: httpx2.AsyncClient, account: Account) -> dict[str, str]:
    """After a wrong password, and by a code. Returns the header of its calls."""
    named = {"email": account.email}
    assert (await client.post("/login/authenticate", json={**named, "password": "wrong"})).status_code == 401
    started = await client.post("/login/authenticate", json={**named, "password": account.password})
    flow, user = {"X-Flow-Token": started.headers["X-Flow-Token"]}, {"userId": started.json()["userId"]}
    typed = {"otp": "123456", "verificationType": "EMAIL", "context": "LOGIN"}
    (await client.post("/verification/verify", json={**user, **typed}, headers=flow)).raise_for_status()
    tokens = (await client.post("/login/complete", params=user, headers=flow)).raise_for_status().json()
    return {"Authorization": f"Bearer {tokens['jwtToken']}"}


async def import_people(client: httpx2.AsyncClient, *, headers: dict[str, str]) -> None:
    file = {"file": ("people.csv", csv_file(*people(3)))}
    upload = await client.post("/users/imports", files=file, headers=headers)
    path = f"/users/imports/{upload.raise_for_status().json()['id']}"

    async def reaches(state: str) -> bool:
        return bool((await client.get(path, headers=headers)).json()["state"] == state)

    await eventually(partial(reaches, "ready"), within=60, what="a checked file")
    (await client.post(f"{path}/start", json={"invite": False}, headers=headers)).raise_for_status()
    await eventually(partial(reaches, "completed"), within=60, what="an import")


async def test_queues_are_measured_by_kind(services: Services, queue_code: QueueCode, invite: Invite) -> None:
    await queue_code()
    await invite(3)
    async with services.database.reading() as connection:
        await connection.execute("UPDATE messages SET next_attempt_at = now() - interval '1 minute' WHERE is_bulk")
        measured = {row.kind: row for row in [*await measure_queues(connection), *await measure_work(connection)]}
    assert {kind: row.depth for kind, row in measured.items()} == {
        "codes": 1,
        "notices": 0,
        "invitations": 3,
        "announcements": 0,
        "imports": 0,
        "jobs": 0,
    }
    assert measured["invitations"].age >= 60 > measured["codes"].age


async def test_the_port_answers_nothing_but_get_metrics(caplog: pytest.LogCaptureFixture) -> None:
    port = free_port()
    seen: list[None] = []
    close = open_metrics_port(f"127.0.0.1:{port}", refresh=lambda: seen.append(None))
    # That of another process of the same machine: it works without.
    open_metrics_port(f"127.0.0.1:{port}")()
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        calls = [
            ("GET", "/"),
            ("POST", "/metrics"),
            ("OPTIONS", "/metrics"),
            ("GET", "/metrics/x"),
            ("GET", "/favicon.ico"),
        ]
        assert {(await client.request(*call)).status_code for call in calls} == {404}
        assert seen == []
        assert "waymark_build{" in (await client.get("/metrics")).text
    assert seen == [None]
    close()
