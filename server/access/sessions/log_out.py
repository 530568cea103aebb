"""End the session of an access token."""

from dataclasses import dataclass
from uuid import UUID

from server.access.sessions.access_token import read_access_token
from server.access.sessions.events import SessionEndReason
from server.access.sessions.repository import end_session
from server.company.audit.repository import AuditAction, record
from server.platform.services import Services


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
