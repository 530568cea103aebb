"""Undoing a job within a day: people have again what they had, where nothing has been changed since."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, Final
from uuid import UUID

import asyncpg
import pytest

from server.people.batches.change_batches import BatchArchivedError
from server.people.bulk.control_job import NOT_ENDED, NOT_UNDOABLE, NOTHING_DONE, TOO_LATE, UNDONE_ALREADY
from server.people.bulk.rules import ADDED_SINCE, CHANGED_SINCE, DELETED_SINCE, NO_LONGER_ALLOWED, REMOVED_SINCE
from server.people.bulk.run_job import BULK_UNDO, undo_bulk_job
from server.people.chunks.engine import do_next
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.bulk_calls import Clipboard, Clipboards
from tests.fixtures.eventually import eventually
from tests.fixtures.people import SignIn

STATES: Final = (
    "SELECT profile, role, work_location, is_active, version FROM users WHERE id = ANY($1::uuid[]) ORDER BY id"
)
GIVEN: Final = {"profile": "TRAINER", "role": "MENTOR", "workLocation": "Pune"}


def reasons(counts: Mapping[Any, int]) -> list[dict[str, Any]]:
    """As a preview lists them."""
    return [
        {"reason": reason, "count": count}
        for reason, count in sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    ]


async def states(clipboard: Clipboard, ids: list[UUID]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await clipboard.fetch(STATES, ids)]


async def test_people_get_back_what_they_had(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(3)
    job_id = await clipboard.run("set", ids, set=GIVEN)
    assert await states(clipboard, ids) == [("TRAINER", "MENTOR", "Pune", True, 2)] * 3
    job = await clipboard.undo(job_id)
    assert (job["state"], job["undone"], job["canUndo"], job["undoUntil"]) == ("undone", 3, False, None)
    assert await states(clipboard, ids) == [("TRAINEE", "TRAINEE", "Kochi", True, 3)] * 3
    assert {row["status"] for row in await clipboard.rows(job_id, status="undone")} == {"undone"}
    assert await clipboard.rows(job_id, status="done") == []
    end = await clipboard.value("SELECT after FROM audit_entries WHERE action = 'bulk_undone'")
    assert end == {"action": "set", "undone": 3, "kept": 0}
    notices = await clipboard.fetch("SELECT title, body FROM notifications WHERE about = $1", UUID(str(job_id)))
    assert [notice["title"].endswith(" was undone") for notice in notices] == [True]
    assert notices[0]["body"] == "It was undone for 3 people."


@pytest.mark.parametrize(("action", "before"), [("activate", False), ("deactivate", True)])
async def test_the_active_flag_comes_back(clipboard: Clipboard, action: str, *, before: bool) -> None:
    ids = await clipboard.add_people(2, is_active=before)
    unchanged = await clipboard.add_people(1, name="other", is_active=not before)
    job_id = await clipboard.run(action, [*ids, *unchanged])
    assert (await clipboard.undo(job_id))["undone"] == 2
    assert [state[3] for state in await states(clipboard, ids)] == [before] * 2
    assert [state[3] for state in await states(clipboard, unchanged)] == [not before]


async def test_people_changed_or_deleted_since_are_kept(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(3)
    job_id = await clipboard.run("set", ids, set=GIVEN)
    await clipboard.execute("UPDATE users SET full_name = 'New', version = version + 1 WHERE id = $1", ids[0])
    await clipboard.execute("DELETE FROM users WHERE id = $1", ids[1])
    assert await clipboard.preview_undo(job_id) == {
        "total": 3,
        "allowed": 1,
        "refused": reasons({CHANGED_SINCE: 1, DELETED_SINCE: 1}),
    }
    job = await clipboard.undo(job_id)
    assert (job["state"], job["done"], job["undone"]) == ("undone", 3, 1)
    assert [(row["status"], row["message"]) for row in await clipboard.rows(job_id)] == [
        ("done", CHANGED_SINCE),
        ("done", DELETED_SINCE),
        ("undone", None),
    ]


async def test_two_jobs_are_undone_in_their_turn(clipboard: Clipboard) -> None:
    """The first has been changed by the second since; what the second changed is what it gives back."""
    [person] = await clipboard.add_people(1)
    first = await clipboard.run("set", [person], set={"workLocation": "Pune"})
    second = await clipboard.run("set", [person], set={"workLocation": "Delhi"})
    name = await clipboard.value("SELECT full_name FROM users WHERE id = $1", clipboard.person.id)
    assert (await clipboard.undo(first))["undone"] == 0
    assert [row["message"] for row in await clipboard.rows(first)] == [f"{CHANGED_SINCE} by {name}"]
    assert (await clipboard.undo(second))["undone"] == 1
    assert (await states(clipboard, [person]))[0][2] == "Pune"


async def test_people_leave_the_batch_that_the_job_has_put_them_in(clipboard: Clipboard, shelf: Shelf) -> None:
    """Those who were in it before, left it or came again since stay where they are."""
    ids, batch_id = await clipboard.add_people(4), await shelf.make()
    await shelf.put_in(batch_id, ids[:1])
    job_id = await clipboard.run("add-to-batch", ids, batchId=str(batch_id))
    await shelf.take_out(batch_id, ids[1:3])
    await shelf.put_in(batch_id, ids[2:3])
    assert await clipboard.preview_undo(job_id) == {
        "total": 3,
        "allowed": 1,
        "refused": reasons({ADDED_SINCE: 1, REMOVED_SINCE: 1}),
    }
    assert (await clipboard.undo(job_id))["undone"] == 1
    messages = [row["message"] for row in await clipboard.rows(job_id)]
    assert messages == [None, REMOVED_SINCE, ADDED_SINCE, None]
    members = await clipboard.fetch("SELECT user_id FROM batch_members ORDER BY user_id")
    assert [row["user_id"] for row in members] == [ids[0], ids[2]]


async def test_people_come_back_into_the_batch_that_the_job_has_taken_them_out_of(
    clipboard: Clipboard, shelf: Shelf
) -> None:
    ids, batch_id = await clipboard.add_people(3), await shelf.make()
    await shelf.put_in(batch_id, ids)
    job_id = await clipboard.run("remove-from-batch", ids, batchId=str(batch_id))
    await shelf.put_in(batch_id, ids[:1])
    assert await clipboard.preview_undo(job_id) == {"total": 3, "allowed": 2, "refused": reasons({ADDED_SINCE: 1})}
    assert (await clipboard.undo(job_id))["undone"] == 2
    assert (await clipboard.rows(job_id))[0]["message"] == ADDED_SINCE
    assert (await shelf.figures(batch_id))[0] == 3


async def test_a_colleague_s_later_removal_is_not_undone_with_the_job(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(2), await shelf.make()
    await shelf.put_in(batch_id, ids)
    job_id = await clipboard.run("remove-from-batch", ids, batchId=str(batch_id))
    await shelf.put_in(batch_id, ids[:1])
    await shelf.take_out(batch_id, ids[:1])
    assert await clipboard.preview_undo(job_id) == {"total": 2, "allowed": 1, "refused": reasons({ADDED_SINCE: 1})}
    assert (await clipboard.undo(job_id))["undone"] == 1
    assert [row["user_id"] for row in await clipboard.fetch("SELECT user_id FROM batch_members")] == ids[1:]
    left = await clipboard.fetch("SELECT user_id FROM batch_leavings")
    assert [row["user_id"] for row in left] == [ids[0]] * 2


async def test_a_person_put_in_while_the_removal_waited_comes_back(
    clipboard: Clipboard, shelf: Shelf, owner_url: str
) -> None:
    [person] = await clipboard.add_people(1)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [person])
    job_id = await clipboard.start("remove-from-batch", [person], batchId=str(batch_id))
    members = "SELECT count(*) FROM batch_members"
    put_in = (
        "INSERT INTO batch_members (company_id, batch_id, user_id) SELECT company_id, $1, id FROM users WHERE id = $2"
    )
    waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    owner = await asyncpg.connect(owner_url)
    await owner.execute("DELETE FROM batch_members")
    async with owner.transaction():
        await owner.execute("SELECT FROM users WHERE id = $1 FOR UPDATE", person)
        removal = asyncio.create_task(clipboard.work(job_id))
        await eventually(partial(owner.fetchval, waits), within=60, what="the removal waits for the person")
        await owner.execute(put_in, batch_id, person)
    await removal
    assert await owner.fetchval(members) == 0
    await clipboard.undo(job_id)
    assert await owner.fetchval(members) == 1
    await owner.close()


async def test_an_archived_batch_takes_no_one_back(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(2), await shelf.make()
    await shelf.put_in(batch_id, ids)
    job_id = await clipboard.run("remove-from-batch", ids, batchId=str(batch_id))
    version = (await shelf.read(batch_id)).body["version"]
    assert (await shelf.change(batch_id, archived=True, version=version)).status == 200
    refused = reasons({BatchArchivedError.message: 2})
    assert await clipboard.preview_undo(job_id) == {"total": 2, "allowed": 0, "refused": refused}
    assert (await clipboard.undo(job_id))["undone"] == 0
    assert set(await clipboard.messages(job_id)) == {BatchArchivedError.message}


async def test_what_cannot_be_undone_says_why(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(2)
    running = await clipboard.start("set", ids, set=GIVEN)
    signed_out = await clipboard.run("sign-out", ids)
    await clipboard.work(running)
    nothing = await clipboard.run("set", ids, set=GIVEN)
    old = await clipboard.run("deactivate", ids)
    late = "UPDATE bulk_jobs SET finished_at = now() - interval '24 hours 1 second' WHERE id = $1"
    await clipboard.execute(late, old)
    begun = await clipboard.start("activate", ids)
    for job_id, reason in ((signed_out, NOT_UNDOABLE), (nothing, NOTHING_DONE), (old, TOO_LATE), (begun, NOT_ENDED)):
        for body in ({}, {"dryRun": True}):
            answer = await clipboard.browser.post(f"users/bulk/{job_id}/undo", json=body)
            assert (answer.status, answer.code, answer.body["message"]) == (409, "wrong_job_state", reason)
    assert (await clipboard.read(old))["canUndo"] is False


async def test_a_dry_run_of_an_undo_changes_nothing(clipboard: Clipboard) -> None:
    """One more of what is undone already is refused; so is a field that it does not have."""
    ids = await clipboard.add_people(2)
    job_id = await clipboard.run("set", ids, set=GIVEN)
    before = await clipboard.read(job_id)
    assert await clipboard.preview_undo(job_id) == {"total": 2, "allowed": 2, "refused": []}
    after = await clipboard.read(job_id)
    assert {**after, "serverTime": None} == {**before, "serverTime": None}
    assert (await clipboard.browser.post(f"users/bulk/{job_id}/undo", json={"dryRun": "yes"})).status == 422
    await clipboard.undo(job_id)
    answer = await clipboard.browser.post(f"users/bulk/{job_id}/undo", json={"dryRun": True})
    assert (answer.status, answer.body["message"]) == (409, UNDONE_ALREADY)


async def test_a_dry_run_of_an_undo_goes_by_the_caller_s_matrix(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    """People who have a higher profile by now, and those whose former one the caller may not give."""
    admin = clipboards.of(await sign_in(Profile.ADMIN))
    ids = await clipboard.add_people(3)
    job_id = await admin.run("set", ids, set=GIVEN)
    of_boss = await clipboard.run("activate", await clipboard.add_people(1, name="away", is_active=False))
    await clipboard.execute("UPDATE users SET profile = 'SUPER_ADMIN', role = 'HR' WHERE id = $1", ids[0])
    before = 'UPDATE bulk_rows SET before = before || \'{"profile": "ADMIN"}\' WHERE user_id = $1'
    await clipboard.execute(before, ids[1])
    refused: dict[str | None, int] = {
        "You may not change people with the profile Super Admin.": 1,
        "You may not give people the profile Admin.": 1,
    }
    assert await admin.preview_undo(job_id) == {"total": 3, "allowed": 1, "refused": reasons(refused)}
    assert (await admin.browser.post(f"users/bulk/{of_boss}/undo", json={"dryRun": True})).status == 403
    assert (await admin.undo(job_id))["undone"] == 1
    assert await clipboard.messages(job_id) == {**refused, None: 1}


async def test_undoing_twice_changes_nothing_more(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(2)
    job_id = await clipboard.run("set", ids, set=GIVEN)
    await clipboard.undo(job_id)
    await clipboard.undo(job_id)
    assert [state[4] for state in await states(clipboard, ids)] == [3, 3]


async def test_many_workers_undo_each_change_once(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(8)
    job_id = await clipboard.run("set", ids, set=GIVEN)
    await clipboard.cut(job_id, rows=2)
    await clipboard.execute("UPDATE work_chunks SET done_at = now()")
    assert (await clipboard.ask("undo", job_id)).status == 200
    await asyncio.gather(*(do_next(clipboard.services, BULK_UNDO, job_id) for _ in range(3)))
    await undo_bulk_job(clipboard.services, job_id=job_id, seconds=60)
    assert (await clipboard.read(job_id))["undone"] == 8
    assert {state[4] for state in await states(clipboard, ids)} == {3}


async def test_a_cancelled_job_is_undone_as_far_as_it_came(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(4)
    job_id = await clipboard.start("set", ids, set=GIVEN)
    await clipboard.cut(job_id, rows=2)
    assert await clipboard.do_chunk(job_id)
    assert (await clipboard.ask("cancel", job_id)).body["state"] == "cancelled"
    assert (await clipboard.undo(job_id))["undone"] == 2
    assert [state[4] for state in await states(clipboard, ids)] == [3, 3, 1, 1]


@pytest.mark.parametrize("change", ["is_active = false", "profile = 'TRAINER', role = 'MENTOR'"])
async def test_the_right_is_checked_when_a_worker_undoes(
    clipboards: Clipboards, sign_in: SignIn, clipboard: Clipboard, change: str
) -> None:
    admin = clipboards.of(await sign_in(Profile.ADMIN))
    job_id = await admin.run("deactivate", await admin.add_people(2))
    assert (await admin.ask("undo", job_id)).status == 200
    await clipboard.execute(f"UPDATE users SET {change} WHERE id = $1", admin.person.id)  # noqa: S608 - constants
    await undo_bulk_job(clipboard.services, job_id=job_id)
    job = await clipboard.read(job_id)
    assert (job["state"], job["undone"]) == ("undone", 0)
    assert set(await clipboard.messages(job_id)) == {NO_LONGER_ALLOWED}


async def test_what_others_may_give_back_is_decided_by_their_profile(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    """A job of a Super Admin is undone by Super Admins alone; of one like oneself everything."""
    admin, colleague = clipboards.of(await sign_in(Profile.ADMIN)), clipboards.of(await sign_in(Profile.ADMIN))
    ids = await clipboard.add_people(2)
    of_boss = await clipboard.run("deactivate", ids)
    assert (await admin.ask("undo", of_boss)).status == 403
    assert (await clipboard.undo(of_boss))["undone"] == 2
    of_admin = await admin.run("deactivate", ids)
    assert (await colleague.undo(of_admin))["undone"] == 2
