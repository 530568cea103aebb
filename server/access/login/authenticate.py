"""The first step of a login: identifier and password open a flow; all failures look alike."""

from dataclasses import dataclass, field
from typing import Final

from server.access.factors.prove_factor import after_first_step
from server.access.failures.throttle import (
    Guesser,
    count_failure,
    identify_guesser,
    note_signup,
    note_success,
    refuse_blocked,
)
from server.access.flows.flow import Flow, FlowContext, FlowState, offered_channels
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import end_flow, get_flow, open_flow
from server.access.flows.send_code import send_flow_code
from server.access.flows.signup_repository import WaitingSignup, find_waiting_signup
from server.access.passwords.check_password import check_either, choose_account
from server.access.signup.resume_signup import resume_signup
from server.company.audit.repository import AuditAction, record
from server.people.account.account_repository import Account
from server.people.account.identifier_repository import find_accounts
from server.people.account.password_repository import replace_hash
from server.platform.configuration.settings import LoginVerification, Settings
from server.platform.database.connections import Connection
from server.platform.errors import NotSignedInError
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import Identifier, IdentifierKind, read_identifier
from server.vocabulary.methods import Method


class InvalidCredentialsError(NotSignedInError):
    """The same for an unknown email, a wrong or expired password, and an inactive account."""

    code = "invalid_credentials"
    message = "Invalid email or password"


METHODS: Final = (Method.PASSWORD,)


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """`email` as typed, which may be another identifier; the answer never says whether it is a valid one."""

    email: str
    password: str = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class OpenedFlow:
    flow: Flow
    secret: str = field(repr=False)


async def authenticate(
    services: Services, credentials: Credentials, *, robot_check_payload: str | None, caller: Visit
) -> OpenedFlow:
    """Check a password and open the flow of a login, or resume a sign-up that waits for its company.

    Raises:
        RobotCheckFailedError: checked before everything else.
        TooManyFailuresError: too many wrong passwords before this one.
        InvalidCredentialsError: the login fails, for whatever reason.
        SendQuotaReachedError: the account has had all its codes of today.

    """
    await services.robot_check.verify(robot_check_payload, address=caller.address)
    identifier = _identify(services.settings, credentials.email)
    async with services.database.reading() as connection:
        found = await find_accounts(connection, identifier, device_hash=caller.device_hash)
        account, knows_device = choose_account(services, found, password=credentials.password)
        signup = await find_waiting_signup(connection, email=identifier.text, secret=caller.flow_secret)
        guesser = identify_guesser(
            services.keys,
            identifier=identifier.text,
            address=caller.address,
            device_hash=caller.device_hash if knows_device else None,
            scale=services.settings.rate_limit_scale,
        )
        await refuse_blocked(connection, guesser)
    opens_account, opens_signup = await check_either(
        services,
        account,
        signup_hash=None if signup is None else signup.password_hash,
        password=credentials.password,
        network=caller.network,
    )
    if account is not None and opens_account:
        await _renew_hash(services, account, credentials.password, network=caller.network)
        return await _open(services, account, guesser, caller=caller)
    if signup is not None and opens_signup:
        return await _resume(services, signup, guesser, caller=caller)
    await _refuse(services, guesser, account=account, identifier=identifier, caller=caller)
    raise InvalidCredentialsError


def _identify(settings: Settings, typed: str) -> Identifier:
    """What was typed, where it is none that is accepted, names no account: it is looked up and counted all the same."""
    identifier = read_identifier(typed, kinds=settings.sign_in_by, region=settings.phone_region)
    return identifier or Identifier(kind=IdentifierKind.EMAIL, value=typed.strip().lower())


async def _refuse(
    services: Services, guesser: Guesser, *, account: Account | None, identifier: Identifier, caller: Visit
) -> None:
    is_email = identifier.kind is IdentifierKind.EMAIL
    async with services.database.unit_of_work() as unit:
        await count_failure(unit.connection, guesser)
        await record(
            unit.connection,
            action=AuditAction.LOGIN_FAILED,
            company_id=None if account is None else account.company_id,
            subject_id=None if account is None else account.user_id,
            subject_label=mask_email(identifier.value) if is_email else identifier.masked,
            address=caller.address,
        )


async def _renew_hash(services: Services, account: Account, password: str, *, network: str) -> None:
    """Rehash with the present parameters, because only now the password is known."""
    stored = account.password_hash
    if stored is None or account.temporary_password_mac is not None or not services.passwords.needs_rehash(stored):
        return
    renewed = await services.passwords.hash(password, share=network)
    async with services.database.unit_of_work() as unit:
        await replace_hash(
            unit.connection, company_id=account.company_id, user_id=account.user_id, before=stored, after=renewed
        )


async def _resume(services: Services, signup: WaitingSignup, guesser: Guesser, *, caller: Visit) -> OpenedFlow:
    async with services.database.unit_of_work() as unit:
        await note_signup(unit.connection, guesser)
        resumed = await resume_signup(services, unit, signup, caller=caller)
        if resumed is None:
            raise InvalidCredentialsError
        return OpenedFlow(flow=resumed.flow, secret=resumed.secret)


async def _open(services: Services, account: Account, guesser: Guesser, *, caller: Visit) -> OpenedFlow:
    secret = random_token()
    async with services.database.unit_of_work() as unit:
        await note_success(unit.connection, guesser)
        after_password = await after_first_step(
            unit.connection, company_id=account.company_id, user_id=account.user_id, methods=METHODS
        )
        needs_code = _needs_code(
            services.settings,
            account,
            knows_device=guesser.is_remembered,
            asks_factor=after_password is FlowState.FACTOR_REQUIRED,
        )
        flow = await _open_flow(
            unit.connection,
            account,
            secret=secret,
            state=FlowState.CODE_REQUIRED if needs_code else after_password,
            address=caller.address,
            settings=services.settings,
        )
        if caller.flow_secret is not None:
            announce_ended_flows(services, unit, await end_flow(unit.connection, secret=caller.flow_secret))
        # A temporary password gets no code yet: its page asks for one.
        if needs_code and not account.has_temporary_password:
            await send_flow_code(services, unit, flow, channel=flow.channel)
            flow = _found(await get_flow(unit.connection, flow_id=flow.id))
    return OpenedFlow(flow=flow, secret=secret)


def _needs_code(settings: Settings, account: Account, *, knows_device: bool, asks_factor: bool) -> bool:
    """A second factor takes the place of the code that a new device needs.

    A phone that names an account is always proved first.
    """
    if account.has_temporary_password or (account.email is None and not account.phone_is_verified):
        return True
    if settings.login_verification is LoginVerification.NEW_DEVICE:
        return not knows_device and not asks_factor
    return settings.login_verification is LoginVerification.ALWAYS


async def _open_flow(
    connection: Connection, account: Account, *, secret: str, state: FlowState, address: str, settings: Settings
) -> Flow:
    offered = offered_channels(
        settings,
        context=FlowContext.LOGIN,
        phone_is_verified=account.phone_is_verified,
        has_email=account.email is not None,
    )
    return _found(
        await open_flow(
            connection,
            secret=secret,
            company_id=account.company_id,
            user_id=account.user_id,
            context=FlowContext.LOGIN,
            state=state,
            channel=offered[0],
            temporary_password=account.has_temporary_password,
            methods=METHODS,
            address=address,
        )
    )


def _found(flow: Flow | None) -> Flow:
    """The account was deleted or deactivated since its password was compared."""
    if flow is None:
        raise InvalidCredentialsError
    return flow
