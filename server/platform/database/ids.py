"""Ids made in bulk: UUIDs version 7 (RFC 9562), as `waymark_uuid7()` makes single ones.

Some builds of Postgres open the system's source of randomness for each, which takes longer than writing the row.
"""

import time
from datetime import datetime
from secrets import token_hex
from typing import Final
from uuid import UUID

_COUNTS: Final = 4_096
_DIGITS: Final = 15


def new_ids(number: int) -> list[str]:
    """Rising: milliseconds and a count, then 60 random bits each.

    They are texts, because an object for each takes three times as long, and Postgres is sent either.
    """
    now, noise = time.time_ns() // 1_000_000, token_hex(8 * number)
    return [
        f"{now + count // _COUNTS:012x}7{count % _COUNTS:03x}8{noise[16 * count : 16 * count + _DIGITS]}"
        for count in range(number)
    ]


def new_id() -> UUID:
    return UUID(new_ids(1)[0])


def first_id(moment: datetime) -> UUID:
    """Return the first id of that millisecond: ids begin with the time of their creation."""
    return UUID(int=round(moment.timestamp() * 1_000) << 80)
