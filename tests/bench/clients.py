"""Callers: a minimal HTTP client, signed-in accounts, and what they ask for over and over."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import httpx2

from tests.bench.system import EMAIL, PASSWORD, System

API: Final = "/api/v1"
# The fixed code of development.
CODE: Final = "123456"
LOAD_SECONDS: Final = 4.0
PATIENCE_SECONDS: Final = 180.0
POLL_SECONDS: Final = 0.05


@dataclass(frozen=True)
class Answer:
    """`headers` have lower-case names; `cookies` are those that it sets."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class PlainClient:
    """One connection that is kept open, one request at a time: its own cost does not distort what it measures."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, host: str) -> None:
        self._reader, self._writer, self._host = reader, writer, host

    async def get(self, path: str, *, headers: dict[str, str]) -> Answer:
        """Raises RuntimeError where the answer is no success."""
        return _successful(path, await self._ask("GET", path, b"", headers))

    async def post(self, path: str, *, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """Raises RuntimeError where the answer is no success."""
        return _successful(path, await self.try_post(path, body=body, headers=headers))

    async def try_post(self, path: str, *, body: Any = None, headers: dict[str, str] | None = None) -> Answer:
        """The answer, whatever its status."""
        content = b"" if body is None else json.dumps(body).encode()
        return await self._ask("POST", path, content, {"Content-Type": "application/json", **(headers or {})})

    async def _ask(self, method: str, path: str, content: bytes, headers: dict[str, str]) -> Answer:
        given = {"Host": self._host, "Content-Length": str(len(content)), **headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + content)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *rest = head.strip().split("\r\n")
        fields = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in rest)]
        set_cookies = (value.partition(";")[0].partition("=") for name, value in fields if name == "set-cookie")
        cookies = {name: value for name, _, value in set_cookies}
        body = await self._reader.readexactly(int(dict(fields).get("content-length", "0")))
        return Answer(int(first.split(" ")[1]), dict(fields), cookies, body)


def _successful(path: str, answer: Answer) -> Answer:
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {answer.status} {answer.body[:200]!r}")
    return answer


@asynccontextmanager
async def plain_client(url: str, *, source: str = "127.0.0.1") -> AsyncIterator[PlainClient]:
    """`source` is the address of the client, any of this machine."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, local_addr=(source, 0))
    try:
        yield PlainClient(reader, writer, host=address.netloc)
    finally:
        writer.close()


# One call after the other on one connection.
Call = Callable[[PlainClient], Awaitable[object]]


async def per_second(url: str, call: Call, *, at_once: int) -> float:
    """Calls that so many callers make together."""
    begun = time.perf_counter()

    async def call_until_the_end() -> int:
        done = 0
        async with plain_client(url) as client:
            while time.perf_counter() < begun + LOAD_SECONDS:
                await call(client)
                done += 1
        return done

    counts = await asyncio.gather(*(call_until_the_end() for _ in range(at_once)))
    return sum(counts) / (time.perf_counter() - begun)


async def sign_in(client: PlainClient, *, email: str = EMAIL, cookies: dict[str, str] | None = None) -> str:
    """The access token of a new session, with a code where one is required.

    `cookies` are those of the account's browser, and kept as they change.
    """
    known = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
    credentials = {"email": email, "password": PASSWORD, "recaptchaToken": "-"}
    begun = await client.post(f"{API}/login/authenticate", body=credentials, headers=known)
    user_id, flow = begun.json()["userId"], {"X-Flow-Token": begun.headers["x-flow-token"], **known}
    if begun.json()["nextStep"] != "VERIFICATION_NOT_REQUIRED":
        code = {"userId": user_id, "otp": CODE, "verificationType": "EMAIL", "context": "LOGIN"}
        await client.post(f"{API}/verification/verify", body=code, headers=flow)
    done = await client.post(f"{API}/login/complete?userId={user_id}", headers=flow)
    if cookies is not None:
        cookies.update(done.cookies)
    token: str = done.json()["jwtToken"]
    return token


@asynccontextmanager
async def signed_in(system: System, *, email: str = EMAIL) -> AsyncIterator[httpx2.AsyncClient]:
    async with plain_client(system.url) as plain:
        headers = {"Authorization": f"Bearer {await sign_in(plain, email=email)}"}
    async with httpx2.AsyncClient(base_url=system.url + API, timeout=60, headers=headers) as client:
        yield client


async def ask(client: httpx2.AsyncClient, method: str, path: str, **more: Any) -> Any:
    """The body of a successful answer."""
    answer = await client.request(method, path, **more)
    answer.raise_for_status()
    return answer.json()


async def until_state(client: httpx2.AsyncClient, path: str, state: str) -> dict[str, Any]:
    """Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (snapshot := await ask(client, "GET", path))["state"] != state:
            await asyncio.sleep(POLL_SECONDS)
    found: dict[str, Any] = snapshot
    return found
