"""A batch has a past: who was in it, from when until when, who removed them and why."""

from typing import Any, Final
from uuid import UUID, uuid4

import asyncpg
import pytest

from server.people.bulk.repository import WIPE_REASONS
from server.people.duplicates.merge_users import end_merges
from server.people.imports.states import ImportState
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.batch_calls import Shelf, Shelves
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks
from tests.people.duplicates.test_merge_users import A_DAY, PROVED, merge, undo
from tests.people.imports.test_batches import upload

REMOVED: Final = "DELETE FROM batch_members WHERE company_id = $1 AND batch_id = $2 AND user_id = $3"
LEFT: Final = "SELECT * FROM batch_leavings ORDER BY joined_at"
JOINED: Final = "SELECT joined_at FROM batch_members WHERE batch_id = $1 AND user_id = $2"


async def leavings(clipboard: Clipboard) -> list[Any]:
    return list(await clipboard.fetch(LEFT))


async def test_who_is_removed_has_left_and_joins_again_as_another_row(
    clipboard: Clipboard, shelf: Shelf, desk: Desk
) -> None:
    first, second = await clipboard.add_people(2)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [first, second])
    since = await clipboard.value(JOINED, batch_id, first)
    job_id = await clipboard.run("remove-from-batch", [first], batchId=str(batch_id), reason="  Found  a job ")

    [left] = await leavings(clipboard)
    assert (left["user_id"], left["joined_at"], left["left_by"]) == (first, since, clipboard.person.id)
    assert left["reason"] == "Found a job"
    assert left["left_at"] > since
    # A reason is about a person: it stands nowhere else once the job has ended.
    assert await clipboard.value("SELECT reason FROM bulk_jobs WHERE id = $1", job_id) is None
    await shelf.put_in(batch_id, [first])
    assert await clipboard.value(JOINED, batch_id, first) > left["left_at"]
    await shelf.take_out(batch_id, [first])

    listed = (await desk.browser.get(f"batches/{batch_id}/leavings")).body
    assert [(each["userId"], each["reason"]) for each in listed["data"]] == [
        (str(first), None),
        (str(first), "Found a job"),
    ]
    assert (listed["total"], listed["data"][1]["leftBy"] is not None) == (2, True)
    own = (await desk.browser.get(f"users/{first}/leavings", query={"pageSize": 1})).body
    assert [(each["batchName"], own["total"]) for each in own["data"]] == [("July 2026", 2)]
    assert (await desk.browser.get(f"users/{second}/leavings")).body["data"] == []
    data = (await desk.browser.get(f"users/{first}/data.json")).body
    assert [row["reason"] for row in data["batches"]] == [None, "Found a job"]


@pytest.mark.parametrize(
    ("action", "reason"),
    [("remove-from-batch", "x" * 201), ("remove-from-batch", "a\u202eb"), ("add-to-batch", "Moved")],
)
async def test_a_reason_is_one_short_line_and_belongs_to_a_removal(
    clipboard: Clipboard, shelf: Shelf, action: str, reason: str
) -> None:
    people = await clipboard.add_people(1)
    refused = await clipboard.send(action, people, batchId=str(await shelf.make()), reason=reason)
    assert (refused.status, list(refused.body["errors"])) == (422, ["reason"])


async def test_an_older_worker_that_only_deletes_members_leaves_history_too(clipboard: Clipboard, shelf: Shelf) -> None:
    [first] = await clipboard.add_people(1)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [first])
    await execute(clipboard.services, "UPDATE batch_members SET joined_at = NULL WHERE batch_id = $1", batch_id)
    since = await clipboard.value("SELECT added_at FROM batch_members WHERE batch_id = $1", batch_id)
    await execute(clipboard.services, REMOVED, shelf.company.id, batch_id, first)

    [left] = await leavings(clipboard)
    assert (left["user_id"], left["joined_at"], left["left_by"], left["reason"]) == (first, since, None, None)
    assert (await shelf.figures(batch_id))[0] == 0


async def test_what_a_job_has_done_and_is_undone_is_no_history(clipboard: Clipboard, shelf: Shelf) -> None:
    first, second = await clipboard.add_people(2)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [first])
    since = await clipboard.value(JOINED, batch_id, first)
    added = await clipboard.run("add-to-batch", [second], batchId=str(batch_id))
    removed = await clipboard.run("remove-from-batch", [first], batchId=str(batch_id))

    assert (await clipboard.undo(added))["undone"] == (await clipboard.undo(removed))["undone"] == 1
    assert await leavings(clipboard) == []
    assert await clipboard.value(JOINED, batch_id, first) == since


async def test_an_import_that_is_undone_leaves_no_history_and_no_batch(office: Office, shelves: Shelves) -> None:
    """Its people were also put into another batch, and taken out of one, by hand."""
    shelf = shelves.of(office.person)
    import_id = await upload(office, (person(1), "October"), (person(2), "October"))
    await office.start(import_id)
    await office.work(import_id)
    created = [row["id"] for row in await office.fetch("SELECT id FROM users WHERE email LIKE 'imported%' ORDER BY id")]
    hands, used = await shelf.make("By hand"), await shelf.make("Used")
    await shelf.put_in(hands, created)
    await shelf.put_in(used, [office.person.id])
    await shelf.take_out(hands, created[:1])
    await shelf.take_out(used, [office.person.id])
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).state is ImportState.UNDONE

    assert [row["batch_id"] for row in await office.fetch(LEFT)] == [used]
    assert sorted(await shelf.names()) == ["By hand", "Used"]
    assert await shelf.figures(hands) == (0, 0, 0, 0)


async def test_a_batch_of_an_import_that_people_have_left_stays(office: Office, shelves: Shelves) -> None:
    shelf = shelves.of(office.person)
    import_id = await upload(office, (person(1), "October"))
    await office.start(import_id)
    await office.work(import_id)
    [batch] = (await shelf.page()).body["data"]
    await shelf.put_in(UUID(batch["id"]), [office.person.id])
    await shelf.take_out(UUID(batch["id"]), [office.person.id])
    await office.undo(import_id)
    await office.undo_all(import_id)

    assert await shelf.names() == ["October"]
    assert [row["user_id"] for row in await office.fetch(LEFT)] == [office.person.id]


async def test_a_deleted_person_leaves_rows_without_a_name(clipboard: Clipboard, shelf: Shelf, desk: Desk) -> None:
    """What was open is closed; all rows of one person have one id, which is no account's."""
    first, second = await clipboard.add_people(2)
    july, june = await shelf.make("July"), await shelf.make("June")
    for batch_id in (july, june):
        await shelf.put_in(batch_id, [first, second])
    await clipboard.run("remove-from-batch", [first, second], batchId=str(july), reason="Fever")
    assert (await desk.delete(first)).status == 200

    rows = [row for row in await leavings(clipboard) if row["user_id"] != second]
    assert [(row["batch_id"], row["left_by"], row["reason"]) for row in rows] == [
        (july, None, None),
        (june, None, None),
    ]
    assert len({row["user_id"] for row in rows} - {first}) == 1
    listed = (await desk.browser.get(f"batches/{july}/leavings")).body["data"]
    assert sorted((each["fullName"] is None, each["reason"]) for each in listed) == [(False, "Fever"), (True, None)]
    assert await shelf.figures(june) == (1, 0, 0, 0)


async def test_who_has_removed_a_person_is_no_longer_named_once_deleted(
    clipboard: Clipboard, shelf: Shelf, sign_in: SignIn, services: Services
) -> None:
    [member], admin = await clipboard.add_people(1), await sign_in(Profile.ADMIN)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [member])
    await shelf.take_out(batch_id, [member])
    await execute(services, "UPDATE batch_leavings SET left_by = $1, reason = 'Fever'", admin.id)
    await execute(services, "DELETE FROM users WHERE company_id = $1 AND id = $2", shelf.company.id, admin.id)

    [left] = await leavings(clipboard)
    assert (left["user_id"], left["left_by"], left["reason"]) == (member, None, "Fever")


async def test_a_merge_keeps_since_when_and_the_past_is_the_survivor_s_after_its_day(
    clipboard: Clipboard, shelf: Shelf, desk: Desk, services: Services
) -> None:
    survivor, merged = await clipboard.add_people(2)
    await execute(services, PROVED, desk.person.session_id)
    july, june = await shelf.make("July"), await shelf.make("June")
    for batch_id in (july, june):
        await shelf.put_in(batch_id, [merged])
    since = await clipboard.value(JOINED, july, merged)
    await shelf.take_out(june, [merged])

    assert (await merge(desk, survivor, merged)).status == 200
    assert await clipboard.value(JOINED, july, survivor) == since
    assert [row["user_id"] for row in await leavings(clipboard)] == [merged]
    assert (await undo(desk)).status == 200
    assert await clipboard.value(JOINED, july, merged) == since
    assert await clipboard.value(JOINED, july, survivor) is None

    assert (await merge(desk, survivor, merged)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)
    assert [(row["user_id"], row["batch_id"]) for row in await leavings(clipboard)] == [(survivor, june)]


@pytest.mark.security("S32")
async def test_another_company_s_past_is_not_found(
    shelf: Shelf, desk: Desk, desks: Desks, sign_in: SignIn, services: Services, add_company: AddCompany
) -> None:
    member = await add_account(services.database, shelf.company, profile=Profile.TRAINEE)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [member.id])
    await shelf.take_out(batch_id, [member.id])
    stranger = desks.of(await sign_in(company=await add_company())).browser
    trainee = desks.of(await sign_in(Profile.TRAINEE)).browser

    for path, nothing in ((f"batches/{batch_id}", f"batches/{uuid4()}"), (f"users/{member.id}", f"users/{uuid4()}")):
        refused = await stranger.get(f"{path}/leavings")
        assert (refused.status, refused.body) == (404, (await desk.browser.get(f"{nothing}/leavings")).body)
        assert (await trainee.get(f"{path}/leavings")).status == 403


async def test_of_two_leavings_since_one_moment_the_later_one_counts(
    clipboard: Clipboard, shelf: Shelf, desk: Desk, services: Services
) -> None:
    """One statement has added both, before there was a history; a merge keeps since when."""
    survivor, merged = await clipboard.add_people(2)
    await execute(services, PROVED, desk.person.session_id)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [survivor, merged])
    await execute(services, "UPDATE batch_members SET joined_at = NULL")
    await clipboard.run("remove-from-batch", [survivor], batchId=str(batch_id), reason="Ill")
    assert (await merge(desk, survivor, merged)).status == 200
    await clipboard.run("remove-from-batch", [survivor], batchId=str(batch_id), reason="Moved")
    assert [(row["user_id"], row["reason"]) for row in await leavings(clipboard)] == [(survivor, "Moved")]


async def test_a_merge_that_is_undone_leaves_no_past_of_the_survivor(
    clipboard: Clipboard, shelf: Shelf, desk: Desk, services: Services
) -> None:
    survivor, merged = await clipboard.add_people(2)
    await execute(services, PROVED, desk.person.session_id)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, [merged])
    since = await clipboard.value(JOINED, batch_id, merged)
    assert (await merge(desk, survivor, merged)).status == 200
    await shelf.take_out(batch_id, [survivor])
    assert (await undo(desk)).status == 200
    assert await leavings(clipboard) == []
    assert await clipboard.value(JOINED, batch_id, merged) == since


async def test_a_deleted_company_takes_its_past_along(
    clipboard: Clipboard, shelf: Shelf, desk: Desk, owner_url: str
) -> None:
    people = await clipboard.add_people(2)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, people)
    await clipboard.run("remove-from-batch", people[:1], batchId=str(batch_id), reason="Ill")
    owner = await asyncpg.connect(owner_url)
    await owner.execute("DELETE FROM companies WHERE id = $1", shelf.company.id)
    left = "SELECT (SELECT count(*) FROM batch_leavings) + (SELECT coalesce(sum(people), 0) FROM people_figures)"
    assert await owner.fetchval(left) == await owner.fetchval("SELECT count(*) FROM users")
    await owner.close()


async def test_a_reason_that_an_older_worker_has_left_is_wiped(clipboard: Clipboard, shelf: Shelf) -> None:
    people = await clipboard.add_people(1)
    batch_id = await shelf.make()
    await shelf.put_in(batch_id, people)
    await clipboard.run("remove-from-batch", people, batchId=str(batch_id), reason="Ill")
    await execute(shelf.services, "UPDATE bulk_jobs SET reason = 'Ill'")
    async with shelf.services.unit_of_work() as unit:
        await unit.connection.execute(WIPE_REASONS, limit=10)
    assert await clipboard.value("SELECT reason FROM bulk_jobs") is None
