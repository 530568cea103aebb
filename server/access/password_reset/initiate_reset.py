"""The first step of a password reset, the same for every identifier, with an account or without."""

from dataclasses import dataclass, field
from uuid import uuid4

from server.access.flows.end_repository import end_flow
from server.access.flows.find_own_flow import reread_flow
from server.access.flows.flow import Flow
from server.access.flows.publish_flow_state import announce_ended_flows
from server.access.flows.repository import open_reset_flow
from server.access.robot_check.pass_robot_check import pass_robot_check
from server.access.verification.send_flow_code import send_flow_code
from server.platform.process.crypto import random_token
from server.platform.services import Services
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
