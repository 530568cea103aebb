"""The import of 100,000 people, from the upload to the last account, beside a bare COPY of the same rows."""

import asyncio
import csv
import io
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from itertools import count
from typing import Final, TypeVar

import asyncpg
import httpx2

from tests.bench.clients import API, PATIENCE_SECONDS, ask, plain_client, signed_in, until_state
from tests.bench.people import HEADER, IMPORTED, people_csv
from tests.bench.report import Row, beside, milliseconds, percentile
from tests.bench.system import Servers, System, execute, running_system
from tests.fixtures.socket_client import open_socket
from tests.fixtures.workbooks import xlsx

MILLION: Final = 1_000_000
COLUMNS: Final = ("full_name", "email", "phone", "date_of_birth", "gender", "work_location", "role", "profile")
REST_SECONDS: Final = 3.0
PROBE_PAUSE: Final = 0.03
FEW: Final = 100
TIMES: Final = 3
BOOK_ROWS: Final = 150_000
OTHERS: Final = ("second", "third")

Result = TypeVar("Result")

_BARE: Final = """
    CREATE TABLE bare (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(), company_id uuid DEFAULT gen_random_uuid(),
        email text COLLATE "C" UNIQUE, phone text COLLATE "C" UNIQUE, full_name text, date_of_birth text,
        gender text, work_location text, role text, profile text, UNIQUE (company_id, id)
    )
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    copies, whole, full, progress, at_rest, during = (list[float]() for _ in range(6))
    for seed in range(rounds):
        content = people_csv(seed=seed)
        async with running_system(servers) as system, signed_in(system) as client:
            copies.append(await _bare_copy(system.database_url, content))
            at_rest += (await _probed(system, client, asyncio.sleep(REST_SECONDS)))[1]
            (seconds, first), waits = await _probed(system, client, import_people(system, client, content))
            whole.append(seconds)
            progress.append(first)
            during += waits
        async with running_system(servers, people=MILLION) as system, signed_in(system) as client:
            full.append((await import_people(system, client, content))[0])
    yield beside("import of 100,000 people", whole, copies, unit="s", beside="bare COPY", limit=4.5)
    job = "import of 100,000 beside 1,000,000 people"
    yield beside(job, full, whole, unit="s", beside="into an empty company", limit=1.3)
    yield milliseconds("first progress on the page", progress, limit=300, share=0.5)
    slow, rest = (percentile(seconds, 0.99) * 1000 for seconds in (during, at_rest))
    job = "another request during an import, p99"
    yield beside(job, [slow], [rest], unit="ms", beside="at rest", limit=5)
    yield await _with_fields(servers, rounds=rounds)
    yield await _fairness(servers)
    yield await _workbook(servers)


async def _bare_copy(url: str, content: bytes) -> float:
    """Seconds of a COPY of the same rows into a table with the same unique indexes, without validation."""
    await execute(url, _BARE)
    records = [tuple(person) for person in csv.reader(io.StringIO(content.decode()))][1:]
    connection = await asyncpg.connect(url)
    begun = time.perf_counter()
    await connection.copy_records_to_table("bare", records=records, columns=COLUMNS)
    seconds = time.perf_counter() - begun
    await connection.close()
    for statement in ("DROP TABLE bare", "CHECKPOINT"):
        await execute(url, statement)
    return seconds


async def _probed(system: System, client: httpx2.AsyncClient, work: Awaitable[Result]) -> tuple[Result, list[float]]:
    """What the work returns, and the seconds of an ordinary request about thirty times a second meanwhile."""
    headers, waits = {"Authorization": client.headers["Authorization"]}, list[float]()
    working = asyncio.ensure_future(work)
    async with plain_client(system.url) as plain:
        while not working.done():
            begun = time.perf_counter()
            await plain.get(f"{API}/users/profile", headers=headers)
            waits.append(time.perf_counter() - begun)
            await asyncio.sleep(PROBE_PAUSE)
    return await working, waits


async def import_people(system: System, client: httpx2.AsyncClient, content: bytes) -> tuple[float, float]:
    """Seconds from the upload to the last account, and from the start to the first progress that a page is shown."""
    token = client.headers["Authorization"].removeprefix("Bearer ")
    async with open_socket(system.url, {"token": token}, origin=system.url) as page:
        begun = time.monotonic()
        import_id = await upload(client, content)
        await page.ask("import:watch", {"importId": import_id})
        await until_state(client, f"/users/imports/{import_id}", "ready")
        ready = time.monotonic()
        await ask(client, "POST", f"/users/imports/{import_id}/start")
        for times in count(1):
            snapshot = await page.receive("import:progress", times=times, patience=PATIENCE_SECONDS)
            if snapshot["state"] == "completed":
                break
        events = [each for each in page.received if each.name == "import:progress" and each.payload["processed"]]
    shown = [each.at for each in events if each.payload["state"] in {"processing", "completed"}]
    return shown[-1] - begun, shown[0] - ready


async def upload(client: httpx2.AsyncClient, content: bytes, name: str = "people.csv") -> str:
    """The new import's id. In a thread: the probes do not wait for the bytes that this client copies."""

    def send() -> httpx2.Response:
        with httpx2.Client(base_url=client.base_url, headers=client.headers, timeout=60) as uploader:
            return uploader.post("/users/imports", files={"file": (name, content)})

    answer = await asyncio.to_thread(send)
    answer.raise_for_status()
    import_id: str = answer.json()["id"]
    return import_id


async def create_people(client: httpx2.AsyncClient, content: bytes) -> int:
    """How many an import has created."""
    job = f"/users/imports/{await _ready(client, content)}"
    await ask(client, "POST", f"{job}/start")
    return int((await until_state(client, job, "completed"))["successCount"])


# Own fields of a sheet: kind, choices, and the value of the n-th person. They are short, so that one file has them all.
_FIELDS: Final[Mapping[str, tuple[str, tuple[str, ...], Callable[[int], str]]]] = {
    "Course": ("one", ("IT", "HR", "QA"), lambda n: ("IT", "HR", "QA")[n % 3]),
    "Category": ("one", ("OBC", "SC", "ST"), lambda n: ("OBC", "SC", "ST", "")[n % 4]),
    "Skills": ("many", ("C", "Java", "SQL"), lambda n: ("C;SQL", "Java", "")[n % 3]),
    "10th %": ("number", (), lambda n: f"{40 + n % 600 / 10}"),
    "12th %": ("number", (), lambda n: f"{40 + n % 590 / 10}"),
    "CGPA": ("number", (), lambda n: f"{4 + n % 60 / 10}"),
    "Backlogs": ("number", (), lambda n: str(n % 5)),
    "Joined": ("date", (), lambda n: f"{1 + n % 28}/{1 + n % 12}/2026"),
    "Hostel": ("flag", (), lambda n: "yn"[n % 2]),
    "Father": ("text", (), lambda n: f"F{n % 997}"),
}


async def _with_fields(servers: Servers, *, rounds: int) -> Row:
    rest = ("13/2/1990", "M", "Goa", "TRAINEE", "TRAINEE")
    people = [(f"P {n}", f"{n}@a.in", f"98{n:08d}", *rest) for n in range(IMPORTED)]
    filled = [(*person, *(value(n) for *_, value in _FIELDS.values())) for n, person in enumerate(people)]
    seconds: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(rounds):
        for header, rows in ((HEADER, people), ((*HEADER, *_FIELDS), filled)):
            content = "\n".join(map(",".join, [header, *rows])).encode()
            async with running_system(servers) as system, signed_in(system) as client:
                for label, (kind, choices, _value) in _FIELDS.items():
                    labels = {"choices": [{"label": each} for each in choices]} if choices else {}
                    await ask(client, "POST", "/fields", json={"label": label, "kind": kind, **labels})
                seconds[rows is filled].append((await import_people(system, client, content))[0])
    job = f"import of 100,000 people with {len(_FIELDS)} own fields"
    return beside(job, seconds[True], seconds[False], unit="s", beside="without", limit=1.5)


async def _fairness(servers: Servers) -> Row:
    """The slowest of some small imports, from upload to the last account, while two companies import 100,000 each."""
    async with running_system(servers) as system:
        for company in OTHERS:
            await system.add_accounts([f"{company}@example.com"], company=company)
        async with (
            signed_in(system) as first,
            signed_in(system, email=f"{OTHERS[0]}@example.com") as second,
            signed_in(system, email=f"{OTHERS[1]}@example.com") as small,
        ):
            large = [
                await _ready(each, people_csv(seed=0, domain=f"{n}.example")) for n, each in ((1, first), (2, second))
            ]
            await ask(first, "POST", f"/users/imports/{large[0]}/start")
            await ask(second, "POST", f"/users/imports/{large[1]}/start")
            seconds = []
            for number in range(TIMES):
                begun = time.perf_counter()
                await create_people(small, people_csv(seed=number, rows=FEW, domain=f"few{number}.example"))
                seconds.append(time.perf_counter() - begun)
    return Row(job=f"import of {FEW} beside two of 100,000", ours=max(seconds), unit="s", limit=3)


async def _ready(client: httpx2.AsyncClient, content: bytes, name: str = "people.csv") -> str:
    """The id of an import whose preview is ready."""
    import_id = await upload(client, content, name)
    await until_state(client, f"/users/imports/{import_id}", "ready")
    return import_id


async def _workbook(servers: Servers) -> Row:
    """Rows are short: as CSV they must fit into the largest file."""
    rest = ["1/2/1990", "Male", "Goa", "TRAINEE", "TRAINEE"]
    rows = [HEADER, *((f"P{n}", f"{n}@ex.in", f"98{n:08d}", *rest) for n in range(BOOK_ROWS))]
    files = (("people.csv", "\n".join(map(",".join, rows)).encode()), ("people.xlsx", xlsx({"People": rows})))
    seconds = []
    async with running_system(servers) as system, signed_in(system) as client:
        for name, content in files:
            begun = time.perf_counter()
            await _ready(client, content, name)
            seconds.append(time.perf_counter() - begun)
    job = f"{BOOK_ROWS:,} people as XLSX, upload to preview"
    return beside(job, seconds[1:], seconds[:1], unit="s", beside="as CSV", limit=3)
