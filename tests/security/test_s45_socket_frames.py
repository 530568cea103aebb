"""S45: no 10 MB of WebSocket frames block the event loop longer than 50 ms, and their connection is closed.

Measured as in test_s45_hostile_bodies.py: processor time between two ticks, the least of three attempts.
"""

import asyncio
from contextlib import suppress
from typing import Final

from tests.fixtures.hostile_bodies import filled
from tests.fixtures.live_server import LiveServer
from tests.fixtures.loop_lag import measured_lag
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import RawConnection, raw_connection
from tests.fixtures.socket_client import ORIGIN, open_socket

MOST_LAG: Final = 0.05
TRIES: Final = 3
HANDSHAKE: Final = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: waymark.test\r\n"
    f"Origin: {ORIGIN}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
).encode()
MASK: Final = b"\0\0\0\0"
LAST, TEXT, BINARY, PING, PONG = 0x80, 1, 2, 9, 10
MASKED, LONG = 0x80, 127


def frame(head: int, content: bytes = b"") -> bytes:
    return bytes([head, MASKED | len(content)]) + MASK + content


def huge(head: int, length: int) -> bytes:
    return bytes([head, MASKED | LONG]) + length.to_bytes(8) + MASK


FLOODS: Final = {
    "empty text": filled(frame(LAST | TEXT)),
    "short text": filled(frame(LAST | TEXT, b"3")),
    "binary": filled(frame(LAST | BINARY, b"3")),
    "pings": filled(frame(LAST | PING)),
    "long pings": filled(frame(LAST | PING, b"x" * 125)),
    "pongs": filled(frame(LAST | PONG)),
    "fragments": frame(TEXT, b"4") + filled(frame(0)),
    "fragments of one byte": frame(TEXT, b"4") + filled(frame(0, b"x")),
    "fragments and pings": frame(TEXT, b"4") + filled(frame(0, b"x") + frame(LAST | PING)),
    "fragments without a beginning": filled(frame(0)),
    "beginnings": filled(frame(TEXT)),
    "fragmented pings": filled(frame(PING)),
    "a huge frame": huge(LAST | TEXT, 2**40) + filled(b"x"),
    "the largest length": huge(LAST | TEXT, 2**64 - 1) + filled(b"x"),
    "a huge ping": filled(huge(LAST | PING, 126) + b"x" * 126),
    "unknown opcodes": filled(frame(LAST | 3)),
    "reserved bits": filled(frame(LAST | 0x40 | TEXT)),
    "no mask": filled(bytes([LAST | TEXT, 0])),
    "no UTF-8": filled(frame(LAST | TEXT, b"\xff")),
    "goodbyes": filled(frame(LAST | 8)),
}


async def until_closed(connection: RawConnection) -> None:
    async with asyncio.timeout(60):
        with suppress(ConnectionError):
            while await connection.reader.read(65_536):
                pass


async def flood(url: str, data: bytes) -> None:
    """Send frames after the handshake, until the server closes."""
    async with raw_connection(url) as connection:
        await connection.send(HANDSHAKE)
        async with asyncio.timeout(60):
            assert (await connection.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        sending = asyncio.create_task(connection.send(data))
        await until_closed(connection)
        await sending


async def lag_of(server: LiveServer, data: bytes) -> float:
    """The lag of the loop; sent from another thread, so that only the server is measured."""
    longest: list[float] = []
    while len(longest) < TRIES:
        async with measured_lag() as lag:
            await asyncio.to_thread(asyncio.run, flood(server.url, data))
        longest.append(lag.longest)
        if lag.longest < MOST_LAG:
            break
    return min(longest)


async def test_s45_no_flood_of_frames_blocks_the_loop(server: LiveServer) -> None:
    lags = {name: await lag_of(server, data) for name, data in FLOODS.items()}
    assert {name: lag for name, lag in lags.items() if lag >= MOST_LAG} == {}


async def test_s45_a_frame_before_the_answer_ends_the_connection(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as bystander:
        async with raw_connection(server.url) as connection:
            await connection.send(HANDSHAKE)
            await connection.send(FLOODS["pings"])
            await until_closed(connection)
        assert bystander.is_open


async def test_s45_pings_are_answered(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        async with asyncio.timeout(60):
            for _ in range(50):
                await (await socket.connection.ping())
        assert socket.is_open
