"""Ids made in bulk: UUIDs version 7 (RFC 9562), as `waymark_uuid7()` makes single ones.

Some builds of Postgres open the system's source of randomness for each, which takes longer than writing the row.
"""

import struct
import time
from secrets import token_bytes
from typing import Final
from uuid import UUID

from asyncpg.pgproto import pgproto

_COUNTS: Final = 4_096
_VERSION: Final = 7 << 12
_VARIANT: Final = 1 << 63
_HALVES: Final = struct.Struct(">QQ")


def new_ids(number: int) -> list[UUID]:
    """Rising: milliseconds and a count, then 62 random bits each."""
    now = time.time_ns() // 1_000_000
    chances = struct.unpack(f">{number}Q", token_bytes(8 * number))
    return [
        # The driver's own class, which is made and sent in a tenth of the time.
        pgproto.UUID(_HALVES.pack(now + count // _COUNTS << 16 | _VERSION | count % _COUNTS, _VARIANT | chance >> 2))
        for count, chance in enumerate(chances)
    ]
