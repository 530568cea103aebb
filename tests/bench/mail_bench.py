"""Codes and invitations on their way to a mail server, beside a bare client that sends mails of the same size.

Run as a program it is that mail server, which prints the time, size and recipient of each mail.
"""

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from aiosmtpd.smtp import SMTP as Server  # noqa: N811 - beside the client's
from aiosmtpd.smtp import Envelope
from aiosmtplib import SMTP

from tests.bench.clients import API, PATIENCE_SECONDS, ask, plain_client, signed_in, until_state
from tests.bench.import_bench import upload
from tests.bench.people import people_csv
from tests.bench.report import Row, beside, milliseconds
from tests.bench.system import PASSWORD, Servers, System, running_system

CODES: Final = 100
INVITED: Final = 3_000
BARE_MAILS: Final = 1_500
CONNECTIONS: Final = 4
PAUSE: Final = 0.02


# By recipient, when a mail came (of the clock that all processes share) and its size.
Mails = dict[str, tuple[float, int]]


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    quiet, busy, ours, bare = (list[float]() for _ in range(4))
    people = [f"coder.{number}@example.net" for number in range(2 * CODES)]
    for seed in range(rounds):
        async with _mail_server() as (port, mails):
            settings = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "EMAIL_FROM": "bench@example.com"}
            settings["LOGIN_VERIFICATION"] = "new-device"
            async with running_system(servers, settings=settings) as system:
                await system.add_accounts(people, role="TRAINEE", profile="TRAINEE")
                quiet += await _codes(system, mails, people[:CODES])
                created = await _import(system, people_csv(seed=seed, rows=INVITED))
                busy += await _codes(system, mails, people[CODES:])
                invitations = await _until(mails, created, "person.")
                moments = [moment for moment, _ in invitations]
                ours.append(created / (max(moments) - min(moments)))
            bare.append(await _bare_per_second(port, mails, size=invitations[0][1]))
    yield beside("invitations", ours, bare, unit="/s", beside="bare aiosmtplib", limit=0.4, at_least=True)
    yield milliseconds("code asked to mail server", quiet, limit=300)
    yield milliseconds(f"code asked to mail server, during {INVITED:,} invitations", busy, limit=300)


async def _until(mails: Mails, number: int, mark: str) -> list[tuple[float, int]]:
    """The mails to addresses with this mark, once there are so many. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(found := [mail for email, mail in mails.items() if mark in email]) < number:
            await asyncio.sleep(PAUSE)
    return found


async def _codes(system: System, mails: Mails, people: list[str]) -> list[float]:
    """Seconds from each request to the mail server's acceptance; the people sign in one after the other."""
    asked = {}
    async with plain_client(system.url) as client:
        for email in people:
            asked[email] = time.monotonic()
            credentials = {"email": email, "password": PASSWORD, "recaptchaToken": "-"}
            await client.post(f"{API}/login/authenticate", body=credentials)
            await asyncio.sleep(PAUSE)
    for email in people:
        await _until(mails, 1, email)
    return [mails[email][0] - moment for email, moment in asked.items()]


async def _import(system: System, content: bytes) -> int:
    """How many people were created, who are invited from then on."""
    async with signed_in(system) as client:
        path = f"/users/imports/{await upload(client, content)}"
        await until_state(client, path, "ready")
        await ask(client, "POST", f"{path}/start")
        created: int = (await until_state(client, path, "completed"))["successCount"]
        return created


async def _bare_per_second(port: int, mails: Mails, *, size: int) -> float:
    """Mails a second of a loop over as few connections as a worker has."""
    content = b"Subject: Invitation\r\n\r\n" + b"\r\n".join([b"x" * 76] * (size // 78))
    numbers = iter(range(BARE_MAILS))

    async def send() -> None:
        async with SMTP(hostname="127.0.0.1", port=port, start_tls=False) as client:
            for number in numbers:
                await client.sendmail("bench@example.com", [f"bare.{number}@example.org"], content)

    begun = time.perf_counter()
    await asyncio.gather(*(send() for _ in range(CONNECTIONS)))
    seconds = time.perf_counter() - begun
    await _until(mails, BARE_MAILS, "bare.")
    return BARE_MAILS / seconds


@asynccontextmanager
async def _mail_server() -> AsyncIterator[tuple[int, Mails]]:
    """Its port, and the mails as they come."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, stdout=PIPE)
    assert process.stdout is not None
    output, mails = process.stdout, Mails()

    async def listen() -> None:
        async for line in output:
            moment, size, recipient = line.decode().split()
            mails[recipient] = float(moment), int(size)

    port = int(await output.readline())
    listening = asyncio.create_task(listen())
    try:
        yield port, mails
    finally:
        process.terminate()
        await process.wait()
        await listening


class _Handler:
    async def handle_DATA(self, _server: Any, _session: Any, mail: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        print(time.monotonic(), len(mail.original_content or b""), mail.rcpt_tos[0], flush=True)
        return "250 kept"


async def _serve() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Server(_Handler(), hostname="mail.test", loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve())
