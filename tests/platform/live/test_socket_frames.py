"""S45: no 10 MB of WebSocket frames block the event loop longer than 50 ms, and their connection is closed.

Measured as in test_hostile_bodies.py.
"""

import asyncio
from typing import Final

import pytest

from tests.fixtures.hostile_bodies import filled
from tests.fixtures.live_server import LiveServer
from tests.fixtures.loop_lag import MOST_LAG, Attacker
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_connection
from tests.fixtures.raw_socket import HANDSHAKE, flood, until_closed
from tests.fixtures.socket_client import open_socket

MASK: Final = b"\0\0\0\0"
LAST, TEXT, BINARY, PING, PONG = 0x80, 1, 2, 9, 10
MASKED, LONG = 0x80, 127


def frame(head: int, content: bytes = b"") -> bytes:
    return bytes([head, MASKED | len(content)]) + MASK + content


def huge(head: int, length: int) -> bytes:
    return bytes([head, MASKED | LONG]) + length.to_bytes(8) + MASK


# What stands first, and what then fills 10 MB.
FLOODS: Final[dict[str, tuple[bytes, bytes]]] = {
    "empty text": (b"", frame(LAST | TEXT)),
    "short text": (b"", frame(LAST | TEXT, b"3")),
    "binary": (b"", frame(LAST | BINARY, b"3")),
    "pings": (b"", frame(LAST | PING)),
    "long pings": (b"", frame(LAST | PING, b"x" * 125)),
    "pongs": (b"", frame(LAST | PONG)),
    "fragments": (frame(TEXT, b"4"), frame(0)),
    "fragments of one byte": (frame(TEXT, b"4"), frame(0, b"x")),
    "fragments and pings": (frame(TEXT, b"4"), frame(0, b"x") + frame(LAST | PING)),
    "fragments without a beginning": (b"", frame(0)),
    "beginnings": (b"", frame(TEXT)),
    "fragmented pings": (b"", frame(PING)),
    "a huge frame": (huge(LAST | TEXT, 2**40), b"x"),
    "the largest length": (huge(LAST | TEXT, 2**64 - 1), b"x"),
    "a huge ping": (b"", huge(LAST | PING, 126) + b"x" * 126),
    "unknown opcodes": (b"", frame(LAST | 3)),
    "reserved bits": (b"", frame(LAST | 0x40 | TEXT)),
    "no mask": (b"", bytes([LAST | TEXT, 0])),
    "no UTF-8": (b"", frame(LAST | TEXT, b"\xff")),
    "goodbyes": (b"", frame(LAST | 8)),
}


@pytest.mark.security("S45")
async def test_no_flood_of_frames_blocks_the_loop(server: LiveServer, attacker: Attacker) -> None:
    lags = {
        name: (await attacker.send(flood, server.url, first + filled(piece)))[1]
        for name, (first, piece) in FLOODS.items()
    }
    assert {name: lag for name, lag in lags.items() if lag >= MOST_LAG} == {}


@pytest.mark.security("S45")
async def test_a_frame_before_the_answer_ends_the_connection(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as bystander:
        async with raw_connection(server.url) as connection:
            await connection.send(HANDSHAKE)
            await connection.send(filled(frame(LAST | PING)))
            await until_closed(connection)
        assert bystander.is_open


@pytest.mark.security("S45")
async def test_pings_are_answered(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as socket:
        async with asyncio.timeout(60):
            for _ in range(50):
                await (await socket.connection.ping())
        assert socket.is_open
