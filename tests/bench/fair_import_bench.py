"""A company imports a hundred people while two others import a hundred thousand each."""

import asyncio
import time
from typing import Final

import asyncpg
import httpx2

from tests.bench.client import signed_in, watch, watching
from tests.bench.people import people_csv
from tests.bench.report import Row
from tests.bench.system import EMAIL, Servers, System, fresh_database, running_system

FEW: Final = 100
# As often as fits into the time that the two others take.
TIMES: Final = 3
MOST_SECONDS: Final = 3.0
OTHERS: Final = ("second", "third")

# Each with the password of the demo company's owner.
_ADD_COMPANIES: Final = """
    WITH added AS (
        INSERT INTO companies (name, slug, industry, trusted_at)
        SELECT initcap(slug) || ' company', slug, 'Education', now() FROM unnest($2::text[]) AS slug RETURNING id, slug
    )
    INSERT INTO users (company_id, email, phone, full_name, role, profile, password_hash, email_verified_at)
    SELECT added.id, added.slug || '@example.com', '+9190000' || 10000 + row_number() OVER (), 'Owner', 'ADMIN',
           'SUPER_ADMIN', u.password_hash, now()
    FROM added, users u WHERE u.email = $1
"""


async def fairness(servers: Servers, *, template: str) -> Row:
    """The slowest of three small imports, each from its start to the last account."""
    async with fresh_database(servers, template=template) as url:
        connection = await asyncpg.connect(url)
        await connection.execute(_ADD_COMPANIES, EMAIL, list(OTHERS))
        await connection.close()
        async with (
            running_system(servers, database_url=url) as system,
            signed_in(system) as first,
            signed_in(system, email=f"{OTHERS[0]}@example.com") as second,
            signed_in(system, email=f"{OTHERS[1]}@example.com") as small,
        ):
            files = (people_csv(seed=0, domain="one.example"), people_csv(seed=0, domain="two.example"))
            few = [await _upload(system, small, content) for content in map(_few, range(TIMES))]
            large = [_upload(system, desk, content) for desk, content in zip((first, second), files, strict=True)]
            imports = await asyncio.gather(*large)
            await asyncio.gather(*(_start(desk, each) for desk, each in zip((first, second), imports, strict=True)))
            seconds = [await _create(system, small, import_id) for import_id in few]
    return Row(
        job=f"import of {FEW} while two companies import 100,000 each, start → completed",
        ours=f"{max(seconds):.2f} s",
        value=max(seconds),
        limit=MOST_SECONDS,
        unit=" s",
    )


async def _upload(system: System, client: httpx2.AsyncClient, content: bytes) -> str:
    """Until the preview is ready."""
    answer = await client.post("/users/imports", files={"file": ("people.csv", content, "text/csv")})
    answer.raise_for_status()
    import_id: str = answer.json()["id"]
    async with watching(system, token=_token(client)) as (socket, watcher):
        await watch(socket, watcher, import_id)
        await watcher.until("ready")
    return import_id


async def _create(system: System, client: httpx2.AsyncClient, import_id: str) -> float:
    """Seconds from the start to the last account."""
    async with watching(system, token=_token(client)) as (socket, watcher):
        await watch(socket, watcher, import_id)
        begun = time.perf_counter()
        await _start(client, import_id)
        return await watcher.until("completed") - begun


def _few(number: int) -> bytes:
    return people_csv(seed=number, rows=FEW, domain=f"few{number}.example")


async def _start(client: httpx2.AsyncClient, import_id: str) -> None:
    (await client.post(f"/users/imports/{import_id}/start")).raise_for_status()


def _token(client: httpx2.AsyncClient) -> str:
    return client.headers["Authorization"].removeprefix("Bearer ")
