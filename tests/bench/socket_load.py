"""Thousands of Socket.IO clients in a process of their own, which reads commands from stdin, one a line.

It implements as little of WebSocket as it needs, so that its own cost does not distort the measurement.
"""

import asyncio
import json
import os
import struct
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import urlsplit

PATIENCE_SECONDS: Final = 180.0
AT_ONCE: Final = 50
UPGRADE: Final = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
# Unfragmented messages only.
TEXT, PING, PONG = 0x81, 0x89, 0x8A
SHORT: Final = 125
LONG_MARK: Final = 126


class Client(asyncio.Protocol):
    """One socket; it counts events for `crowd` and stores none."""

    def __init__(self, crowd: "Crowd", *, host: str, auth: str) -> None:
        self._crowd = crowd
        self._host = host
        self._auth = auth
        self._buffer = b""
        self._is_upgraded = False
        self._transport: Any = None
        self.answered = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(UPGRADE.format(host=self._host).encode())

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_upgraded:
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head:
                self._refuse(head)
            self._is_upgraded, self._buffer = True, rest
        while (frame := self._next_frame()) is not None:
            kind, content = frame
            if kind == PING:
                self._write(PONG, content)
            elif kind == TEXT:
                self._read(content)

    def connection_lost(self, exc: Exception | None) -> None:
        self._crowd.count(closed=1)

    def say(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def _write(self, kind: int, content: bytes) -> None:
        length = len(content)
        size = bytes([0x80 | length]) if length <= SHORT else bytes([0x80 | LONG_MARK]) + struct.pack("!H", length)
        self._transport.write(bytes([kind]) + size + b"\0\0\0\0" + content)

    def close(self) -> None:
        self._transport.abort()

    def _refuse(self, why: bytes) -> None:
        self._crowd.refused.append(why.decode()[:200])
        self.answered.set()

    def _next_frame(self) -> tuple[int, bytes] | None:
        """Servers do not mask frames, and no frame of ours exceeds 64 KB."""
        if len(self._buffer) < 2:
            return None
        kind, length, start = self._buffer[0], self._buffer[1], 2
        if length == LONG_MARK:
            if len(self._buffer) < 4:
                return None
            length, start = struct.unpack("!H", self._buffer[2:4])[0], 4
        if len(self._buffer) < start + length:
            return None
        frame, self._buffer = self._buffer[start : start + length], self._buffer[start + length :]
        return kind, frame

    def _read(self, frame: bytes) -> None:
        kind = frame[:2]
        if kind == b"42":
            self._crowd.count(events=1)
        elif kind == b"43":
            self._crowd.count(acks=b'"ok":true' in frame)
        elif kind == b"40":
            self._crowd.count(connected=1)
            self.answered.set()
        elif kind[:1] == b"0":
            self.say(f"40{self._auth}")
        elif kind == b"2":
            self.say("3")
        elif kind == b"44":
            self._refuse(frame)


class Crowd:
    """All sockets and their counts; `reach` waits for given counts."""

    def __init__(self) -> None:
        self.clients: list[Client] = []
        self.refused: list[str] = []
        self._counts = {"connected": 0, "events": 0, "acks": 0, "closed": 0}
        self._goal: Callable[[], bool] = lambda: False
        self._reached: asyncio.Future[float] | None = None

    def count(self, **more: int) -> None:
        for name, number in more.items():
            self._counts[name] += number
        if self._reached is not None and not self._reached.done() and self._goal():
            self._reached.set_result(time.monotonic())

    async def reach(self, **goal: int) -> float:
        """The time (of the clock that all processes share) at which all counts were reached."""
        self._goal = lambda: all(self._counts[name] >= number for name, number in goal.items())
        self._reached = asyncio.get_running_loop().create_future()
        self.count()
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await self._reached

    async def open(self, url: str, tokens: list[str], greetings: int) -> dict[str, Any]:
        address = urlsplit(url)
        host, port = address.hostname or "", address.port or 0
        loop, turns = asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE)

        async def open_one(token: str) -> None:
            auth = json.dumps({"token": token})
            async with turns:
                _, client = await loop.create_connection(
                    lambda: Client(self, host=address.netloc, auth=auth), host, port
                )
                self.clients.append(client)
                await client.answered.wait()

        await asyncio.gather(*(open_one(token) for token in tokens))
        if not self.refused:
            await self.reach(connected=len(self.clients), events=greetings * len(self.clients))
        return {"refused": self.refused}

    async def receive(self, events: int) -> dict[str, Any]:
        """When every client has received so many events from now on."""
        return {"at": await self.reach(events=self._counts["events"] + events * len(self.clients))}

    async def ask(self, event: str, payload: Any) -> dict[str, Any]:
        """When every client has a successful acknowledgement."""
        for client in self.clients:
            client.say("420" + json.dumps([event, payload]))
        return {"at": await self.reach(acks=self._counts["acks"] + len(self.clients))}

    async def close(self) -> dict[str, Any]:
        for client in self.clients:
            client.close()
        await self.reach(closed=len(self.clients))
        return {}

    async def obey(self, line: bytes) -> dict[str, Any]:
        name, arguments = json.loads(line)
        answer: dict[str, Any] = await getattr(self, name)(**arguments)
        return answer


async def main() -> None:
    reader, crowd = asyncio.StreamReader(limit=2**26), Crowd()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        print(json.dumps({"began": True}), flush=True)
        print(json.dumps(await crowd.obey(line)), flush=True)


class Load:
    """The commanding end of the pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def order(self, name: str, **arguments: Any) -> None:
        """Returns once the command has begun; :meth:`answer` waits for its end."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, arguments]).encode() + b"\n")
        await self.answer()

    async def answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(await self._process.stdout.readline())
        return answer

    async def do(self, name: str, **arguments: Any) -> dict[str, Any]:
        await self.order(name, **arguments)
        return await self.answer()


@asynccontextmanager
async def load() -> AsyncIterator[Load]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.socket_load"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=dict(os.environ),
    )
    try:
        yield Load(process)
    finally:
        process.kill()
        await process.wait()


if __name__ == "__main__":
    asyncio.run(main())
