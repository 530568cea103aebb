"""Refresh tokens, by their hashes: the current one of a session and all earlier ones."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from server.access.sessions.repository import IS_ALIVE, NETWORKS, POLICY
from server.platform.database.connections import Connection, Row
from server.vocabulary.identity import Bearer
from server.vocabulary.profiles import Profile, Role

GRACE: Final = timedelta(seconds=10)


@dataclass(frozen=True, kw_only=True)
class PresentedToken:
    """A refresh token that was handed in, with its session and its successor, if it has one.

    `is_good` is false for one that is spent: its successor has been in use for longer than the grace.
    """

    session_id: UUID
    generation: int
    is_live: bool
    is_good: bool
    successor_hash: bytes | None
    bearer: Bearer
    networks: tuple[str, ...]


async def lock_session_of(connection: Connection, *, token_hash: bytes) -> bool:
    """Hold the token's session until the transaction ends, so that a lineage grows one at a time."""
    found = await connection.fetch_value(
        """
        SELECT true FROM sessions
         WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = :token_hash) FOR NO KEY UPDATE
        """,
        token_hash=token_hash,
    )
    return found is not None


async def find_token(connection: Connection, *, token_hash: bytes) -> PresentedToken | None:
    """Find a refresh token, after :func:`lock_session_of`, which makes the successor final."""
    row = await connection.fetch_one(
        f"""
        SELECT t.session_id, t.generation, n.token_hash AS successor_hash,
               n.used_at IS NULL OR now() <= n.used_at + CAST(:grace AS interval) AS is_good,
               {IS_ALIVE} AND person.is_active AS is_live, {NETWORKS},
               person.id AS user_id, person.email, person.full_name, person.role, person.profile,
               person.company_id, c.name AS company_name
          FROM refresh_tokens t
          JOIN sessions AS session ON session.id = t.session_id
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
          JOIN companies c ON c.id = session.company_id
          {POLICY}
          LEFT JOIN refresh_tokens n ON n.session_id = t.session_id AND n.generation = t.generation + 1
         WHERE t.token_hash = :token_hash
        """,  # noqa: S608 - constants
        token_hash=token_hash,
        grace=GRACE,
    )
    return None if row is None else _presented(row)


async def succeed_token(connection: Connection, *, session_id: UUID, generation: int, successor_hash: bytes) -> None:
    """Mark the token of `generation` as used, and add the next one."""
    await connection.execute(
        """
        WITH used AS (
            UPDATE refresh_tokens SET used_at = now()
             WHERE session_id = :session_id AND generation = :generation AND used_at IS NULL),
        successor AS (
            INSERT INTO refresh_tokens (token_hash, session_id, generation)
            VALUES (:successor_hash, :session_id, :generation + 1))
        UPDATE sessions SET generation = :generation + 1, used_generation = greatest(used_generation, :generation)
         WHERE id = :session_id
        """,
        session_id=session_id,
        generation=generation,
        successor_hash=successor_hash,
    )


def _presented(row: Row) -> PresentedToken:
    return PresentedToken(
        session_id=row.session_id,
        generation=row.generation,
        is_live=row.is_live,
        is_good=row.is_good,
        successor_hash=row.successor_hash,
        networks=tuple(row.networks or ()),
        bearer=Bearer(
            user_id=row.user_id,
            email=row.email,
            full_name=row.full_name,
            role=Role(row.role),
            profile=None if row.profile is None else Profile(row.profile),
            company_id=row.company_id,
            company_name=row.company_name,
        ),
    )
