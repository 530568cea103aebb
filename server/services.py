"""The services that use cases take. Made in asgi.py, in workers/context.py and in test fixtures."""

from dataclasses import dataclass, field
from typing import Any, Final, Protocol

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

# Requests that cost much more than a page, as uploads and dry runs. Each process has as many.
HEAVY_REQUESTS: Final = 8
HEAVY_REQUESTS_OF_A_COMPANY: Final = 2
HEAVY_REQUESTS_WAITING: Final = 24
# Uploads that arrive or wait to be read are on disk, ten megabytes each. Of one that waits before, half a one is here.
UPLOADS: Final = 128
UPLOADS_OF_A_COMPANY: Final = 8
UPLOADS_WAITING: Final = 16
# These are in memory. The longest wait is one workbook's for each that waits before it.
FILES_READ: Final = 2
FILES_WAITING: Final = 5
# Each holds a page of rows while its reader takes them.
DOWNLOADS: Final = 64
DOWNLOADS_OF_A_COMPANY: Final = 3
DOWNLOADS_WAITING: Final = 3


def heavy_request_slots() -> FairSlots:
    return FairSlots(HEAVY_REQUESTS, each=HEAVY_REQUESTS_OF_A_COMPANY, waiting=HEAVY_REQUESTS_WAITING)


def upload_slots() -> FairSlots:
    return FairSlots(UPLOADS, each=UPLOADS_OF_A_COMPANY, waiting=UPLOADS_WAITING)


def file_reader_slots() -> FairSlots:
    return FairSlots(FILES_READ, each=1, waiting=FILES_WAITING)


def download_slots() -> FairSlots:
    return FairSlots(DOWNLOADS, each=DOWNLOADS_OF_A_COMPANY, waiting=DOWNLOADS_WAITING)


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
    heavy_requests: FairSlots = field(default_factory=heavy_request_slots)
    uploads: FairSlots = field(default_factory=upload_slots)
    file_readers: FairSlots = field(default_factory=file_reader_slots)
    downloads: FairSlots = field(default_factory=download_slots)
