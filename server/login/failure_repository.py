"""Failed sign-ins, counted by email as typed and by source."""

from collections.abc import Sequence
from typing import Final

from server.database import Connection

FIRST_WAIT_SECONDS: Final = 30
LONGEST_WAIT_SECONDS: Final = 900
# Where the doubling has long reached the longest wait; beyond it the power would overflow.
MOST_DOUBLINGS: Final = 10


async def find_wait(connection: Connection, *, email_mac: bytes, sources: Sequence[str]) -> int | None:
    """Whole seconds until the last block of these sources ends; None when none runs."""
    wait: int | None = await connection.fetch_value(
        """
        SELECT CAST(ceil(extract(epoch FROM max(blocked_until) - now())) AS integer)
          FROM login_failures
         WHERE email_mac = :email_mac AND source = ANY(CAST(:sources AS text[])) AND blocked_until > now()
        """,
        email_mac=email_mac,
        sources=list(sources),
    )
    return wait


async def add_failure(connection: Connection, *, email_mac: bytes, source: str, allowed: int) -> bool:
    """Count one failure of the day; from the `allowed`-th on each starts a wait twice as long as the one before.

    False when a wait is running already: then this failure came too late to be judged.
    """
    counted = await connection.fetch_value(
        """
        INSERT INTO login_failures AS known (email_mac, source, failures, blocked_until)
        VALUES (:email_mac, :source, 1, CASE WHEN :allowed <= 1 THEN now() + make_interval(secs => :first) END)
        ON CONFLICT (email_mac, source) DO UPDATE
           SET failures = CASE WHEN known.counting_since < now() - interval '1 day' THEN 1 ELSE known.failures + 1 END,
               counting_since = CASE WHEN known.counting_since < now() - interval '1 day' THEN now()
                                     ELSE known.counting_since END,
               last_failed_at = now(),
               blocked_until = CASE
                   WHEN known.counting_since >= now() - interval '1 day' AND known.failures + 1 >= :allowed
                   THEN now() + make_interval(secs => least(
                            :longest, :first * power(2, least(known.failures + 1 - :allowed, :doublings)))) END
         WHERE known.blocked_until IS NULL OR known.blocked_until <= now()
        RETURNING failures
        """,
        email_mac=email_mac,
        source=source,
        allowed=allowed,
        first=float(FIRST_WAIT_SECONDS),
        longest=float(LONGEST_WAIT_SECONDS),
        doublings=MOST_DOUBLINGS,
    )
    return counted is not None


async def forget_failures(
    connection: Connection, *, email_mac: bytes, source: str, sources: Sequence[str]
) -> int | None:
    """A right password ends the counting at its own source. Like :func:`find_wait`: a wait that runs goes on."""
    wait: int | None = await connection.fetch_value(
        """
        WITH forgotten AS (
            DELETE FROM login_failures
             WHERE email_mac = :email_mac AND source = :source AND (blocked_until IS NULL OR blocked_until <= now()))
        SELECT CAST(ceil(extract(epoch FROM max(blocked_until) - now())) AS integer)
          FROM login_failures
         WHERE email_mac = :email_mac AND source = ANY(CAST(:sources AS text[])) AND blocked_until > now()
        """,
        email_mac=email_mac,
        source=source,
        sources=list(sources),
    )
    return wait


async def drop_failures(connection: Connection, *, email_mac: bytes, source: str) -> None:
    """Those of one source, with the wait that they have brought."""
    await connection.execute(
        "DELETE FROM login_failures WHERE email_mac = :email_mac AND source = :source",
        email_mac=email_mac,
        source=source,
    )


async def delete_old_failures(connection: Connection) -> None:
    await connection.execute("DELETE FROM login_failures WHERE last_failed_at < now() - interval '2 days'")
