"""Kolibri's own import of users, from PyPI."""

import csv
import os
import secrets
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from deploy.local.postgres_server import create_database
from tests.bench.peers.ours import Ours
from tests.bench.peers.packages import python_programs
from tests.bench.peers.programs import run_program
from tests.bench.report import Row
from tests.bench.system import Servers

VERSION: Final = "0.19.5"
# Kolibri brings no driver for Postgres.
REQUIREMENTS: Final = (f"kolibri=={VERSION}", "psycopg2-binary==2.9.13")
HEADER: Final = (
    *("UUID", "USERNAME", "PASSWORD", "FULL_NAME", "USER_TYPE"),
    *("IDENTIFIER", "BIRTH_YEAR", "GENDER", "ENROLLED_IN", "ASSIGNED_TO"),
)
PEOPLE: Final = 200
# An import of so few is the time that it takes to start.
FEW: Final = 1
WITHOUT_SLOW_HASH: Final = """\
from kolibri.deployment.default.settings.base import *

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
"""


async def run(servers: Servers, *, rounds: int, ours: Ours) -> AsyncIterator[Row]:
    kolibri = _Kolibri(servers)
    await kolibri.prepare()
    usual, fast = [], []
    for _ in range(rounds):
        usual.append(await kolibri.import_users())
        fast.append(await kolibri.import_users("--settings", "without_slow_hash"))
    yield await ours.imported_row(servers, f"Kolibri {VERSION}, bulkimportusers", usual, limit=1000)
    yield await ours.imported_row(servers, f"Kolibri {VERSION}, without a slow hash", fast)


class _Kolibri:
    """An installation with one facility."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._folder = servers.folder / "kolibri"
        self._database = f"kolibri_{secrets.token_hex(4)}"
        self._program = str(python_programs("kolibri", *REQUIREMENTS) / "kolibri")

    async def prepare(self) -> None:
        await create_database(self._servers.postgres.url("postgres"), name=self._database)
        self._folder.mkdir()
        (self._folder / "without_slow_hash.py").write_text(WITHOUT_SLOW_HASH)
        owner = ("--superusername", "owner", "--superuserpassword", "Bench-owner-1947")
        facility = ("--facility", "bench", "--preset", "formal", "--language_id", "en")
        await self._manage("provisiondevice", *facility, *owner, "--verbosity", "0", "--noinput")

    async def import_users(self, *options: str) -> float:
        """Users per second, without the time that it takes to start."""
        start = await self._seconds(FEW, *options)
        return PEOPLE / max(await self._seconds(FEW + PEOPLE, *options) - start, 0.001)

    async def _seconds(self, people: int, *options: str) -> float:
        path = _file(self._folder / "users.csv", people=people)
        begun = time.perf_counter()
        printed = await self._manage("bulkimportusers", str(path), *options)
        seconds = time.perf_counter() - begun
        if f"'created': {people}" not in printed:
            raise RuntimeError(printed[-2000:])
        return seconds

    async def _manage(self, *arguments: str) -> str:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self._folder),
            "KOLIBRI_HOME": str(self._folder / "home"),
            "KOLIBRI_DATABASE_ENGINE": "postgres",
            "KOLIBRI_DATABASE_NAME": self._database,
            "KOLIBRI_DATABASE_USER": "postgres",
            "KOLIBRI_DATABASE_HOST": str(self._servers.postgres.sockets),
        }
        command = (self._program, "manage", *arguments)
        return await run_program(command, environment=environment, folder=self._folder)


def _file(path: Path, *, people: int) -> Path:
    mark = secrets.token_hex(4)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(HEADER)
        for number in range(people):
            name = f"{mark}_{number}"
            writer.writerow(
                ["", name, f"Guided-step-{number}", f"Person {number}", "LEARNER", name, "1990", "FEMALE", "", ""]
            )
    return path
