"""The time of this process, for what Postgres' clock cannot decide, and the time at which daily limits reset.

Where no company is known, the time zone of PHONE_REGION is meant, of several the one of its example number.
"""

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from phonenumbers import example_number
from phonenumbers.timezone import time_zones_for_number


def utc_now() -> datetime:
    return datetime.now(UTC)


def to_wire(moment: datetime) -> str:
    """UTC ISO 8601 with milliseconds and `Z`, as every answer and event carries it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_until_tomorrow() -> int:
    """Daily limits reset at midnight UTC."""
    now = utc_now()
    return int((now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1) - now).total_seconds()) + 1


# The library has names that newer tables of zones may lack.
_RENAMED: Final = {"Asia/Calcutta": "Asia/Kolkata"}


def describe_tomorrow(region: str, *, now: datetime | None = None) -> str:
    """`tomorrow at 05:30 IST`: the next midnight UTC, in the region's zone."""
    now, zone = now or utc_now(), zone_of(region)
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    local = midnight.astimezone(zone)
    day = "today" if local.date() == now.astimezone(zone).date() else "tomorrow"
    return f"{day} at {local:%H:%M} {local:%Z}"


@cache
def zone_of(region: str) -> tzinfo:
    """The zone of PHONE_REGION; UTC where none is known."""
    number = example_number(region)
    for name in time_zones_for_number(number) if number is not None else ():
        try:
            return ZoneInfo(_RENAMED.get(name, name))
        except (ZoneInfoNotFoundError, ValueError):
            continue
    return UTC
