"""Turn a sign-up into an account: insert it, record it, send the welcome."""

from uuid import UUID

from server.access.flows.errors import FlowExpiredError
from server.access.flows.flow import Flow
from server.access.flows.signup_repository import complete_signup
from server.access.flows.steps import FlowState
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import Account, add_person, find_taken, lock_unproven
from server.people.account.errors import ContactTakenError
from server.people.account.release_email import release_email
from server.platform.database.connections import UnitOfWork
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Profile, Role


async def create_person(
    services: Services,
    unit: UnitOfWork,
    flow: Flow,
    *,
    company_id: UUID,
    role: Role,
    profile: Profile | None,
    after: FlowState,
    address: str,
) -> Account:
    """Write the account of a locked flow, which moves to `after` with it.

    Raises:
        ContactTakenError: another account has the email or the phone.
        FlowExpiredError: a company adds an account with the email at this moment.

    """
    await refuse_taken(unit, flow, company_id=company_id)
    unproven = await lock_unproven(unit.connection, flow_id=flow.id, company_id=company_id)
    if unproven is not None:
        await release_email(services, unit, unproven)
    account = await add_person(
        unit.connection,
        flow_id=flow.id,
        company_id=company_id,
        role=role,
        profile=profile,
        signs_in=after is FlowState.COMPLETED,
    )
    if account is None:
        await refuse_taken(unit, flow, company_id=company_id)
        raise FlowExpiredError
    await complete_signup(unit.connection, flow_id=flow.id, company_id=company_id, user_id=account.user_id, after=after)
    await _record(unit, account, address=address)
    await _welcome(services, unit, account)
    return account


async def refuse_taken(unit: UnitOfWork, flow: Flow, *, company_id: UUID | None) -> None:
    """Raises ContactTakenError."""
    taken = await find_taken(unit.connection, email=flow.email, phone=flow.phone, company_id=company_id)
    if taken:
        raise ContactTakenError(taken)


async def _record(unit: UnitOfWork, account: Account, *, address: str) -> None:
    await record(
        unit.connection,
        action=AuditAction.USER_CREATED,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(account.label),
        address=address,
        after={"role": account.role.value, "profile": None if account.profile is None else account.profile.value},
    )


async def _welcome(services: Services, unit: UnitOfWork, account: Account) -> None:
    await queue_message(
        unit.connection,
        kind=MessageKind.WELCOME,
        channel=Channel.EMAIL,
        recipient=account.contact,
        keys=services.keys,
        company_id=account.company_id,
        user_id=account.user_id,
        parameters={"full_name": account.full_name, "company_name": account.company_name},
    )
    unit.after_commit(lambda: services.jobs.enqueue(send_messages.job()))
