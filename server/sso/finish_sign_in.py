"""A login at a provider gets a flow, as a typed password does."""

from dataclasses import dataclass, field
from typing import Final

from server.audit.repository import AuditAction, record
from server.crypto import random_token
from server.database import UnitOfWork
from server.factors.required import after_first_step
from server.flows.flow import Flow
from server.flows.repository import open_flow
from server.flows.steps import FlowContext
from server.identity.emails import mask_email
from server.identity.methods import Method
from server.messages.kinds import Channel
from server.services import Services
from server.sso.connection import Connection
from server.sso.errors import Outcome, SignInError
from server.sso.find_account import find_account
from server.sso.person import Person
from server.sso.session_repository import keep_flow
from server.sso.take_answer import Answered
from server.users.proved_repository import accept_without_password

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
