"""S61: batches gather only people that their administrator may manage, and no name passes for another's."""

import asyncio

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.choose_columns import choose_columns
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.states import ImportMode
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf, Shelves
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany, SignIn
from tests.people.imports.test_batches import members, upload


@pytest.fixture
def shelf(office: Office, shelves: Shelves) -> Shelf:
    return shelves.of(office.person)


@pytest.mark.security("S61")
async def test_the_matrix_decides_whom_a_file_puts_into_a_batch(
    office: Office, offices: Offices, sign_in: SignIn, shelf: Shelf
) -> None:
    """MANAGEMENT cannot put an ADMIN's account into a batch, nor its own."""
    await shelf.make("July")
    theirs = await offices.open(Profile.MANAGEMENT)
    manager, admin = theirs.person, await sign_in(Profile.ADMIN)
    rows = []
    for each in (admin, manager):
        [user] = await office.fetch("SELECT * FROM users WHERE id = $1", each.id)
        cells = {"email": user["email"], "phone": user["phone"], "fullName": user["full_name"]}
        rows.append((person(1, **cells, role=user["role"], profile=user["profile"], workLocation=""), "July"))
    import_id = await upload(theirs, *rows)
    await choose_columns(
        await theirs.context(),
        import_id,
        chosen=ColumnsRequest.model_validate({"columns": {1: "email", 8: "batch"}, "mode": "update"}),
    )
    await check_import(theirs.services, import_id=import_id)
    listed = (await theirs.rows(import_id)).data
    assert [row.change for row in listed] == [None, None]
    assert [[each.message for each in row.update_errors] for row in listed] == [
        ["Access denied. You do not have permission to perform this action."]
    ] * 2
    assert await members(office) == []


@pytest.mark.security("S61")
async def test_a_demoted_starter_puts_no_one_into_a_batch(office: Office, offices: Offices, shelf: Shelf) -> None:
    await shelf.make("July")
    await office.work(await office.begin(person(1, role="MENTOR", profile="TRAINER")))
    theirs = await offices.open(Profile.ADMIN)
    admin = theirs.person
    import_id = await upload(theirs, (person(1, role="MENTOR", profile="TRAINER"), "July"))
    await theirs.start(import_id, mode=ImportMode.UPDATE)
    await office.execute("UPDATE users SET profile = 'MANAGEMENT', role = 'HR' WHERE id = $1", admin.id)
    ended = await office.work(import_id)

    assert (ended.changed, ended.failed_count) == (0, 1)
    assert await members(office) == []


@pytest.mark.security("S61")
async def test_a_file_never_names_another_company_s_batch(
    office: Office, shelves: Shelves, sign_in: SignIn, add_company: AddCompany
) -> None:
    theirs = shelves.of(await sign_in(company=await add_company()))
    batch = await theirs.make("July", code="J")
    import_id = await upload(office, (person(1), "July"), (person(2), "J"))
    assert (await office.snapshot(import_id)).new_batches == ["July", "J"]
    await office.start(import_id)
    await office.work(import_id)

    assert await theirs.figures(batch) == (0, 0, 0, 0)
    assert await theirs.names() == ["July"]


@pytest.mark.security("S61")
@pytest.mark.parametrize("name", ["Ju\u200bly", "July\u202e", "J\u0443ly", "July\u2800", "\u2067July", "Jul\u03c5"])
async def test_a_name_that_looks_like_another_is_refused_by_form_and_file(
    office: Office, shelf: Shelf, name: str
) -> None:
    await shelf.make("July")
    assert (await shelf.add(name)).status == 422
    import_id = await upload(office, (person(1), name))
    [row] = (await office.rows(import_id)).data
    assert [each.field for each in row.errors] == ["batch"]
    assert (await office.snapshot(import_id)).new_batches == []


@pytest.mark.security("S61")
@pytest.mark.parametrize("name", ["JULY", "\uff2auly", "July\u00a0"])
async def test_what_reads_alike_is_the_same_batch(office: Office, shelf: Shelf, name: str) -> None:
    await shelf.make("July")
    assert (await shelf.add(name)).code == "batch_exists"
    import_id = await upload(office, (person(1), name))
    assert (await office.snapshot(import_id)).new_batches == []
    await office.start(import_id)
    await office.work(import_id)
    assert await members(office) == [("July", "imported1")]


@pytest.mark.security("S61")
async def test_thousands_of_names_make_fifty_batches(office: Office, shelf: Shelf) -> None:
    """A cell names at most ten; a cell of four thousand names is read like any other."""
    many = ";".join(f"B{number}" for number in range(4_000))
    import_id = await upload(office, (person(1), many), *((person(n), f"Batch {n}") for n in range(2, 402)))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.invalid_rows) == (50, 351)
    await office.start(import_id)
    await office.work(import_id)
    assert (await shelf.page(pageSize=100)).body["total"] == 50


@pytest.mark.security("S61")
async def test_two_files_that_name_the_same_new_batch_make_one(office: Office, shelf: Shelf) -> None:
    first = await upload(office, (person(1), "July"))
    second = await upload(office, (person(2), "JULY"))
    await asyncio.gather(office.start(first), office.start(second), shelf.add("july"))
    await office.work(first)
    await office.work(second)

    assert [name.casefold() for name in await shelf.names()] == ["july"]
    assert [email for _name, email in await members(office)] == ["imported1", "imported2"]
