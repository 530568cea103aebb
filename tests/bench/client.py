"""A signed-in administrator: HTTP calls, and a socket that watches an import."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import httpx2

from server.platform.http.flow_cookie import DEVICE_COOKIE
from tests.bench.plain_http import PlainClient, plain_client
from tests.bench.system import EMAIL, PASSWORD, System
from tests.fixtures.socket_client import SocketClient, open_socket

API: Final = "/api/v1"
# The fixed code of development.
CODE: Final = "123456"
PATIENCE_SECONDS: Final = 180.0


@asynccontextmanager
async def signed_in(system: System, *, email: str = EMAIL) -> AsyncIterator[httpx2.AsyncClient]:
    async with plain_client(system.url) as plain:
        token = await sign_in(plain, email=email)
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=system.url + API, timeout=60, headers=headers) as client:
        yield client


async def sign_in(client: PlainClient, *, email: str = EMAIL, devices: dict[str, str] | None = None) -> str:
    """The access token of an account: signs in, with a code where one is required.

    `devices` has for each email the secret of the browser that its account remembers, and is kept as it changes.
    """
    known = {} if devices is None or email not in devices else {"Cookie": f"{DEVICE_COOKIE}={devices[email]}"}
    credentials = {"email": email, "password": PASSWORD, "recaptchaToken": "-"}
    begun = await client.post(f"{API}/login/authenticate", body=credentials, headers=known)
    flow = {"X-Flow-Token": begun.headers["x-flow-token"], **known}
    if begun.json()["nextStep"] != "VERIFICATION_NOT_REQUIRED":
        code = {"userId": begun.json()["userId"], "otp": CODE, "verificationType": "EMAIL", "context": "LOGIN"}
        await client.post(f"{API}/verification/verify", body=code, headers=flow)
    done = await client.post(f"{API}/login/complete?userId={begun.json()['userId']}", headers=flow)
    if devices is not None:
        devices[email] = done.cookies[DEVICE_COOKIE]
    token: str = done.json()["jwtToken"]
    return token


@dataclass
class Watcher:
    """Records when each state of the import was first received, and when the first progress was."""

    states: dict[str, float] = field(default_factory=dict)
    first_progress: float | None = None
    last: dict[str, Any] = field(default_factory=dict)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def receive(self, snapshot: dict[str, Any]) -> None:
        if snapshot["version"] < self.last.get("version", 0):
            return
        self.last = snapshot
        self.states.setdefault(snapshot["state"], time.perf_counter())
        if snapshot["processed"] and self.first_progress is None:
            self.first_progress = time.perf_counter()
        self._changed.set()

    async def until(self, state: str, *, seconds: float = 120) -> float:
        """When the state was received. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while state not in self.states:
                self._changed.clear()
                await self._changed.wait()
        return self.states[state]


@asynccontextmanager
async def watching(system: System, *, token: str) -> AsyncIterator[tuple[SocketClient, Watcher]]:
    watcher = Watcher()
    async with open_socket(system.url, {"token": token}, origin=system.url) as socket:
        listening = asyncio.create_task(_listen(socket, watcher))
        yield socket, watcher
        listening.cancel()
        await asyncio.wait([listening])


async def watch(socket: SocketClient, watcher: Watcher, import_id: str) -> None:
    answer = await socket.ask("import:watch", {"importId": import_id})
    if not answer["ok"]:
        raise RuntimeError(answer["message"])
    watcher.receive(answer["snapshot"])


async def _listen(socket: SocketClient, watcher: Watcher) -> None:
    for number in count(1):
        watcher.receive(await socket.receive("import:progress", times=number, patience=PATIENCE_SECONDS))
