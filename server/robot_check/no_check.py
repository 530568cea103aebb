from typing import Any

from server.errors import NotFoundError
from server.settings import RobotCheckKind


class NoCheck:
    """ROBOT_CHECK=off, which production refuses: everybody is taken for a person."""

    kind = RobotCheckKind.OFF

    async def challenge(self) -> dict[str, Any]:
        raise NotFoundError

    async def verify(self, payload: str | None, *, address: str) -> None:
        """Anything will do."""

    async def close(self) -> None:
        """Nothing is open."""
