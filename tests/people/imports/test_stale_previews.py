"""Who has changed since a preview is left alone, named, and compared again by one call; an undo names them as well."""

import asyncio
import csv
import io
import random
from collections import Counter
from typing import Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.undo_import import undo_accounts
from server.people.imports.states import ImportMode, ImportState, RowFilter, RowStatus
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelves
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.import_modes import account, messages, run
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.user_calls import Desk, Desks

UPDATE: Final = ImportMode.UPDATE
SINCE: Final = "Changed since the preview"
SINCE_UNDO: Final = "The account has been changed since"


@pytest.fixture
async def colleague(office: Office, offices: Offices) -> Office:
    return await offices.open(company=office.person.company)


@pytest.fixture
def desk(desks: Desks, colleague: Office) -> Desk:
    return desks.of(colleague.person)


async def edit(desk: Desk, office: Office, number: int, **fields: str) -> None:
    user = await account(office, number)
    answer = await desk.edit(user["id"], **fields, version=user["version"])
    assert answer.status == 200, answer.body


async def name_of(office: Office) -> str:
    return (await office.identity()).actor.full_name


async def locations(office: Office) -> list[str]:
    rows = await office.fetch("SELECT work_location FROM users WHERE email LIKE 'imported%' ORDER BY email")
    return [row["work_location"] for row in rows]


async def test_a_change_since_the_preview_is_kept_and_named(
    office: Office, colleague: Office, desk: Desk, desks: Desks, caller: Caller
) -> None:
    """1, 3 and 4 were to change, 2 not; 5 is changed in another field, 6 as its row says, 7 has logged in."""
    await office.work(await office.begin(*people(7)))
    rows = [(f"imported{number}@example.org", "Pune" if number == 2 else "Delhi") for number in range(1, 8)]
    import_id = await office.upload(csv_file(*rows, header=("email", "workLocation")))
    await caller.as_person(office.person).call("PUT", f"{import_id}/columns", json={"mode": "update"})
    await check_import(office.services, import_id=import_id)
    for number in (1, 2, 4):
        await edit(desk, office, number, workLocation="Kochi")
    await run(colleague, await colleague.check(person(3, workLocation="Kochi")), UPDATE)
    await edit(desks.of(office.person), office, 4, fullName="Renamed")
    await edit(desk, office, 5, phone="9000000077")
    await edit(desk, office, 6, workLocation="Delhi")
    await office.execute("UPDATE users SET last_sign_in_at = now() WHERE email = 'imported7@example.org'")
    assert [row.row for row in (await office.rows(import_id, status=RowFilter.STALE)).data] == [1, 2, 3, 4]
    ended = await run(office, import_id, UPDATE)
    name = await name_of(colleague)
    by_hand, by_import = f"{SINCE} by {name}", f"{SINCE} by an import of {name}"
    told = await messages(office, import_id)
    assert told == [by_hand, by_hand, by_import, by_hand, "Updated", "No change", "Updated"]
    assert [row.message for row in ended.recent[::-1]] == told
    assert await locations(office) == ["Kochi"] * 4 + ["Delhi"] * 3
    assert await messages(office, import_id, RowFilter.STALE) == told[:4]
    await office.execute("DELETE FROM users WHERE id = $1", colleague.person.id)
    assert await messages(office, import_id, RowFilter.STALE) == [SINCE] * 4, "the account is gone, and its name"


async def test_what_was_left_alone_is_compared_again_by_its_file(
    office: Office, colleague: Office, desk: Desk, caller: Caller
) -> None:
    await office.work(await office.begin(*people(3)))
    import_id = await office.check(*(person(n, workLocation="Delhi") for n in (1, 2, 3)), person(4, email="x"))
    await edit(desk, office, 2, workLocation="Kochi")
    await run(office, import_id, UPDATE)
    answer = await caller.as_person(office.person).get(f"{import_id}/results.csv", status="stale")
    [_, row] = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""))
    assert row[-2:] == ["2", f"{SINCE} by {await name_of(colleague)}"]
    again = await office.upload(answer.content)
    await check_import(office.services, import_id=again)
    [row_again] = (await office.rows(again)).data
    assert row_again.before == {"workLocation": "Kochi"}
    await run(office, again, UPDATE)
    assert await locations(office) == ["Delhi"] * 3


async def test_a_preview_is_compared_again_by_whoever_may_start_it(
    office: Office, colleague: Office, desk: Desk, caller: Caller, offices: Offices
) -> None:
    """Its edits stay; another way to read the file remains forbidden to a smaller profile than the uploader's."""
    await office.work(await office.begin(*people(2)))
    import_id = await office.check(person(1, workLocation="Delhi"), person(2))
    starter = caller.as_person((await offices.open(Profile.MANAGEMENT, company=office.person.company)).person)
    mended = {"values": {"workLocation": "Goa"}, "version": 1}
    assert (await starter.call("PATCH", f"{import_id}/rows/2", json=mended)).status == 200
    await edit(desk, office, 1, workLocation="Kochi")
    assert (await starter.call("PUT", f"{import_id}/columns", json={"values": {"gender": "OTHER"}})).status == 403
    compared = await starter.call("PUT", f"{import_id}/columns", json={})
    assert (compared.status, compared.body["state"]) == (200, "validating")
    await check_import(office.services, import_id=import_id)
    assert [row.before for row in (await office.rows(import_id)).data] == [
        {"workLocation": "Kochi"},
        {"workLocation": "Pune"},
    ]
    assert (await office.rows(import_id, status=RowFilter.STALE)).total == 0
    assert (await run(office, import_id, UPDATE)).changed == 2
    assert await locations(office) == ["Delhi", "Goa"]


async def test_who_was_taken_out_of_a_batch_is_not_put_back(office: Office, shelves: Shelves) -> None:
    await office.work(await office.begin(*people(3)))
    shelf = shelves.of(office.person)
    batch_id, other = await shelf.make("July"), await shelf.make("June")
    ids = [(await account(office, number))["id"] for number in (1, 2, 3)]
    await shelf.put_in(batch_id, ids[:2])
    rows = [(*person(number, workLocation=where), "July") for number, where in ((1, "Pune"), (2, "Delhi"), (3, "Pune"))]
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, "batch")))
    await check_import(office.services, import_id=import_id)
    await shelf.take_out(batch_id, ids[:2])
    await shelf.put_in(other, ids[2:])
    await run(office, import_id, UPDATE)
    assert await messages(office, import_id) == [SINCE, SINCE, "Updated"]
    assert await office.fetch_value("SELECT count(*) FROM batch_members WHERE batch_id = $1", batch_id) == 1


async def test_an_email_that_names_another_account_now_changes_nothing(office: Office, add_company: AddCompany) -> None:
    await office.work(await office.begin(person(1)))
    import_id = await office.check(person(1, workLocation="Delhi"))
    await office.execute("DELETE FROM users WHERE email = 'imported1@example.org'")
    await office.work(await office.begin(person(1)))
    await run(office, import_id, UPDATE)
    assert (await messages(office, import_id), await locations(office)) == ([SINCE], ["Pune"])


async def test_an_undo_names_who_has_changed_what_it_leaves(office: Office, colleague: Office, desk: Desk) -> None:
    await office.work(await office.begin(*people(2)))
    import_id = await office.check(*(person(number, workLocation="Delhi") for number in range(1, 5)))
    await run(office, import_id, ImportMode.UPSERT)
    for number in (1, 3):
        await edit(desk, office, number, workLocation="Kochi")
    await run(colleague, await colleague.check(person(4, workLocation="Goa")), UPDATE)
    await office.undo(import_id)
    await office.undo_all(import_id)
    name, taken_back = await name_of(colleague), "The changes were taken back"
    by_hand, by_import = f"{SINCE_UNDO} by {name}", f"{SINCE_UNDO} by an import of {name}"
    assert await messages(office, import_id) == [by_hand, taken_back, by_hand, by_import]
    assert await locations(office) == ["Kochi", "Pune", "Kochi", "Goa"]


async def test_edits_imports_and_undos_at_once_lose_nothing_in_silence(
    office: Office, colleague: Office, desks: Desks
) -> None:
    """What each has replaced is what it was shown: so the values of a person are one chain, without a gap."""
    count = 24
    await office.work(await office.begin(*people(count)))
    numbers = range(1, count + 1)
    previews = {
        await each.check(*(person(number, workLocation=where) for number in order)): each
        for each, where, order in ((office, "Delhi", numbers), (colleague, "Kochi", reversed(numbers)))
    }
    first = await office.check(*(person(number, workLocation="Goa") for number in numbers if number % 3 == 0))
    await run(office, first, UPDATE)
    for import_id, each in previews.items():
        await each.start(import_id, mode=UPDATE)
        await each.cut(import_id, rows=3)
    await office.undo(first)
    desk, users = desks.of(colleague.person), {number: await account(office, number) for number in numbers}

    async def edits() -> Counter[int]:
        chosen = random.SystemRandom().sample(list(numbers), count // 3)
        sent = [desk.edit(users[n]["id"], workLocation="Agra", version=users[n]["version"]) for n in chosen]
        return Counter(answer.status for answer in await asyncio.gather(*sent))

    runs = [create_accounts(office.services, import_id=import_id) for import_id in previews]
    edited = asyncio.create_task(edits())
    await asyncio.gather(undo_accounts(office.services, import_id=first), *runs)
    assert set(await edited) <= {200, 409}
    assert (await office.undo_all(first)).state is ImportState.UNDONE
    replaced = await office.fetch("SELECT import_id, user_id, before, after FROM import_updates")
    for import_id, each in previews.items():
        assert (await each.work(import_id)).state is ImportState.COMPLETED
        rows = (await each.rows(import_id)).data
        assert {row.status for row in rows} <= {RowStatus.UPDATED, RowStatus.FAILED}
        assert all(
            row.message.startswith(f"{SINCE} by ") for row in rows if row.status is RowStatus.FAILED and row.message
        )
        seen = {"workLocation": "Pune"}
        assert all(change["before"] == seen for change in replaced if change["import_id"] == import_id)
