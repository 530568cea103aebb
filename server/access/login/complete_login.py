"""The last step of a login: a flow that is ready is exchanged, once, for a session."""

from uuid import UUID

from server.access.factors.prove_factor import after_first_step
from server.access.flows.flow import FlowContext, FlowExpiredError, FlowState, PasswordChangeRequiredError
from server.access.flows.own_flow import announce_ended_flows
from server.access.flows.repository import find_flow
from server.access.login.repository import EarnedSession, consume_login_flow
from server.access.sessions.identify import note_refused_network
from server.access.sessions.start_session import SignedIn, start_session
from server.access.sso.sign_in_repository import attach_session
from server.platform.configuration.settings import LoginVerification
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NetworkNotAllowedError
from server.platform.process.crypto import token_hash
from server.platform.services import Services, Visit
from server.vocabulary.methods import Method


async def complete_login(services: Services, *, handle: UUID, caller: Visit) -> SignedIn:
    """Open the session of a completed flow: of a login, or of an applicant's sign-up.

    Raises:
        FlowExpiredError: the flow is not ready, or has been exchanged before.
        PasswordChangeRequiredError: a temporary password has not been replaced yet.
        NetworkNotAllowedError: see start_session; the flow stays as it was.

    """
    earned: EarnedSession | None = None
    try:
        async with services.database.unit_of_work() as unit:
            earned = await _consume(unit.connection, secret=caller.flow_secret or "", handle=handle)
            return await _open(services, unit, earned, caller=caller)
    except NetworkNotAllowedError:
        if earned is not None:
            await note_refused_network(services, earned.account, address=caller.address)
        raise


async def _open(services: Services, unit: UnitOfWork, earned: EarnedSession, *, caller: Visit) -> SignedIn:
    announce_ended_flows(services, unit, [earned.flow_id])
    remembers = earned.was_verified or services.settings.login_verification is LoginVerification.NEVER
    signed_in = await start_session(
        services,
        unit,
        account=earned.account,
        caller=caller,
        methods=earned.methods,
        remembers=remembers,
        is_first=earned.is_first,
    )
    if Method.SSO in earned.methods:
        await attach_session(unit.connection, flow_id=earned.flow_id, session_id=signed_in.tokens.session_id)
    return signed_in


async def _consume(connection: Connection, *, secret: str, handle: UUID) -> EarnedSession:
    consumed = await consume_login_flow(connection, secret_hash=token_hash(secret), handle=handle)
    if consumed is not None:
        return consumed
    flow = await find_flow(connection, secret=secret)
    if flow is None or flow.handle != handle or flow.context is FlowContext.PASSWORD_RESET:
        raise FlowExpiredError
    if flow.company_id is not None and flow.user_id is not None:
        state = await after_first_step(
            connection, company_id=flow.company_id, user_id=flow.user_id, methods=flow.methods
        )
        # Ready without the factor that the account has got since.
        if state is FlowState.FACTOR_REQUIRED:
            raise FlowExpiredError
    # Ready but refused: an administrator has set a new temporary password since the flow was opened.
    if flow.temporary_password or flow.state is FlowState.READY:
        raise PasswordChangeRequiredError
    raise FlowExpiredError
