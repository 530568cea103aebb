"""List and end sessions."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from server.access.sessions import repository
from server.access.sessions.access_token import read_access_token
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import EndedSession, ListedSession
from server.company.audit.record import AuditAction, record_act, record_visit
from server.platform.errors import existing
from server.platform.schemas import ResponseSchema
from server.platform.services import Context, ServiceUnit, Unit, Visit


class LoggedOut(NamedTuple):
    company_id: UUID
    session_id: UUID


class SessionItem(ListedSession):
    current: bool


class SessionList(ResponseSchema):
    data: list[SessionItem]


async def list_sessions(context: Context) -> SessionList:
    """List the caller's live sessions, the last used first."""
    async with context.services.database.reading() as connection:
        found = await repository.list_live_sessions(connection, **context.actor.key)
    current = context.session.id
    return SessionList(data=[SessionItem(**dict(each), current=each.id == current) for each in found])


async def end_user_sessions(
    unit: ServiceUnit, *, company_id: UUID, user_id: UUID, reason: SessionEndReason, spared: UUID | None = None
) -> Sequence[UUID]:
    """End a user's sessions within the caller's transaction; their sockets close after its commit."""
    ended = await end_sessions_of_many(unit, company_id=company_id, user_ids=[user_id], reason=reason, spared=spared)
    return [each.id for each in ended]


async def end_sessions_of_many(
    unit: ServiceUnit,
    *,
    company_id: UUID,
    user_ids: Sequence[UUID],
    reason: SessionEndReason,
    spared: UUID | None = None,
) -> list[EndedSession]:
    ended = await repository.end_sessions_of_users(
        unit.connection, company_id=company_id, user_ids=user_ids, reason=reason, spared=spared
    )
    _announce(unit, [each.id for each in ended], reason=reason)
    return ended


async def end_these_sessions(
    unit: ServiceUnit, *, company_id: UUID, session_ids: Sequence[UUID], reason: SessionEndReason
) -> list[EndedSession]:
    """End chosen sessions of a company in the same way."""
    ended = await repository.end_chosen_sessions(
        unit.connection, company_id=company_id, session_ids=session_ids, reason=reason
    )
    _announce(unit, [each.id for each in ended], reason=reason)
    return ended


async def revoke_session(context: Context, session_id: UUID) -> None:
    """End one of the caller's own sessions. Raises NotFoundError."""
    reason = SessionEndReason.REVOKED
    async with context.unit_of_work() as unit:
        existing(
            await repository.end_session(unit.connection, session_id=session_id, user_id=context.user_id, reason=reason)
        )
        await _record(unit, [session_id])
        _announce(unit, [session_id], reason=reason)


async def revoke_other_sessions(context: Context) -> None:
    """End all of the caller's sessions but this one."""
    async with context.unit_of_work() as unit:
        reason, spared = SessionEndReason.REVOKED, context.session.id
        ended = await end_user_sessions(unit, **context.actor.key, reason=reason, spared=spared)
        if ended:
            await _record(unit, ended)


async def log_out(visit: Visit, *, token: str) -> LoggedOut | None:
    """End the session of an access token, which may have expired. Repeated, it changes nothing, and answers None.

    Raises NotSignedInError: the token is not one of ours.
    """
    claims = read_access_token(visit.services.keys, token, may_be_expired=True)
    session_id, user_id = claims.session_id, claims.user_id
    reason = SessionEndReason.LOGOUT
    async with visit.unit_of_work() as unit:
        company_id = await repository.end_session(
            unit.connection, session_id=session_id, user_id=user_id, reason=reason
        )
        if company_id is None:
            return None
        await record_visit(
            unit,
            AuditAction.LOGOUT,
            company_id=company_id,
            actor_id=user_id,
            subject_id=user_id,
            after={"session": str(session_id)},
        )
        _announce(unit, [session_id], reason=reason)
    return LoggedOut(company_id, session_id)


def _announce(unit: ServiceUnit, ended: Sequence[UUID], *, reason: SessionEndReason) -> None:
    if ended:
        unit.after_commit(lambda: unit.services.publisher.end_sessions(ended, reason=reason))


async def _record(unit: Unit[Context], ended: Sequence[UUID]) -> None:
    after = {"sessions": [str(session_id) for session_id in ended]}
    await record_act(unit, AuditAction.SESSION_REVOKED, subject_id=unit.context.user_id, after=after)
