"""A password reset: its first step answers alike for every identifier, its last one sets the password."""

from dataclasses import dataclass, field
from uuid import UUID, uuid4

from server.access.failures.throttle import forgive, identify_guesser
from server.access.flows.flow import Flow, FlowContext, FlowExpiredError
from server.access.flows.own_flow import announce_ended_flows, reread_flow
from server.access.flows.quotas import clear_quotas
from server.access.flows.repository import end_flow, open_reset_flow
from server.access.flows.send_code import send_flow_code
from server.access.passwords.set_password import (
    RESET,
    NewPassword,
    consume_password_step,
    hash_new_password,
    read_flow_account,
    set_password,
)
from server.access.robot_check.checks import pass_robot_check
from server.access.sessions.repository import forget_devices
from server.platform.process.crypto import random_token
from server.platform.services import Services, Visit
from server.vocabulary.identifiers import Identifier


@dataclass(frozen=True, kw_only=True)
class OpenedReset:
    flow: Flow
    secret: str = field(repr=False)


async def initiate_reset(
    services: Services,
    *,
    identifier: Identifier,
    address: str,
    robot_check_payload: str | None = None,
    earlier_secret: str | None = None,
) -> OpenedReset:
    """Open a flow and send its code; where the account is unknown or inactive, none is sent.

    The same is read, written and counted for both.

    Raises:
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        SendQuotaReachedError: the network that asks has to wait for its next minute.

    """
    is_checked = await pass_robot_check(services, robot_check_payload, address=address)
    secret = random_token()
    async with services.database.unit_of_work() as unit:
        flow = await open_reset_flow(
            unit.connection, secret=secret, handle=uuid4(), identifier=identifier, address=address
        )
        if earlier_secret is not None:
            announce_ended_flows(services, unit, await end_flow(unit.connection, secret=earlier_secret))
        await send_flow_code(services, unit, flow, channel=flow.channel, needs_robot_check=not is_checked)
        return OpenedReset(flow=await reread_flow(unit.connection, flow_id=flow.id), secret=secret)


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
