"""What is sent to a client that stops reading for a while, or for good."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

import pytest

from tests.fixtures.eventually import eventually
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.socket_client import SocketClient, open_socket

# Two hundred of them are more than the kernel keeps for a connection.
FILLER: Final = "x" * 100_000
MANY: Final = 200


@dataclass(frozen=True, kw_only=True)
class Line:
    """A connection, from both of its ends."""

    server: LiveServer
    client: SocketClient

    async def send(self, number: int) -> None:
        (held,) = self.server.gateway.held.all()
        await self.server.sockets.server.emit("numbered", {"number": number, "filler": FILLER}, to=held.sid)

    async def is_gone(self) -> bool:
        return not self.server.gateway.held.all()

    def numbers(self) -> list[int]:
        return [payload["number"] for payload in self.client.payloads("numbered")]


@pytest.fixture
async def line(server: LiveServer, sign_in: SignIn) -> AsyncIterator[Line]:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as client:
        await client.receive("session:state")
        yield Line(server=server, client=client)


async def test_a_pause_costs_no_message_and_no_order(line: Line) -> None:
    line.client.connection.transport.pause_reading()
    for number in range(MANY):
        await line.send(number)
    line.client.connection.transport.resume_reading()
    await line.client.receive("numbered", times=MANY)
    assert line.numbers() == list(range(MANY))
    assert line.client.is_open


async def test_who_never_reads_is_cut_off(line: Line) -> None:
    line.client.connection.transport.pause_reading()
    for number in range(MANY):
        await line.send(number)
    await eventually(line.is_gone, within=60, what="the end of the connection")
    line.client.connection.transport.resume_reading()
    await line.client.closed()
    assert line.numbers() == list(range(len(line.numbers())))


async def test_a_goodbye_comes_after_what_was_sent_before(line: Line) -> None:
    for number in range(3):
        await line.send(number)
    (held,) = line.server.gateway.held.all()
    await held.close()
    await line.client.closed()
    assert line.numbers() == [0, 1, 2]
    assert line.client.was_disconnected
