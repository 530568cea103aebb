"""Make the robot check that the settings name."""

from typing import Any
from urllib.parse import urlsplit

from server.access.robot_check.altcha_check import AltchaCheck
from server.access.robot_check.siteverify import SiteverifyCheck
from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.database.connections import Database
from server.platform.errors import NotFoundError
from server.platform.process.crypto import Keyring
from server.platform.services import RobotCheck


class NoCheck:
    """ROBOT_CHECK=off, which production refuses: every caller passes."""

    kind = RobotCheckKind.OFF

    async def challenge(self) -> dict[str, Any]:
        raise NotFoundError

    async def verify(self, payload: str | None, *, address: str) -> None:
        """Accept any payload."""

    async def close(self) -> None:
        """Nothing is open."""


def make_robot_check(settings: Settings, *, keys: Keyring, database: Database) -> RobotCheck:
    """The check that ROBOT_CHECK names."""
    if settings.robot_check is RobotCheckKind.ALTCHA:
        return AltchaCheck(keys=keys, database=database)
    if settings.robot_check is RobotCheckKind.OFF:
        return NoCheck()
    return SiteverifyCheck(
        kind=settings.robot_check,
        secret=settings.robot_check_secret or "",
        database=database,
        # Providers' test keys report a host name of their own.
        hostnames=frozenset() if settings.is_development else _hostnames(settings),
    )


def _hostnames(settings: Settings) -> frozenset[str]:
    pages = (settings.effective_public_url, *settings.origins)
    return frozenset(filter(None, (urlsplit(page).hostname for page in pages)))
