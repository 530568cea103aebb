"""What trainers and trainees wait for: a sheet, nine o'clock, a batch's attendance, those at risk, a register."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final
from uuid import uuid4

import asyncpg
import httpx2

from tests.bench.clients import ask, signed_in
from tests.bench.report import Row, milliseconds, percentile
from tests.bench.system import Servers, System, running_system

PEOPLE: Final = 100_000
BATCH_PEOPLE: Final = 60
TRAINERS: Final = 200
NINE_SECONDS: Final = 20
CALLS: Final = 20
# Batches of sixty, of whose people an eighth is away often; each has three sessions that were taken, and one that is
# now; the first one has 120. A trainer teaches each of the first 200.
_BATCHES: Final = """
    INSERT INTO batches (company_id, name, folded_name)
    SELECT c.id, 'Training ' || n, 'training ' || n FROM companies c, generate_series(1, $1) n
"""
_MEMBERS: Final = """
    INSERT INTO batch_members (company_id, batch_id, user_id, joined_at)
    SELECT u.company_id, b.id, u.id, now() - interval '1 year'
      FROM (SELECT company_id, id, (row_number() OVER (ORDER BY id) - 1) / 60 AS place FROM users) AS u
      JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM batches WHERE name LIKE 'Training %') AS b
           USING (place)
"""
_SESSIONS: Final = """
    INSERT INTO training_sessions (company_id, batch_id, starts_at, ends_at, state, taken_at)
    SELECT b.company_id, b.id, now() - n * interval '1 day' - interval '1 hour', now() - n * interval '1 day',
           CASE n WHEN 0 THEN 'planned' ELSE 'taken' END, CASE n WHEN 0 THEN NULL ELSE now() END
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM batches WHERE name LIKE 'Training %') AS b
     CROSS JOIN LATERAL generate_series(0, CASE b.place WHEN 1 THEN 120 ELSE 3 END) n
"""
_MARKS: Final = """
    INSERT INTO attendance (company_id, session_id, user_id, mark)
    SELECT s.company_id, s.id, m.user_id,
           CASE WHEN hashtext(m.user_id::text) % 8 = 0 THEN 'absent' WHEN hashtext(s.id::text) % 9 = 0 THEN 'late'
                ELSE 'present' END
      FROM training_sessions s JOIN batch_members m ON m.batch_id = s.batch_id WHERE s.state = 'taken'
"""
_DUTIES: Final = """
    INSERT INTO batch_trainers (company_id, batch_id, user_id)
    SELECT t.company_id, b.id, t.id
      FROM (SELECT company_id, id, row_number() OVER (ORDER BY id) AS place FROM users WHERE email LIKE 'trainer%') AS t
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM batches WHERE name LIKE 'Training %') AS b
           USING (place)
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    async with running_system(servers, people=PEOPLE, web_processes=2) as system, AsyncExitStack() as stack:
        await _fill(system)
        emails = [f"trainer{number}@example.com" for number in range(TRAINERS)]
        await system.add_accounts(emails, role="FACULTY", profile="TRAINER")
        connection = await asyncpg.connect(system.database_url)
        await connection.execute(_DUTIES)
        first = await connection.fetchval("SELECT id FROM batches WHERE name LIKE 'Training %' ORDER BY id LIMIT 1")
        await connection.close()
        admin = await stack.enter_async_context(signed_in(system))
        trainers = [await stack.enter_async_context(signed_in(system, email=email)) for email in emails]
        yield await _nine_o_clock(trainers)
        yield await _sheets(trainers[0], rounds=rounds)
        calls, batch = CALLS * rounds, f"/training/batches/{first}/attendance"
        grid = [await _seconds(trainers[0], f"{batch}?sessions=120") for _ in range(calls)]
        yield milliseconds("attendance of a batch, 60 people by 120 sessions", grid, limit=100, share=0.95)
        risk = [await _seconds(admin, "/training/at-risk?pageSize=20") for _ in range(calls)]
        yield milliseconds("people at risk among 100,000", risk, limit=150, share=0.95)
        boards = [[await _seconds(each, "/dashboard") for _ in range(calls)] for each in (admin, trainers[0])]
        slowest = max(boards, key=lambda seconds: percentile(seconds, 0.95))
        yield milliseconds("dashboard with training, administrator or trainer", slowest, limit=50, share=0.95)
        yield await _register(admin, batch, rounds=rounds)


async def _fill(system: System) -> None:
    connection = await asyncpg.connect(system.database_url)
    await connection.execute(_BATCHES, PEOPLE // BATCH_PEOPLE)
    for statement in (_MEMBERS, _SESSIONS, _MARKS, "VACUUM ANALYZE", "CHECKPOINT"):
        await connection.execute(statement, timeout=1800)
    await connection.close()


async def _own_session(client: httpx2.AsyncClient) -> tuple[str, dict[str, Any]]:
    """The path of the session of an own batch that is now, and a sheet of its people."""
    found = (await ask(client, "GET", "/training/sessions"))["data"]
    [session] = [each for each in found if each["state"] != "cancelled" and each["marked"] == 0][:1]
    roster = await ask(client, "GET", f"/training/sessions/{session['id']}/roster")
    marks = [{"userId": each["id"], "mark": "present", "was": None} for each in roster["people"]]
    sheet = {"sheetId": str(uuid4()), "marks": marks, "seen": session["version"]}
    return f"/training/sessions/{session['id']}/attendance", sheet


async def _nine_o_clock(trainers: list[httpx2.AsyncClient]) -> Row:
    """Every trainer sends a first sheet, one after the other within some seconds; a refusal fails the job."""
    sheets = [await _own_session(trainer) for trainer in trainers]

    async def send(number: int) -> float:
        await asyncio.sleep(number * NINE_SECONDS / TRAINERS)
        path, sheet = sheets[number]
        return await _timed(trainers[number], "PUT", path, json=sheet)

    times = await asyncio.gather(*map(send, range(TRAINERS)))
    return milliseconds(f"first sheets of 60 of {TRAINERS} trainers in {NINE_SECONDS} s", times, limit=300, share=0.95)


async def _sheets(trainer: httpx2.AsyncClient, *, rounds: int) -> Row:
    """Sheets in which all sixty marks change."""
    [session] = (await ask(trainer, "GET", "/training/sessions"))["data"][:1]
    path, was, times = f"/training/sessions/{session['id']}", "present", list[float]()
    people = [each["id"] for each in (await ask(trainer, "GET", f"{path}/roster"))["people"]]
    for number in range(CALLS * rounds):
        mark = ("late", "absent", "present")[number % 3]
        marks = [{"userId": each, "mark": mark, "was": was} for each in people]
        sheet, was = {"sheetId": str(uuid4()), "marks": marks, "seen": session["version"]}, mark
        times.append(await _timed(trainer, "PUT", f"{path}/attendance", json=sheet))
    return milliseconds("a sheet of 60", times, limit=30, share=0.95)


async def _register(admin: httpx2.AsyncClient, batch: str, *, rounds: int) -> Row:
    """A register of 60 people by 120 sessions, compared and written."""
    text = (await admin.get(f"{batch}.csv")).text
    times = []
    for number in range(rounds):
        mark = '"L"' if number % 2 == 0 else '"P"'
        file = {"file": ("register.csv", text.replace('"A"', mark).encode(), "text/csv")}
        begun = time.perf_counter()
        seen = (await ask(admin, "POST", f"{batch}/file", files=file))["seen"]
        await ask(admin, "POST", f"{batch}/file", files=file, params={"seen": seen})
        times.append(time.perf_counter() - begun)
    return Row(job="a register of 60 by 120, compared and written", ours=max(times), unit="s", limit=5)


async def _seconds(client: httpx2.AsyncClient, path: str) -> float:
    return await _timed(client, "GET", path)


async def _timed(client: httpx2.AsyncClient, method: str, path: str, **more: Any) -> float:
    begun = time.perf_counter()
    await ask(client, method, path, **more)
    return time.perf_counter() - begun
