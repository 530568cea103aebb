"""The import of 100,000 people, from the upload to the last account, against a bare COPY of the same rows."""

import asyncio
import csv
import io
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from typing import Final

import asyncpg
import httpx2

from tests.bench.client import API, signed_in, watch, watching
from tests.bench.fair_import_bench import fairness
from tests.bench.people import add_million, people_csv
from tests.bench.plain_http import PlainClient, plain_client
from tests.bench.report import Row, percentile, ratio_row
from tests.bench.system import MEGABYTE, Servers, System, fresh_database, make_template, running_system
from tests.bench.workbook_bench import workbook

EMPTY: Final = "bench_empty"
MILLION: Final = "bench_million"
COLUMNS: Final = ("email", "phone", "full_name", "date_of_birth", "gender", "work_location", "role", "profile")
REST_SECONDS: Final = 3.0
PROBE_PAUSE: Final = 0.03
PANEL: Final = "Import of 100,000 people, upload to the last account"


@dataclass(frozen=True, kw_only=True)
class Run:
    """Seconds; `memory` is in bytes, and each probe in seconds."""

    copy: float
    preview: float
    creating: float
    first_progress: float
    memory_idle: int
    memory_peak: int
    at_rest: list[float]
    during: list[float]

    @property
    def whole(self) -> float:
        return self.preview + self.creating


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    await make_template(servers, EMPTY)
    million = await make_template(servers, MILLION)
    connection = await asyncpg.connect(million)
    await add_million(connection)
    await connection.close()
    empty, full = [], []
    for seed in range(rounds):
        empty.append(await _measure(servers, template=EMPTY, seed=seed))
        full.append(await _measure(servers, template=MILLION, seed=seed))
    for row in _rows(empty, full):
        yield row
    yield await fairness(servers, template=EMPTY)
    yield await workbook(servers, template=EMPTY)


async def _measure(servers: Servers, *, template: str, seed: int) -> Run:
    content = people_csv(seed=seed)
    async with fresh_database(servers, template=template) as url:
        copy = await _bare_copy(url, content)
        async with running_system(servers, database_url=url) as system:
            return await _import(system, content, copy=copy)


async def _bare_copy(url: str, content: bytes) -> float:
    """Seconds of a COPY of the same rows into a table with the same unique indexes, without validation."""
    _, *people = csv.reader(io.StringIO(content.decode()))
    records = [(person[1], person[2], person[0], *person[3:]) for person in people]
    connection = await asyncpg.connect(url)
    await connection.execute(
        """
        CREATE TABLE bare (
            id uuid PRIMARY KEY DEFAULT waymark_uuid7(),
            company_id uuid DEFAULT '00000000-0000-0000-0000-000000000001',
            email text COLLATE "C" UNIQUE, phone text COLLATE "C" UNIQUE, full_name text, date_of_birth text,
            gender text, work_location text, role text, profile text, UNIQUE (company_id, id)
        )
        """
    )
    begun = time.perf_counter()
    await connection.copy_records_to_table("bare", records=records, columns=COLUMNS)
    seconds = time.perf_counter() - begun
    await connection.execute("DROP TABLE bare")
    await connection.execute("CHECKPOINT")
    await connection.close()
    return seconds


async def _import(system: System, content: bytes, *, copy: float) -> Run:
    async with signed_in(system) as client:
        token = client.headers["Authorization"].removeprefix("Bearer ")
        async with watching(system, token=token) as (socket, watcher), plain_client(system.url) as plain:
            at_rest = await _probe(plain, token=token, seconds=REST_SECONDS)
            idle = system.worker_memory()
            memory, during = _Peak(system), _Probe(plain, token=token)
            with httpx2.Client(base_url=client.base_url, headers=client.headers, timeout=60) as uploader:
                begun = time.perf_counter()
                # In a thread: the probes do not wait for the bytes that this client copies.
                import_id = await asyncio.to_thread(_upload, uploader, content)
            await watch(socket, watcher, import_id)
            ready = await watcher.until("ready")
            started = time.perf_counter()
            (await client.post(f"/users/imports/{import_id}/start")).raise_for_status()
            completed = await watcher.until("completed")
            peak, probes = await memory.stop(), await during.stop()
    return Run(
        copy=copy,
        preview=ready - begun,
        creating=completed - started,
        first_progress=(watcher.first_progress or completed) - started,
        memory_idle=idle,
        memory_peak=peak,
        at_rest=at_rest,
        during=probes,
    )


def _upload(client: httpx2.Client, content: bytes) -> str:
    answer = client.post("/users/imports", files={"file": ("people.csv", content, "text/csv")})
    answer.raise_for_status()
    import_id: str = answer.json()["id"]
    return import_id


class _Peak:
    """The peak memory of the worker, sampled 20 times a second."""

    def __init__(self, system: System) -> None:
        self._system, self._most = system, 0
        self._task = asyncio.create_task(self._look())

    async def _look(self) -> None:
        while True:
            self._most = max(self._most, self._system.worker_memory())
            await asyncio.sleep(0.05)

    async def stop(self) -> int:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        return self._most


class _Probe:
    """The duration of an ordinary request meanwhile."""

    def __init__(self, client: PlainClient, *, token: str) -> None:
        self._client, self._taken, self._stopping = client, list[float](), False
        self._headers = {"Authorization": f"Bearer {token}"}
        self._task = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        while not self._stopping:
            begun = time.perf_counter()
            await self._client.get(f"{API}/users/profile", headers=self._headers)
            self._taken.append(time.perf_counter() - begun)
            await asyncio.sleep(PROBE_PAUSE)

    async def stop(self) -> list[float]:
        # Not cancelled: the connection is used again, and must not keep half an answer.
        self._stopping = True
        await self._task
        return self._taken


async def _probe(client: PlainClient, *, token: str, seconds: float) -> list[float]:
    probe = _Probe(client, token=token)
    await asyncio.sleep(seconds)
    return await probe.stop()


def _rows(empty: list[Run], full: list[Run]) -> list[Row]:
    copies, whole = [each.copy for each in empty], [each.whole for each in empty]
    rest = percentile([seconds for each in empty for seconds in each.at_rest], 0.99)
    during = percentile([seconds for each in empty for seconds in each.during], 0.99)
    return [
        ratio_row("import, upload → completed / COPY", ours=whole, baseline=copies, limit=3.5, panel=PANEL),
        ratio_row("… upload → preview ready / COPY", ours=[e.preview for e in empty], baseline=copies, limit=3),
        ratio_row("… start → all created / COPY", ours=[e.creating for e in empty], baseline=copies, limit=3),
        ratio_row(
            "the same beside 1,000,000 people / beside none",
            ours=[e.whole for e in full],
            baseline=whole,
            limit=1.2,
        ),
        Row(
            job="memory of the worker over it",
            ours=f"{median(e.memory_peak for e in empty) / MEGABYTE:.0f} MB",
            baseline=f"{median(e.memory_idle for e in empty) / MEGABYTE:.0f} MB idle",
            value=median(e.memory_peak - e.memory_idle for e in empty) / MEGABYTE,
            limit=150,
            unit=" MB",
        ),
        Row(
            job="p99 of another request during it / at rest",
            ours=f"{during * 1000:.1f} ms",
            baseline=f"{rest * 1000:.1f} ms",
            value=during / rest,
            limit=2.5,
        ),
        Row(
            job="start → first progress in the client",
            ours=f"{median(e.first_progress for e in empty) * 1000:.0f} ms",
            value=median(e.first_progress for e in empty) * 1000,
            limit=150,
            unit=" ms",
        ),
    ]
