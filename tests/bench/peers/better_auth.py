"""Better Auth's `createUser`, from npm."""

import secrets
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from deploy.local.postgres_server import create_database
from tests.bench.client import signed_in
from tests.bench.peers.load import SECONDS, per_second
from tests.bench.peers.ours import ADDED, ADDED_AT_ONCE, Ours, add_one
from tests.bench.peers.packages import node_modules, with_node
from tests.bench.peers.programs import run_program
from tests.bench.report import Row, ratio_row
from tests.bench.system import Servers

VERSION: Final = "1.7.25"
PACKAGES: Final = (f"better-auth@{VERSION}", "pg@8.16.3")
SCRIPT: Final = Path(__file__).with_name("better_auth.mjs")


async def run(servers: Servers, *, rounds: int, ours: Ours) -> AsyncIterator[Row]:
    project = node_modules("better-auth", *PACKAGES)
    shutil.copy(SCRIPT, project)
    database = f"better_auth_{secrets.token_hex(4)}"
    await create_database(servers.postgres.url("postgres"), name=database)

    async def create_users(hash_: str) -> float:
        arguments = (str(servers.postgres.sockets), database, str(SECONDS), str(ADDED_AT_ONCE), hash_)
        return float(await run_program(("node", SCRIPT.name, *arguments), environment=with_node(), folder=project))

    mine, usual, fast = [], [], []
    async with ours.system(servers) as system, signed_in(system) as client:
        add = add_one(token=client.headers["Authorization"].removeprefix("Bearer "))
        for _ in range(rounds):
            mine.append(await per_second(system.url, add, at_once=ADDED_AT_ONCE))
            usual.append(await create_users("usual"))
            fast.append(await create_users("fast"))
    for name, theirs in (("createUser", usual), ("createUser without a slow hash", fast)):
        yield ratio_row(
            f"people added by single calls per second / Better Auth {VERSION}, {name}",
            ours=mine,
            baseline=theirs,
            unit="/s",
            panel=ADDED,
        )
