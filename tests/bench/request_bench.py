"""What people ask for: to sign in, their profile, the list, a dashboard, a change of very many and its undoing."""

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from itertools import cycle
from statistics import median
from typing import Any, Final

import asyncpg
import httpx2
import jwt
from argon2 import PasswordHasher

from server.people.chunks.chunk_repository import CHUNK_ROWS
from server.platform.process.crypto import ARGON2_MEMORY_KIB, ARGON2_PARALLELISM, ARGON2_TIME_COST
from server.vocabulary.profiles import ADMINISTRATORS, ROLES_OF_PROFILE
from tests.bench.clients import API, Call, PlainClient, ask, per_second, plain_client, sign_in, signed_in, until_state
from tests.bench.people import BATCH, add_alike, add_values
from tests.bench.report import Row, beside, milliseconds, percentile
from tests.bench.system import PASSWORD, Servers, System, running_baseline, running_system

SIGN_INS_AT_ONCE: Final = 16
CALLS_AT_ONCE: Final = 32
# Sixteen sign-ins of one account would measure the lock of its row.
ACCOUNTS: Final = 160
HASH_SECONDS: Final = 4.0
REST_SECONDS: Final = 5.0
PEOPLE: Final = 100_000
# By the number of people, the milliseconds that nineteen of twenty answers may take.
SIZES: Final = {PEOPLE: 150, 1_000_000: 500}
PAGE_SIZE: Final = 10
CALLS: Final = 20
# Pages, filters, searches and orders; the slowest is the row.
QUERIES: Final = (
    *("page=1", "page={middle}", "sort=fullName", "sort=-email", "sort=createdAt"),
    *("profile=TRAINEE", "role=MENTOR&sort=email", "invitation=lapsed&sort=fullName", "status=inactive"),
    *("workLocation=Pune&sort=fullName", "batch={batch}&sort=fullName", "createdFrom=-7d", "lastSignIn=before:-30d"),
    *("search=asha", "search=asha&sort=-fullName", "search=asha+verma", "search=john.smith.411@example.net"),
    "search=7003254",
)
# Conditions on own fields that an eighth, a fifth, most, a tenth and few fulfil, and orders by them.
_MARKS: Final = '{"field": "bench2", "from": 60, "to": 80}'
_CHOICE: Final = '{"field": "bench1", "is": [3]}'
WHERES: Final = (
    *(f"where=[{_CHOICE}]", f"where=[{_CHOICE}, {_MARKS}]", f"where=[{_MARKS}]&sort=fullName"),
    *('where=[{"field": "bench1", "isNot": [3]}]', 'where=[{"field": "bench2", "none": true}]'),
    *('where=[{"field": "bench3", "contains": "1234"}]', 'where=[{"field": "bench9", "is": ["Value 19"]}]'),
    *("sort=field:bench2", "sort=-field:bench3", f"sort=-field:bench2&where=[{_CHOICE}]"),
)
CHANGE: Final = {"select": {"filter": {}}, "action": "set", "set": {"workLocation": "Kochi"}}
CHANGE_BY_HAND: Final = "UPDATE users SET version = version + 1, work_location = 'Kochi' WHERE id = ANY($1)"
RECORD_BY_HAND: Final = """
    INSERT INTO audit_entries (company_id, action, subject_id, subject_label, before, after)
    SELECT company_id, 'user_edited', id, label, '{"workLocation": null}', '{"workLocation": "Kochi"}'
      FROM users WHERE id = ANY($1)
"""


async def run_list(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    for people, limit in SIZES.items():
        async with running_system(servers, people=people) as system, signed_in(system) as client:
            (batch,) = (await ask(client, "GET", "/batches", params={"search": BATCH}))["data"]
            times = {}
            for query in QUERIES:
                path = f"/users?{query.format(batch=batch['id'], middle=people // PAGE_SIZE // 2)}"
                times[query] = [await _seconds(client, path) for _ in range(CALLS * rounds)]
            slowest = max(times, key=lambda query: percentile(times[query], 0.95))
            yield milliseconds(f"list of {people:,} (slowest: {slowest})", times[slowest], limit=limit, share=0.95)


async def run_fields(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    for people, limit in SIZES.items():
        async with running_system(servers, people=people) as system, signed_in(system) as client:
            connection = await asyncpg.connect(system.database_url)
            await add_values(connection)
            await connection.close()
            times = {
                query: [await _seconds(client, f"/users?{query}") for _ in range(CALLS * rounds)] for query in WHERES
            }
            slowest = max(times, key=lambda query: percentile(times[query], 0.95))
            job = f"list of {people:,} by own fields, 20 of each person (slowest: {slowest})"
            yield milliseconds(job, times[slowest], limit=limit, share=0.95)
            renamed = [await _rename(client, f"Renamed {number}") for number in range(CALLS)]
            yield milliseconds(f"a choice that {people // 8:,} people have is renamed", renamed, limit=50, share=0.95)


async def _rename(client: httpx2.AsyncClient, label: str) -> float:
    fields = (await ask(client, "GET", "/fields"))["fields"]
    [field] = [field for field in fields if field["key"] == "bench1"]
    choices = [{"number": each["number"], "label": each["label"]} for each in field["choices"]]
    changes = {"version": field["version"], "choices": [{**choices[0], "label": label}, *choices[1:]]}
    begun = time.perf_counter()
    await ask(client, "PUT", "/fields/bench1", json=changes)
    return time.perf_counter() - begun


async def run_dashboards(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """What each dashboard fetches, all at once, as its page does."""
    times = []
    async with running_system(servers, people=PEOPLE) as system:
        for profile, roles in ROLES_OF_PROFILE.items():
            email = f"{profile}@example.com".lower()
            await system.add_accounts([email], role=roles[0], profile=profile)
            managers = ("/users/imports",) if profile in ADMINISTRATORS else ()
            paths = ("/users/profile", "/notifications", "/dashboard", *managers)
            async with signed_in(system, email=email) as client:
                times.append([await _seconds(client, *paths) for _ in range(CALLS * rounds)])
    slowest = max(times, key=lambda seconds: percentile(seconds, 0.95))
    yield milliseconds("dashboards of seven profiles at 100,000 people (the slowest)", slowest, limit=50, share=0.95)


async def run_duplicates(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """Others, while four companies ask every two seconds for lists that are being made."""
    rest, beside_them = list[float](), list[float]()
    async with running_system(servers) as system, signed_in(system) as client, AsyncExitStack() as stack:
        connection, pages = await asyncpg.connect(system.database_url), []
        for number in range(4):
            email, company = f"owner{number}@example.com", f"alike-{number}"
            await system.add_accounts([email], company=company)
            await add_alike(connection, company=company)
            pages.append(await stack.enter_async_context(signed_in(system, email=email)))
        for _ in range(rounds):
            rest += await _paced(client, until=asyncio.create_task(asyncio.sleep(REST_SECONDS)))
            await connection.execute("UPDATE users SET version = version + 1 WHERE email LIKE 'owner%'")
            beside_them += await _paced(client, until=asyncio.gather(*map(_until_made, pages)))
        await connection.close()
    job = "another request while four lists of duplicates of 40,000 are made, p95"
    ours, at_rest = ([percentile(times, 0.95) * 1000] for times in (beside_them, rest))
    yield beside(job, ours, at_rest, unit="ms", beside="at rest", limit=2)


async def _paced(client: httpx2.AsyncClient, *, until: "asyncio.Future[Any]") -> list[float]:
    times = []
    while not until.done():
        times.append(await _seconds(client, "/users/profile"))
        await asyncio.sleep(0.03)
    await until
    return times


async def _until_made(client: httpx2.AsyncClient) -> None:
    while (await ask(client, "GET", "/users/duplicates"))["isOutdated"]:
        await asyncio.sleep(2)


async def run_bulk(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    """Each from the request to the last result, beside what two connections need for the bare statements."""
    changes, undos, bare = [], [], []
    for _ in range(rounds):
        async with running_system(servers, people=PEOPLE) as system, signed_in(system) as client:
            begun = time.perf_counter()
            job = f"/users/bulk/{(await ask(client, 'POST', '/users/bulk', json=CHANGE))['id']}"
            snapshot = await until_state(client, job, "completed")
            changed = time.perf_counter()
            if snapshot["done"] < PEOPLE:
                raise RuntimeError(snapshot)
            await ask(client, "POST", f"{job}/undo", json={})
            await until_state(client, job, "undone")
            changes.append(changed - begun)
            undos.append(time.perf_counter() - changed)
        async with running_system(servers, people=PEOPLE) as system:
            bare.append(await _change_by_hand(system))
    yield Row(job="change of 100,000 people", ours=median(changes), unit="s", limit=10)
    yield Row(job="undo of a change of 100,000", ours=median(undos), unit="s", limit=15)
    yield beside("the same change", changes, bare, unit="s", beside="bare SQL, two connections", limit=3)


async def _change_by_hand(system: System) -> float:
    """Seconds until all people and an entry of each in the trail are written, without a rule, a result or a seal."""
    lanes = [await asyncpg.connect(system.database_url) for _ in range(2)]
    ids = [row["id"] for row in await lanes[0].fetch("SELECT id FROM users ORDER BY id")]
    chunks = iter([ids[first : first + CHUNK_ROWS] for first in range(0, len(ids), CHUNK_ROWS)])

    async def run(lane: "asyncpg.Connection[asyncpg.Record]") -> None:
        for chunk in chunks:
            async with lane.transaction():
                await lane.execute(CHANGE_BY_HAND, chunk)
                await lane.execute(RECORD_BY_HAND, chunk)
        await lane.close()

    begun = time.perf_counter()
    await asyncio.gather(*map(run, lanes))
    return time.perf_counter() - begun


async def _seconds(client: httpx2.AsyncClient, *paths: str) -> float:
    """Until all have answered."""
    begun = time.perf_counter()
    await asyncio.gather(*(ask(client, "GET", path) for path in paths))
    return time.perf_counter() - begun


async def run_login(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    ours, bare = [], []
    async with running_system(servers) as system:
        call = await sign_ins(system)
        for _ in range(rounds):
            bare.append(await asyncio.to_thread(hashes_per_second))
            ours.append(await per_second(system.url, call, at_once=SIGN_INS_AT_ONCE))
    job = f"sign-ins, {SIGN_INS_AT_ONCE} at once, many accounts"
    yield beside(job, ours, bare, unit="/s", beside="bare argon2id", limit=0.55, at_least=True)


async def sign_ins(system: System) -> Call:
    """A call that signs in the next of many people, from the browser that their account remembers."""
    browsers: dict[str, dict[str, str]] = {f"person{number}@example.com": {} for number in range(ACCOUNTS)}
    await system.add_accounts(list(browsers))
    async with plain_client(system.url) as client:
        for email, cookies in browsers.items():
            await sign_in(client, email=email, cookies=cookies)
    following = cycle(browsers.items())

    async def call(client: PlainClient) -> None:
        email, cookies = next(following)
        await sign_in(client, email=email, cookies=cookies)

    return call


def hashes_per_second() -> float:
    """Verifications on as many threads as there are cores."""
    hasher = PasswordHasher(time_cost=ARGON2_TIME_COST, memory_cost=ARGON2_MEMORY_KIB, parallelism=ARGON2_PARALLELISM)
    stored, begun = hasher.hash(PASSWORD), time.perf_counter()

    def verify_until_the_end(_: int) -> int:
        done = 0
        while time.perf_counter() < begun + HASH_SECONDS:
            hasher.verify(stored, PASSWORD)
            done += 1
        return done

    threads = os.cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(verify_until_the_end, range(threads))) / (time.perf_counter() - begun)


async def run_profile(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    ours, bare, key = [], [], secrets.token_urlsafe(48)
    async with running_system(servers) as system, signed_in(system) as client:
        token = client.headers["Authorization"].removeprefix("Bearer ")
        account = jwt.decode(token, options={"verify_signature": False})["sub"]
        theirs = get("/profile", jwt.encode({"sub": account}, key))
        mine = get(f"{API}/users/profile", token)
        with running_baseline(servers, "web", PLAIN_KEY=key, DATABASE_URL=system.database_url) as url:
            for _ in range(rounds):
                bare.append(await per_second(url, theirs, at_once=CALLS_AT_ONCE))
                ours.append(await per_second(system.url, mine, at_once=CALLS_AT_ONCE))
    job = f"profile, {CALLS_AT_ONCE} at once"
    yield beside(job, ours, bare, unit="/s", beside="FastAPI by hand", limit=0.6, at_least=True)


def get(path: str, token: str) -> Call:
    return lambda client: client.get(path, headers={"Authorization": f"Bearer {token}"})
