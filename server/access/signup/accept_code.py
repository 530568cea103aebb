"""Continue a sign-up after a right code: ask for the next contact or the company, or create the applicant's account."""

from uuid import UUID

from server.access.flows.code_repository import turn_to_channel
from server.access.flows.flow import Flow, FlowExpiredError, FlowState, contacts_to_verify
from server.access.flows.own_flow import reread_flow
from server.access.flows.quotas import SendQuotaReachedError
from server.access.flows.repository import advance_flow
from server.access.flows.send_code import TooManySendsError, send_flow_code
from server.access.flows.signup_repository import complete_signup, mark_signup_verified
from server.access.policies.repository import allowed_domains
from server.access.sessions.notices import queue_mail
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel, MessageKind
from server.people.account.account_repository import SignInAccount, add_person, find_taken, lock_unproven
from server.people.account.change_accounts import release_email
from server.people.account.errors import ContactTakenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.platform.errors import ConflictError
from server.platform.services import Visit, Work
from server.vocabulary.fields import domain_problem
from server.vocabulary.identifiers import mask_label
from server.vocabulary.profiles import Profile, Role


async def accept_signup_code(unit: Work[Visit], flow: Flow) -> None:
    """Move on a locked flow whose code was right.

    Raises:
        ContactTakenError: another account has the email or the phone by now; the caller must roll back.
        ConflictError: the company allows emails of other domains only, since the form was sent.
    """
    services = unit.services
    company_id = await mark_signup_verified(unit.connection, flow_id=flow.id, channel=flow.channel)
    await _refuse_taken(unit, flow, company_id=company_id)
    others = (channel for channel in contacts_to_verify(services.settings, flow) if channel is not flow.channel)
    due = next(others, None)
    if due is not None:
        await _ask_for(unit, flow, channel=due)
    elif company_id is None:
        await advance_flow(unit.connection, flow_id=flow.id, before=flow.state, after=FlowState.COMPANY_REQUIRED)
    else:
        domains = await allowed_domains(unit.connection, company_id=company_id)
        if problem := domain_problem(flow.email or "", domains=domains):
            raise ConflictError(problem, errors={"email": problem})
        account = await create_person(
            unit, flow, company_id=company_id, role=Role.APPLICANT, profile=None, after=FlowState.READY
        )
        announce_changes(unit, kind=UsersChangeKind.CREATED, company_id=account.company_id, user_ids=[account.user_id])


async def _ask_for(unit: Work[Visit], flow: Flow, *, channel: Channel) -> None:
    """Turn to the next contact. Without a code left to send, its page shows the refusal when it requests one."""
    await turn_to_channel(unit.connection, flow_id=flow.id, channel=channel)
    turned = await reread_flow(unit.connection, flow_id=flow.id)
    try:
        # It follows from a right code, once: the cooldown of the previous code does not apply.
        await send_flow_code(unit, turned, channel=channel, is_asked_for=False)
    except (TooManySendsError, SendQuotaReachedError):
        return


async def create_person(
    unit: Work[Visit], flow: Flow, *, company_id: UUID, role: Role, profile: Profile | None, after: FlowState
) -> SignInAccount:
    """Write the account of a locked flow, which moves to `after` with it.

    Raises:
        ContactTakenError: another account has the email or the phone.
        FlowExpiredError: a company adds an account with the email at this moment.
    """
    await _refuse_taken(unit, flow, company_id=company_id)
    unproven = await lock_unproven(unit.connection, flow_id=flow.id, company_id=company_id)
    if unproven is not None:
        await release_email(unit, unproven)
    account = await add_person(
        unit.connection,
        flow_id=flow.id,
        company_id=company_id,
        role=role,
        profile=profile,
        signs_in=after is FlowState.COMPLETED,
    )
    if account is None:
        await _refuse_taken(unit, flow, company_id=company_id)
        raise FlowExpiredError
    await complete_signup(unit.connection, flow_id=flow.id, **account.key, after=after)
    await record(
        unit.connection,
        action=AuditAction.USER_CREATED,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(account.label),
        address=unit.address,
        after={"role": account.role.value, "profile": None if account.profile is None else account.profile.value},
    )
    parameters = {"full_name": account.full_name, "company_name": account.company_name}
    await queue_mail(unit, MessageKind.WELCOME, to=account.contact, **account.key, parameters=parameters)
    return account


async def _refuse_taken(unit: Work[Visit], flow: Flow, *, company_id: UUID | None) -> None:
    taken = await find_taken(unit.connection, email=flow.email, phone=flow.phone, company_id=company_id)
    if taken:
        raise ContactTakenError(taken)
