"""The list in a company of a million, beside the same in a company of a thousand."""

import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from statistics import median
from typing import Final
from uuid import UUID

import asyncpg
import httpx2

from tests.bench.client import signed_in
from tests.bench.people import add_batches, add_crowd, add_intakes
from tests.bench.report import Row, percentile
from tests.bench.system import Servers, fresh_database, make_template, running_system

SMALL: Final = "bench_list_small"
LARGE: Final = "bench_list_large"
PEOPLE: Final = {SMALL: 1_000, LARGE: 1_000_000}
CALLS: Final = 20
MOST_MILLISECONDS: Final = 100
# Where at most one in a thousand of the company's people matches what is searched.
MOST_MILLISECONDS_IF_RARE: Final = 20
INTAKES: Final = 200
INTAKE_PEOPLE: Final = 2_500

# Each asks for a first page.
QUERIES: Final[Mapping[str, str]] = {
    "no filter": "page=1",
    "by name": "sort=fullName",
    "by email, turned": "sort=-email",
    "a common profile, by name": "profile=TRAINEE&sort=fullName",
    "a rare profile": "profile=SUPER_ADMIN",
    "a role, by email": "role=MENTOR&sort=email",
    "search, a first name": "search=asha",
    "search, two names of one in 150": "search=asha+verma",
    "search, the beginning of the emails of one in 150": "search=asha.verma.",
    "search, a domain, by name": "search=example.org&sort=fullName",
    "search, a first name, by name from the other end": "search=asha&sort=-fullName",
    "search, one letter": "search=a",
    "lapsed invitations": "invitation=lapsed",
    "lapsed invitations, the oldest first": "invitation=lapsed&sort=createdAt",
    "lapsed invitations, by name": "invitation=lapsed&sort=fullName",
    "lapsed invitations, of a rare profile": "invitation=lapsed&profile=SUPER_ADMIN",
    "waiting invitations, the oldest first": "invitation=waiting&sort=createdAt",
    "waiting invitations, by name": "invitation=waiting&sort=fullName",
    "failed invitations, by email": "invitation=failed&sort=email",
    "search, a first name, invitation lapsed": "search=asha&invitation=lapsed",
    "inactive": "status=inactive",
    "inactive, by name": "status=inactive&sort=fullName",
    "active, by email": "status=active&sort=email",
    "never invited": "invitation=none",
    "never signed in, by name": "lastSignIn=never&sort=fullName",
    "accepted, and never signed in (ten), by name": "invitation=accepted&lastSignIn=never&sort=fullName",
    "signed in since yesterday": "lastSignIn=since:-1d",
    "signed in since yesterday, by name": "lastSignIn=since:-1d&sort=fullName",
    "not signed in for 30 days": "lastSignIn=before:-30d",
    "not signed in for 600 days": "lastSignIn=before:-600d",
    "a rare location": "workLocation=Leh",
    "a rare location, by name": "workLocation=Leh&sort=fullName",
    "a common location, by name": "workLocation=Pune&sort=fullName",
    "a location of no user": "workLocation=Goa",
    "created this week": "createdFrom=-7d",
    "created this week, by name": "createdFrom=-7d&sort=fullName",
    "created in ten days of two years ago, by name": "createdFrom=-710d&createdTo=-700d&sort=fullName",
    "created until a year ago, by email": "createdTo=-365d&sort=email",
    "a batch of 300, by name": "batch={300}&sort=fullName",
    "a batch of the 30,000 oldest, the newest first": "batch={30,000, the oldest}",
    "a batch of the 30,000 oldest, by name": "batch={30,000, the oldest}&sort=fullName",
    "a batch of the 30,000 last by name, by name": "batch={30,000, the last by name}&sort=fullName",
    "a batch of all": "batch={all}",
    "a batch of all, by name": "batch={all}&sort=fullName",
    "a batch of 30,000, never signed in": "batch={30,000, the oldest}&lastSignIn=never",
    "search, a first name, in a batch of 30,000": "batch={30,000, the oldest}&search=asha",
    "a common location, created in a year, last sign-in before it (none)": (
        "workLocation=Pune&createdFrom=-365d&lastSignIn=before:-366d"
    ),
    "the same by name": "workLocation=Pune&createdFrom=-365d&lastSignIn=before:-366d&sort=fullName",
    "a common location, lapsed, created this month (none)": "workLocation=Pune&invitation=lapsed&createdFrom=-30d",
    "a batch of all, a common location, created in a year, last sign-in before it (none)": (
        "batch={all}&workLocation=Pune&createdFrom=-365d&lastSignIn=before:-366d"
    ),
}
RARE: Final[Mapping[str, str]] = {
    "search, a last name of one in a thousand": "search=rare",
    "search, the same, by name from the other end": "search=rare&sort=-fullName",
    "search, begins a last name of one in twelve thousand": "search=vermarare",
    "search, a common first name and a rare last one": "search=asha+vermarare",
    "search, a whole email": "search=john.smith.411@example.net",
    "search, a whole email that no account has": "search=john.smith.411@example.org&sort=email",
    "search, an email's number and domain": "search=.411@example.net",
    "search, a whole phone": "search=%2B917003254709",
    "search, digits of a phone": "search=7000000",
    "search, a first name, of a rare profile": "search=asha&profile=SUPER_ADMIN",
    "search, a first name, of a rare location": "search=asha&workLocation=Leh",
    "search, no match": "search=zebra",
    "search, two letters that begin no word": "search=zz",
}
LOCATIONS: Final = "work locations with their people"
FAR: Final = 50_000
# Each to be read from the beginning: from behind, and so far apart that none has the remembered place of another.
FIRST_VISITS: Final = 4
APART: Final = 50
ORDERS: Final[Mapping[str, str]] = {"": "", ", by name": "&sort=fullName", ", by email": "&sort=email"}


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    rows: list[Row] = []
    batches = {name: await _fill(await make_template(servers, name), people=people) for name, people in PEOPLE.items()}
    async with (
        fresh_database(servers, template=SMALL) as small_url,
        fresh_database(servers, template=LARGE) as large_url,
        running_system(servers, database_url=small_url) as small_system,
        running_system(servers, database_url=large_url) as large_system,
        signed_in(small_system) as small,
        signed_in(large_system) as large,
    ):
        for name, query in {**QUERIES, **RARE}.items():
            asked = [f"/users?{_named(query, batches[each])}" for each in (SMALL, LARGE)]
            job = f"list of 1,000,000, {name}"
            limit = MOST_MILLISECONDS_IF_RARE if name in RARE else MOST_MILLISECONDS
            rows.append(await _row(small, large, job, asked=asked, rounds=rounds, limit=limit))
            yield rows[-1]
        yield _slowest(rows)
        yield await _row(small, large, LOCATIONS, asked=["/users/locations"] * 2, rounds=rounds)
        for name, order in ORDERS.items():
            for row in await _far_rows(large, name=name, order=order, rounds=rounds):
                yield row
        await add_intakes(large_url, number=INTAKES, people=INTAKE_PEOPLE)
        job = f"a page of {INTAKES} batches in a company of 1,000,000"
        yield await _row(small, large, job, asked=["/batches?pageSize=100"] * 2, rounds=rounds)


def _slowest(rows: Sequence[Row]) -> Row:
    row = max(rows, key=lambda each: each.value or 0)
    query = row.job.removeprefix("list of 1,000,000, ").partition(": p95")[0]
    return replace(
        row,
        job=f"the slowest of these {len(rows)} ({query}): p95 / a list of 1,000",
        panel="First page of a list of 1,000,000, the slowest of all searches, filters and orders: p95",
    )


async def _fill(url: str, *, people: int) -> dict[str, UUID]:
    """Returns the batches by name."""
    connection = await asyncpg.connect(url)
    await add_crowd(connection, people=people)
    batches = await add_batches(connection)
    await connection.close()
    return batches


def _named(query: str, batches: Mapping[str, UUID]) -> str:
    for name, batch_id in batches.items():
        query = query.replace(f"{{{name}}}", str(batch_id))
    return query


async def _row(
    small: httpx2.AsyncClient,
    large: httpx2.AsyncClient,
    job: str,
    *,
    asked: Sequence[str],
    rounds: int,
    limit: float = MOST_MILLISECONDS,
) -> Row:
    """`asked` are the addresses in the small and the large company."""
    ours, baseline = list[float](), list[float]()
    for _ in range(rounds):
        baseline += await _times(small, asked[0])
        ours += await _times(large, asked[1])
    mine, theirs = percentile(ours, 0.95) * 1000, percentile(baseline, 0.95) * 1000
    return Row(
        job=f"{job}: p95, beside a list of 1,000",
        ours=f"{mine:.1f} ms",
        baseline=f"{theirs:.1f} ms",
        value=mine,
        limit=limit,
        unit=" ms",
    )


async def _far_rows(large: httpx2.AsyncClient, *, name: str, order: str, rounds: int) -> list[Row]:
    near, first = list[float](), list[float]()
    pages = iter(range(FAR + rounds * FIRST_VISITS * APART, FAR, -APART))
    for _ in range(rounds):
        near += await _times(large, f"/users?page=1{order}")
        for page in islice(pages, FIRST_VISITS):
            first += await _times(large, f"/users?page={page}{order}", calls=1)
    again = await _times(large, f"/users?page={FAR}{order}")
    beginning = median(near)
    return [
        Row(
            job=f"list of 1,000,000, {job}{name} / page 1",
            ours=f"{seconds * 1000:.1f} ms",
            baseline=f"{beginning * 1000:.1f} ms",
            value=seconds / beginning,
            limit=3,
        )
        for job, seconds in ((f"page {FAR:,}, first visit", median(first)), (f"page {FAR:,}", median(again)))
    ]


async def _times(client: httpx2.AsyncClient, path: str, *, calls: int = CALLS) -> list[float]:
    taken = []
    for _ in range(calls):
        begun = time.perf_counter()
        (await client.get(path)).raise_for_status()
        taken.append(time.perf_counter() - begun)
    return taken
