"""What an interview day waits for: a round that is filled, the next person, a phone that is called, dashboards."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import asyncpg
import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.bench.clients import ask, plain_client, sign_in, signed_in
from tests.bench.report import Row, milliseconds
from tests.bench.system import Servers, System, running_system
from tests.fixtures.socket_client import socket_url

PANELS: Final = 40
CANDIDATES: Final = 2_000
# Accounts whose phones are open, each with ten of the sockets.
PHONES: Final = 200
SOCKETS_OF_ONE: Final = 10
TAPS_A_SECOND: Final = 5
AT_ONCE: Final = 20


class Phones:
    """Sockets in this process; of each call the first that has heard it counts."""

    def __init__(self) -> None:
        self.heard: dict[str, asyncio.Future[float]] = {}
        self._sockets: list[ClientConnection] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self, url: str, tokens: Sequence[str]) -> None:
        turns = asyncio.Semaphore(AT_ONCE)

        async def open_one(token: str) -> None:
            async with turns:
                socket = await connect(socket_url(url), compression=None, ping_interval=None, open_timeout=None)
                await socket.recv()
                await socket.send("40" + json.dumps({"token": token}))
                await socket.recv()
            self._sockets.append(socket)
            self._tasks.append(asyncio.create_task(self._listen(socket)))

        await asyncio.gather(*(open_one(token) for token in tokens for _ in range(SOCKETS_OF_ONE)))

    async def close(self) -> None:
        for socket in self._sockets:
            socket.transport.abort()
        await asyncio.gather(*self._tasks)

    def hear(self, interview_id: str) -> asyncio.Future[float]:
        return self.heard.setdefault(interview_id, asyncio.get_running_loop().create_future())

    async def _listen(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                if frame == "2":
                    await socket.send("3")
                elif '["interview:mine"' in (text := str(frame)):
                    mine = json.loads(text[text.index("[") :])[1]
                    if mine["state"] == "called" and not (heard := self.hear(mine["id"])).done():
                        heard.set_result(time.perf_counter())


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    async with running_system(servers, web_processes=2) as system, AsyncExitStack() as stack:
        emails = [f"panelist{number}@example.com" for number in range(PANELS)]
        await system.add_accounts(emails, role="FACULTY", profile="INTERVIEW_PANELIST")
        candidates = [f"candidate{number}@example.com" for number in range(CANDIDATES)]
        await system.add_accounts(candidates, role="TRAINEE", profile="TRAINEE")
        people = await _ids(system)
        panelists = [await stack.enter_async_context(signed_in(system, email=email)) for email in emails]
        admin = await stack.enter_async_context(signed_in(system))
        trainee = await stack.enter_async_context(signed_in(system, email=candidates[0]))
        filled = [await _filled(admin, people, number=number) for number in range(rounds)]
        yield Row(job=f"{CANDIDATES:,} candidates in {PANELS} panels filled", ours=max(filled), unit="s", limit=5)
        panels = await _day(admin, people)
        phones = Phones()
        async with plain_client(system.url) as client:
            tokens = [await sign_in(client, email=email) for email in candidates[:PHONES]]
        await phones.open(system.url, tokens)
        taps, calls = await _tap(panelists, panels, phones)
        yield milliseconds(f"next, {PANELS} panels", taps, limit=150, share=0.99)
        job = f"tap to phone, {PANELS} panels and {PHONES * SOCKETS_OF_ONE:,} sockets"
        yield milliseconds(job, calls, limit=200, share=0.99)
        for name, caller in (("administrator", admin), ("panelist", panelists[0]), ("candidate", trainee)):
            times = [await _timed(caller, "GET", "/dashboard") for _ in range(20 * rounds)]
            yield milliseconds(f"dashboard on the day, {name}", times, limit=50, share=0.95)
        await phones.close()


async def _ids(system: System) -> dict[str, UUID]:
    connection = await asyncpg.connect(system.database_url)
    rows = await connection.fetch("SELECT email, id FROM users WHERE email LIKE 'candidate%' OR email LIKE 'panelist%'")
    await connection.close()
    return {row["email"]: row["id"] for row in rows}


async def _round(
    admin: httpx2.AsyncClient, people: Mapping[str, UUID], *, day: str, number: int, candidates: int
) -> dict[str, Any]:
    form = {
        "name": f"Round {number}",
        "day": day,
        "slotMinutes": 8,
        "breakMinutes": 2,
        "criteria": [{"label": "Voice"}],
    }
    path = f"/interviews/rounds/{(await ask(admin, 'POST', '/interviews/rounds', json=form))['id']}"
    panels = [
        {
            "name": f"Panel {panel:02}",
            "place": f"Room {panel}",
            "from": "08:00",
            "to": "18:00",
            "panelists": [str(people[f"panelist{panel}@example.com"])],
        }
        for panel in range(PANELS)
    ]
    await ask(admin, "POST", f"{path}/panels", json={"panels": panels})
    ids = [str(people[f"candidate{each}@example.com"]) for each in range(candidates)]
    await ask(admin, "POST", f"{path}/candidates", json={"select": {"ids": ids}})
    return {"path": path}


async def _filled(admin: httpx2.AsyncClient, people: Mapping[str, UUID], *, number: int) -> float:
    found = await _round(admin, people, day=f"2027-01-{number + 5:02}", number=number, candidates=CANDIDATES)
    begun = time.perf_counter()
    answer = await ask(admin, "POST", f"{found['path']}/fill", json={})
    seconds = time.perf_counter() - begun
    if answer["placed"] != CANDIDATES:
        raise RuntimeError(answer)
    return seconds


async def _day(admin: httpx2.AsyncClient, people: Mapping[str, UUID]) -> list[str]:
    """The panels of a published round of today, in the order of its panelists."""
    zone = (await ask(admin, "GET", "/training/sessions"))["timeZone"]
    today = datetime.now(ZoneInfo(zone)).date().isoformat()
    found = await _round(admin, people, day=today, number=99, candidates=PHONES)
    await ask(admin, "POST", f"{found['path']}/fill", json={})
    version = (await ask(admin, "GET", found["path"]))["version"]
    published = await ask(admin, "POST", f"{found['path']}/publish", json={"version": version})
    return [each["id"] for each in published["panelList"]]


async def _tap(
    panelists: Sequence[httpx2.AsyncClient], panels: Sequence[str], phones: Phones
) -> tuple[list[float], list[float]]:
    """(how long each tap took, how long until the phone of its person had heard)."""
    taps, calls = list[float](), list[float]()

    async def tap(number: int, panelist: httpx2.AsyncClient, panel: str) -> None:
        await asyncio.sleep(number / TAPS_A_SECOND)
        # A phone shows its panel before it calls a person.
        await ask(panelist, "GET", f"/interviews/panels/{panel}")
        after = None
        for _ in range(PHONES // PANELS):
            begun = time.perf_counter()
            sheet = {"after": after, "sheetId": str(uuid4())}
            view = await ask(panelist, "POST", f"/interviews/panels/{panel}/next", json=sheet)
            taps.append(time.perf_counter() - begun)
            after = view["current"]["id"]
            calls.append(await phones.hear(after) - begun)
            await asyncio.sleep(PANELS / TAPS_A_SECOND)

    await asyncio.gather(*(tap(at, *each) for at, each in enumerate(zip(panelists, panels, strict=True))))
    return taps, calls


async def _timed(client: httpx2.AsyncClient, method: str, path: str) -> float:
    begun = time.perf_counter()
    await ask(client, method, path)
    return time.perf_counter() - begun
