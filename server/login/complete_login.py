"""The last step of a sign-in: a flow that has passed everything is exchanged, once, for a session."""

from dataclasses import dataclass, field
from uuid import UUID

from server.audit.repository import AuditAction, AuditEntry, record
from server.crypto import random_token, token_hash
from server.database import Connection
from server.login.browser import Browser
from server.login.repository import Account, remember_device, sign_in_account
from server.services import Services
from server.sessions.access_token import Bearer
from server.sessions.device_name import describe_device
from server.sessions.open_session import IssuedTokens, open_session
from server.settings import LoginVerification
from server.verification.errors import FlowExpired, PasswordChangeRequired
from server.verification.flows import Flow
from server.verification.repository import advance_flow, lock_flow
from server.verification.steps import FlowContext, FlowState, NextStep


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """`device_secret` is there when the browser is to be known from now on."""

    account: Account
    tokens: IssuedTokens
    device_secret: str | None = field(repr=False)


async def complete_login(services: Services, *, handle: UUID, browser: Browser) -> SignedIn:
    """Open the session that the browser's flow has earned.

    Raises:
        FlowExpired: it has none, or has had it.
        PasswordChangeRequired: a temporary password has not been replaced yet.

    """
    async with services.database.unit_of_work() as unit:
        flow = await _consume(unit.connection, secret=browser.flow_secret, handle=handle)
        account = await _account_of(unit.connection, flow)
        tokens = await open_session(
            unit.connection,
            bearer=_bearer(account),
            device=describe_device(browser.user_agent),
            address=browser.address,
            settings=services.settings,
            keys=services.keys,
        )
        device_secret = await _remember(services, unit.connection, flow=flow, account=account, browser=browser)
        await record(unit.connection, _entry(account, tokens, browser=browser))
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _consume(connection: Connection, *, secret: str | None, handle: UUID) -> Flow:
    flow = await lock_flow(connection, secret=secret or "")
    if flow is None or flow.handle != handle or flow.context is not FlowContext.LOGIN:
        raise FlowExpired
    if flow.temporary_password and flow.state is not FlowState.READY:
        raise PasswordChangeRequired
    if not await advance_flow(connection, flow_id=flow.id, before=FlowState.READY, after=FlowState.COMPLETED):
        raise FlowExpired
    return flow


async def _account_of(connection: Connection, flow: Flow) -> Account:
    if flow.company_id is None or flow.user_id is None:
        raise FlowExpired
    account = await sign_in_account(connection, company_id=flow.company_id, user_id=flow.user_id)
    if account is None:
        raise FlowExpired
    # An administrator may have given a new temporary password since the flow was opened.
    if account.has_temporary_password:
        raise PasswordChangeRequired
    return account


async def _remember(
    services: Services, connection: Connection, *, flow: Flow, account: Account, browser: Browser
) -> str | None:
    """A browser is known for 30 days from its last code; where no code is ever asked for, from its last sign-in."""
    was_verified = flow.next_step is NextStep.LOGIN_COMPLETE
    if not was_verified and services.settings.login_verification is not LoginVerification.NEVER:
        return None
    secret = random_token()
    await remember_device(
        connection,
        company_id=account.company_id,
        user_id=account.id,
        old_hash=browser.device_hash,
        new_hash=token_hash(secret),
    )
    return secret


def _bearer(account: Account) -> Bearer:
    return Bearer(
        user_id=account.id,
        email=account.email,
        full_name=account.full_name,
        role=account.role,
        profile=account.profile,
        company_id=account.company_id,
        company_name=account.company_name,
    )


def _entry(account: Account, tokens: IssuedTokens, *, browser: Browser) -> AuditEntry:
    return AuditEntry(
        action=AuditAction.LOGIN,
        company_id=account.company_id,
        actor_id=account.id,
        subject_id=account.id,
        address=browser.address,
        after={"session": str(tokens.session_id)},
    )
