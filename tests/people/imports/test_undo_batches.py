"""Undoing an import takes people out of the batches that it has put them into."""

from uuid import UUID

import pytest

from server.people.imports.states import ImportMode, ImportState, RowFilter
from tests.fixtures.batch_calls import Shelf, Shelves
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office
from tests.people.imports.test_batches import members, upload


@pytest.fixture
def shelf(office: Office, shelves: Shelves) -> Shelf:
    return shelves.of(office.person)


async def account_id(office: Office, number: int) -> UUID:
    found: UUID = await office.fetch_value("SELECT id FROM users WHERE email = $1", f"imported{number}@example.org")
    return found


async def undo(office: Office, import_id: UUID) -> int:
    await office.undo(import_id)
    ended = await office.undo_all(import_id)
    assert ended.state is ImportState.UNDONE
    return ended.undone


async def test_deleted_accounts_and_an_empty_new_batch_are_gone(office: Office, shelf: Shelf) -> None:
    old = await shelf.make("July")
    import_id = await upload(office, (person(1), "July; October"), (person(2), "October"))
    await office.start(import_id)
    await office.work(import_id)

    assert await undo(office, import_id) == 2
    assert await members(office) == []
    assert await shelf.names() == ["July"]
    assert await shelf.figures(old) == (0, 0, 0, 0)
    [entry] = await office.fetch("SELECT subject_label, actor_id FROM audit_entries WHERE action = 'batch_deleted'")
    assert (entry["subject_label"], entry["actor_id"]) == ("October", office.person.id)


async def test_who_stays_leaves_the_batch_and_a_used_batch_stays(office: Office, shelf: Shelf) -> None:
    import_id = await upload(office, (person(1), "July"), (person(2), "October"), (person(3), "March"))
    await office.start(import_id)
    await office.work(import_id)
    await office.execute("UPDATE users SET last_sign_in_at = now() WHERE email = 'imported1@example.org'")
    october = (await shelf.page(search="October")).body["data"][0]["id"]
    march = (await shelf.page(search="March")).body["data"][0]["id"]
    await shelf.put_in(UUID(october), [office.person.id])
    await shelf.change(march, location="Pune")

    assert await undo(office, import_id) == 2
    assert [name for name, _ in await members(office)] == ["October"]
    assert sorted(await shelf.names()) == ["March", "October"]


async def test_rows_that_only_added_a_batch_are_taken_back_and_counted(
    office: Office, shelf: Shelf, caller: Caller
) -> None:
    await office.work(await office.begin(*people(5)))
    july = await shelf.make("July")
    await shelf.put_in(july, [await account_id(office, 5)])
    import_id = await upload(office, *((person(number), "July") for number in range(1, 6)))
    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.cut(import_id, rows=2)
    ended = await office.work(import_id)
    assert (ended.changed, ended.unchanged) == (4, 1)
    await shelf.take_out(july, [await account_id(office, 2)])
    await office.execute("DELETE FROM users WHERE email = 'imported3@example.org'")

    told = (await caller.as_person(office.person).get(f"{import_id}/undo")).body
    assert (told["accounts"], told["updates"]) == (0, 2)
    assert {(each["reason"], each["rows"]) for each in told["keptUpdates"]} == {
        ("The account has been changed since", 1),
        ("The account has been deleted already", 1),
    }
    assert await undo(office, import_id) == 2
    assert await members(office) == [("July", "imported5")]
    kept = await office.rows(import_id, status=RowFilter.KEPT)
    assert [(row.row, row.message) for row in kept.data] == [
        (2, "The account has been changed since"),
        (3, "The account has been deleted already"),
    ]
    undone = await office.rows(import_id, status=RowFilter.UNDONE)
    assert [row.row for row in undone.data] == [1, 4]


async def test_a_person_put_in_again_by_hand_stays(office: Office, shelf: Shelf) -> None:
    july = await shelf.make("July")
    await office.work(await office.begin(person(1)))
    import_id = await upload(office, (person(1), "July"), (person(2), "July"))
    await office.start(import_id, mode=ImportMode.UPSERT)
    await office.work(import_id)
    person_id = await account_id(office, 1)
    await shelf.take_out(july, [person_id])
    await shelf.put_in(july, [person_id])

    assert await undo(office, import_id) == 1
    assert await members(office) == [("July", "imported1")]


async def test_a_row_with_a_field_and_a_batch_counts_once(office: Office, shelf: Shelf) -> None:
    await shelf.make("July")
    await office.work(await office.begin(person(1)))
    import_id = await upload(office, (person(1, workLocation="Delhi"), "July"))
    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.work(import_id)

    assert await undo(office, import_id) == 1
    assert await members(office) == []
    assert await office.fetch_value("SELECT work_location FROM users WHERE email LIKE 'imported1@%'") == "Pune"
