"""The list in a company of a million, beside the same in a company of a thousand."""

import time
from collections.abc import AsyncIterator, Mapping
from statistics import median
from typing import Final

import asyncpg
import httpx2

from tests.bench.client import signed_in
from tests.bench.people import add_crowd
from tests.bench.report import Row, percentile
from tests.bench.system import Servers, fresh_database, make_template, running_system

SMALL: Final = "bench_list_small"
LARGE: Final = "bench_list_large"
PEOPLE: Final = {SMALL: 1_000, LARGE: 1_000_000}
CALLS: Final = 20
MOST_MILLISECONDS: Final = 100

# Each asks for a first page.
QUERIES: Final[Mapping[str, str]] = {
    "no filter": "page=1",
    "by name": "sort=fullName",
    "by email, turned": "sort=-email",
    "a common profile, by name": "profile=TRAINEE&sort=fullName",
    "a rare profile": "profile=SUPER_ADMIN",
    "a role, by email": "role=MENTOR&sort=email",
    "search, a name of its own": "search=rare",
    "search, begins a last name of one in a thousand": "search=vermarare",
    "search, a first name": "search=asha",
    "search, two names": "search=asha+verma",
    "search, an email": "search=asha.verma.",
    "search, a phone": "search=7000000",
    "search, a domain, by name": "search=example.org&sort=fullName",
    "search, a first name, of a rare profile": "search=asha&profile=SUPER_ADMIN",
    "search, a first name, by name from the other end": "search=asha&sort=-fullName",
    "search, no match": "search=zebra",
    "search, one letter": "search=a",
    "search, two letters that begin no word": "search=zz",
    "lapsed invitations": "invitation=lapsed",
    "lapsed invitations, the oldest first": "invitation=lapsed&sort=createdAt",
    "lapsed invitations, by name": "invitation=lapsed&sort=fullName",
    "lapsed invitations, of a rare profile": "invitation=lapsed&profile=SUPER_ADMIN",
    "waiting invitations, the oldest first": "invitation=waiting&sort=createdAt",
    "waiting invitations, by name": "invitation=waiting&sort=fullName",
    "failed invitations, by email": "invitation=failed&sort=email",
    "search, a first name, invitation lapsed": "search=asha&invitation=lapsed",
}
FAR: Final = "page=50000"


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    for name, people in PEOPLE.items():
        connection = await asyncpg.connect(await make_template(servers, name))
        await add_crowd(connection, people=people)
        await connection.close()
    async with (
        fresh_database(servers, template=SMALL) as small_url,
        fresh_database(servers, template=LARGE) as large_url,
        running_system(servers, database_url=small_url) as small_system,
        running_system(servers, database_url=large_url) as large_system,
        signed_in(small_system) as small,
        signed_in(large_system) as large,
    ):
        for name in QUERIES:
            yield await _row(small, large, name, rounds=rounds)
        for row in await _far_rows(large, rounds=rounds):
            yield row


async def _row(small: httpx2.AsyncClient, large: httpx2.AsyncClient, name: str, *, rounds: int) -> Row:
    ours, baseline = list[float](), list[float]()
    for _ in range(rounds):
        baseline += await _times(small, QUERIES[name])
        ours += await _times(large, QUERIES[name])
    mine, theirs = percentile(ours, 0.95) * 1000, percentile(baseline, 0.95) * 1000
    return Row(
        job=f"list of 1,000,000, {name}: p95, beside a list of 1,000",
        ours=f"{mine:.1f} ms",
        baseline=f"{theirs:.1f} ms",
        value=mine,
        limit=MOST_MILLISECONDS,
        unit=" ms",
    )


async def _far_rows(large: httpx2.AsyncClient, *, rounds: int) -> list[Row]:
    """The first visit reads from the beginning; later ones start at a cached place."""
    first = (await _times(large, FAR, calls=1))[0]
    far, near = list[float](), list[float]()
    for _ in range(rounds):
        near += await _times(large, "page=1")
        far += await _times(large, FAR)
    beginning = median(near)
    return [
        Row(
            job=f"list of 1,000,000, {job} / page 1",
            ours=f"{seconds * 1000:.1f} ms",
            baseline=f"{beginning * 1000:.1f} ms",
            value=seconds / beginning,
            limit=3,
        )
        for job, seconds in (("page 50,000, first visit", first), ("page 50,000", median(far)))
    ]


async def _times(client: httpx2.AsyncClient, query: str, *, calls: int = CALLS) -> list[float]:
    taken = []
    for _ in range(calls):
        begun = time.perf_counter()
        (await client.get(f"/users?{query}")).raise_for_status()
        taken.append(time.perf_counter() - begun)
    return taken
