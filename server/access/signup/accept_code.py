"""After a right code in a sign-up: ask for the next contact or the company, or create the applicant's account."""

from functools import partial
from uuid import UUID

from server.access.flows.code_repository import turn_to_channel
from server.access.flows.flow import Flow, FlowExpiredError, FlowState, contacts_to_verify
from server.access.flows.own_flow import reread_flow
from server.access.flows.quotas import SendQuotaReachedError
from server.access.flows.repository import advance_flow
from server.access.flows.send_code import TooManySendsError, send_flow_code
from server.access.flows.signup_repository import complete_signup, mark_signup_verified
from server.access.policies.repository import allowed_domains
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_message
from server.messaging.messages.send_messages import send_messages
from server.people.account.account_repository import Account, add_person, find_taken, lock_unproven
from server.people.account.errors import ContactTakenError
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import publish_users_changed
from server.people.account.release_email import release_email
from server.platform.configuration.settings import Settings
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ConflictError
from server.platform.services import Services
from server.vocabulary.fields import domain_problem
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


async def accept_signup_code(services: Services, unit: UnitOfWork, flow: Flow, *, address: str) -> None:
    """Move on a locked flow whose code was right.

    Raises:
        ContactTakenError: another account has the email or the phone by now; the caller must roll back.
        ConflictError: the company allows emails of other domains only, since the form was sent.

    """
    company_id = await mark_signup_verified(unit.connection, flow_id=flow.id, channel=flow.channel)
    await refuse_taken(unit, flow, company_id=company_id)
    due = _contact_due(services.settings, flow)
    if due is not None:
        await _ask_for(services, unit, flow, channel=due)
    elif company_id is None:
        await advance_flow(
            unit.connection, flow_id=flow.id, before=FlowState.CODE_REQUIRED, after=FlowState.COMPANY_REQUIRED
        )
    else:
        domains = await allowed_domains(unit.connection.raw, company_id=company_id)
        if problem := domain_problem(flow.email or "", domains=domains):
            raise ConflictError(problem, errors={"email": problem})
        account = await create_person(
            services,
            unit,
            flow,
            company_id=company_id,
            role=Role.APPLICANT,
            profile=None,
            after=FlowState.READY,
            address=address,
        )
        unit.after_commit(
            partial(
                publish_users_changed,
                services,
                company_id=company_id,
                kind=UsersChangeKind.CREATED,
                ids=[account.user_id],
            )
        )


def _contact_due(settings: Settings, flow: Flow) -> Channel | None:
    """The first contact that has to be verified beside the one whose code was right."""
    return next((channel for channel in contacts_to_verify(settings, flow) if channel is not flow.channel), None)


async def _ask_for(services: Services, unit: UnitOfWork, flow: Flow, *, channel: Channel) -> None:
    """Without a code left to send; the page shows the refusal when it requests one."""
    await turn_to_channel(unit.connection, flow_id=flow.id, channel=channel)
    turned = await reread_flow(unit.connection, flow_id=flow.id)
    try:
        # It follows from a right code, once: the cooldown of the previous code does not apply.
        await send_flow_code(services, unit, turned, channel=channel, is_asked_for=False)
    except (TooManySendsError, SendQuotaReachedError):
        return
