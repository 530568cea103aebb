"""Where an account is signed in, and what was sent to it: for its editors."""

from uuid import UUID

from server.access.sessions.repository import list_live_sessions
from server.company.audit.list_entries import may_read_audit
from server.messaging.messages.history_repository import count_messages, list_messages
from server.people.account.repository import find_user
from server.people.account.schemas import MessagePage, MessageRecord, UserSession, UserSessions
from server.platform.database.connections import Connection
from server.platform.errors import ForbiddenError, NotFoundError
from server.platform.schemas import PageQuery
from server.platform.services import Services
from server.vocabulary.identity import Identity
from server.vocabulary.permission_matrix import covers


async def list_user_sessions(services: Services, *, identity: Identity, user_id: UUID) -> UserSessions:
    """The live sessions of an account, the last used first. Addresses are shown to readers of the audit trail alone.

    Raises:
        NotFoundError: the company has no account of this id.
        ForbiddenError: it is not the caller's own, and the caller's profile does not cover theirs.

    """
    async with services.database.reading() as connection:
        await _check(connection, identity=identity, user_id=user_id)
        found = await list_live_sessions(connection, company_id=identity.company_id, user_id=user_id)
    shows_address = may_read_audit(identity.profile)
    return UserSessions(
        sessions=[
            UserSession(
                id=each.id,
                device=each.device,
                address=each.address if shows_address else None,
                first_seen_at=each.created_at,
                last_seen_at=each.last_seen_at,
            )
            for each in found
        ]
    )


async def list_user_messages(services: Services, *, identity: Identity, user_id: UUID, query: PageQuery) -> MessagePage:
    """What was sent to an account, the newest first. Raises as list_user_sessions does."""
    owner = {"company_id": identity.company_id, "user_id": user_id}
    async with services.database.reading() as connection:
        await _check(connection, identity=identity, user_id=user_id)
        found = await list_messages(connection, **owner, offset=query.offset, limit=query.page_size)
        total = await count_messages(connection, **owner)
    return MessagePage(
        data=[MessageRecord.model_validate(each) for each in found],
        page=query.page,
        page_size=query.page_size,
        total=total,
        total_is_exact=True,
    )


async def _check(connection: Connection, *, identity: Identity, user_id: UUID) -> None:
    user = await find_user(connection, company_id=identity.company_id, user_id=user_id)
    if user is None:
        raise NotFoundError
    if user_id != identity.user_id and not covers(identity.profile, user.profile):
        raise ForbiddenError
