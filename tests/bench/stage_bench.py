"""What offices wait for: people moved to a stage, the board, the funnel, and announcements to many."""

import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from typing import Any, Final

import httpx2

from deploy.local.programs import Program
from tests.bench.clients import PATIENCE_SECONDS, ask, plain_client, sign_in, signed_in, until_state
from tests.bench.mail_bench import codes_asked, mails_to, until_mails
from tests.bench.report import Row, milliseconds
from tests.bench.system import PROJECT, Servers, System, execute, running_programs, running_system
from tests.fixtures.socket_client import open_socket
from tests.fixtures.web_process import free_port

PEOPLE: Final = 100_000
MILLION: Final = 1_000_000
PHONES: Final = 60
CODES: Final = 100
CALLS: Final = 20
TEXT: Final = {"title": "Hall ticket", "body": "Bring your hall ticket.\nGate 2, 9:30.", "confirm": PEOPLE}
EVERYONE: Final = {"select": {"filter": {"profile": "TRAINEE"}}}
_TRAINEES: Final = (
    "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE', is_active = true WHERE profile <> 'SUPER_ADMIN'"
)
_BEGIN: Final = """
    INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at)
    SELECT u.company_id, u.id, s.id, u.created_at
      FROM users u JOIN stages s ON s.company_id = u.company_id AND s.is_for_accepted
     WHERE u.profile = 'TRAINEE' AND NOT EXISTS (
           SELECT FROM stage_entries e WHERE e.company_id = u.company_id AND e.user_id = u.id)
"""
# Two thirds have come one stage further in the last 100 days.
_MOVES: Final = """
    WITH moved AS (
        UPDATE stage_entries e SET left_to = s.id,
               left_at = greatest(entered_at, now() - (1 + place % 100) * interval '1 day')
          FROM (SELECT user_id AS id, row_number() OVER (ORDER BY user_id) AS place FROM stage_entries) AS p, stages s
         WHERE e.user_id = p.id AND left_at IS NULL AND place % 3 > 0
           AND s.company_id = e.company_id AND s.position = 1 + place % 8
        RETURNING e.company_id, e.user_id, left_at, left_to
    )
    INSERT INTO stage_entries (company_id, user_id, stage_id, entered_at)
    SELECT company_id, user_id, left_to, left_at + interval '1 second' FROM moved
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    moves, undos, stored, told = (list[float]() for _ in range(4))
    for _ in range(rounds):
        async with running_system(servers, people=PEOPLE) as system, signed_in(system) as client:
            await _make_trainees(system, moves=False)
            for seconds, took in zip((moves, undos), await _move(client), strict=True):
                seconds.append(took)
            stored.append(await _announce(system, client))
        async with running_system(servers) as system, signed_in(system) as client:
            told += await _tell_phones(system, client)
    yield Row(job="move of 100,000 people to a stage", ours=median(moves), unit="s", limit=10)
    yield Row(job="undo of a move of 100,000", ours=median(undos), unit="s", limit=15)
    yield Row(job="an announcement to 100,000 stored", ours=median(stored), unit="s", limit=30)
    yield milliseconds(f"an announcement on {PHONES} open phones, from its moment", told, limit=1_000)
    async with running_system(servers, people=MILLION) as system, signed_in(system) as client:
        await _make_trainees(system, moves=True)
        first = await _seconds(client, "/stages/funnel")
        for path, name in (("/stages/board", "board"), ("/stages/funnel", "funnel, kept")):
            waits = [await _seconds(client, path) for _ in range(CALLS)]
            yield milliseconds(f"{name} of 1,000,000 people", waits, limit=300, share=0.95)
        yield milliseconds("funnel of 1,000,000 people, counted", [first], limit=15_000)
    yield await _codes(servers)


async def _make_trainees(system: System, *, moves: bool) -> None:
    for statement in (_TRAINEES, _BEGIN, *([_MOVES] if moves else []), "VACUUM ANALYZE", "CHECKPOINT"):
        await execute(system.database_url, statement)


async def _move(client: httpx2.AsyncClient) -> tuple[float, float]:
    """(seconds of a move of all trainees, of its undoing), each from the request to the last result."""
    stages = {each["name"]: each["id"] for each in (await ask(client, "GET", "/stages"))["stages"]}
    begun = time.perf_counter()
    order = {**EVERYONE, "action": "move-stage", "stageId": stages["In training"]}
    job = f"/users/bulk/{(await ask(client, 'POST', '/users/bulk', json=order))['id']}"
    snapshot = await until_state(client, job, "completed")
    moved = time.perf_counter()
    if snapshot["done"] < PEOPLE:
        raise RuntimeError(snapshot)
    await ask(client, "POST", f"{job}/undo", json={})
    await until_state(client, job, "undone")
    return moved - begun, time.perf_counter() - moved


async def _announce(system: System, client: httpx2.AsyncClient, **form: Any) -> float:
    """Seconds until all recipients are stored; then its moment has come."""
    begun = time.perf_counter()
    sent = await ask(client, "POST", "/announcements", json={**TEXT, **EVERYONE, **form})
    await until_state(client, f"/users/bulk/{sent['id']}", "completed")
    seconds = time.perf_counter() - begun
    await _make_due(system)
    return seconds


async def _make_due(system: System) -> None:
    for table, moment in (("announcements", "publish_at"), ("messages", "next_attempt_at")):
        kind = " WHERE kind = 'announcement'" if table == "messages" else ""
        await execute(system.database_url, f"UPDATE {table} SET {moment} = now(){kind}")  # noqa: S608 - constants


async def _tell_phones(system: System, client: httpx2.AsyncClient) -> list[float]:
    """Seconds from the moment of an announcement to each open phone."""
    emails = [f"phone{number}@example.com" for number in range(PHONES)]
    await system.add_accounts(emails, role="TRAINEE", profile="TRAINEE")
    async with plain_client(system.url) as plain, AsyncExitStack() as stack:
        phones = []
        for email in emails:
            token = await sign_in(plain, email=email)
            phones.append(await stack.enter_async_context(open_socket(system.url, {"token": token}, origin=system.url)))
        sent = await ask(client, "POST", "/announcements", json={**TEXT, **EVERYONE, "confirm": PHONES})
        await until_state(client, f"/users/bulk/{sent['id']}", "completed")
        begun = time.monotonic()
        await _make_due(system)
        for phone in phones:
            await phone.receive("announcement:new", patience=PATIENCE_SECONDS)
        return [each.at - begun for phone in phones for each in phone.received if each.name == "announcement:new"]


async def _seconds(client: httpx2.AsyncClient, path: str) -> float:
    begun = time.perf_counter()
    await ask(client, "GET", path)
    return time.perf_counter() - begun


async def _codes(servers: Servers) -> Row:
    """Codes while an announcement to 100,000 is mailed."""
    port = free_port()
    argv = (sys.executable, "-m", "tests.bench.mail_bench", str(port))
    program = Program(name="mail-announced", argv=argv, folder=PROJECT)
    log: Path = servers.folder / f"{program.name}.log"
    settings = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", "EMAIL_FROM": "bench@example.com"}
    coders = [f"coder.{number}@example.net" for number in range(CODES)]
    with running_programs(servers, [program], ports=[port]):
        async with running_system(
            servers, people=PEOPLE, settings={**settings, "LOGIN_VERIFICATION": "new-device"}
        ) as system:
            await _make_trainees(system, moves=False)
            await system.add_accounts(coders, role="EMPLOYEE", profile="PLACEMENT")
            async with signed_in(system) as client:
                await _announce(system, client, byMail=True)
            await until_mails(log, "", number=1_000)
            waits = await codes_asked(system, log, coders)
            if len(mails_to(log, "")) >= PEOPLE:
                raise RuntimeError("All mails had left before the last code")
    return milliseconds("code asked to mail server, during an announcement to 100,000", waits, limit=300)
