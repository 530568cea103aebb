"""Change the email of an account: at once, or once the recipient of the new one has confirmed it.

An account that was never signed in to has an address that its owner has not proved either. It gets the new one at once,
and the invitation that goes there proves it; what was sent to the former address opens nothing any more. Every other
account keeps its email until the link in the mail to the new one is used.
"""

from datetime import timedelta
from typing import Final

from server.access.email_changes.repository import put_change
from server.access.flows.end_repository import end_other_flows
from server.access.flows.publish_flow_state import announce_ended_flows
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.repository import withdraw_messages
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import is_unproven, replace_unproven_email
from server.people.account.account_rules import Account
from server.people.account.change_repository import queue_uninvited
from server.people.account.errors import ContactTakenError, Taken
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_change
from server.people.account.repository import is_in_company
from server.people.account.taken_elsewhere import TakenElsewhereError, refuse_after_too_many
from server.people.invitations.check_limits import take_mail
from server.people.invitations.queue_invitation import queue_invitations
from server.people.invitations.stop_code import make_stop_code
from server.platform.database.connections import UnitOfWork
from server.platform.process.clock import utc_now
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity

LINK_LIFE: Final = timedelta(hours=72)


async def change_email(
    services: Services, unit: UnitOfWork, account: Account, *, email: str, identity: Identity, address: str
) -> None:
    """Change the email of a locked account that has another one, or have the new one confirmed.

    Only the company's own people are looked at before: see the decision on people who are registered elsewhere.

    Raises:
        ContactTakenError: an account of the company has the email.
        TakenElsewhereError: one of another company has it; only where the email would change at once.
        TooManyTakenError: too many that the company added today are registered elsewhere.
        InvitationStoppedError, InvitationTooSoonError, InvitationsUsedUpError: see take_mail.

    """
    if await is_in_company(unit.connection, company_id=identity.company_id, email=email):
        raise ContactTakenError(Taken(email=True, phone=False))
    if await is_unproven(unit.connection, company_id=identity.company_id, user_id=account.id):
        await _replace(services, unit, account, email=email, identity=identity, address=address)
    else:
        await _ask_to_confirm(services, unit, account, email=email, identity=identity, address=address)
    announce_change(services, unit, kind=UsersChangeKind.UPDATED, identity=identity, user_id=account.id)


async def _replace(
    services: Services, unit: UnitOfWork, account: Account, *, email: str, identity: Identity, address: str
) -> None:
    connection = unit.connection
    owner = {"company_id": identity.company_id, "user_id": account.id}
    await refuse_after_too_many(connection, company_id=identity.company_id, settings=services.settings)
    replaced = await replace_unproven_email(connection, **owner, email=email)
    if replaced is None:
        raise TakenElsewhereError
    announce_ended_flows(services, unit, await end_other_flows(connection, **owner, flow_id=None))
    await withdraw_messages(connection, account.id, company_id=identity.company_id, kind=MessageKind.INVITATION)
    if replaced.was_invited and account.is_active:
        invited = await queue_uninvited(connection, [account.id], company_id=identity.company_id)
        await queue_invitations(services, unit, invited, company_id=identity.company_id)
    await record(
        connection,
        action=AuditAction.EMAIL_CHANGED,
        by=identity,
        subject_id=account.id,
        subject_label=mask_email(email),
        subject_version=replaced.version,
        address=address,
        before={"email": account.email and mask_email(account.email)},
        after={"email": mask_email(email)},
    )


async def _ask_to_confirm(
    services: Services, unit: UnitOfWork, account: Account, *, email: str, identity: Identity, address: str
) -> None:
    connection, company_id, token = unit.connection, identity.company_id, random_token()
    await withdraw_messages(connection, account.id, company_id=company_id, kind=MessageKind.EMAIL_CHANGE)
    await take_mail(services, connection, company_id=company_id, email=email)
    owner = {"company_id": company_id, "user_id": account.id}
    await put_change(connection, **owner, email=email, token=token, life=LINK_LIFE, requester=identity.profile)
    await queue_message(
        connection,
        kind=MessageKind.EMAIL_CHANGE,
        channel=Channel.EMAIL,
        recipient=email,
        keys=services.keys,
        company_id=company_id,
        user_id=account.id,
        parameters={
            "full_name": account.full_name,
            "company_name": identity.company_name,
            "stop_code": make_stop_code(services.keys, **owner, contact=email),
        },
        secret=token,
        expires_at=utc_now() + LINK_LIFE,
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
    await record(
        connection,
        action=AuditAction.EMAIL_CHANGE_REQUESTED,
        by=identity,
        subject_id=account.id,
        subject_label=mask_label(account.label),
        address=address,
        after={"email": mask_email(email)},
    )
