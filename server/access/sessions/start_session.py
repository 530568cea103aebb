"""Start a session after any sign-in: tokens, a remembered browser, an audit entry, a greeting for a new user."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from server.access.notices.new_device import notify_of_device
from server.access.policies.policy import networks_of
from server.access.policies.repository import read_policy
from server.access.sessions.device_name import describe_device, describe_known_device
from server.access.sessions.device_repository import remember_device
from server.access.sessions.open_session import IssuedTokens, open_session
from server.company.audit.repository import AuditAction, record
from server.messaging.notifications.greet import greet
from server.platform.database.connections import Connection, UnitOfWork
from server.platform.errors import NetworkNotAllowedError
from server.platform.process.crypto import random_token, token_hash
from server.platform.services import Services, Visit
from server.vocabulary.identity import Bearer
from server.vocabulary.methods import Method, proves_factor
from server.vocabulary.networks import is_inside
from server.vocabulary.profiles import ADMINISTRATORS


@dataclass(frozen=True, kw_only=True)
class SignedIn:
    """`device_secret` is set when the browser is remembered."""

    account: Bearer
    tokens: IssuedTokens
    device_secret: str | None = field(repr=False)


async def start_session(
    services: Services,
    unit: UnitOfWork,
    *,
    account: Bearer,
    caller: Visit,
    methods: Collection[Method],
    remembers: bool,
    is_first: bool,
) -> SignedIn:
    """Within the transaction that has consumed the flow.

    `methods` have proved the user; `is_first`: the account was never signed in to before.

    Raises:
        NetworkNotAllowedError: an administrator may not sign in from this address.

    """
    connection = unit.connection
    await _refuse_elsewhere(connection, account, address=caller.address)
    tokens = await open_session(
        connection,
        bearer=account,
        device=describe_device(caller.user_agent),
        address=caller.address,
        methods=methods,
        settings=services.settings,
        keys=services.keys,
    )
    device_secret = None
    if remembers:
        device_secret = await _remember(
            services, unit, account, caller=caller, session_id=tokens.session_id, is_first=is_first
        )
    proved = {"methods": sorted(methods)} if proves_factor(methods) else {}
    after = {"session": str(tokens.session_id)} | proved
    await _record(connection, account, address=caller.address, after=after)
    if is_first:
        await greet(connection, account, brand=services.settings.brand_name)
    return SignedIn(account=account, tokens=tokens, device_secret=device_secret)


async def _record(connection: Connection, account: Bearer, *, address: str, after: dict[str, Any]) -> None:
    await record(
        connection,
        action=AuditAction.LOGIN,
        by=account,
        subject_id=account.user_id,
        address=address,
        after=after,
    )


async def _refuse_elsewhere(connection: Connection, account: Bearer, *, address: str) -> None:
    if account.profile in ADMINISTRATORS:
        policy = await read_policy(connection, company_id=account.company_id)
        if not is_inside(address, networks_of(policy, profile=account.profile)):
            raise NetworkNotAllowedError


async def _remember(
    services: Services, unit: UnitOfWork, account: Bearer, *, caller: Visit, session_id: UUID, is_first: bool
) -> str:
    """A browser is remembered for 30 days after its last code; without codes, after its last sign-in.

    The owner is notified of one that was not, but for the account's first.
    """
    secret = random_token()
    was_remembered = await remember_device(
        unit.connection,
        company_id=account.company_id,
        user_id=account.user_id,
        old_hash=caller.device_hash,
        new_hash=token_hash(secret),
    )
    if not was_remembered and not is_first:
        device = describe_known_device(caller.user_agent)
        await notify_of_device(
            services, unit, account=account, session_id=session_id, device=device, address=caller.address
        )
    return secret
