"""Invite many accounts again, each with a new password. The sender keeps the limits, as of every invitation."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from server.company.audit.repository import AuditAction, Subject, record_many
from server.people.account.account_rules import Account
from server.people.account.change_repository import Invited, mark_invitations_queued
from server.people.bulk.chunk_repository import Chunk
from server.people.bulk.outcome import Outcome
from server.people.bulk.states import BulkRowStatus
from server.people.invitations.errors import STOPPED
from server.people.invitations.mailboxes import remembered_as
from server.people.invitations.queue_invitation import queue_invitations
from server.people.invitations.repository import Recipient, find_stopped
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.invitation_state import Invitation


async def invite_people(
    services: Services, unit: UnitOfWork, chunk: Chunk, *, accounts: Sequence[Account]
) -> Mapping[UUID, Outcome]:
    connection, company_id = unit.connection, chunk.company_id
    recipients = [Recipient(each.id, company_id, remembered_as(each.contact)) for each in accounts]
    stopped = await find_stopped(connection, recipients)
    invited = [Invited(each.id, each.contact) for each in accounts if each.id not in stopped]
    before = await mark_invitations_queued(connection, [each.user_id for each in invited], company_id=company_id)
    await queue_invitations(services, unit, invited, company_id=company_id)
    await record_many(
        connection,
        [
            Subject(
                id=each.id,
                label=mask_label(each.label),
                before={"invitation": before[each.id]},
                after={"invitation": Invitation.QUEUED.value},
            )
            for each in accounts
            if each.id not in stopped
        ],
        action=AuditAction.USER_INVITED,
        company_id=company_id,
        actor_id=chunk.editor.user_id,
    )
    refused = Outcome(status=BulkRowStatus.FAILED, reason=STOPPED)
    return {each.id: refused if each.id in stopped else Outcome() for each in accounts}
