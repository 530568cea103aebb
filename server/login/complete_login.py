"""The last step of a sign-in: a flow that has passed everything is exchanged, once, for a session."""

from dataclasses import dataclass, field
from uuid import UUID

from server.audit.repository import AuditAction, AuditEntry, record
from server.crypto import random_token, token_hash
from server.database import Connection
from server.login.browser import Browser
from server.login.repository import Account, consume_login_flow, remember_device
from server.services import Services
from server.sessions.access_token import Bearer
from server.sessions.device_name import describe_device
from server.sessions.open_session import IssuedTokens, open_session
from server.settings import LoginVerification
from server.verification.errors import FlowExpired, PasswordChangeRequired
from server.verification.repository import find_flow
from server.verification.steps import FlowContext, FlowState


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
        account, was_verified = await _consume(unit.connection, secret=browser.flow_secret or "", handle=handle)
        tokens = await open_session(
            unit.connection,
            bearer=_bearer(account),
            device=describe_device(browser.user_agent),
            address=browser.address,
            settings=services.settings,
            keys=services.keys,
        )
        device_secret = None
        if was_verified or services.settings.login_verification is LoginVerification.NEVER:
            device_secret = await _remember(unit.connection, account, browser=browser)
        await record(unit.connection, _entry(account, tokens, browser=browser))
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _consume(connection: Connection, *, secret: str, handle: UUID) -> tuple[Account, bool]:
    consumed = await consume_login_flow(connection, secret_hash=token_hash(secret), handle=handle)
    if consumed is not None:
        return consumed
    flow = await find_flow(connection, secret=secret)
    if flow is None or flow.handle != handle or flow.context is not FlowContext.LOGIN:
        raise FlowExpired
    # Ready, and yet refused: an administrator has given a new temporary password since the flow was opened.
    if flow.temporary_password or flow.state is FlowState.READY:
        raise PasswordChangeRequired
    raise FlowExpired


async def _remember(connection: Connection, account: Account, *, browser: Browser) -> str:
    """A browser is known for 30 days from its last code; where no code is ever asked for, from its last sign-in."""
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
