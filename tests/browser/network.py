"""All that lies between the browsers and the system: it can go away, come back, and counts who is connected."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

LIVE_PATH: Final = b"GET /socket.io/"
PIECE: Final = 65_536


@dataclass
class Network:
    """A relay on loopback. `target` is the port of the system, once it has one."""

    port: int = 0
    target: int = 0
    attempts: int = 0
    _away: bool = False
    _live: set[asyncio.StreamWriter] = field(default_factory=set)
    _open: set[asyncio.StreamWriter] = field(default_factory=set)
    _closing: asyncio.Event = field(default_factory=asyncio.Event)
    _loop: asyncio.AbstractEventLoop | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def sockets(self) -> int:
        """How many live connections are open."""
        return len(self._live)

    def go_away(self) -> None:
        """Everything is cut off, and every new connection counts as an attempt."""
        self.attempts = 0
        self._away = True
        self._call(self._cut)

    def come_back(self) -> None:
        self._away = False

    def close(self) -> None:
        self.go_away()
        self._call(self._closing.set)

    async def run(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        started.set()
        async with server:
            await self._closing.wait()

    def _call(self, what: Callable[[], None]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(what)

    def _cut(self) -> None:
        for writer in list(self._open):
            writer.transport.abort()

    async def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._away:
            self.attempts += 1
            writer.transport.abort()
            return
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._open |= {writer, inner_writer}
        with suppress(OSError):
            await asyncio.gather(
                self._pass_on(reader, inner_writer, tag=writer), self._pass_on(inner_reader, writer, tag=None)
            )
        self._open -= {writer, inner_writer}
        self._live.discard(writer)

    async def _pass_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, tag: asyncio.StreamWriter | None
    ) -> None:
        try:
            while piece := await reader.read(PIECE):
                if tag is not None and piece.startswith(LIVE_PATH):
                    self._live.add(tag)
                writer.write(piece)
                await writer.drain()
        finally:
            # Whatever ends one direction ends both.
            writer.close()


@contextmanager
def running_network() -> Iterator[Network]:
    network = Network()
    started = threading.Event()
    # In a thread: Playwright's own loop holds the main one.
    thread = threading.Thread(target=lambda: asyncio.run(network.run(started)))
    thread.start()
    started.wait()
    try:
        yield network
    finally:
        network.close()
        thread.join()
