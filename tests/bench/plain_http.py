"""A minimal HTTP client, whose own cost does not distort what it measures."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """`headers` have lower-case names; `cookies` are those that it sets."""

    status: int
    headers: dict[str, str]
    body: bytes
    cookies: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


class PlainClient:
    """One connection that is kept open; one request at a time."""

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
        typed = {} if body is None else {"Content-Type": "application/json"}
        return await self._ask("POST", path, content, {**typed, **(headers or {})})

    async def _ask(self, method: str, path: str, content: bytes, headers: dict[str, str]) -> Answer:
        given = {"Host": self._host, "Content-Length": str(len(content)), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        return await self._read()

    async def _read(self) -> Answer:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.split("\r\n")
        fields = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines if line)]
        headers = dict(fields)
        set_cookies = (value.partition(";")[0].partition("=") for name, value in fields if name == "set-cookie")
        body = await self._reader.readexactly(int(headers.get("content-length", "0")))
        cookies = {name: value for name, _, value in set_cookies}
        return Answer(status=int(first.split(" ")[1]), headers=headers, body=body, cookies=cookies)


def _successful(path: str, answer: Answer) -> Answer:
    if answer.status >= 400:
        raise RuntimeError(f"{path}: {answer.status} {answer.body[:200]!r}")
    return answer


@asynccontextmanager
async def plain_client(url: str) -> AsyncIterator[PlainClient]:
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        yield PlainClient(reader, writer, host=address.netloc)
    finally:
        writer.close()
