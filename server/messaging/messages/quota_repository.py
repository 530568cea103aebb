"""How many messages were sent in a day, by scope and recipient."""

from collections.abc import Mapping, Sequence

from server.platform.database.connections import Connection


async def count_sends(connection: Connection, *, subjects: Sequence[tuple[str, bytes]]) -> dict[str, int]:
    """Add one send of today (UTC) to every (scope, subject); the new counts by scope.

    The rows are taken in one order, so that two senders cannot wait for each other.
    """
    rows = await connection.fetch_all(
        """
        INSERT INTO send_quotas AS quota (scope, subject, day, sends)
        SELECT scope, subject, (now() AT TIME ZONE 'UTC')::date, 1
          FROM unnest(CAST(:scopes AS text[]), CAST(:subjects AS bytea[])) AS asked(scope, subject)
             ORDER BY scope, subject
        ON CONFLICT (scope, subject, day) DO UPDATE SET sends = quota.sends + 1
        RETURNING scope, sends
        """,
        scopes=[scope for scope, _ in subjects],
        subjects=[subject for _, subject in subjects],
    )
    return {row["scope"]: row["sends"] for row in rows}


async def add_sends(connection: Connection, asked: Mapping[tuple[str, bytes], int]) -> dict[tuple[str, bytes], int]:
    """Add so many sends of today (UTC) to each (scope, subject); the new counts."""
    rows = await connection.fetch_all(
        """
        INSERT INTO send_quotas AS quota (scope, subject, day, sends)
        SELECT scope, subject, (now() AT TIME ZONE 'UTC')::date, asked
          FROM unnest(CAST(:scopes AS text[]), CAST(:subjects AS bytea[]), CAST(:numbers AS int[]))
             AS given(scope, subject, asked) ORDER BY scope, subject
        ON CONFLICT (scope, subject, day) DO UPDATE SET sends = quota.sends + excluded.sends
        RETURNING scope, subject, sends
        """,
        scopes=[scope for scope, _ in asked],
        subjects=[subject for _, subject in asked],
        numbers=list(asked.values()),
    )
    return {(row["scope"], row["subject"]): row["sends"] for row in rows}


async def forget_sends(connection: Connection, *, subjects: Sequence[tuple[str, bytes]]) -> None:
    """Today's sends of every (scope, subject), taken in the same order."""
    await connection.execute(
        """
        WITH held AS (
            SELECT quota.scope, quota.subject, quota.day
              FROM send_quotas AS quota JOIN unnest(CAST(:scopes AS text[]), CAST(:subjects AS bytea[]))
                 AS asked(scope, subject)
                   ON quota.scope = asked.scope AND quota.subject = asked.subject
             WHERE quota.day = (now() AT TIME ZONE 'UTC')::date
             ORDER BY quota.scope, quota.subject FOR UPDATE OF quota)
        DELETE FROM send_quotas AS quota USING held
         WHERE quota.scope = held.scope AND quota.subject = held.subject AND quota.day = held.day
        """,
        scopes=[scope for scope, _ in subjects],
        subjects=[subject for _, subject in subjects],
    )


async def delete_old_quotas(connection: Connection) -> None:
    await connection.execute("DELETE FROM send_quotas WHERE day < (now() AT TIME ZONE 'UTC')::date - 1")
