"""The first and the last step of a login, and the proof that a signed-in caller gives again before a dangerous act.

Identifier and password open a flow, and all failures look alike; a flow that is ready is exchanged, once, for a
session.
"""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from pydantic import AfterValidator, Field

from server.access.factors import fresh_proof
from server.access.factors.fresh_proof import PASSWORD, StepUpRequiredError
from server.access.factors.own_factors import after_first_step, notify_of_recovery_code, prove_factor
from server.access.factors.repository import lock_owner
from server.access.failures import throttle
from server.access.failures.repository import Guesser
from server.access.failures.throttle import note_success
from server.access.flows.flow import FlowContext, FlowExpiredError, FlowState, OpenedFlow, offered_channels
from server.access.flows.own_flow import announce_ended_flows, end_former_flow, open_login, send_flow_code
from server.access.flows.repository import find_flow, find_waiting_signup, get_flow
from server.access.login.repository import EarnedSession, consume_login_flow, hold_sign_in
from server.access.passwords.set_password import check_either, choose_account, prove_password
from server.access.robot_check.checks import LONGEST_ROBOT_CHECK
from server.access.sessions.access_token import note_refused_network
from server.access.sessions.start_session import SignedIn, start_session
from server.access.signup.sign_up import resume_signup
from server.access.sso.repository import attach_session
from server.company.audit.record import AuditAction, Entry, record_visit
from server.company.companies.suspension import CompanySuspendedError
from server.people.account.sign_in_repository import SignInAccount, find_accounts, replace_hash
from server.platform.configuration.settings import LoginVerification, Settings
from server.platform.errors import ForbiddenError, NetworkNotAllowedError, NotSignedInError
from server.platform.process.crypto import token_hash
from server.platform.process.metrics import SIGN_INS
from server.platform.schemas import LONGEST_EMAIL, RequestSchema, TypedPassword, refuse_blank
from server.platform.services import Context, Unit, Visit
from server.vocabulary.emails import mask_email
from server.vocabulary.identifiers import Identifier, IdentifierKind, read_identifier
from server.vocabulary.identity import FactorMethod, Method

METHODS: Final = (Method.PASSWORD,)


class AuthenticateRequest(RequestSchema):
    """`recaptchaToken` is the payload of the robot check, whichever it is, unchanged."""

    email: Annotated[str, Field(max_length=LONGEST_EMAIL), AfterValidator(refuse_blank)]
    password: Annotated[TypedPassword, AfterValidator(refuse_blank)]
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None


class InvalidCredentialsError(NotSignedInError):
    """One refusal for an unknown email, a wrong or expired password, and an inactive account."""

    message = "Invalid email or password"


async def authenticate(visit: Visit, form: AuthenticateRequest) -> OpenedFlow:
    """Check a password and open the flow of a login, or resume a sign-up that waits for its company.

    What is typed as the email may be another identifier; the answer never says whether it is a valid one.

    Raises:
        RobotCheckFailedError: checked before everything else.
        TooManyFailuresError: too many wrong passwords before this one.
        InvalidCredentialsError: the login fails, for whatever reason.
        CompanySuspendedError: the password is right, and the company suspended.
        SendQuotaReachedError: the account has had all its codes of today.
    """
    services, password = visit.services, form.password
    await services.robot_check.verify(form.recaptcha_token, address=visit.address)
    # A text that is no identifier names no account; it is looked up and counted all the same.
    named = read_identifier(form.email, kinds=services.settings.sign_in_by, region=services.settings.phone_region)
    identifier = named or Identifier(kind=IdentifierKind.EMAIL, value=form.email.strip().lower())
    # Neither the call of a robot check nor a wait for the account's lock holds the slot.
    async with services.sign_ins.hold(visit.network):
        async with services.database.reading() as connection:
            found = await find_accounts(connection, identifier, device_hash=visit.device_hash)
            account, knows_device = choose_account(services, found, password=password)
            signup = await find_waiting_signup(connection, email=identifier.text, secret=visit.flow_secret)
            guesser = throttle.identify_guesser(visit, identifier.text, knows_device=knows_device)
            await throttle.refuse_blocked(connection, guesser)
        opens_account, opens_signup = await check_either(
            services,
            account,
            signup_hash=None if signup is None else signup.password_hash,
            password=password,
            network=visit.network,
        )
    if account is not None and opens_account:
        await _renew_hash(visit, account, password)
        async with visit.unit_of_work() as unit:
            return await _open(unit, account, guesser)
    if signup is not None and opens_signup:
        async with visit.unit_of_work() as unit:
            await throttle.note_signup(unit.connection, guesser)
            resumed = await resume_signup(unit, signup)
            if resumed is None:
                raise InvalidCredentialsError
            return resumed
    async with visit.unit_of_work() as unit:
        await throttle.count_failure(unit.connection, guesser)
        entry: Entry = {
            "subject_label": (
                mask_email(identifier.value) if identifier.kind is IdentifierKind.EMAIL else identifier.masked
            )
        }
        if account is not None:
            entry |= {"company_id": account.company_id, "subject_id": account.user_id}
        await record_visit(unit, AuditAction.LOGIN_FAILED, **entry)
    SIGN_INS.labels(Method.PASSWORD.value, "failed").inc()
    raise InvalidCredentialsError


async def _renew_hash(visit: Visit, account: SignInAccount, password: str) -> None:
    """Rehash with the present parameters, because only now the password is known."""
    stored, hasher = account.password_hash, visit.services.passwords
    if stored is None or account.temporary_password_mac is not None or not hasher.needs_rehash(stored):
        return
    renewed = await hasher.hash(password, share=visit.network)
    async with visit.unit_of_work() as unit:
        await replace_hash(unit.connection, **account.key, before=stored, after=renewed)


async def _open(unit: Unit[Visit], account: SignInAccount, guesser: Guesser) -> OpenedFlow:
    if account.is_suspended:
        raise CompanySuspendedError
    settings = unit.services.settings
    await hold_sign_in(unit.connection, account.user_id)
    await throttle.note_success(unit.connection, guesser)
    after_password = await after_first_step(unit.connection, **account.key, methods=METHODS)
    needs_code = _needs_code(
        settings, account, knows_device=guesser.is_remembered, asks_factor=after_password is FlowState.FACTOR_REQUIRED
    )
    offered = offered_channels(
        settings,
        context=FlowContext.LOGIN,
        phone_is_verified=account.phone_is_verified,
        has_email=account.email is not None,
    )
    opened = await open_login(
        unit,
        **account.key,
        state=FlowState.CODE_REQUIRED if needs_code else after_password,
        channel=offered[0],
        temporary_password=account.has_temporary_password,
        methods=METHODS,
    )
    if opened is None:
        # The account was deleted or deactivated since its password was compared.
        raise InvalidCredentialsError
    await end_former_flow(unit)
    # A temporary password gets no code yet: its page asks for one.
    if not needs_code or account.has_temporary_password:
        return opened
    await send_flow_code(unit, opened.flow, channel=opened.flow.channel)
    flow = await get_flow(unit.connection, flow_id=opened.flow.id)
    if flow is None:
        raise InvalidCredentialsError
    return OpenedFlow(flow=flow, secret=opened.secret)


def _needs_code(settings: Settings, account: SignInAccount, *, knows_device: bool, asks_factor: bool) -> bool:
    """Decide whether the login asks for a code. A second factor takes the place of the one that a new device needs.

    A phone that names an account is always proved first.
    """
    if account.has_temporary_password or (account.email is None and not account.phone_is_verified):
        return True
    if settings.login_verification is LoginVerification.NEW_DEVICE:
        return not knows_device and not asks_factor
    return settings.login_verification is LoginVerification.ALWAYS


class PasswordChangeRequiredError(ForbiddenError):
    message = "Please set a new password before you continue."


async def complete_login(visit: Visit, *, handle: UUID) -> SignedIn:
    """Open the session of a completed flow: of a login, or of an applicant's sign-up.

    Raises:
        FlowExpiredError: the flow is not ready, or has been exchanged before.
        PasswordChangeRequiredError: a temporary password has not been replaced yet.
        NetworkNotAllowedError, CompanySuspendedError: see start_session; the flow stays as it was.
    """
    earned: EarnedSession | None = None
    try:
        async with visit.unit_of_work() as unit:
            earned = await _consume(unit, handle=handle)
            announce_ended_flows(unit, [earned.flow_id])
            never_asks = visit.services.settings.login_verification is LoginVerification.NEVER
            signed_in = await start_session(
                unit,
                account=earned,
                methods=earned.methods,
                remembers=earned.was_verified or never_asks,
                is_first=earned.is_first,
            )
            if Method.SSO in earned.methods:
                session_id = signed_in.tokens.access.session.id
                await attach_session(unit.connection, flow_id=earned.flow_id, session_id=session_id)
            return signed_in
    except NetworkNotAllowedError:
        if earned is not None:
            await note_refused_network(visit.services, earned, address=visit.address)
        raise


async def _consume(unit: Unit[Visit], *, handle: UUID) -> EarnedSession:
    secret = unit.context.flow_secret or ""
    await hold_sign_in(unit.connection, handle)
    consumed = await consume_login_flow(
        unit.connection, secret_hash=token_hash(secret), handle=handle, language=unit.context.language
    )
    if consumed is not None:
        return consumed
    flow = await find_flow(unit.connection, secret=secret)
    if flow is None or flow.handle != handle or flow.context is FlowContext.PASSWORD_RESET:
        raise FlowExpiredError
    # It was ready before the account got a factor, which it has not proved.
    if await after_first_step(unit.connection, **flow.owner, methods=flow.methods) is FlowState.FACTOR_REQUIRED:
        raise FlowExpiredError
    # A ready flow is refused when an administrator has set a new temporary password since it was opened.
    if flow.temporary_password or flow.state is FlowState.READY:
        raise PasswordChangeRequiredError
    raise FlowExpiredError


async def step_up_by_code(context: Context, code: str, *, method: FactorMethod) -> datetime:
    """Prove the caller by a code of an authenticator app, or a recovery code. Returns the moment of the proof.

    Raises:
        StepUpRequiredError: an app is none of the methods by which the caller can prove themselves.
        OtpInvalidError, TooManyFailuresError: the code is wrong, or one of too many.
        NotSignedInError: the session has ended meanwhile.
    """
    actor = context.actor
    async with context.unit_of_work() as unit:
        methods = await fresh_proof.methods_of(unit.connection, **actor.key)
        if method is FactorMethod.TOTP and methods and FactorMethod.TOTP not in methods:
            raise StepUpRequiredError(methods)
        refusal = await prove_factor(unit, **actor.key, method=method, code=code)
        if refusal is None:
            if method is FactorMethod.RECOVERY:
                await notify_of_recovery_code(unit, actor)
            return await fresh_proof.note_step_up(unit, method=method.value)
        await fresh_proof.note_failed_step_up(unit, method=method.value)
    # Raised outside the transaction, which would otherwise roll the count back.
    raise refusal


async def step_up_by_password(context: Context, password: str) -> datetime:
    """Prove a caller who has no second factor by their password. Returns the moment of the proof.

    Raises:
        StepUpRequiredError: the caller has a second factor.
        ValidationFailedError, TooManyFailuresError: the password is wrong, or one of too many.
    """
    owner = context.actor.key
    async with context.services.database.reading() as connection:
        if methods := await fresh_proof.methods_of(connection, **owner):
            raise StepUpRequiredError(methods)
    proven = await prove_password(context, password, field="password", failure=AuditAction.STEP_UP_FAILED)
    async with context.unit_of_work() as unit:
        await note_success(unit.connection, proven.guesser)
        await lock_owner(unit.connection, **owner)
        # The caller may have got one while the password was compared.
        if methods := await fresh_proof.methods_of(unit.connection, **owner):
            raise StepUpRequiredError(methods)
        return await fresh_proof.note_step_up(unit, method=PASSWORD)
