"""List and end sessions."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from server.access.sessions.access_token import read_access_token
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import (
    EndedSession,
    ListedSession,
    end_chosen_sessions,
    end_session,
    end_sessions_of_users,
    list_live_sessions,
)
from server.company.audit.repository import AuditAction, record
from server.platform.database.connections import Connection, Effect, UnitOfWork
from server.platform.errors import NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity


async def list_sessions(services: Services, *, identity: Identity) -> list[ListedSession]:
    """The caller's live sessions, the last used first."""
    async with services.database.reading() as connection:
        return await list_live_sessions(connection, company_id=identity.company_id, user_id=identity.user_id)


async def end_user_sessions(
    services: Services,
    unit: UnitOfWork,
    *,
    company_id: UUID,
    user_id: UUID,
    reason: SessionEndReason,
    spared: UUID | None = None,
) -> Sequence[UUID]:
    """End a user's sessions within the caller's transaction; their sockets close after its commit."""
    ended = await end_sessions_of_many(
        services, unit, company_id=company_id, user_ids=[user_id], reason=reason, spared=spared
    )
    return [each.id for each in ended]


async def end_sessions_of_many(
    services: Services,
    unit: UnitOfWork,
    *,
    company_id: UUID,
    user_ids: Sequence[UUID],
    reason: SessionEndReason,
    spared: UUID | None = None,
) -> list[EndedSession]:
    """The same for many users of a company."""
    ended = await end_sessions_of_users(
        unit.connection, company_id=company_id, user_ids=user_ids, reason=reason.value, spared=spared
    )
    _announce(services, unit, ended, reason=reason)
    return ended


async def end_these_sessions(
    services: Services, unit: UnitOfWork, *, company_id: UUID, session_ids: Sequence[UUID], reason: SessionEndReason
) -> list[EndedSession]:
    """The same for these sessions of a company."""
    ended = await end_chosen_sessions(
        unit.connection, company_id=company_id, session_ids=session_ids, reason=reason.value
    )
    _announce(services, unit, ended, reason=reason)
    return ended


async def revoke_session(services: Services, *, identity: Identity, session_id: UUID, address: str) -> None:
    """End one of the caller's own sessions. Raises NotFoundError."""
    reason = SessionEndReason.REVOKED
    async with services.database.unit_of_work() as unit:
        company_id = await end_session(
            unit.connection, session_id=session_id, user_id=identity.user_id, reason=reason.value
        )
        if company_id is None:
            raise NotFoundError
        await _record(unit.connection, identity, [session_id], address=address)
        unit.after_commit(_closing(services, session_id, reason))


async def revoke_other_sessions(services: Services, *, identity: Identity, address: str) -> int:
    """End all of the caller's sessions but this one; returns how many."""
    async with services.database.unit_of_work() as unit:
        ended = await end_user_sessions(
            services,
            unit,
            company_id=identity.company_id,
            user_id=identity.user_id,
            reason=SessionEndReason.REVOKED,
            spared=identity.session_id,
        )
        if ended:
            await _record(unit.connection, identity, ended, address=address)
    return len(ended)


def _announce(services: Services, unit: UnitOfWork, ended: Sequence[EndedSession], *, reason: SessionEndReason) -> None:
    if len(ended) == 1:
        unit.after_commit(_closing(services, ended[0].id, reason))
    elif ended:
        ids = [each.id for each in ended]
        unit.after_commit(lambda: services.publisher.end_sessions(ids, reason=reason))


def _closing(services: Services, session_id: UUID, reason: SessionEndReason) -> Effect:
    return lambda: services.publisher.end_session(session_id, reason=reason)


async def _record(connection: Connection, identity: Identity, ended: Sequence[UUID], *, address: str) -> None:
    await record(
        connection,
        action=AuditAction.SESSION_REVOKED,
        by=identity,
        subject_id=identity.user_id,
        address=address,
        after={"sessions": [str(session_id) for session_id in ended]},
    )


@dataclass(frozen=True, kw_only=True)
class LoggedOut:
    company_id: UUID
    session_id: UUID
    user_id: UUID


async def log_out(services: Services, *, token: str, address: str) -> LoggedOut | None:
    """End the session of an access token, which may have expired. Repeated, it changes nothing, and answers None.

    Raises:
        NotSignedInError: the token is not one of ours.

    """
    claims = read_access_token(services.keys, token, may_be_expired=True)
    reason = SessionEndReason.LOGOUT
    async with services.database.unit_of_work() as unit:
        company_id = await end_session(
            unit.connection, session_id=claims.session_id, user_id=claims.user_id, reason=reason.value
        )
        if company_id is None:
            return None
        await record(
            unit.connection,
            action=AuditAction.LOGOUT,
            company_id=company_id,
            actor_id=claims.user_id,
            subject_id=claims.user_id,
            address=address,
            after={"session": str(claims.session_id)},
        )
        unit.after_commit(lambda: services.publisher.end_session(claims.session_id, reason=reason))
    return LoggedOut(company_id=company_id, session_id=claims.session_id, user_id=claims.user_id)
