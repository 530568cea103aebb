"""Verify the robot check of a form that asks for one only beyond a limit."""

from server.platform.configuration.settings import RobotCheckKind
from server.platform.services import Services


async def pass_robot_check(services: Services, payload: str | None, *, address: str) -> bool:
    """Whether a check was passed, or none is in use; one that is given has to be good.

    Raises:
        RobotCheckFailedError: it is forged, expired or spent, or could not be checked.

    """
    if payload is None:
        return services.robot_check.kind is RobotCheckKind.OFF
    await services.robot_check.verify(payload, address=address)
    return True
