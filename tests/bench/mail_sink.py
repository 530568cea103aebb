"""A mail server in a process of its own: prints the time and recipient of each mail."""

import asyncio
import signal
import sys
import time
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope


class Sink:
    async def handle_EHLO(  # noqa: N802 - aiosmtpd's name
        self, _server: Any, session: Any, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Announce that it reads several commands at once, as mail servers do."""
        session.host_name = hostname
        name, *extensions = responses
        return [name, "250-PIPELINING", *extensions]

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Envelope) -> str:  # noqa: N802 - aiosmtpd's name
        sys.stdout.write(f"{time.monotonic()} {envelope.rcpt_tos[0]}\n")
        sys.stdout.flush()
        return "250 kept"


async def main() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink(), hostname="sink.test", loop=loop), "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    stop = asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()


if __name__ == "__main__":
    asyncio.run(main())
