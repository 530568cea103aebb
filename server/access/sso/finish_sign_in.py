"""A login at a provider gets a flow, as a typed password does."""

from dataclasses import dataclass, field
from typing import Final

from server.access.factors.required import after_first_step
from server.access.flows.flow import Flow
from server.access.flows.repository import open_flow
from server.access.flows.steps import FlowContext
from server.access.sso.connection import Connection
from server.access.sso.errors import Outcome, SignInError
from server.access.sso.find_account import find_account
from server.access.sso.person import Person
from server.access.sso.session_repository import keep_flow
from server.access.sso.take_answer import Answered
from server.company.audit.repository import AuditAction, record
from server.messaging.messages.kinds import Channel
from server.people.account.proved_repository import accept_without_password
from server.platform.database.connections import UnitOfWork
from server.platform.process.crypto import random_token
from server.platform.services import Services
from server.vocabulary.emails import mask_email
from server.vocabulary.methods import Method

# The provider's own factors (amr, acr) stand for none of the company's.
METHODS: Final = (Method.SSO,)


@dataclass(frozen=True, kw_only=True)
class OpenedFlow:
    flow: Flow
    secret: str = field(repr=False)


async def finish_sign_in(services: Services, answered: Answered, *, address: str) -> OpenedFlow:
    """The flow of the account that the provider has signed in.

    Raises:
        SignInError: it opens no account.
    """
    found, person = answered.found, answered.person
    try:
        async with services.database.unit_of_work() as unit:
            return await _open(services, unit, found=found, person=person, address=address)
    except SignInError:
        await _record_refusal(services, found, person, address=address)
        raise


async def _open(services: Services, unit: UnitOfWork, *, found: Connection, person: Person, address: str) -> OpenedFlow:
    user_id = await find_account(services, unit, found=found, person=person, address=address)
    await accept_without_password(unit.connection, company_id=found.company_id, user_id=user_id, contact=person.email)
    state = await after_first_step(unit.connection, company_id=found.company_id, user_id=user_id, methods=METHODS)
    secret = random_token()
    flow = await open_flow(
        unit.connection,
        secret=secret,
        company_id=found.company_id,
        user_id=user_id,
        context=FlowContext.LOGIN,
        state=state,
        channel=Channel.EMAIL,
        temporary_password=False,
        address=address,
        methods=METHODS,
    )
    if flow is None:
        raise SignInError(Outcome.REFUSED, "inactive")
    await keep_flow(
        unit.connection,
        flow_id=flow.id,
        connection_id=found.id,
        issuer=found.issuer,
        subject=person.subject,
        sid=person.sid,
    )
    return OpenedFlow(flow=flow, secret=secret)


async def _record_refusal(services: Services, found: Connection, person: Person, *, address: str) -> None:
    async with services.database.unit_of_work() as unit:
        await record(
            unit.connection,
            action=AuditAction.LOGIN_FAILED,
            company_id=found.company_id,
            subject_label=mask_email(person.email),
            address=address,
            after={"connection": found.name},
        )
