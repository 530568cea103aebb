"""Sheets beside deletions and merges: no id of a deleted person stays, counts follow, and nothing deadlocks."""

import asyncio
from datetime import timedelta
from typing import Final
from uuid import UUID

import pytest

from server.people.duplicates.merge_users import end_merges
from server.platform.services import Services
from tests.fixtures.eventually import BLOCKED, eventually
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.sign_in import Browser, execute, fetch_value
from tests.fixtures.training_calls import Classroom, sheet
from tests.fixtures.user_calls import Desk

NOW: Final = timedelta(minutes=10)
NAMED: Final = "SELECT count(*) FROM attendance WHERE user_id = $1"
DELETES: Final = "DELETE FROM users WHERE id = ANY($1)"
LOCKS: Final = "SELECT FROM users WHERE id = ANY($1) ORDER BY id FOR UPDATE"
DEADLOCKS: Final = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
COUNTS: Final = "SELECT ARRAY[people, marked, present] FROM training_sessions WHERE id = $1"
A_DAY: Final = "UPDATE merges SET merged_at = merged_at - interval '25 hours'"


async def deadlocks(services: Services) -> int:
    async with services.database.reading() as connection:
        await connection.raw.execute("SELECT pg_stat_force_next_flush()")
        await connection.raw.execute("SELECT pg_stat_clear_snapshot()")
        return int(await connection.raw.fetchval(DEADLOCKS))


async def test_the_first_sheet_waits_for_a_deletion_and_leaves_its_person_out(classroom: Classroom) -> None:
    session, gone = await classroom.session_at(NOW), classroom.people[0]
    services = classroom.shelf.services
    async with held(services, DELETES, [gone]):
        sent = await until_blocked(services, classroom.send(session, sheet(session, {gone: "present"})))
        assert not sent.done()
    answer = await sent
    assert (answer.status, answer.body["notMembers"]) == (200, [str(gone)])
    assert answer.body["figures"] == {"people": 2, "marked": 0, "present": 0}
    assert await fetch_value(services, NAMED, gone) == 0


async def test_a_sheet_waits_for_people_before_it_locks_its_session(classroom: Classroom) -> None:
    session, gone = await classroom.session_at(NOW), classroom.people[0]
    services = classroom.shelf.services
    lock = "SELECT FROM training_sessions WHERE id = $1 FOR UPDATE NOWAIT"
    async with held(services, LOCKS, [gone]) as connection:
        sent = await until_blocked(services, classroom.send(session, sheet(session, {gone: "present"})))
        assert not sent.done()
        await connection.raw.execute(lock, UUID(session["id"]))
    assert (await sent).body["applied"] == 1


async def test_a_deletion_of_people_with_and_without_a_mark_meets_a_sheet_without_a_deadlock(
    classroom: Classroom,
) -> None:
    session, services = await classroom.session_at(NOW), classroom.shelf.services
    asha, bina, chitra = classroom.people
    await execute(services, "DELETE FROM batch_members WHERE user_id = $1", bina)
    await execute(services, "DELETE FROM batch_leavings WHERE user_id = $1", bina)
    assert (await classroom.send(session, sheet(session, {asha: "present", chitra: "present"}))).status == 200
    await classroom.shelf.put_in(classroom.batch_id, [bina])
    before = await deadlocks(services)
    changed = sheet(session, {asha: "late", bina: "late", chitra: "late"}, were={asha: "present", chitra: "present"})
    async with held(services, LOCKS, [asha, bina]) as connection:
        sent = await until_blocked(services, classroom.send(session, changed))
        assert not sent.done()
        await connection.raw.execute(DELETES, [asha, bina])
    answer = await sent
    assert answer.status == 200
    assert set(answer.body["notMembers"]) == {str(asha), str(bina)}
    assert answer.body["figures"] == {"people": 2, "marked": 2, "present": 2}
    assert await deadlocks(services) == before


async def test_a_deletion_waits_for_a_sheet_of_its_person_without_a_deadlock(classroom: Classroom) -> None:
    session, services = await classroom.session_at(NOW), classroom.shelf.services
    asha = classroom.people[0]
    await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "present")))
    before = await deadlocks(services)
    lock = "SELECT FROM training_sessions WHERE id = $1 FOR NO KEY UPDATE"
    async with held(services, lock, UUID(session["id"])) as connection:
        deletion = await until_blocked(services, execute(services, DELETES, [asha]))
        await connection.raw.execute("UPDATE attendance SET mark = 'late' WHERE user_id = $1", asha)
    await deletion
    assert await fetch_value(services, NAMED, asha) == 0
    assert await deadlocks(services) == before


async def merge(desk: Desk, survivor: UUID, merged: UUID) -> None:
    await execute(desk.services, "UPDATE sessions SET verified_at = now() WHERE id = $1", desk.person.session_id)
    form = {"mergedId": str(merged), "take": [], "version": 1, "mergedVersion": 1}
    assert (await desk.browser.post(f"users/{survivor}/merge", json=form)).status == 200
    await execute(desk.services, A_DAY)
    await end_merges(desk.services)


@pytest.mark.parametrize(
    ("marks", "counts"),
    [
        (("present", "late"), [2, 2, 2]),
        (("absent", "present"), [2, 2, 2]),
        (("absent", "excused"), [2, 2, 1]),
        (("present", None), [2, 2, 2]),
        ((None, "absent"), [2, 2, 1]),
    ],
)
async def test_the_counts_of_a_session_follow_a_merge(
    classroom: Classroom, desk: Desk, marks: tuple[str | None, ...], counts: list[int]
) -> None:
    session = await classroom.session_at(NOW)
    *both, chitra = classroom.people
    given = {person: mark for person, mark in zip(both, marks, strict=True) if mark} | {chitra: "present"}
    assert (await classroom.send(session, sheet(session, given))).status == 200
    await merge(desk, *both)
    assert await fetch_value(desk.services, COUNTS, UUID(session["id"])) == counts
    shown = (await classroom.roster(session)).body
    assert shown["session"]["people"] == len(shown["people"]) == 2


async def test_the_counts_stay_where_a_merge_brings_a_row_of_its_own(classroom: Classroom, desk: Desk) -> None:
    session, services = await classroom.session_at(NOW), classroom.shelf.services
    survivor, merged, _ = classroom.people
    await execute(services, "DELETE FROM batch_members WHERE user_id = $1", survivor)
    await execute(services, "DELETE FROM batch_leavings WHERE user_id = $1", survivor)
    await classroom.send(session, sheet(session, {merged: "present"}))
    await merge(desk, survivor, merged)
    assert await fetch_value(services, COUNTS, UUID(session["id"])) == [2, 1, 1]


async def plan(browser: Browser, batch_id: UUID) -> int:
    weekly = {"weekdays": [1], "starts": "09:00", "ends": "11:00", "fromDay": "2026-01-01", "untilDay": "2026-01-31"}
    planned = await browser.post("training/sessions/pattern", json={"batchId": str(batch_id), **weekly})
    assert planned.status == 200
    assert sum(each["state"] == "new" for each in planned.body["days"]) == planned.body["created"]
    return int(planned.body["created"])


async def test_a_pattern_that_is_made_twice_at_once_says_what_each_call_has_made(classroom: Classroom) -> None:
    hold = "LOCK TABLE session_patterns IN SHARE ROW EXCLUSIVE MODE"
    services = classroom.shelf.services
    async with held(services, hold):
        first = await until_blocked(services, plan(classroom.admin, classroom.batch_id))
        second = asyncio.ensure_future(plan(classroom.trainer, classroom.batch_id))

        async def are_both_waiting() -> bool:
            return bool(await fetch_value(services, BLOCKED) == 2)

        await eventually(are_both_waiting, within=60, what="both calls wait")
    assert sorted([await first, await second]) == [0, 4]
