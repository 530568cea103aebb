"""What the product asks of a check that a person, not a robot, sends a form."""

from typing import Any, Protocol

from server.robot_check.errors import RobotCheckFailedError
from server.settings import RobotCheckKind

__all__ = ["RobotCheck", "RobotCheckFailedError"]


class RobotCheck(Protocol):
    @property
    def kind(self) -> RobotCheckKind: ...

    async def challenge(self) -> dict[str, Any]:
        """What the self-hosted widget has to solve, exactly as its library made it.

        Raises:
            NotFoundError: this kind of check brings its own challenges.
        """

    async def verify(self, payload: str | None, *, address: str) -> None:
        """Accept `payload` (the widget's, unchanged) once.

        Raises:
            RobotCheckFailedError: it is missing, forged, expired or spent, or could not be checked.
        """

    async def close(self) -> None: ...
