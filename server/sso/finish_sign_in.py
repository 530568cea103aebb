"""The way back from a provider: its answer opens a flow, as a password does."""

from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from server.audit.repository import AuditAction, record
from server.crypto import SealError, random_token, same
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
from server.sso.errors import Outcome, ProviderError, SignInError
from server.sso.exchange_code import exchange_code
from server.sso.find_account import find_account
from server.sso.id_token import Person
from server.sso.provider import Provider, read_provider
from server.sso.repository import find_connection
from server.sso.sign_in_repository import PendingSignIn, consume_state
from server.sso.start_sign_in import open_proof
from server.users.proved_repository import accept_without_password

# The provider's own factors (amr, acr) stand for none of the company's.
METHODS: Final = (Method.SSO,)
CANCELLED: Final = frozenset({"access_denied", "login_required", "interaction_required", "consent_required"})


@dataclass(frozen=True, kw_only=True)
class ProviderAnswer:
    """What the provider has sent the browser back with; what is missing is empty."""

    state: str = field(repr=False)
    code: str = field(repr=False)
    issuer: str
    error: str


@dataclass(frozen=True, kw_only=True)
class OpenedFlow:
    flow: Flow
    secret: str = field(repr=False)


async def finish_sign_in(
    services: Services, answer: ProviderAnswer, *, company_id: UUID, browser: str | None, address: str
) -> OpenedFlow:
    """The flow of the account that the provider has signed in. An answer counts once, whatever becomes of it.

    Raises:
        SignInError: this browser has begun no such sign-in, or the provider's answer opens no account.
    """
    pending = await _consume(services, answer, browser=browser)
    if pending is None or pending.company_id != company_id:
        raise SignInError(Outcome.EXPIRED, "unknown state")
    try:
        found, provider = await _read(services, pending)
        _check(answer, provider=provider)
        proof = open_proof(services, pending.sealed_proof, state=answer.state)
    except (ProviderError, SealError) as error:
        raise SignInError(Outcome.FAILED, type(error).__name__) from error
    person = await exchange_code(services, found, provider, code=answer.code, proof=proof)
    try:
        async with services.database.unit_of_work() as unit:
            return await _open(services, unit, found=found, person=person, address=address)
    except SignInError:
        await _record_refusal(services, found, person, address=address)
        raise


async def _consume(services: Services, answer: ProviderAnswer, *, browser: str | None) -> PendingSignIn | None:
    if not answer.state or browser is None:
        return None
    async with services.database.unit_of_work() as unit:
        return await consume_state(unit.connection, state=answer.state, browser=browser)


async def _read(services: Services, pending: PendingSignIn) -> tuple[Connection, Provider]:
    """Raises SignInError: the connection has been disabled, or given another issuer, since the sign-in began."""
    async with services.database.reading() as connection:
        found = await find_connection(connection, company_id=pending.company_id, connection_id=pending.connection_id)
    if found is None or not found.enabled or found.issuer != pending.issuer:
        raise SignInError(Outcome.UNAVAILABLE, "connection changed")
    return found, await read_provider(services, issuer=found.issuer)


def _check(answer: ProviderAnswer, *, provider: Provider) -> None:
    """RFC 9207: an answer of another issuer is not for this sign-in."""
    named = answer.issuer or (provider.names_issuer and "none")
    if named and not same(named.encode(), provider.issuer.encode()):
        raise SignInError(Outcome.FAILED, "another issuer")
    if answer.error:
        outcome = Outcome.CANCELLED if answer.error in CANCELLED else Outcome.FAILED
        raise SignInError(outcome, "error of the provider")
    if not answer.code:
        raise SignInError(Outcome.FAILED, "no code")


async def _open(services: Services, unit: UnitOfWork, *, found: Connection, person: Person, address: str) -> OpenedFlow:
    user_id = await find_account(services, unit, found=found, person=person, address=address)
    await accept_without_password(unit.connection, company_id=found.company_id, user_id=user_id, email=person.email)
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
