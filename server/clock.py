"""The time of this process, for what Postgres' clock cannot decide (tokens, `serverTime`)."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    return datetime.now(UTC)


def to_wire(moment: datetime) -> str:
    """UTC ISO 8601 with milliseconds and `Z`, as every answer and event carries it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
