"""Bad moments of a job: people who vanish, jobs that meet, workers that die, and cancellations."""

import asyncio
from collections import Counter
from typing import Any, Final
from uuid import UUID

import pytest

from server.people.bulk.control_job import NOTHING_SELECTED
from server.people.bulk.rules import DELETED
from server.people.bulk.run_job import BATCH_DELETED, run_bulk_job
from server.platform.process.tasks import ArqTaskQueue
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.eventually import eventually
from tests.fixtures.worker_process import StartWorker
from workers.maintenance import Sweeper

ACTIVE: Final = "SELECT id, is_active, version FROM users WHERE id = ANY($1::uuid[]) ORDER BY id"
BOOKS: Final = """
    SELECT r.status, count(*) AS rows, count(e.*) AS entries, max(u.version) AS version
      FROM bulk_rows r JOIN users u ON u.id = r.user_id
      LEFT JOIN audit_entries e ON e.subject_id = r.user_id AND e.action = 'user_edited'
     WHERE r.job_id = $1 GROUP BY r.status
"""


async def active(clipboard: Clipboard, ids: list[UUID]) -> dict[UUID, tuple[bool, int]]:
    return {row["id"]: (row["is_active"], row["version"]) for row in await clipboard.fetch(ACTIVE, ids)}


async def test_people_who_are_deleted_meanwhile_fail_with_the_reason(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(4)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.execute("DELETE FROM users WHERE id = ANY($1::uuid[])", ids[1:3])
    job = await clipboard.work(job_id)
    assert (job["state"], job["done"], job["failed"]) == ("completed", 2, 2)
    gone = (await clipboard.rows(job_id))[1]
    assert (gone["fullName"], gone["email"], gone["message"]) == ("member 2", "member2@example.org", DELETED)


async def test_all_people_of_a_job_may_vanish(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(2)
    for action in ("deactivate", "delete", "invite", "sign-out"):
        await clipboard.start(action, ids)
    await clipboard.execute("DELETE FROM users WHERE id = ANY($1::uuid[])", ids)
    for job in (await clipboard.browser.get("users/bulk")).body["data"]:
        assert (await clipboard.work(UUID(job["id"])))["failed"] == 2


async def test_a_filter_that_no_one_matches_starts_nothing(clipboard: Clipboard) -> None:
    unmatched = {"search": "zebra"}
    assert await clipboard.preview("delete", unmatched) == {"total": 0, "allowed": 0, "unchanged": 0, "refused": []}
    answer = await clipboard.send("delete", unmatched)
    assert (answer.status, answer.body["errors"]) == (422, {"select": NOTHING_SELECTED})


async def test_contrary_jobs_at_once_leave_everyone_in_one_state_and_both_tell_the_truth(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(40)
    jobs = [await clipboard.start(action, ids) for action in ("deactivate", "activate")]
    for job_id in jobs:
        await clipboard.cut(job_id, rows=4)
    await clipboard.work_together(*jobs)
    ended = [await clipboard.read(job_id) for job_id in jobs]
    assert [(job["state"], job["failed"]) for job in ended] == [("completed", 0)] * 2
    now = await active(clipboard, ids)
    done = [{row["userId"] for row in await clipboard.rows(job_id, status="done")} for job_id in jobs]
    for user_id, (is_active, version) in now.items():
        off, on = (str(user_id) in each for each in done)
        assert (off, on) in {(True, False), (True, True)}, (
            "all were active: activating changes those that were turned off"
        )
        assert (is_active, version) == (on, 3 if on else 2)


async def test_the_same_job_twice_at_once_changes_each_person_once(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(40)
    jobs = [await clipboard.start("deactivate", ids) for _ in range(2)]
    for job_id in jobs:
        await clipboard.cut(job_id, rows=4)
    await clipboard.work_together(*jobs)
    ended = [await clipboard.read(job_id) for job_id in jobs]
    assert sum(job["done"] for job in ended) == sum(job["unchanged"] for job in ended) == 40
    assert set((await active(clipboard, ids)).values()) == {(False, 2)}


async def test_the_same_people_are_put_into_a_batch_and_taken_out_at_once(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(20), await shelf.make()
    jobs = [
        await clipboard.start(action, ids, batchId=str(batch_id))
        for action in ("add-to-batch", "add-to-batch", "remove-from-batch")
    ]
    for job_id in jobs:
        await clipboard.cut(job_id, rows=4)
    await clipboard.work_together(*jobs)
    added = sum([(await clipboard.read(job_id))["done"] for job_id in jobs[:2]])
    removed = (await clipboard.read(jobs[2]))["done"]
    members = await clipboard.value("SELECT count(*) FROM batch_members")
    assert members == added - removed == (await shelf.figures(batch_id))[0]


async def test_a_batch_that_is_archived_meanwhile_takes_no_one(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(2), await shelf.make()
    job_id = await clipboard.start("add-to-batch", ids, batchId=str(batch_id))
    await clipboard.execute("UPDATE batches SET archived_at = now()")
    assert (await clipboard.work(job_id))["failed"] == 2
    answer = await clipboard.send("add-to-batch", ids, batchId=str(batch_id))
    assert (answer.status, answer.code) == (409, "batch_archived")


async def test_a_batch_that_is_deleted_meanwhile_says_so(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(2), await shelf.make()
    job_id = await clipboard.start("add-to-batch", ids, batchId=str(batch_id))
    await clipboard.execute("DELETE FROM batches")
    assert (await clipboard.work(job_id))["batch"] is None
    assert await clipboard.messages(job_id) == {BATCH_DELETED: 2}


async def test_many_workers_do_each_chunk_once(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(20)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.cut(job_id, rows=2)
    await clipboard.work_together(job_id, job_id, job_id)
    assert (await clipboard.read(job_id))["state"] == "completed"
    [books] = await clipboard.fetch(BOOKS, job_id)
    assert tuple(books) == ("done", 20, 20, 2)


async def test_a_cancelled_job_does_no_more(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(6)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.cut(job_id, rows=2)
    assert await clipboard.do_chunk(job_id)
    answer = await clipboard.ask("cancel", job_id)
    assert (answer.body["state"], answer.body["processed"]) == ("cancelled", 2)
    assert not await clipboard.do_chunk(job_id)
    assert Counter(row["status"] for row in await clipboard.rows(job_id)) == {"done": 2, "waiting": 4}
    done = await clipboard.run("activate", ids)
    assert (await clipboard.ask("cancel", done)).code == "wrong_job_state"


async def test_a_chunk_in_flight_of_a_cancelled_job_is_rolled_back(clipboard: Clipboard) -> None:
    """The chunk waits for an account that another transaction holds; the job is cancelled meanwhile."""
    ids = await clipboard.add_people(2)
    job_id = await clipboard.start("deactivate", ids)
    async with clipboard.services.database.reading() as holder:
        async with holder.raw.transaction():
            await holder.raw.execute("SELECT FROM users WHERE id = $1 FOR UPDATE", ids[0])
            running = asyncio.create_task(run_bulk_job(clipboard.services, job_id=job_id))
            await eventually(lambda: _waits(clipboard), within=60, what="the chunk waiting for the person")
            assert (await clipboard.ask("cancel", job_id)).body["state"] == "cancelled"
        await running
    assert set((await active(clipboard, ids)).values()) == {(True, 1)}
    assert {row["status"] for row in await clipboard.rows(job_id)} == {"waiting"}


async def _waits(clipboard: Clipboard) -> bool:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    return bool(await clipboard.value(waiting))


async def test_a_silent_job_is_put_back_on_the_queue(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(1)
    silent, undone = await clipboard.start("deactivate", ids), await clipboard.run("set", ids, set={"role": "TRAINEE"})
    undone = await clipboard.run("set", ids, set={"workLocation": "Pune"})
    assert (await clipboard.ask("undo", undone)).status == 200
    await clipboard.services.database.settle()
    queue: Any = clipboard.services.tasks
    before = len(queue.jobs)
    await clipboard.execute("UPDATE bulk_jobs SET touched_at = now() - interval '1 minute'")
    sweeper = Sweeper(clipboard.services)
    for _ in range(2):
        await sweeper.sweep()
        await clipboard.services.database.settle()
    put_back = {(job.name, job.arguments[0]) for job in queue.jobs[before:]}
    assert put_back == {("run_bulk_job", str(silent)), ("undo_bulk_job", str(undone))}
    assert len(queue.jobs) == before + 2, "once, until it has had time to run"


@pytest.mark.long
@pytest.mark.slow
async def test_a_job_survives_the_death_of_its_worker(
    clipboard: Clipboard, start_worker: StartWorker, redis_url: str
) -> None:
    """SIGKILL in the middle: another worker continues, and each person is changed and recorded once."""
    ids = await clipboard.add_people(240)
    job_id = await clipboard.start("deactivate", ids)
    await clipboard.cut(job_id, rows=5)
    queue = ArqTaskQueue(redis_url)
    first = await start_worker()
    await queue.enqueue(run_bulk_job.task(job_id=job_id))

    async def is_under_way() -> bool:
        return bool((await clipboard.read(job_id))["processed"])

    async def has_ended() -> bool:
        return bool((await clipboard.read(job_id))["state"] == "completed")

    await eventually(is_under_way, within=60, what="the first chunk")
    first.kill()
    await start_worker()
    await eventually(has_ended, within=120, what="the end of the job")
    await queue.close()
    job = await clipboard.read(job_id)
    assert (job["processed"], job["done"]) == (240, 240)
    [books] = await clipboard.fetch(BOOKS, job_id)
    assert tuple(books) == ("done", 240, 240, 2)
