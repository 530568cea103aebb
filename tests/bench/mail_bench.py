"""Codes and invitations on their way to a mail server, beside a bare client that sends mails of the same size.

Run as a program it is that mail server, which prints the time, size and recipient of each mail.
"""

import asyncio
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from aiosmtpd.smtp import SMTP as Server  # noqa: N811 - beside the client's
from aiosmtpd.smtp import Envelope
from aiosmtplib import SMTP

from deploy.local.programs import Program
from tests.bench.clients import API, PATIENCE_SECONDS, plain_client, signed_in
from tests.bench.import_bench import create_people
from tests.bench.people import people_csv
from tests.bench.report import Row, beside, milliseconds
from tests.bench.system import PASSWORD, PROJECT, Servers, System, running_programs, running_system
from tests.fixtures.web_process import free_port

CODES: Final = 100
INVITED: Final = 3_000
BARE_MAILS: Final = 1_500
CONNECTIONS: Final = 4
PAUSE: Final = 0.02


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    codes, ours, bare = (list[float]() for _ in range(3))
    people = [f"coder.{number}@example.net" for number in range(CODES)]
    for seed in range(rounds):
        port = free_port()
        argv = (sys.executable, "-m", __name__, str(port))
        program = Program(name=f"mail-{seed}", argv=argv, folder=PROJECT)
        log = servers.folder / f"{program.name}.log"
        settings = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "EMAIL_FROM": "bench@example.com"}
        settings["LOGIN_VERIFICATION"] = "new-device"
        with running_programs(servers, [program], ports=[port]):
            async with running_system(servers, settings=settings) as system:
                await system.add_accounts(people, role="TRAINEE", profile="TRAINEE")
                async with signed_in(system) as client:
                    created = await create_people(client, people_csv(seed=seed, rows=INVITED))
                codes += await codes_asked(system, log, people)
                invitations = await until_mails(log, "person.", number=created)
                moments = [moment for moment, _ in invitations.values()]
                ours.append(created / (max(moments) - min(moments)))
            bare.append(await _bare_per_second(port, log, size=next(iter(invitations.values()))[1]))
    yield beside("invitations", ours, bare, unit="/s", beside="bare aiosmtplib", limit=0.4, at_least=True)
    yield milliseconds(f"code asked to mail server, during {INVITED:,} invitations", codes, limit=300)


def mails_to(log: Path, mark: str) -> dict[str, tuple[float, int]]:
    """Return when mails to addresses that begin with `mark` came, of the clock of all processes, and their sizes."""
    # The last line may be half of one.
    lines = (line.split() for line in log.read_text().split("\n")[:-1])
    return {to: (float(at), int(size)) for at, size, to in lines if to.startswith(mark)}


async def until_mails(log: Path, mark: str, *, number: int) -> dict[str, tuple[float, int]]:
    """Once there are so many. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while len(mails := mails_to(log, mark)) < number:
            await asyncio.sleep(PAUSE)
    return mails


async def codes_asked(system: System, log: Path, people: list[str]) -> list[float]:
    """Seconds from each request to the mail server's acceptance; the people sign in one after the other."""
    asked = {}
    async with plain_client(system.url) as client:
        for email in people:
            asked[email] = time.monotonic()
            credentials = {"email": email, "password": PASSWORD, "recaptchaToken": "-"}
            await client.post(f"{API}/login/authenticate", body=credentials)
            await asyncio.sleep(PAUSE)
    return [(await until_mails(log, email, number=1))[email][0] - moment for email, moment in asked.items()]


async def _bare_per_second(port: int, log: Path, *, size: int) -> float:
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
    await until_mails(log, "bare.", number=BARE_MAILS)
    return BARE_MAILS / seconds


class _Handler:
    async def handle_DATA(self, _server: Any, _session: Any, mail: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        print(time.monotonic(), len(mail.original_content or b""), mail.rcpt_tos[0], flush=True)
        return "250 kept"


async def _serve(port: int) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Server(_Handler(), hostname="mail.test", loop=loop), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(int(sys.argv[1])))
