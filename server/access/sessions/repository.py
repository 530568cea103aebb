"""Sessions and remembered browsers. A session is found by its id together with its user."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Unpack
from uuid import UUID

from server.platform.database.connections import Connection, Row
from server.vocabulary.identity import AccountKey, Method
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS, Profile, Role

# The ends of a session by its installation and by the present policy of its company, which `least` leaves out where
# there is none. By the policy a running session is idle since its last call: when it was prolonged is not stored.
ABSOLUTE_END: Final = """
    least(session.absolute_expires_at, session.created_at + make_interval(days => policy.session_days))
"""
IDLE_END: Final = f"""
    least(session.idle_expires_at, session.last_seen_at + make_interval(mins => policy.session_idle_minutes),
          {ABSOLUTE_END})
"""
IS_ALIVE: Final = f"session.ended_at IS NULL AND {IDLE_END} > now()"
POLICY: Final = "LEFT JOIN company_policies AS policy ON policy.company_id = session.company_id"
_ADMINISTRATORS: Final = ", ".join(f"'{profile}'" for profile in sorted(ADMINISTRATORS))
_IS_ADMINISTRATOR: Final = f"person.profile IN ({_ADMINISTRATORS})"
NETWORKS: Final = f"CASE WHEN {_IS_ADMINISTRATOR} THEN policy.administrator_networks END AS networks"
# Whether the policy demands a second factor that this session has not proved since its account has one.
LACKS_FACTOR: Final = f"""
    CASE WHEN policy.second_factor = 'everyone' OR policy.second_factor = 'administrators' AND {_IS_ADMINISTRATOR}
         THEN NOT EXISTS (
             SELECT FROM factors AS factor
              WHERE factor.company_id = session.company_id AND factor.user_id = session.user_id
                AND factor.confirmed_at <= session.verified_at AND factor.copied_at IS NULL
                AND factor.kind = ANY(policy.factors) AND (factor.kind = 'passkey' OR NOT policy.passkeys_only))
         ELSE false END AS lacks_factor
"""
_IDENTITY: Final = f"""
    SELECT session.company_id, session.used_generation, {IDLE_END} AS idle_expires_at,
           {ABSOLUTE_END} AS absolute_expires_at, session.version, session.verified_at,
           coalesce(session.verified_at > now() - interval '10 minutes', false) AS is_freshly_verified,
           session.last_seen_at < now() - interval '1 minute' AS seen_long_ago,
           person.email, person.label, person.full_name, person.phone, person.role, person.profile,
           company.name AS company_name, company.slug AS company_slug, {NETWORKS}, {LACKS_FACTOR}
      FROM sessions AS session
      JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
      JOIN companies AS company ON company.id = session.company_id
      {POLICY}
     WHERE session.id = :session_id AND session.user_id = :user_id AND {IS_ALIVE} AND person.is_active
"""  # noqa: S608 - constants
DEVICE_LIFE: Final = timedelta(days=30)


@dataclass(frozen=True, kw_only=True)
class SessionTimes:
    """`now` is the database's clock."""

    now: datetime
    idle_expires_at: datetime
    absolute_expires_at: datetime
    version: int


class EndedSession(NamedTuple):
    id: UUID
    user_id: UUID


@dataclass(frozen=True, kw_only=True)
class ListedSession:
    id: UUID
    device: str
    address: str | None
    created_at: datetime
    last_seen_at: datetime


@dataclass(frozen=True, kw_only=True)
class LiveSession:
    """The present state of a live session's user."""

    role: Role
    profile: Profile | None
    networks: tuple[str, ...]
    lacks_factor: bool

    def may_call_from(self, address: str) -> bool:
        return is_inside(address, self.networks)


async def add_session(
    connection: Connection,
    *,
    device: str,
    address: str,
    methods: Collection[Method],
    idle: timedelta,
    absolute: timedelta,
    token_hash: bytes,
    **owner: Unpack[AccountKey],
) -> tuple[UUID, SessionTimes]:
    """Add a session with the first of its refresh tokens; its user has just been verified."""
    row: Row = await connection.fetch_one(
        """
        WITH opened AS (
            INSERT INTO sessions (company_id, user_id, device, address, methods, verified_at, idle_expires_at,
                                  absolute_expires_at)
            SELECT company.id, CAST(:user_id AS uuid), :device, :address, CAST(:methods AS text[]), now(),
                   now() + least(CAST(:idle AS interval), make_interval(mins => policy.session_idle_minutes),
                                 CAST(:absolute AS interval), make_interval(days => policy.session_days)),
                   now() + least(CAST(:absolute AS interval), make_interval(days => policy.session_days))
              FROM companies AS company LEFT JOIN company_policies AS policy ON policy.company_id = company.id
             WHERE company.id = :company_id
            RETURNING id, idle_expires_at, absolute_expires_at, version),
        token AS (
            INSERT INTO refresh_tokens (token_hash, session_id, generation)
            SELECT CAST(:token_hash AS bytea), id, 0 FROM opened)
        SELECT opened.*, now() AS now FROM opened
        """,
        **owner,
        device=device,
        address=address,
        methods=sorted(methods),
        idle=idle,
        absolute=absolute,
        token_hash=token_hash,
    )
    return row.id, _times(row)


async def prolong_session(connection: Connection, *, session_id: UUID, idle: timedelta) -> SessionTimes | None:
    """Restart the idle limit, never past the absolute one. Returns None when the session has ended."""
    row = await connection.fetch_one(
        f"""
        UPDATE sessions AS session
           SET idle_expires_at = least(now() + CAST(:idle AS interval),
                                       now() + make_interval(mins => policy.session_idle_minutes), {ABSOLUTE_END}),
               last_seen_at = now(), version = session.version + 1
          FROM companies AS company LEFT JOIN company_policies AS policy ON policy.company_id = company.id
         WHERE session.id = :session_id AND company.id = session.company_id AND {IS_ALIVE}
        RETURNING now() AS now, session.idle_expires_at, {ABSOLUTE_END} AS absolute_expires_at, session.version
        """,  # noqa: S608 - constants
        session_id=session_id,
        idle=idle,
    )
    return None if row is None else _times(row)


async def end_session(connection: Connection, *, session_id: UUID, user_id: UUID, reason: str) -> UUID | None:
    """End a session. Returns its company; None when there is nothing to end."""
    company_id: UUID | None = await connection.fetch_value(
        """
        UPDATE sessions SET ended_at = now(), end_reason = :reason, version = version + 1
         WHERE id = :session_id AND user_id = :user_id AND ended_at IS NULL RETURNING company_id
        """,
        session_id=session_id,
        user_id=user_id,
        reason=reason,
    )
    return company_id


async def end_sessions_of_users(
    connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID], reason: str, spared: UUID | None
) -> list[EndedSession]:
    """End the sessions of these users, but for the one that is spared. Returns those that were still running."""
    rows = await connection.fetch_all(
        """
        UPDATE sessions SET ended_at = now(), end_reason = :reason, version = version + 1
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND ended_at IS NULL
           AND id IS DISTINCT FROM CAST(:spared AS uuid)
        RETURNING id, user_id
        """,
        company_id=company_id,
        user_ids=user_ids,
        reason=reason,
        spared=spared,
    )
    return [EndedSession(row.id, row.user_id) for row in rows]


async def end_chosen_sessions(
    connection: Connection, *, company_id: UUID, session_ids: Sequence[UUID], reason: str
) -> list[EndedSession]:
    """End these sessions. Returns those that were still running."""
    rows = await connection.fetch_all(
        """
        UPDATE sessions SET ended_at = now(), end_reason = :reason, version = version + 1
         WHERE company_id = :company_id AND id = ANY(CAST(:session_ids AS uuid[])) AND ended_at IS NULL
        RETURNING id, user_id
        """,
        company_id=company_id,
        session_ids=session_ids,
        reason=reason,
    )
    return [EndedSession(row.id, row.user_id) for row in rows]


async def list_live_sessions(connection: Connection, **owner: Unpack[AccountKey]) -> list[ListedSession]:
    """List the 500 sessions that were used last, newest first: their owner ends all of them at once."""
    rows = await connection.fetch_all(
        f"""
        SELECT session.id, session.device, session.address, session.created_at, session.last_seen_at
          FROM sessions AS session {POLICY}
         WHERE session.company_id = :company_id AND session.user_id = :user_id AND {IS_ALIVE}
         ORDER BY session.last_seen_at DESC, session.id LIMIT 500
        """,  # noqa: S608 - constants
        **owner,
    )
    return [ListedSession(**row) for row in rows]


async def users_with_sessions(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> frozenset[UUID]:
    """Return the users who are signed in somewhere."""
    rows = await connection.fetch_all(
        """
        SELECT DISTINCT user_id FROM sessions
         WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[])) AND ended_at IS NULL
        """,
        company_id=company_id,
        user_ids=user_ids,
    )
    return frozenset(row["user_id"] for row in rows)


async def find_session(connection: Connection, *, session_id: UUID, user_id: UUID) -> Row | None:
    """What every request is told of its session, which has not ended and whose user is active."""
    return await connection.fetch_one(_IDENTITY, session_id=session_id, user_id=user_id)


async def find_live_sessions(connection: Connection, session_ids: Collection[UUID]) -> dict[UUID, LiveSession]:
    """Find the sessions, of any company, that have not ended and whose users are active."""
    rows = await connection.fetch_all(
        f"""
        SELECT session.id, person.role, person.profile, {NETWORKS}, {LACKS_FACTOR}
          FROM sessions AS session
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
          {POLICY}
         WHERE session.id = ANY(:session_ids) AND {IS_ALIVE} AND person.is_active
        """,  # noqa: S608 - constants
        session_ids=list(session_ids),
    )
    return {
        row["id"]: LiveSession(
            role=Role(row["role"]),
            profile=None if row["profile"] is None else Profile(row["profile"]),
            networks=tuple(row["networks"] or ()),
            lacks_factor=row["lacks_factor"],
        )
        for row in rows
    }


async def touch_session(connection: Connection, *, session_id: UUID) -> None:
    """Note the use of a session: at most one write a minute, however many requests find it stale at once."""
    await connection.execute(
        "UPDATE sessions SET last_seen_at = now() WHERE id = :session_id"
        " AND last_seen_at < now() - interval '1 minute'",
        session_id=session_id,
    )


async def mark_generation_used(connection: Connection, *, session_id: UUID, generation: int) -> None:
    """Note that the client has the tokens of this generation: the grace of the one before starts to run."""
    await connection.execute(
        """
        WITH token AS (
            UPDATE refresh_tokens SET used_at = now()
             WHERE session_id = :session_id AND generation = :generation AND used_at IS NULL
        )
        UPDATE sessions SET used_generation = :generation WHERE id = :session_id AND used_generation < :generation
        """,
        session_id=session_id,
        generation=generation,
    )


async def delete_old_sessions(connection: Connection) -> None:
    """Delete sessions a month after their last possible moment; the audit trail remembers them."""
    await connection.execute("DELETE FROM sessions WHERE absolute_expires_at < now() - interval '30 days'")


def _times(row: Row) -> SessionTimes:
    return SessionTimes(
        now=row.now,
        idle_expires_at=row.idle_expires_at,
        absolute_expires_at=row.absolute_expires_at,
        version=row.version,
    )


async def note_proof(connection: Connection, *, session_id: UUID, user_id: UUID) -> datetime | None:
    """Note that the session's user has just been proved. Returns None when the session has ended."""
    verified_at: datetime | None = await connection.fetch_value(
        """
        UPDATE sessions SET verified_at = now()
         WHERE id = :session_id AND user_id = :user_id AND ended_at IS NULL RETURNING verified_at
        """,
        session_id=session_id,
        user_id=user_id,
    )
    return verified_at


async def forget_proofs(connection: Connection, *, spared: UUID, **owner: Unpack[AccountKey]) -> None:
    """Make the account's other sessions need a proof again before a dangerous act."""
    await connection.execute(
        """
        UPDATE sessions SET verified_at = NULL
         WHERE company_id = :company_id AND user_id = :user_id AND ended_at IS NULL AND id <> :spared
        """,
        **owner,
        spared=spared,
    )


async def has_fresh_proof(connection: Connection, *, company_id: UUID, session_id: UUID) -> bool:
    """Return whether its user was proved in the last ten minutes, and the session has not ended."""
    is_fresh: bool = await connection.fetch_value(
        """
        SELECT EXISTS (
            SELECT FROM sessions
             WHERE company_id = :company_id AND id = :session_id AND ended_at IS NULL
               AND verified_at > now() - interval '10 minutes')
        """,
        company_id=company_id,
        session_id=session_id,
    )
    return is_fresh


async def remember_device(
    connection: Connection, *, old_hash: bytes | None, new_hash: bytes, **owner: Unpack[AccountKey]
) -> bool:
    """Remember a browser by a new secret, also for the other accounts that remembered it by its old one.

    So a secret planted in this browser by another person is useless for the account that signs in now. Whether the
    account remembered it before.
    """
    was_remembered: bool = await connection.fetch_value(
        """
        WITH forgotten AS (
            DELETE FROM remembered_devices WHERE device_hash = CAST(:old_hash AS bytea) AND user_id = :user_id
            RETURNING expires_at > now() AS was_in_time),
        moved AS (
            UPDATE remembered_devices SET device_hash = :new_hash
             WHERE device_hash = CAST(:old_hash AS bytea) AND user_id <> :user_id)
        INSERT INTO remembered_devices (device_hash, company_id, user_id, expires_at)
        VALUES (:new_hash, :company_id, :user_id, now() + CAST(:life AS interval))
        RETURNING coalesce((SELECT was_in_time FROM forgotten), false)
        """,
        old_hash=old_hash,
        new_hash=new_hash,
        **owner,
        life=DEVICE_LIFE,
    )
    return was_remembered


async def forget_devices(connection: Connection, **owner: Unpack[AccountKey]) -> int:
    """Make every browser of the account need a code again. Returns how many there were."""
    rows = await connection.fetch_all(
        """
        DELETE FROM remembered_devices WHERE company_id = :company_id AND user_id = :user_id RETURNING user_id
        """,
        **owner,
    )
    return len(rows)


async def forget_devices_of_many(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> None:
    await connection.execute(
        "DELETE FROM remembered_devices WHERE company_id = :company_id AND user_id = ANY(CAST(:user_ids AS uuid[]))",
        company_id=company_id,
        user_ids=user_ids,
    )


async def delete_expired_devices(connection: Connection) -> None:
    await connection.execute("DELETE FROM remembered_devices WHERE expires_at < now()")


async def read_clock(connection: Connection) -> datetime:
    """Return the beginning of the transaction: what it writes with `now()` has this moment."""
    moment: datetime = await connection.fetch_value("SELECT now()")
    return moment


@dataclass(frozen=True, kw_only=True)
class NotifiedAccount:
    """`read_at` is the database's clock."""

    company_id: UUID
    user_id: UUID
    email: str
    full_name: str
    read_at: datetime


async def lock_notified(connection: Connection, **owner: Unpack[AccountKey]) -> NotifiedAccount | None:
    """Lock the account, as every step of a sign-in does. Returns None where there is none that gets mail."""
    row = await connection.fetch_one(
        """
        SELECT email, full_name, clock_timestamp() AS read_at FROM users
         WHERE company_id = :company_id AND id = :user_id AND is_active AND email IS NOT NULL FOR NO KEY UPDATE
        """,
        **owner,
    )
    if row is None:
        return None
    return NotifiedAccount(**owner, email=row.email, full_name=row.full_name, read_at=row.read_at)
