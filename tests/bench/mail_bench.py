"""Codes and invitations on their way to a mail server, against a bare SMTP client that sends the same mails."""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Final
from uuid import UUID

import asyncpg
import httpx2
from aiosmtplib import SMTP

from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.mail import Sender, mail_bytes
from server.messaging.messages.render import RenderedMessage, Renderer
from tests.bench.client import API, signed_in
from tests.bench.people import people_csv
from tests.bench.plain_http import plain_client
from tests.bench.report import Row, percentile, ratio_row
from tests.bench.system import EMAIL, PASSWORD, Servers, System, fresh_database, make_template, running_system
from workers.context import BULK_CONNECTIONS

_MESSAGE_ID: Final = UUID("0198f3a4-0000-7000-8000-000000000001")
TEMPLATE: Final = "bench_mail"
CODES: Final = 100
INVITED: Final = 3_000
BARE_MAILS: Final = 1_500
PEOPLE: Final = 400
PAUSE: Final = 0.02
PATIENCE: Final = 120.0


@dataclass
class MailSink:
    """The time of each mail, by recipient and in order; seconds of the machine's monotonic clock."""

    process: Process
    port: int
    came: dict[str, float] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            moment, recipient = line.decode().split()
            self.came[recipient] = float(moment)
            self._changed.set()

    async def until(self, count: int) -> None:
        """Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while len(self.came) < count:
                self._changed.clear()
                await self._changed.wait()

    def forget(self) -> None:
        self.came.clear()


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await _add_people(await make_template(servers, TEMPLATE))
    quiet, busy, ours, bare = list[float](), list[float](), list[float](), list[float]()
    for seed in range(rounds):
        async with _mail_sink() as sink, fresh_database(servers, template=TEMPLATE) as url:
            bare.append(await _bare_per_second(sink))
            settings = {
                "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
                "EMAIL_FROM": "bench@example.com",
                "LOGIN_VERIFICATION": "new-device",
            }
            async with running_system(servers, database_url=url, settings=settings) as system:
                quiet += await _codes(system, sink, range(CODES))
                speed, waits = await _invite(system, sink, seed=seed)
                ours.append(speed)
                busy += waits
    yield _latency("code asked for → in the mail server's hands, p99", quiet, limit=100)
    yield ratio_row(
        "invitations per second / bare SMTP client",
        ours=ours,
        baseline=bare,
        limit=0.6,
        at_least=True,
        unit="/s",
        panel="Invitations per second",
    )
    yield _latency("code asked for during it → in the mail server's hands, p99", busy, limit=300)


def _latency(job: str, waits: list[float], *, limit: float) -> Row:
    p99 = percentile(waits, 0.99) * 1000
    return Row(job=job, ours=f"{p99:.0f} ms, half {median(waits) * 1000:.0f} ms", value=p99, limit=limit, unit=" ms")


@asynccontextmanager
async def _mail_sink() -> AsyncIterator[MailSink]:
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.mail_sink", stdout=PIPE)
    assert process.stdout is not None
    sink = MailSink(process=process, port=int(await process.stdout.readline()))
    listening = asyncio.create_task(sink.listen())
    try:
        yield sink
    finally:
        process.terminate()
        await process.wait()
        await listening


async def _add_people(url: str) -> None:
    """Add users who sign in with the owner's password, from an unknown device."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at)
        SELECT company_id, 'coder.' || n || '@example.net', '+9180' || lpad(n::text, 8, '0'), 'Coder ' || n, 'TRAINEE',
               'TRAINEE', password_hash, now()
        FROM users, generate_series(0, $2 - 1) n WHERE email = $1
        """,
        EMAIL,
        PEOPLE,
    )
    await connection.close()


async def _bare_per_second(sink: MailSink) -> float:
    """Mails a second of a bare SMTP client: the same mails over as many connections."""
    sender = Sender("bench@example.com")
    rendered = _invitation()
    waiting = iter(range(BARE_MAILS))

    async def send() -> None:
        async with SMTP(hostname="127.0.0.1", port=sink.port, start_tls=False) as client:
            for number in waiting:
                address = f"bare.{number}@example.org"
                mail = mail_bytes(rendered, message_id=_MESSAGE_ID, sender=sender, recipient=address)
                await client.sendmail(sender.address, [address], mail)

    begun = time.perf_counter()
    await asyncio.gather(*(send() for _ in range(BULK_CONNECTIONS)))
    seconds = time.perf_counter() - begun
    await sink.until(BARE_MAILS)
    sink.forget()
    return BARE_MAILS / seconds


def _invitation() -> RenderedMessage:
    renderer = Renderer(brand="Waymark", tagline="Guiding Every Step To Success", public_url="http://127.0.0.1:8000")
    return renderer.render(
        kind=MessageKind.INVITATION,
        channel=Channel.EMAIL,
        recipient="person.000001@example.com",
        parameters={"full_name": "Person 1", "company_name": "Waymark Demo"},
        secret="aB3$kk9XyZ@1",
    )


async def _codes(system: System, sink: MailSink, numbers: range) -> list[float]:
    """Different users sign in one after the other; seconds from the request to the mail server's acceptance."""
    asked = {}
    async with plain_client(system.url) as client:
        for number in numbers:
            email = f"coder.{number}@example.net"
            asked[email] = time.monotonic()
            credentials = {"email": email, "password": PASSWORD, "recaptchaToken": "-"}
            await client.post(f"{API}/login/authenticate", body=credentials)
            await asyncio.sleep(PAUSE)
    async with asyncio.timeout(PATIENCE):
        while not asked.keys() <= sink.came.keys():
            await asyncio.sleep(PAUSE)
    return [sink.came[email] - moment for email, moment in asked.items()]


async def _invite(system: System, sink: MailSink, *, seed: int) -> tuple[float, list[float]]:
    """Invitations per second of an import, and the delay of codes meanwhile."""
    async with signed_in(system) as client:
        file = {"file": ("people.csv", people_csv(seed=seed, rows=INVITED), "text/csv")}
        answer = await client.post("/users/imports", files=file)
        answer.raise_for_status()
        path = f"/users/imports/{answer.json()['id']}"
        await _until(client, path, state="ready")
        (await client.post(f"{path}/start")).raise_for_status()
        snapshot = await _until(client, path, state="completed")
    waits = await _codes(system, sink, range(CODES, 2 * CODES))
    async with asyncio.timeout(PATIENCE):
        while len(came := _invitations(sink)) < snapshot["successCount"]:
            await asyncio.sleep(PAUSE)
    return len(came) / (max(came) - min(came)), waits


def _invitations(sink: MailSink) -> list[float]:
    return [moment for email, moment in sink.came.items() if email.startswith("person.")]


async def _until(client: httpx2.AsyncClient, path: str, *, state: str) -> dict[str, Any]:
    async with asyncio.timeout(PATIENCE):
        while True:
            snapshot: dict[str, Any] = (await client.get(path)).json()
            if snapshot["state"] == state:
                return snapshot
            await asyncio.sleep(PAUSE)
