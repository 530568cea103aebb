"""Delete another account."""

from uuid import UUID

from server.audit.repository import AuditAction, record, was_deleted
from server.database import Connection
from server.errors import NotFoundError
from server.flows.publish_flow_state import announce_ended_flows
from server.flows.repository import end_other_flows
from server.identity.emails import mask_email
from server.identity.identity import Identity
from server.services import Services
from server.sessions.end_sessions import end_user_sessions
from server.sessions.events import SessionEndReason
from server.users import change_repository
from server.users.authority import keep_a_super_admin, lock_for_action
from server.users.errors import SelfForbiddenError
from server.users.events import UsersChangeKind
from server.users.publish_change import announce_change
from server.users.repository import UserRow


async def delete_user(services: Services, *, identity: Identity, user_id: UUID, address: str) -> None:
    """Remove another account at once; the audit trail keeps who it was. Repeated, it changes nothing.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id, and never deleted one.
        ForbiddenError: the caller's profile does not cover theirs.
        LastSuperAdminError: the company would have none left.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    owner = {"company_id": identity.company_id, "user_id": user_id}
    async with services.database.unit_of_work() as unit:
        try:
            found = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        except NotFoundError:
            if await was_deleted(unit.connection, **owner):
                return
            raise
        await keep_a_super_admin(unit.connection, company_id=identity.company_id, leaving=found.row)
        # Flows and sessions go with the row, except a reset that waits for its code: its end would reveal the deletion.
        announce_ended_flows(services, unit, await end_other_flows(unit.connection, **owner, flow_id=None))
        await end_user_sessions(services, unit, **owner, reason=SessionEndReason.DELETED)
        await change_repository.delete_user(unit.connection, **owner)
        await _record(unit.connection, found.row, identity=identity, address=address)
        announce_change(services, unit, kind=UsersChangeKind.DELETED, identity=identity, user_id=user_id)


async def _record(connection: Connection, row: UserRow, *, identity: Identity, address: str) -> None:
    await record(
        connection,
        action=AuditAction.USER_DELETED,
        by=identity,
        subject_id=row.id,
        subject_label=mask_email(row.email),
        address=address,
        before={
            "role": row.role.value,
            "profile": None if row.profile is None else row.profile.value,
            "isActive": row.is_active,
        },
    )
