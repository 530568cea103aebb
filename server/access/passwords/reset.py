"""A password reset: its first step answers alike for every identifier, its last one sets the password."""

from uuid import UUID, uuid4

from server.access.failures.throttle import forgive, identify_guesser
from server.access.flows.flow import FlowContext, FlowExpiredError, OpenedFlow
from server.access.flows.own_flow import announce_ended_flows, end_former_flow, reread_flow
from server.access.flows.quotas import clear_quotas
from server.access.flows.repository import open_reset_flow
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
from server.platform.services import Visit
from server.vocabulary.identifiers import Identifier


async def initiate_reset(visit: Visit, identifier: Identifier, *, robot_check_payload: str | None) -> OpenedFlow:
    """Open a flow and send its code; where the account is unknown or inactive, none is sent.

    The same is read, written and counted for both.

    Raises:
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        SendQuotaReachedError: the network that asks has to wait for its next minute.
    """
    is_checked = await pass_robot_check(visit.services, robot_check_payload, address=visit.address)
    secret = random_token()
    async with visit.unit_of_work() as unit:
        flow = await open_reset_flow(
            unit.connection, secret=secret, handle=uuid4(), identifier=identifier, address=visit.address
        )
        await end_former_flow(unit)
        await send_flow_code(unit, flow, channel=flow.channel, needs_robot_check=not is_checked)
        return OpenedFlow(flow=await reread_flow(unit.connection, flow_id=flow.id), secret=secret)


async def complete_reset(visit: Visit, new: NewPassword, *, handle: UUID) -> None:
    """Set the password of the flow's account, once. It ends the waits for what names it and opens no session.

    Raises:
        FlowExpiredError: the flow is not the caller's, or does not wait for a password.
        ValidationFailedError: the new password is not acceptable.
    """
    services = visit.services
    account = await read_flow_account(visit, handle=handle, context=FlowContext.PASSWORD_RESET)
    password_hash = await hash_new_password(visit, account, new)
    guessers = [
        identify_guesser(services.keys, identifier=identifier, address=visit.address, device_hash=None)
        for identifier in account.identifiers
    ]
    async with visit.unit_of_work() as unit:
        # The failures are locked first, in the same order as by a sign-in.
        for guesser in guessers:
            await forgive(unit.connection, guesser)
        flow = await consume_password_step(unit, handle=handle, context=FlowContext.PASSWORD_RESET)
        announce_ended_flows(unit, [flow.id])
        await forget_devices(unit.connection, **account.key)
        await clear_quotas(unit.connection, flow, keys=services.keys)
        if not await set_password(unit, account, password_hash=password_hash, cause=RESET, flow_id=flow.id):
            raise FlowExpiredError
