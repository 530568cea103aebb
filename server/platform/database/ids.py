"""Ids made in bulk: UUIDs version 7 (RFC 9562), as `waymark_uuid7()` makes single ones.

Some builds of Postgres open the system's source of randomness for each, which takes longer than writing the row.
"""

import time
from datetime import datetime
from secrets import randbits
from typing import Final
from uuid import UUID

_COUNTS: Final = 4_096
_VERSION: Final = 7 << 76
_VARIANT: Final = 2 << 62


def new_ids(number: int) -> list[UUID]:
    """Rising: milliseconds and a count, then 62 random bits each."""
    now = time.time_ns() // 1_000_000
    return [
        UUID(int=now + count // _COUNTS << 80 | _VERSION | count % _COUNTS << 64 | _VARIANT | randbits(62))
        for count in range(number)
    ]


def first_id(moment: datetime) -> UUID:
    """Return the first id of that millisecond: ids begin with the time of their creation."""
    return UUID(int=round(moment.timestamp() * 1_000) << 80)
