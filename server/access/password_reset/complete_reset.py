"""The last step of a password reset: set the password and end the waits for its identifiers."""

from uuid import UUID

from server.access.failures.throttle import forgive, identify_guesser
from server.access.flows.errors import FlowExpiredError
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.flows.steps import FlowContext
from server.access.passwords.set_password import (
    RESET,
    NewPassword,
    consume_password_step,
    hash_new_password,
    read_flow_account,
    set_password,
)
from server.access.sessions.device_repository import forget_devices
from server.access.verification.quotas import clear_quotas
from server.platform.services import Services, Visit


async def complete_reset(services: Services, new: NewPassword, *, handle: UUID, caller: Visit) -> None:
    """Set the password of the flow's account, once. It ends the waits for what names it and opens no session.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.

    """
    secret, context = caller.flow_secret, FlowContext.PASSWORD_RESET
    account = await read_flow_account(services, secret=secret, handle=handle, context=context)
    password_hash = await hash_new_password(services, account, new, network=caller.network)
    guessers = [
        identify_guesser(services.keys, identifier=identifier, address=caller.address, device_hash=None)
        for identifier in account.identifiers
    ]
    async with services.database.unit_of_work() as unit:
        # Locked first, in the same order as by a sign-in.
        for guesser in guessers:
            await forgive(unit.connection, guesser)
        flow = await consume_password_step(unit.connection, secret=secret, handle=handle, context=context)
        announce_ended_flows(services, unit, [flow.id])
        await forget_devices(unit.connection, company_id=account.company_id, user_id=account.user_id)
        await clear_quotas(unit.connection, flow, keys=services.keys)
        if not await set_password(
            services,
            unit,
            account,
            password_hash=password_hash,
            cause=RESET,
            address=caller.address,
            flow_id=flow.id,
        ):
            raise FlowExpiredError
