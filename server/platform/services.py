"""The services that use cases take. Made in asgi.py, in workers/context.py and in test fixtures."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from uuid import UUID
from weakref import WeakValueDictionary

from server.platform.coalescer import Coalescer
from server.platform.configuration.settings import RobotCheckKind, Settings
from server.platform.database.connections import Database
from server.platform.events import Publisher
from server.platform.outbound.calls import Outbound
from server.platform.outbound.password_range import PasswordRange
from server.platform.process.cache import Caches
from server.platform.process.crypto import Keyring, PasswordHasher
from server.platform.process.fair_slots import FairSlots
from server.platform.process.jobs import JobQueue

# One company has so many files that wait to be read, downloads that are open, and downloads that wait.
FILES_WAITING: Final = 5
DOWNLOADS_OF_A_COMPANY: Final = 3
DOWNLOADS_WAITING: Final = 3


class RobotCheck(Protocol):
    """Checks that a person, not a robot, sends a form."""

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


@dataclass(frozen=True, kw_only=True)
class Services:
    settings: Settings
    database: Database
    keys: Keyring
    passwords: PasswordHasher
    password_range: PasswordRange
    jobs: JobQueue
    publisher: Publisher
    coalescer: Coalescer
    caches: Caches
    robot_check: RobotCheck
    outbound: Outbound
    # By company and issuer: what an identity provider publishes is fetched once at a time.
    provider_locks: WeakValueDictionary[tuple[UUID, str], asyncio.Lock] = field(default_factory=WeakValueDictionary)
    # Slots of this process. These are for requests that cost much more than a page, as dry runs do.
    heavy_requests: FairSlots = field(default_factory=lambda: FairSlots(8, each=2, waiting=24))
    # Uploads that arrive or wait to be read are on disk, ten megabytes each. Of one that waits before, half is here.
    uploads: FairSlots = field(default_factory=lambda: FairSlots(128, each=8, waiting=16))
    # Uploads wait on disk; these are in memory. The longest wait is one workbook's for each that waits before it.
    file_readers: FairSlots = field(default_factory=lambda: FairSlots(2, each=1, waiting=FILES_WAITING))
    # Each holds a page of rows while its reader takes them.
    downloads: FairSlots = field(
        default_factory=lambda: FairSlots(64, each=DOWNLOADS_OF_A_COMPANY, waiting=DOWNLOADS_WAITING)
    )
