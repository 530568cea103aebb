"""After a right code in a sign-up: ask for the next contact or the company, or create the applicant's account."""

from functools import partial

from server.access.flows.code_repository import turn_to_channel
from server.access.flows.find_own_flow import reread_flow
from server.access.flows.flow import Flow, contacts_to_verify
from server.access.flows.repository import advance_flow
from server.access.flows.signup_repository import mark_signup_verified
from server.access.flows.steps import FlowState
from server.access.policies.repository import allowed_domains
from server.access.signup.create_person import create_person, refuse_taken
from server.access.verification.errors import SendQuotaReachedError, TooManySendsError
from server.access.verification.send_flow_code import send_flow_code
from server.messaging.messages.kinds import Channel
from server.people.account.events import UsersChangeKind
from server.people.account.publish_change import publish_users_changed
from server.platform.configuration.settings import Settings
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ConflictError
from server.platform.services import Services
from server.vocabulary.person_fields import domain_problem
from server.vocabulary.profiles import Role


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
        domains = await allowed_domains(unit.connection, company_id=company_id)
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
