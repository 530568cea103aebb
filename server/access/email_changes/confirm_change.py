"""Give an account the email that its recipient has confirmed."""

from uuid import UUID

from server.access.email_changes.errors import EmailLinkInvalidError, EmailNotUsableError
from server.access.email_changes.repository import Owner, consume_token, find_owner
from server.access.flows.end_repository import end_other_flows
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.policies.repository import allowed_domains
from server.access.sessions.device_repository import forget_devices
from server.access.sessions.end_sessions import end_user_sessions
from server.access.sessions.events import SessionEndReason
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import ReplacedEmail, lock_unproven_email, replace_email
from server.people.account.account_rules import Account, profile_of
from server.people.account.change_repository import lock_accounts
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import announce_changes
from server.people.account.release_email import release_email
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import mask_label
from server.vocabulary.permission_matrix import covers
from server.vocabulary.person_fields import domain_problem
from server.vocabulary.profiles import Profile


async def confirm_email(services: Services, *, token: str, address: str) -> None:
    """The account logs in with the new email from now on: its sessions, sign-ins under way and devices end.

    Raises:
        EmailLinkInvalidError: the token is not one that an active account waits for.
        EmailNotUsableError: an account has the email by now, or the company no longer allows its domain; the link is
            used up all the same.

    """
    async with services.database.unit_of_work() as unit:
        owner = await find_owner(unit.connection, token=token)
        if owner is None:
            raise EmailLinkInvalidError
        locked = await lock_accounts(unit.connection, [owner.user_id], company_id=owner.company_id, to_delete=True)
        account = locked.get(owner.user_id)
        confirmed = await consume_token(unit.connection, owner=owner, token=token)
        if account is None or confirmed is None or not _may_change(account, requester=confirmed.requester):
            raise EmailLinkInvalidError
        is_changed = await _change(services, unit, account, email=confirmed.email, owner=owner, address=address)
        announce_changes(
            services, unit, kind=UsersChangeKind.UPDATED, company_id=owner.company_id, user_ids=[account.id]
        )
    if not is_changed:
        raise EmailNotUsableError


def _may_change(account: Account, *, requester: Profile | None) -> bool:
    """An account that has risen above the requester since is not given to the mailbox that this one has chosen."""
    return account.is_active and covers(requester, profile_of(account.profile))


async def _change(
    services: Services, unit: UnitOfWork, account: Account, *, email: str, owner: Owner, address: str
) -> bool:
    company_id = owner.company_id
    person = {"company_id": company_id, "user_id": account.id}
    replaced = await _replace(services, unit, account, email=email, company_id=company_id)
    await record(
        unit.connection,
        action=AuditAction.EMAIL_CHANGE_FAILED if replaced is None else AuditAction.EMAIL_CHANGED,
        company_id=company_id,
        actor_id=account.id,
        subject_id=account.id,
        subject_label=mask_label(account.label if replaced is None else email),
        subject_version=None if replaced is None else replaced.version,
        address=address,
        before={"email": account.email and mask_email(account.email)},
        after={"email": mask_email(email)},
    )
    if replaced is None:
        return False
    announce_ended_flows(services, unit, await end_other_flows(unit.connection, **person, flow_id=None))
    await end_user_sessions(services, unit, **person, reason=SessionEndReason.REVOKED)
    await forget_devices(unit.connection, **person)
    if replaced.was_verified and account.email is not None:
        await _notify(services, unit, account, former=account.email, company_id=company_id)
    return True


async def _replace(
    services: Services, unit: UnitOfWork, account: Account, *, email: str, company_id: UUID
) -> ReplacedEmail | None:
    if domain_problem(email, domains=await allowed_domains(unit.connection, company_id=company_id)):
        return None
    unproven = await lock_unproven_email(unit.connection, email=email, company_id=company_id)
    if unproven is not None:
        await release_email(services, unit, unproven)
    return await replace_email(unit.connection, company_id=company_id, user_id=account.id, email=email)


async def _notify(services: Services, unit: UnitOfWork, account: Account, *, former: str, company_id: UUID) -> None:
    """The former address gets a notice without the new one, which an administrator has typed."""
    await queue_message(
        unit.connection,
        kind=MessageKind.EMAIL_CHANGED,
        channel=Channel.EMAIL,
        recipient=former,
        keys=services.keys,
        company_id=company_id,
        user_id=account.id,
        parameters={"full_name": account.full_name},
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
