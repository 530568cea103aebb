"""Waymark in the comparisons with others."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from statistics import median
from typing import Final

from tests.bench.client import API, signed_in, watch, watching
from tests.bench.peers.load import Call
from tests.bench.people import people_csv
from tests.bench.plain_http import PlainClient
from tests.bench.report import Row
from tests.bench.system import Servers, System, fresh_database, make_template, running_system

TEMPLATE: Final = "bench_peers"
IMPORTED: Final = "People imported per second"
ADDED: Final = "People added by single calls per second, 16 at once"
ADDED_AT_ONCE: Final = 16


class Ours:
    """One for all comparisons of a run: the import is measured once."""

    def __init__(self) -> None:
        self._imported: float | None = None
        self._has_template = False

    @asynccontextmanager
    async def system(self, servers: Servers) -> AsyncIterator[System]:
        if not self._has_template:
            await make_template(servers, TEMPLATE)
            self._has_template = True
        async with (
            fresh_database(servers, template=TEMPLATE) as url,
            running_system(servers, database_url=url) as system,
        ):
            yield system

    async def imported(self, servers: Servers, *, rounds: int) -> float:
        """People per second from the upload to the last account."""
        if self._imported is None:
            speeds = []
            for seed in range(rounds):
                async with self.system(servers) as system:
                    speeds.append(await _import(system, seed=seed))
            self._imported = median(speeds)
        return self._imported

    async def imported_row(
        self, servers: Servers, baseline: str, theirs: list[float], *, limit: float | None = None
    ) -> Row:
        ours, other = await self.imported(servers, rounds=len(theirs)), median(theirs)
        return Row(
            job=f"people imported per second / {baseline}",
            ours=f"{ours:,.0f}/s",
            baseline=f"{other:,.1f}/s",
            value=ours / other,
            limit=limit,
            at_least=True,
            panel=IMPORTED,
        )


async def _import(system: System, *, seed: int) -> float:
    content = people_csv(seed=seed)
    async with signed_in(system) as client:
        token = client.headers["Authorization"].removeprefix("Bearer ")
        async with watching(system, token=token) as (socket, watcher):
            begun = time.perf_counter()
            answer = await client.post("/users/imports", files={"file": ("people.csv", content, "text/csv")})
            answer.raise_for_status()
            import_id = answer.json()["id"]
            await watch(socket, watcher, import_id)
            await watcher.until("ready")
            (await client.post(f"/users/imports/{import_id}/start")).raise_for_status()
            seconds = await watcher.until("completed") - begun
            created: int = watcher.last["successCount"]
    return created / seconds


def add_one(*, token: str) -> Call:
    """A call that adds the next person, with a password that an administrator typed."""
    numbers = count()
    headers = {"Authorization": f"Bearer {token}"}

    async def add(client: PlainClient) -> None:
        number = next(numbers)
        person = {
            "fullName": "Asha Rao",
            "email": f"added.{number}@example.com",
            "phone": f"+91 97{number:08d}",
            "dateOfBirth": "1990-05-17",
            "gender": "FEMALE",
            "workLocation": "Pune",
            "role": "TRAINEE",
            "profile": "TRAINEE",
            "temporaryPassword": f"Guided-step-{number}",
        }
        await client.post(f"{API}/users/create", body=person, headers=headers)

    return add
