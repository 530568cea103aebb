"""Sign another user out on all devices."""

from uuid import UUID

from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, record
from server.people.account.repository import find_user
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers


async def revoke_user_sessions(services: Services, *, identity: Identity, user_id: UUID, address: str) -> int:
    """End every session of a user; how many there were.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    company_id, reason = identity.company_id, SessionEndReason.REVOKED
    async with services.database.unit_of_work() as unit:
        user = await find_user(unit.connection, company_id=company_id, user_id=user_id)
        if user is None:
            raise NotFoundError
        if not covers(identity.profile, user.profile):
            raise ForbiddenError
        ended = await end_user_sessions(services, unit, company_id=company_id, user_id=user_id, reason=reason)
        if ended:
            await record(
                unit.connection,
                action=AuditAction.SESSION_REVOKED,
                by=identity,
                subject_id=user_id,
                address=address,
                after={"sessions": [str(session_id) for session_id in ended]},
            )
    return len(ended)
