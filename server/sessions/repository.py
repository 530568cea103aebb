from typing import Any, Final
from uuid import UUID

# Straight through asyncpg: it runs on every request.
IDENTITY_QUERY: Final = """
    SELECT session.company_id, session.used_generation, session.idle_expires_at, session.absolute_expires_at,
           session.version, session.last_seen_at < now() - interval '1 minute' AS seen_long_ago,
           person.email, person.full_name, person.phone, person.role, person.profile,
           company.name AS company_name, company.slug AS company_slug
      FROM sessions AS session
      JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
      JOIN companies AS company ON company.id = session.company_id
     WHERE session.id = $1 AND session.user_id = $2 AND session.ended_at IS NULL
       AND session.idle_expires_at > now() AND session.absolute_expires_at > now() AND person.is_active
"""


async def touch_session(connection: Any, *, session_id: UUID) -> None:  # noqa: ANN401 - asyncpg, pooled or not
    """At most one write a minute and session, however many requests find it stale at once."""
    await connection.execute(
        "UPDATE sessions SET last_seen_at = now() WHERE id = $1 AND last_seen_at < now() - interval '1 minute'",
        session_id,
    )


async def mark_generation_used(connection: Any, *, session_id: UUID, generation: int) -> None:  # noqa: ANN401 - same
    """The client has the tokens of this generation: the grace of the one before starts to run."""
    await connection.execute(
        """
        WITH token AS (
            UPDATE refresh_tokens SET used_at = now()
             WHERE session_id = $1 AND generation = $2 AND used_at IS NULL
        )
        UPDATE sessions SET used_generation = $2 WHERE id = $1 AND used_generation < $2
        """,
        session_id,
        generation,
    )
