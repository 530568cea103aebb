"""What is sent to a client that stops reading for a while, or for good."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import pytest

from server.platform.live.packets import encode_event
from server.platform.live.sockets import MOST_WAITING_PACKETS
from tests.fixtures.eventually import eventually
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import SocketClient, open_socket

# Two hundred of them are more than the kernel keeps for a connection.
FILLER: Final = "x" * 100_000
MANY: Final = MOST_WAITING_PACKETS


@dataclass(frozen=True, kw_only=True)
class Line:
    """A connection, from both of its ends."""

    server: LiveServer
    client: SocketClient
    eio_sid: str

    def send(self, number: int) -> None:
        self.server.sockets.push(encode_event("numbered", {"number": number, "filler": FILLER}), to=[self.eio_sid])

    @property
    def waiting(self) -> int:
        queued: int = self.server.sockets.eio.sockets[self.eio_sid].queue.qsize()
        return queued

    async def is_gone(self) -> bool:
        return self.eio_sid not in self.server.sockets.eio.sockets

    def numbers(self) -> list[int]:
        return [payload["number"] for payload in self.client.payloads("numbered")]

    def stop_reading(self) -> None:
        self.client.connection.transport.pause_reading()

    def go_on_reading(self) -> None:
        self.client.connection.transport.resume_reading()


@pytest.fixture
async def line(server: LiveServer, sign_in: SignIn) -> AsyncIterator[Line]:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as client:
        await client.receive("session:state")
        (eio_sid,) = server.sockets.eio.sockets
        yield Line(server=server, client=client, eio_sid=eio_sid)


async def test_a_client_that_reads_waits_behind_no_queue(line: Line) -> None:
    line.send(0)
    assert line.waiting == 0
    assert (await line.client.receive("numbered"))["number"] == 0


async def test_a_pause_costs_no_message_and_no_order(line: Line) -> None:
    line.stop_reading()
    for number in range(MANY):
        line.send(number)
    assert line.waiting > 0
    line.go_on_reading()
    for number in range(MANY, 2 * MANY):
        # As many as come: the queue is never full.
        await line.client.receive("numbered", times=number - MANY + 1)
        line.send(number)
    await line.client.receive("numbered", times=2 * MANY)
    assert line.numbers() == list(range(2 * MANY))
    assert line.client.is_open


async def test_who_never_reads_is_cut_off(line: Line) -> None:
    line.stop_reading()
    for number in range(3 * MANY):
        line.send(number)
    await eventually(line.is_gone, within=60, what="the end of the connection")
    line.go_on_reading()
    await line.client.closed()
    assert line.numbers() == list(range(len(line.numbers())))


async def test_a_goodbye_comes_after_what_was_sent_before(line: Line) -> None:
    for number in range(3):
        line.send(number)
    line.server.sockets.dismiss(line.eio_sid)
    await line.client.closed()
    assert line.numbers() == [0, 1, 2]
    assert line.client.was_disconnected
