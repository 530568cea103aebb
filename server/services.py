"""The services that use cases take. Made in asgi.py, in workers/context.py and in test fixtures."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from server import fair_slots
from server.cache import Caches
from server.coalescer import Coalescer
from server.crypto import Keyring, PasswordHasher
from server.database import Database
from server.events import Publisher
from server.fair_slots import FairSlots
from server.jobs import JobQueue
from server.outbound import Outbound
from server.password_range import PasswordRange
from server.settings import RobotCheckKind, Settings
from server.shared_reads import SharedReads


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
    provider_reads: SharedReads = field(default_factory=SharedReads)
    # Slots of this process: see server/fair_slots.py.
    heavy_requests: FairSlots = field(default_factory=fair_slots.heavy_requests)
    uploads: FairSlots = field(default_factory=fair_slots.uploads)
    file_readers: FairSlots = field(default_factory=fair_slots.file_readers)
    downloads: FairSlots = field(default_factory=fair_slots.downloads)
