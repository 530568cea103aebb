"""Sessions, their refresh tokens by their hashes, and remembered browsers.

A session is found by its id together with its user.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple, Unpack
from uuid import UUID

from sqlalchemy import delete, func, select, text, update

from server.access.sessions.events import SessionEndReason
from server.access.sessions.tables import remembered_devices, sessions
from server.company.companies.suspension import is_suspended
from server.platform.database.connections import Connection, Row, any_id, quoted, read_record
from server.platform.schemas import Moment, ResponseSchema
from server.vocabulary.identity import AccessClaims, AccountKey, AccountOwner, Actor, Bearer, Identity, Method, Session
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS, Profile, Role

# The ends of a session by its installation and by the present policy of its company, which `least` and `greatest` leave
# out where there is none. A policy that was tightened warns the sessions from before: they count as active when it was
# changed, and last five minutes more where they are too old by it. None of them lasts longer than it would have.
_ACTIVE_AT: Final = "greatest(session.active_at, policy.lengths_changed_at)"
_IDLE_LIMIT: Final = f"{_ACTIVE_AT} + make_interval(mins => policy.session_idle_minutes)"
_LIFETIME: Final = """
    greatest(session.created_at + make_interval(days => policy.session_days),
             CASE WHEN policy.session_days IS NOT NULL THEN policy.lengths_changed_at + interval '5 minutes' END)
"""
ABSOLUTE_END: Final = f"least(session.absolute_expires_at, {_LIFETIME})"
IDLE_END: Final = f"least(session.idle_expires_at, {_IDLE_LIMIT}, {ABSOLUTE_END})"
# The company of a session is looked at by each request of it: a suspension ends none, and admits none.
IS_OPEN: Final = f"NOT {is_suspended('session.company_id')}"
IS_ALIVE: Final = f"session.ended_at IS NULL AND {IDLE_END} > now() AND {IS_OPEN}"
# Which limit of the company's policy has ended a session that nothing else has, and how long it is.
_REACHED: Final = f"""
    CASE WHEN session.ended_at IS NOT NULL OR NOT person.is_active THEN NULL
         WHEN {_LIFETIME} <= now() THEN 'lifetime' WHEN {_IDLE_LIMIT} <= now() THEN 'idle' END AS reached,
    policy.session_idle_minutes, policy.session_days
"""
POLICY: Final = "LEFT JOIN company_policies AS policy ON policy.company_id = session.company_id"
_IS_ADMINISTRATOR: Final = f"person.profile IN ({quoted(sorted(ADMINISTRATORS))})"
NETWORKS: Final = f"""
    coalesce(CASE WHEN {_IS_ADMINISTRATOR} THEN policy.administrator_networks END, '{{}}') AS networks
"""
# Whether the policy demands a second factor that this session has not proved since its account has one.
LACKS_FACTOR: Final = f"""
    CASE WHEN policy.second_factor <> 'none' AND (policy.second_factor <> 'administrators' OR {_IS_ADMINISTRATOR})
         THEN NOT EXISTS (
             SELECT FROM factors AS factor
              WHERE factor.company_id = session.company_id AND factor.user_id = session.user_id
                AND factor.confirmed_at <= session.verified_at AND factor.copied_at IS NULL
                AND factor.kind = ANY(policy.factors) AND (factor.kind = 'passkey' OR NOT policy.passkeys_only))
         ELSE false END AS lacks_factor
"""
# What an Actor has, of the account `person` of its `company`.
ACTOR: Final = f"""
    person.email, person.label, person.full_name, person.phone, person.role, person.profile, person.language,
    company.name AS company_name, company.slug AS company_slug, company.region, company.time_zone,
    company.default_work_location, company.fields_version,
    (SELECT photo.id FROM people_photos photo
      WHERE photo.company_id = person.company_id AND photo.user_id = person.id) AS photo_id,
    {NETWORKS}
"""  # noqa: S608 - constants
# Whether the user was proved recently enough for a dangerous act.
_IS_FRESHLY_VERIFIED: Final = "coalesce(session.verified_at > now() - interval '10 minutes', false)"
_IDENTITY: Final = f"""
    SELECT session.id, session.company_id, session.user_id, session.used_generation, {IDLE_END} AS idle_expires_at,
           {ABSOLUTE_END} AS absolute_expires_at, session.version, session.verified_at,
           {_IS_FRESHLY_VERIFIED} AS is_freshly_verified,
           session.last_seen_at < now() - interval '1 minute' AS seen_long_ago,
           {ACTOR}, {LACKS_FACTOR}
      FROM sessions AS session
      JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
      JOIN companies AS company ON company.id = session.company_id
      {POLICY}
     WHERE session.id = :session_id AND session.user_id = :user_id AND {IS_ALIVE} AND person.is_active
"""  # noqa: S608 - constants
# Sessions a month after their last possible moment, and expired devices; the audit trail remembers them.
DELETE_OLD_SESSIONS: Final = """
    WITH devices AS (DELETE FROM remembered_devices WHERE expires_at < now())
    DELETE FROM sessions WHERE absolute_expires_at < now() - interval '30 days'
"""
_OWNER: Final = f"""
    SELECT person.company_id, person.id AS user_id, {ACTOR}
      FROM users AS person JOIN companies AS company ON company.id = person.company_id
      LEFT JOIN company_policies AS policy ON policy.company_id = person.company_id
     WHERE person.company_id = :company_id AND person.id = :user_id AND person.is_active
       AND company.suspended_at IS NULL
"""  # noqa: S608 - constants
DEVICE_LIFE: Final = timedelta(days=30)
# After its successor was first used a refresh token still counts this long.
GRACE: Final = timedelta(seconds=10)


@dataclass(frozen=True, kw_only=True)
class SessionTimes:
    """How long a session lasts; `now` is the database's clock."""

    id: UUID
    now: datetime
    idle_expires_at: datetime
    absolute_expires_at: datetime
    version: int


class EndedSession(NamedTuple):
    id: UUID
    user_id: UUID


class ListedSession(ResponseSchema):
    id: UUID
    device: str
    address: str | None
    first_seen_at: Moment
    last_seen_at: Moment


@dataclass(frozen=True, kw_only=True)
class PolicyEnd:
    """`reached` is the limit of the company's policy that has ended the session, if it is one."""

    reached: SessionEndReason | None
    session_idle_minutes: int | None
    session_days: int | None

    @property
    def limit(self) -> int | None:
        return self.session_idle_minutes if self.reached == SessionEndReason.IDLE else self.session_days


@dataclass(frozen=True, kw_only=True)
class RunningSession(PolicyEnd):
    """A session that was not ended, which may be past its end, and its user."""

    id: UUID
    is_alive: bool
    idle_expires_at: datetime
    absolute_expires_at: datetime
    version: int
    role: Role
    profile: Profile | None
    networks: tuple[str, ...]
    lacks_factor: bool

    def may_call_from(self, address: str) -> bool:
        return is_inside(address, self.networks)


@dataclass(frozen=True, kw_only=True)
class FoundSession(Identity):
    """What an access token proves, and what of its session may have to be written."""

    session: Session
    used_generation: int
    seen_long_ago: bool


async def find_actor(connection: Connection, *, company_id: UUID, user_id: UUID | None) -> Actor | None:
    """Find who acts without a session, as the owner of what runs by itself; None where the account is not active."""
    return await connection.fetch_record(Actor, _OWNER, company_id=company_id, user_id=user_id)


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
) -> SessionTimes | None:
    """Add a session with the first of its refresh tokens; its user has just been verified.

    Returns None where its company is suspended.
    """
    query = """
        WITH opened AS (
            INSERT INTO sessions (company_id, user_id, device, address, methods, verified_at, idle_expires_at,
                                  absolute_expires_at)
            SELECT company.id, CAST(:user_id AS uuid), :device, :address, CAST(:methods AS text[]), now(),
                   now() + least(CAST(:idle AS interval), make_interval(mins => policy.session_idle_minutes),
                                 CAST(:absolute AS interval), make_interval(days => policy.session_days)),
                   now() + least(CAST(:absolute AS interval), make_interval(days => policy.session_days))
              FROM companies AS company LEFT JOIN company_policies AS policy ON policy.company_id = company.id
             WHERE company.id = :company_id AND company.suspended_at IS NULL
            RETURNING id, idle_expires_at, absolute_expires_at, version),
        token AS (
            INSERT INTO refresh_tokens (token_hash, session_id, generation)
            SELECT CAST(:token_hash AS bytea), id, 0 FROM opened)
        SELECT opened.*, now() AS now FROM opened
    """
    return await connection.fetch_record(
        SessionTimes,
        query,
        **owner,
        device=device,
        address=address,
        methods=sorted(methods),
        idle=idle,
        absolute=absolute,
        token_hash=token_hash,
    )


async def prolong_session(
    connection: Connection, *, session_id: UUID, idle: timedelta, inactive: timedelta
) -> SessionTimes | None:
    """Count the idle limit from the last act of the user, `inactive` ago, and never past the absolute one.

    Returns None when the session has ended.
    """
    query = f"""
        UPDATE sessions AS session
           SET idle_expires_at = least(
                   greatest(session.active_at, now() - CAST(:inactive AS interval)) + CAST(:idle AS interval),
                   greatest({_ACTIVE_AT}, now() - CAST(:inactive AS interval))
                       + make_interval(mins => policy.session_idle_minutes),
                   {ABSOLUTE_END}),
               active_at = greatest(session.active_at, now() - CAST(:inactive AS interval)),
               last_seen_at = now(), version = session.version + 1
          FROM companies AS company LEFT JOIN company_policies AS policy ON policy.company_id = company.id
         WHERE session.id = :session_id AND company.id = session.company_id AND {IS_ALIVE}
        RETURNING session.id, now() AS now, session.idle_expires_at, {ABSOLUTE_END} AS absolute_expires_at,
                  session.version
    """  # noqa: S608 - constants
    return await connection.fetch_record(SessionTimes, query, session_id=session_id, idle=idle, inactive=inactive)


def _ended(reason: str) -> dict[str, Any]:
    """Return what is written of a session that ends."""
    return {"ended_at": func.now(), "end_reason": reason, "version": sessions.c.version + 1}


async def end_session(connection: Connection, *, session_id: UUID, user_id: UUID, reason: str) -> UUID | None:
    """End a session. Returns its company; None when there is nothing to end."""
    ended = update(sessions).filter_by(id=session_id, user_id=user_id, ended_at=None).values(_ended(reason))
    return await connection.find_value(UUID, ended.returning(sessions.c.company_id))


async def end_sessions_of_users(
    connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID], reason: str, spared: UUID | None
) -> list[EndedSession]:
    """End the sessions of these users, but for the one that is spared. Returns those that were still running."""
    running = update(sessions).filter_by(company_id=company_id, ended_at=None)
    others = running.where(sessions.c.user_id == any_id(user_ids), sessions.c.id.is_distinct_from(spared))
    ended = others.values(_ended(reason)).returning(sessions.c.id, sessions.c.user_id)
    return await connection.fetch_records(EndedSession, ended)


async def end_chosen_sessions(
    connection: Connection, *, company_id: UUID, session_ids: Sequence[UUID], reason: str
) -> list[EndedSession]:
    """End these sessions. Returns those that were still running."""
    running = update(sessions).filter_by(company_id=company_id, ended_at=None)
    ended = running.where(sessions.c.id == any_id(session_ids)).values(_ended(reason))
    return await connection.fetch_records(EndedSession, ended.returning(sessions.c.id, sessions.c.user_id))


async def list_sessions_of_company(connection: Connection, *, company_id: UUID) -> list[UUID]:
    """List those that were not ended and may not have run out."""
    running = select(sessions.c.id).filter_by(company_id=company_id, ended_at=None)
    return await connection.fetch_column(running.where(sessions.c.idle_expires_at > func.now()))


async def list_live_sessions(connection: Connection, **owner: Unpack[AccountKey]) -> list[ListedSession]:
    """List the 500 sessions that were used last, newest first: their owner ends all of them at once."""
    query = f"""
        SELECT session.id, session.device, session.address, session.created_at AS first_seen_at, session.last_seen_at
          FROM sessions AS session {POLICY}
         WHERE session.company_id = :company_id AND session.user_id = :user_id AND {IS_ALIVE}
         ORDER BY session.last_seen_at DESC, session.id LIMIT 500
    """  # noqa: S608 - constants
    return await connection.fetch_records(ListedSession, query, **owner)


async def users_with_sessions(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> frozenset[UUID]:
    running = select(sessions.c.user_id).distinct().filter_by(company_id=company_id, ended_at=None)
    return frozenset(await connection.fetch_column(running.where(sessions.c.user_id == any_id(user_ids))))


async def find_session(connection: Connection, claims: AccessClaims) -> FoundSession | None:
    """Find the session of an access token, which has not ended and whose user is active."""
    row: Row = await connection.fetch_one(_IDENTITY, session_id=claims.session_id, user_id=claims.user_id)
    if row is None:
        return None
    columns = {**row, "generation": claims.generation, "expires_at": claims.expires_at}
    return read_record(FoundSession, {**columns, "actor": columns, "session": columns})


async def find_running_sessions(connection: Connection, session_ids: Collection[UUID]) -> dict[UUID, RunningSession]:
    """Find the sessions, of any company that is not suspended, that were not ended and whose users are active."""
    query = f"""
        SELECT session.id, {IS_ALIVE} AS is_alive, {IDLE_END} AS idle_expires_at,
               {ABSOLUTE_END} AS absolute_expires_at, session.version, {_REACHED},
               person.role, person.profile, {NETWORKS}, {LACKS_FACTOR}
          FROM sessions AS session
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
          {POLICY}
         WHERE session.id = ANY(:session_ids) AND session.ended_at IS NULL AND {IS_OPEN} AND person.is_active
    """  # noqa: S608 - constants
    found = await connection.fetch_records(RunningSession, query, session_ids=list(session_ids))
    return {each.id: each for each in found}


async def touch_session(connection: Connection, *, session_id: UUID) -> None:
    """Note the use of a session: at most one write a minute, however many requests find it stale at once."""
    is_stale = sessions.c.last_seen_at < func.now() - text("interval '1 minute'")
    await connection.execute(update(sessions).filter_by(id=session_id).where(is_stale).values(last_seen_at=func.now()))


async def mark_generation_used(connection: Connection, *, session_id: UUID, generation: int) -> None:
    """Note that the client has the tokens of this generation: the grace of the one before starts to run."""
    query = """
        WITH token AS (
            UPDATE refresh_tokens SET used_at = now()
             WHERE session_id = :session_id AND generation = :generation AND used_at IS NULL
        )
        UPDATE sessions SET used_generation = :generation WHERE id = :session_id AND used_generation < :generation
    """
    await connection.execute(query, session_id=session_id, generation=generation)


async def note_proof(connection: Connection, *, session_id: UUID, user_id: UUID) -> datetime | None:
    """Note that the session's user has just been proved. Returns None when the session has ended."""
    proved = update(sessions).filter_by(id=session_id, user_id=user_id, ended_at=None).values(verified_at=func.now())
    return await connection.find_value(datetime, proved.returning(sessions.c.verified_at))


async def forget_proofs(connection: Connection, *, spared: UUID, **owner: Unpack[AccountKey]) -> None:
    """Make the account's other sessions need a proof again before a dangerous act."""
    others = update(sessions).filter_by(**owner, ended_at=None).where(sessions.c.id != spared)
    await connection.execute(others.values(verified_at=None))


async def has_fresh_proof(connection: Connection, *, company_id: UUID, session_id: UUID) -> bool:
    """Return whether its user was proved recently enough for a dangerous act, and the session has not ended."""
    query = f"""
        SELECT FROM sessions AS session
         WHERE company_id = :company_id AND id = :session_id AND ended_at IS NULL AND {_IS_FRESHLY_VERIFIED}
    """
    return await connection.has_row(query, company_id=company_id, session_id=session_id)


async def remember_device(
    connection: Connection, *, old_hash: bytes | None, new_hash: bytes, **owner: Unpack[AccountKey]
) -> bool:
    """Remember a browser by a new secret, also for the other accounts that remembered it by its old one.

    So a secret planted in this browser by another person is useless for the account that signs in now. Whether the
    account remembered it before.
    """
    query = """
        WITH forgotten AS (
            DELETE FROM remembered_devices WHERE device_hash = CAST(:old_hash AS bytea) AND user_id = :user_id
            RETURNING expires_at > now() AS was_in_time),
        moved AS (
            UPDATE remembered_devices SET device_hash = :new_hash
             WHERE device_hash = CAST(:old_hash AS bytea) AND user_id <> :user_id)
        INSERT INTO remembered_devices (device_hash, company_id, user_id, expires_at)
        VALUES (:new_hash, :company_id, :user_id, now() + CAST(:life AS interval))
        RETURNING coalesce((SELECT was_in_time FROM forgotten), false)
    """
    of = {"old_hash": old_hash, "new_hash": new_hash, "life": DEVICE_LIFE}
    return bool(await connection.fetch_value(query, **owner, **of))


async def delete_own_email_change(connection: Connection, **owner: Unpack[AccountKey]) -> str | None:
    """Delete the email that the person of a locked account has asked for. Returns it, unless its link has expired."""
    query = """
        DELETE FROM email_changes WHERE company_id = :company_id AND user_id = :user_id AND requester_profile IS NULL
        RETURNING CASE WHEN expires_at > now() THEN email END
    """
    return await connection.find_value(str, query, **owner)


async def forget_devices(connection: Connection, **owner: Unpack[AccountKey]) -> bool:
    """Make every browser of the account need a code again. Returns whether there was one."""
    forgotten = delete(remembered_devices).filter_by(**owner)
    return await connection.has_row(forgotten.returning(remembered_devices.c.user_id))


async def forget_devices_of_many(connection: Connection, *, company_id: UUID, user_ids: Sequence[UUID]) -> None:
    known = delete(remembered_devices).filter_by(company_id=company_id)
    await connection.execute(known.where(remembered_devices.c.user_id == any_id(user_ids)))


async def read_clock(connection: Connection) -> datetime:
    """Return the beginning of the transaction: what it writes with `now()` has this moment."""
    moment: datetime = await connection.fetch_value("SELECT now()")
    return moment


@dataclass(frozen=True, kw_only=True)
class NotifiedAccount(AccountOwner):
    """`read_at` is the database's clock."""

    email: str
    read_at: datetime


async def lock_notified(connection: Connection, **owner: Unpack[AccountKey]) -> NotifiedAccount | None:
    """Lock the account, as every step of a sign-in does. Returns None where there is none that gets mail."""
    query = """
        SELECT company_id, id AS user_id, email, full_name, clock_timestamp() AS read_at FROM users
         WHERE company_id = :company_id AND id = :user_id AND is_active AND email IS NOT NULL FOR NO KEY UPDATE
    """
    return await connection.fetch_record(NotifiedAccount, query, **owner)


@dataclass(frozen=True, kw_only=True)
class PresentedToken(PolicyEnd, Bearer):
    """A refresh token that was handed in, with its session and its successor, if it has one.

    `is_good` is false for one that is spent: its successor has been in use for longer than the grace.
    """

    session_id: UUID
    generation: int
    is_live: bool
    is_good: bool
    successor_hash: bytes | None
    networks: tuple[str, ...]


async def lock_session_of(connection: Connection, *, token_hash: bytes) -> bool:
    """Hold the token's session until the transaction ends, so that a lineage grows one at a time."""
    query = """
        SELECT FROM sessions
         WHERE id = (SELECT session_id FROM refresh_tokens WHERE token_hash = :token_hash) FOR NO KEY UPDATE
    """
    return await connection.has_row(query, token_hash=token_hash)


async def find_token(connection: Connection, *, token_hash: bytes) -> PresentedToken | None:
    """Find a refresh token, after :func:`lock_session_of`, which makes the successor final."""
    query = f"""
        SELECT t.session_id, t.generation, n.token_hash AS successor_hash,
               n.used_at IS NULL OR now() <= n.used_at + CAST(:grace AS interval) AS is_good,
               {IS_ALIVE} AND person.is_active AS is_live, {_REACHED}, {NETWORKS},
               person.id AS user_id, person.email, person.full_name, person.role, person.profile,
               person.company_id, c.name AS company_name
          FROM refresh_tokens t
          JOIN sessions AS session ON session.id = t.session_id
          JOIN users AS person ON person.company_id = session.company_id AND person.id = session.user_id
          JOIN companies c ON c.id = session.company_id
          {POLICY}
          LEFT JOIN refresh_tokens n ON n.session_id = t.session_id AND n.generation = t.generation + 1
         WHERE t.token_hash = :token_hash
    """  # noqa: S608 - constants
    return await connection.fetch_record(PresentedToken, query, token_hash=token_hash, grace=GRACE)


async def succeed_token(connection: Connection, presented: PresentedToken, *, successor_hash: bytes) -> None:
    """Mark the token as used, and add the next one."""
    query = """
        WITH used AS (
            UPDATE refresh_tokens SET used_at = now()
             WHERE session_id = :session_id AND generation = :generation AND used_at IS NULL),
        successor AS (
            INSERT INTO refresh_tokens (token_hash, session_id, generation)
            VALUES (:successor_hash, :session_id, :generation + 1))
        UPDATE sessions SET generation = :generation + 1, used_generation = greatest(used_generation, :generation)
         WHERE id = :session_id
    """
    await connection.execute(
        query, session_id=presented.session_id, generation=presented.generation, successor_hash=successor_hash
    )
