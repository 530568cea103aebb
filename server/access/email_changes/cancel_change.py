"""Withdraw an email that waits for its confirmation."""

from uuid import UUID

from server.access.email_changes.repository import delete_change
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import MessageKind
from server.messaging.messages.repository import withdraw_messages
from server.people.account.authority import lock_for_action
from server.people.account.errors import SelfForbiddenError
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_change
from server.people.account.read_user import read_record
from server.people.account.schemas import UserRecord
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity


async def cancel_email_change(services: Services, *, identity: Identity, user_id: UUID, address: str) -> UserRecord:
    """The account, which keeps its email: the link in the mail opens nothing any more. Repeated, it changes nothing.

    Raises:
        SelfForbiddenError: it is the caller's own.
        NotFoundError: the company has no account of this id.
        ForbiddenError: the caller's profile does not cover theirs.

    """
    if user_id == identity.user_id:
        raise SelfForbiddenError
    company_id = identity.company_id
    async with services.database.unit_of_work() as unit:
        account = await lock_for_action(unit.connection, identity=identity, user_id=user_id)
        email = await delete_change(unit.connection, company_id=company_id, user_id=user_id)
        if email is not None:
            connection = unit.connection
            await withdraw_messages(connection, user_id, company_id=company_id, kind=MessageKind.EMAIL_CHANGE)
            await record(
                unit.connection,
                action=AuditAction.EMAIL_CHANGE_CANCELLED,
                by=identity,
                subject_id=user_id,
                subject_label=mask_label(account.label),
                address=address,
                before={"email": mask_email(email)},
            )
            announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=user_id)
        return await read_record(unit.connection, company_id=company_id, user_id=user_id)
