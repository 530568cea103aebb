"""The time of this process, for what Postgres' clock cannot decide (tokens, `serverTime`)."""

from datetime import UTC, datetime, timedelta


def utc_now() -> datetime:
    return datetime.now(UTC)


def to_wire(moment: datetime) -> str:
    """UTC ISO 8601 with milliseconds and `Z`, as every answer and event carries it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def seconds_until_tomorrow() -> int:
    """Daily limits reset at midnight UTC."""
    now = utc_now()
    return int((now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1) - now).total_seconds()) + 1
