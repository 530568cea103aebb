"""S45: a client that sends frame after frame loses its connection, and others are served meanwhile."""

import asyncio
from typing import Final

import pytest

from tests.fixtures.hostile_bodies import filled
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.loop_lag import Attacker, is_too_long, measured_lag
from tests.fixtures.people import SignIn
from tests.fixtures.raw_http import raw_connection
from tests.fixtures.raw_socket import HANDSHAKE, flood, until_closed
from tests.fixtures.socket_client import open_socket

MASK: Final = b"\0\0\0\0"
LAST, TEXT, BINARY, PING = 0x80, 1, 2, 9
MASKED, LONG = 0x80, 127


def frame(head: int, content: bytes = b"") -> bytes:
    return bytes([head, MASKED | len(content)]) + MASK + content


def huge(head: int, length: int) -> bytes:
    return bytes([head, MASKED | LONG]) + length.to_bytes(8) + MASK


# What stands first, and what then fills 10 MB.
FLOODS: Final[dict[str, tuple[bytes, bytes]]] = {
    "empty text": (b"", frame(LAST | TEXT)),
    "answers to pings": (b"", frame(LAST | TEXT, b"3")),
    "binary": (b"", frame(LAST | BINARY, b"3")),
    "pings": (b"", frame(LAST | PING)),
    "long pings": (b"", frame(LAST | PING, b"x" * 125)),
    "fragments and pings": (frame(TEXT, b"4"), frame(0, b"x") + frame(LAST | PING)),
    "the largest length": (huge(LAST | TEXT, 2**64 - 1), b"x"),
    "no mask": (b"", bytes([LAST | TEXT, 0])),
    "no UTF-8": (b"", frame(LAST | TEXT, b"\xff")),
}


@pytest.mark.security("S45")
async def test_a_flood_of_frames_ends_its_connection(start_server: StartServer, attacker: Attacker) -> None:
    loop = asyncio.get_running_loop()
    lags = {}
    async with start_server(handshake_seconds=1) as server:
        for name, (first, piece) in FLOODS.items():
            attacker.file.write_bytes(first + filled(piece))
            async with measured_lag() as lag:
                await loop.run_in_executor(attacker.process, flood, server.url, attacker.file)
            lags[name] = lag.longest
    assert {name: lag for name, lag in lags.items() if is_too_long(lag)} == {}


@pytest.mark.security("S45")
async def test_a_frame_before_the_answer_ends_the_connection(server: LiveServer, sign_in: SignIn) -> None:
    person = await sign_in()
    async with open_socket(server.url, {"token": person.token}) as bystander:
        async with raw_connection(server.url) as connection:
            await connection.send(HANDSHAKE)
            await connection.send(filled(frame(LAST | PING)))
            await until_closed(connection)
        assert bystander.is_open
