"""Second factors that are typed: codes of authenticator apps and recovery codes."""

from collections.abc import Collection
from typing import Unpack

from server.access.factors.own_factors import matching_step, recovery_macs
from server.access.factors.repository import has_factor, lock_apps, lock_owner, use_code, use_step
from server.access.failures import throttle
from server.access.failures.throttle import OtpInvalidError, TooManyFailuresError
from server.access.flows.flow import FlowState
from server.platform.database.connections import Connection
from server.platform.errors import ApplicationError
from server.platform.process.crypto import Keyring, Purpose
from server.platform.services import ServiceWork
from server.vocabulary.identity import AccountKey, FactorMethod, Method, proves_factor


async def after_first_step(
    connection: Connection, *, methods: Collection[Method], **owner: Unpack[AccountKey]
) -> FlowState:
    """Decide whether a flow whose other steps are done, by `methods`, still has to prove a second factor.

    This is the only way for a flow of an existing account to become ready. A passkey needs no other factor.
    """
    if not proves_factor(methods) and await has_factor(connection, **owner):
        return FlowState.FACTOR_REQUIRED
    return FlowState.READY


async def prove_factor(
    unit: ServiceWork, *, method: FactorMethod, code: str, **owner: Unpack[AccountKey]
) -> ApplicationError | None:
    """Compare a code, which is used up when it is right. Returns the refusal of a wrong one, to raise after the commit.

    Wrong ones count by account, wherever they come from: each caller knows the password, or has a session.

    Raises:
        TooManyFailuresError: a wait was running already. Nothing was compared, and nothing is to be recorded.
    """
    connection, keys = unit.connection, unit.services.keys
    await lock_owner(connection, **owner)
    guesser = throttle.identify_factor_guesser(unit.services, owner["user_id"])
    await throttle.refuse_blocked(connection, guesser)
    try:
        if await _use(keys, connection, owner, method=method, code=code):
            await throttle.note_success(connection, guesser)
            return None
        await throttle.count_failure(connection, guesser)
        await throttle.refuse_blocked(connection, guesser)
    except TooManyFailuresError as wait:
        return wait
    return OtpInvalidError()


async def _use(keys: Keyring, connection: Connection, owner: AccountKey, *, method: FactorMethod, code: str) -> bool:
    if method is FactorMethod.RECOVERY:
        macs = recovery_macs(keys, user_id=owner["user_id"], code=code)
        return await use_code(connection, **owner, macs=macs)
    for app in await lock_apps(connection, **owner):
        secret = keys.open(Purpose.FACTOR, app.sealed_secret, context=app.id.bytes)
        step = matching_step(secret, code, at=app.read_at, after=app.last_step)
        if step is not None:
            return await use_step(connection, **owner, factor_id=app.id, step=step)
    return False
