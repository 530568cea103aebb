"""What placement staff and trainees wait for: who fits, who nearly does, own openings, a shortlist and dashboards."""

import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, Final

import asyncpg
import httpx2

from tests.bench.clients import ask, signed_in
from tests.bench.people import add_values
from tests.bench.report import Row, milliseconds, percentile
from tests.bench.system import Servers, running_system

PEOPLE: Final = 100_000
OPENINGS: Final = 20
CALLS: Final = 20
# A choice, marks, details that are given or are not this one, and two searches of texts: a quarter fulfils all.
TERMS: Final = (
    {"field": "bench1", "is": [1, 2, 3, 4]},
    {"field": "bench2", "from": 40},
    *({"field": f"bench{number}", "none": False} for number in range(3, 12)),
    *({"field": f"bench{number}", "isNot": ["None"]} for number in range(12, 19)),
    *({"field": f"bench{number}", "contains": "value"} for number in range(19, 21)),
)
# A year's offers of all states, so that figures and dashboards have something to count.
_OFFERS: Final = """
    INSERT INTO offers (company_id, opening_id, user_id, state, answer_by, made_at, accepted_at, joined_at, joins_on,
                        changed_at)
    SELECT o.company_id, o.id, u.id, (ARRAY['offered', 'accepted', 'joined', 'declined'])[1 + u.number / 20 % 4],
           now() + interval '1 day', now() - u.number * interval '26 minutes', now() - u.number * interval '26 minutes',
           now() - u.number * interval '26 minutes', current_date + 3,
           now() - u.number * interval '26 minutes'
      FROM (SELECT company_id, id, row_number() OVER (ORDER BY id) AS number FROM openings) AS o
      JOIN (SELECT id, row_number() OVER (ORDER BY id) AS number FROM users WHERE profile = 'TRAINEE' LIMIT 20000) AS u
           ON u.number % 20 + 1 = o.number
"""


async def run(servers: Servers, *, rounds: int) -> AsyncIterator[Row]:
    async with running_system(servers, people=PEOPLE, web_processes=2) as system, AsyncExitStack() as stack:
        connection = await asyncpg.connect(system.database_url)
        await add_values(connection)
        await system.add_accounts(["office@example.com"], role="EMPLOYEE", profile="PLACEMENT")
        await system.add_accounts(["learner@example.com"], role="TRAINEE", profile="TRAINEE")
        admin = await stack.enter_async_context(signed_in(system))
        office = await stack.enter_async_context(signed_in(system, email="office@example.com"))
        learner = await stack.enter_async_context(signed_in(system, email="learner@example.com"))
        made = await _openings(admin)
        await connection.execute(_OFFERS, timeout=600)
        await connection.execute("VACUUM ANALYZE", timeout=900)
        await connection.close()
        calls, path = CALLS * rounds, f"/openings/{made[0]['id']}"
        fits = [await _timed(admin, "GET", f"{path}/fit?pageSize=20") for _ in range(calls)]
        yield milliseconds("who fits of 100,000 with 20 conditions", fits, limit=300, share=0.95)
        nearly = [await _timed(admin, "GET", f"/openings/{each['id']}/nearly") for each in made[: 3 * rounds]]
        yield milliseconds("who nearly fits, counted anew", nearly, limit=3_000, share=0.95)
        own = [await _timed(learner, "GET", "/me/openings?pageSize=20") for _ in range(calls)]
        yield milliseconds("own openings, 20 with 20 conditions", own, limit=100, share=0.95)
        path = "/dashboard?kinds=placement,placementFigures,offers"
        boards = [[await _timed(each, "GET", path) for _ in range(calls)] for each in (admin, office, learner)]
        slowest = max(boards, key=lambda seconds: percentile(seconds, 0.95))
        yield milliseconds("sections of placement, administrator, staff or trainee", slowest, limit=50, share=0.95)
        figures = [await _timed(admin, "GET", "/placement/figures?by=employer") for _ in range(calls)]
        yield milliseconds("figures of 20,000 offers by employer", figures, limit=300, share=0.95)
        ids = [each["id"] for each in (await ask(admin, "GET", "/users?pageSize=1000&profile=TRAINEE"))["data"]]
        moved = {"select": {"ids": ids}, "state": "shortlisted"}
        shortlist = [
            await _timed(admin, "POST", f"/openings/{each['id']}/candidates", json=moved) for each in made[: 3 * rounds]
        ]
        yield milliseconds("a shortlist of 1,000 people", shortlist, limit=1_000, share=0.95)


async def _openings(admin: httpx2.AsyncClient) -> list[dict[str, Any]]:
    """Open openings of one employer, all with the conditions."""
    employer = (await ask(admin, "POST", "/employers", json={"name": "Sharma Motors"}))["id"]
    form = {"employerId": employer, "seats": 100, "where": json.dumps(TERMS)}
    made = [await ask(admin, "POST", "/openings", json={**form, "title": f"Opening {n}"}) for n in range(OPENINGS)]
    return [await ask(admin, "POST", f"/openings/{each['id']}/open", json={"version": 1}) for each in made]


async def _timed(client: httpx2.AsyncClient, method: str, path: str, **more: Any) -> float:
    begun = time.perf_counter()
    await ask(client, method, path, **more)
    return time.perf_counter() - begun
