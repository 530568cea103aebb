"""An import says which earlier one had the same content."""

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def test_the_same_content_names_the_newest_earlier_import(owner: Caller, office: Office) -> None:
    first = await office.upload(csv_file(*people(3)), name="first.csv")
    second = await office.upload(csv_file(*people(3)), name="second.csv")
    await office.upload(csv_file(*people(4)), name="other.csv")
    third = await office.upload(csv_file(*people(3)), name="third.csv")
    assert (await owner.get(first)).body["sameAs"] is None
    same = (await owner.get(third)).body["sameAs"]
    assert (same["id"], same["fileName"], same["uploadedBy"]["id"]) == (
        *(str(second), "second.csv"),
        str(office.person.id),
    )
    assert set(same) == {"id", "fileName", "createdAt", "uploadedBy"}
    assert (await owner.get(second)).body["sameAs"]["id"] == str(first)


async def test_an_import_that_came_to_nothing_is_not_named(owner: Caller, office: Office) -> None:
    """Failed, or cancelled before its start; one cancelled later is."""
    first = await office.check(*people(3))
    await office.cancel(first)
    second = await office.check(*people(3))
    assert (await owner.get(second)).body["sameAs"] is None
    await office.start(second)
    await office.cancel(second)
    third = await office.check(*people(3))
    assert (await owner.get(third)).body["sameAs"]["id"] == str(second)
    await office.execute("UPDATE imports SET state = 'failed' WHERE id = $1", second)
    assert (await owner.get(third)).body["sameAs"] is None


async def test_other_companies_and_imports_of_earlier_versions_are_not_named(
    owner: Caller, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    stranger = await offices.open(company=await add_company())
    await stranger.upload(csv_file(*people(3)))
    ours = await office.upload(csv_file(*people(3)))
    assert (await owner.get(ours)).body["sameAs"] is None
    again = await office.upload(csv_file(*people(3)))
    await office.execute("UPDATE imports SET content_digest = NULL")
    assert (await owner.get(again)).body["sameAs"] is None


async def test_a_deleted_uploader_is_not_named(owner: Caller, office: Office, offices: Offices) -> None:
    colleague = await offices.open()
    await colleague.upload(csv_file(*people(3)))
    again = await office.upload(csv_file(*people(3)))
    await office.execute("DELETE FROM users WHERE id = $1", colleague.person.id)
    assert (await owner.get(again)).body["sameAs"]["uploadedBy"] is None
