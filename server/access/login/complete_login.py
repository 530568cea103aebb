"""The last step of a login: a flow that is ready is exchanged, once, for a session."""

from uuid import UUID

from server.access.factors.prove_factor import after_first_step
from server.access.flows.flow import FlowContext, FlowExpiredError, FlowState
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import find_flow
from server.access.login.repository import EarnedSession, consume_login_flow
from server.access.sessions.identify import note_refused_network
from server.access.sessions.start_session import SignedIn, start_session
from server.access.sso.repository import attach_session
from server.platform.configuration.settings import LoginVerification
from server.platform.errors import ForbiddenError, NetworkNotAllowedError
from server.platform.process.crypto import token_hash
from server.platform.services import Visit, Work
from server.vocabulary.identity import Method


class PasswordChangeRequiredError(ForbiddenError):
    code = "password_change_required"
    message = "Please set a new password before you continue."


async def complete_login(visit: Visit, *, handle: UUID) -> SignedIn:
    """Open the session of a completed flow: of a login, or of an applicant's sign-up.

    Raises:
        FlowExpiredError: the flow is not ready, or has been exchanged before.
        PasswordChangeRequiredError: a temporary password has not been replaced yet.
        NetworkNotAllowedError: see start_session; the flow stays as it was.
    """
    earned: EarnedSession | None = None
    try:
        async with visit.unit_of_work() as unit:
            earned = await _consume(unit, handle=handle)
            return await _open(unit, earned)
    except NetworkNotAllowedError:
        if earned is not None:
            await note_refused_network(visit.services, earned, address=visit.address)
        raise


async def _open(unit: Work[Visit], earned: EarnedSession) -> SignedIn:
    services = unit.services
    announce_ended_flows(unit, [earned.flow_id])
    signed_in = await start_session(
        unit,
        account=earned,
        methods=earned.methods,
        remembers=earned.was_verified or services.settings.login_verification is LoginVerification.NEVER,
        is_first=earned.is_first,
    )
    if Method.SSO in earned.methods:
        await attach_session(unit.connection, flow_id=earned.flow_id, session_id=signed_in.tokens.access.session.id)
    return signed_in


async def _consume(unit: Work[Visit], *, handle: UUID) -> EarnedSession:
    secret = unit.context.flow_secret or ""
    consumed = await consume_login_flow(unit.connection, secret_hash=token_hash(secret), handle=handle)
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
