"""An import says which earlier one had the same content."""

from uuid import UUID

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def imported(office: Office) -> UUID:
    """An import of three new people that is completed."""
    import_id = await office.begin(*people(3))
    await office.work(import_id)
    return import_id


async def test_the_same_content_names_the_newest_import_that_was_completed(owner: Caller, office: Office) -> None:
    first = await imported(office)
    await office.upload(csv_file(*people(3)))
    again = await office.upload(csv_file(*people(3)))
    assert (await owner.get(first)).body["sameAs"] is None
    same = (await owner.get(again)).body["sameAs"]
    assert (same["id"], same["uploadedBy"]["id"]) == (str(first), str(office.person.id))
    assert set(same) == {"id", "fileName", "createdAt", "uploadedBy"}


async def test_an_import_that_came_to_nothing_is_not_named(owner: Caller, office: Office) -> None:
    """It was cancelled before any person was created, or it was undone."""
    first = await office.begin(*people(3))
    await office.cancel(first)
    second = await office.upload(csv_file(*people(3)))
    assert (await owner.get(second)).body["sameAs"] is None
    await office.execute("UPDATE imports SET created_count = 1 WHERE id = $1", first)
    assert (await owner.get(second)).body["sameAs"]["id"] == str(first)
    await office.execute("UPDATE imports SET state = 'undone' WHERE id = $1", first)
    assert (await owner.get(second)).body["sameAs"] is None


async def test_other_companies_and_imports_of_earlier_versions_are_not_named(
    owner: Caller, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    stranger = await offices.open(company=await add_company())
    await imported(stranger)
    ours = await office.upload(csv_file(*people(3)))
    assert (await owner.get(ours)).body["sameAs"] is None
    await office.start(await office.check(*people(4)))
    again = await office.upload(csv_file(*people(4)))
    await office.execute("UPDATE imports SET content_digest = NULL")
    assert (await owner.get(again)).body["sameAs"] is None


async def test_a_deleted_uploader_is_not_named(owner: Caller, office: Office, offices: Offices) -> None:
    colleague = await offices.open()
    await imported(colleague)
    again = await office.upload(csv_file(*people(3)))
    await office.execute("DELETE FROM users WHERE id = $1", colleague.person.id)
    assert (await owner.get(again)).body["sameAs"]["uploadedBy"] is None
