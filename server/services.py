"""What the outside gives to the use cases. Made in asgi.py, in workers/context.py and in test fixtures."""

from dataclasses import dataclass

from server.crypto import Keyring, PasswordHasher
from server.database import Database
from server.jobs import JobQueue
from server.realtime.publisher import Publisher
from server.robot_check.checker import RobotCheck
from server.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Services:
    settings: Settings
    database: Database
    keys: Keyring
    passwords: PasswordHasher
    jobs: JobQueue
    publisher: Publisher
    robot_check: RobotCheck
