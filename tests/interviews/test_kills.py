"""Processes that are killed while they fill a round or call people: nothing is half done, and it goes on."""

import asyncio
from contextlib import suppress
from typing import Any, Final
from uuid import uuid4

import httpx2
import pytest

from tests.fixtures.interview_calls import Hall, add_trainees
from tests.fixtures.people import Person
from tests.fixtures.sign_in import fetch_value
from tests.fixtures.web_process import answers, environment, free_port, web_process

KILLS: Final = 12
PLACED: Final = "SELECT count(*) FROM interviews WHERE planned_at IS NOT NULL"
BOOKED: Final = "SELECT count(*) FROM bookings WHERE interview_id IS NOT NULL"
CALLS: Final = "SELECT count(*) - count(DISTINCT interview_id) FROM interview_events WHERE what = 'called'"
TWICE: Final = """
    SELECT count(*) FROM (SELECT FROM interviews WHERE state IN ('called', 'in_room') GROUP BY panel_id
                          HAVING count(*) > 1) AS twice
"""


async def until_killed(hall: Hall, person: Person, path: str, body: dict[str, Any], *, after: float) -> int | None:
    """The status of a call to a process that is killed so many seconds after it was begun; None: no answer."""
    port = free_port()
    with web_process(environment(hall.services.settings), port=port) as process:
        await answers(port)
        headers = {**person.headers, "X-Forwarded-Proto": "https", "Host": "waymark.test"}
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}/api/v1", headers=headers) as client:
            call = asyncio.create_task(client.post(path, json=body, timeout=60))
            await asyncio.wait([call], timeout=after)
            process.kill()
            with suppress(httpx2.TransportError):
                return (await call).status_code
    return None


@pytest.mark.long
async def test_a_fill_that_is_killed_has_placed_all_or_none(hall: Hall) -> None:
    people = await add_trainees(hall, 300)
    found = await hall.add_round()
    rooms = [{"place": f"Room {number}", "from": "00:00", "to": "23:59"} for number in range(5)]
    assert (await hall.add_panels(found, *rooms)).status == 200
    await hall.add_candidates(found, people)
    for number in range(KILLS):
        path = f"/interviews/rounds/{found['id']}/fill"
        await until_killed(hall, hall.desk.person, path, {"dryRun": False}, after=0.01 * (number + 1))
        placed = await fetch_value(hall.services, PLACED)
        assert placed in {0, 300}
        assert await fetch_value(hall.services, BOOKED) == placed
        if placed:
            break
    assert (await hall.fill(found)).body["left"] == 0
    assert await fetch_value(hall.services, PLACED) == 300


@pytest.mark.long
async def test_a_next_that_is_killed_is_sent_again_and_calls_no_one_twice(hall: Hall) -> None:
    found = await hall.add_round()
    await hall.add_panels(found, {"panelists": [str(hall.panelists[0].id)]})
    await hall.add_candidates(found, await add_trainees(hall, KILLS + 1))
    [panel] = (await hall.act(found, "publish")).body["panelList"]
    current: str | None = None
    for number in range(KILLS):
        sheet = {"after": current, "sheetId": str(uuid4())}
        path = f"/interviews/panels/{panel['id']}/next"
        await until_killed(hall, hall.panelists[0], path, sheet, after=0.004 * (number + 1))
        again = await hall.next(hall.panelists[0], panel["id"], current, sheetId=sheet["sheetId"])
        assert again.status == 200, again.body
        current = again.body["current"]["id"]
        assert await fetch_value(hall.services, TWICE) == 0
    assert await fetch_value(hall.services, CALLS) == 0
    done = "SELECT count(*) FROM interviews WHERE state = 'done'"
    assert await fetch_value(hall.services, done) == KILLS - 1
