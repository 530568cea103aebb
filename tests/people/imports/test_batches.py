"""Files that name batches: in a column, or one for all rows."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from quart import Quart

from server.people.imports.checking.check_import import check_import
from server.people.imports.files.choose_columns import choose_columns
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.states import ImportMode, ImportState, RowChange, RowStatus
from server.vocabulary.languages import Language
from tests.fixtures.batch_calls import Shelf, Shelves
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.import_modes import run
from tests.fixtures.imports import Office
from tests.fixtures.user_list import Reader

ARCHIVED = "The batch “July” is archived: restore it, or name another one"
OTHER_HEADINGS = ("batch", "Batch", "Batch Name", "Intake", "Cohort", "बैच", "बैच का नाम", "Training Batch *")
SINCE = "The batch was archived after the preview"


@pytest.fixture
def shelf(office: Office, shelves: Shelves) -> Shelf:
    return shelves.of(office.person)


async def upload(office: Office, *rows: tuple[Sequence[str], str], heading: str = "Batch") -> UUID:
    """Rows with the cell that names their batches, checked."""
    content = csv_file(*((*cells, batch) for cells, batch in rows), header=(*HEADER, heading))
    import_id = await office.upload(content)
    await check_import(office.services, import_id=import_id)
    return import_id


async def members(office: Office) -> list[tuple[str, str]]:
    """(batch, email) of all."""
    rows = await office.fetch(
        """
        SELECT b.name, u.email FROM batch_members m JOIN batches b ON b.id = m.batch_id JOIN users u ON u.id = m.user_id
        ORDER BY b.name, u.email
        """
    )
    return [(row["name"], row["email"].partition("@")[0]) for row in rows]


async def problems(office: Office, import_id: UUID) -> list[list[str]]:
    return [[each.message for each in row.errors] for row in (await office.rows(import_id)).data]


@pytest.mark.parametrize(
    "heading", ["BATCH NO.", *(pytest.param(heading, marks=pytest.mark.long) for heading in OTHER_HEADINGS)]
)
async def test_a_heading_names_the_column_of_batches(office: Office, shelf: Shelf, heading: str) -> None:
    batch = await shelf.make("July 2026", code="PN-07")
    import_id = await upload(
        office,
        (person(1), "July 2026"),
        (person(2), " july  2026 "),
        (person(3), "pn-07"),
        (person(4), ""),
        heading=heading,
    )
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.new_batches, snapshot.unknown_headers) == (4, [], [])
    await office.start(import_id)
    await office.work(import_id)
    await office.check_books(import_id)

    assert await members(office) == [("July 2026", f"imported{number}") for number in (1, 2, 3)]
    assert (await shelf.figures(batch))[:2] == (3, 3)


async def test_an_unknown_name_makes_a_batch_at_the_start(office: Office, shelf: Shelf) -> None:
    await shelf.make("July")
    import_id = await upload(
        office,
        (person(1), "October"),
        (person(2), "OCTOBER; July"),
        (person(3), "march 2027;october;"),
        (person(4, email="x"), "Never"),
    )
    assert (await office.snapshot(import_id)).new_batches == ["October", "march 2027"]
    assert await shelf.names() == ["July"]
    assert [row.batch for row in (await office.rows(import_id)).data][:2] == ["October", "OCTOBER; July"]

    await office.start(import_id)
    assert sorted(await shelf.names()) == ["July", "October", "march 2027"]
    assert (await office.snapshot(import_id)).new_batches == []
    await office.work(import_id)
    assert await members(office) == [
        ("July", "imported2"),
        ("October", "imported1"),
        ("October", "imported2"),
        ("October", "imported3"),
        ("march 2027", "imported3"),
    ]
    [made] = await office.fetch("SELECT subject_label, actor_id FROM audit_entries WHERE subject_label = 'October'")
    assert made["actor_id"] == office.person.id


async def test_one_batch_for_all_rows_is_not_remembered_for_the_next_file(office: Office, shelf: Shelf) -> None:
    await shelf.make("July")
    import_id = await office.check(*people(2))
    await choose_columns(
        await office.context(),
        import_id,
        chosen=ColumnsRequest.model_validate({"values": {"batch": " july "}}),
    )
    await check_import(office.services, import_id=import_id)
    await office.start(import_id)
    await office.work(import_id)
    assert await members(office) == [("July", "imported1"), ("July", "imported2")]

    following = await office.check(*people(2, first=3))
    assert [row.batch for row in (await office.rows(following)).data] == ["", ""]


async def test_a_column_can_be_left_out(office: Office) -> None:
    import_id = await upload(office, (person(1), "July"))
    await choose_columns(
        await office.context(),
        import_id,
        chosen=ColumnsRequest.model_validate({"columns": dict(enumerate(HEADER))}),
    )
    await check_import(office.services, import_id=import_id)

    snapshot = await office.snapshot(import_id)
    assert (snapshot.new_batches, snapshot.unknown_headers) == ([], ["Batch"])


async def test_what_is_wrong_with_a_name_is_an_error_of_its_row(office: Office, shelf: Shelf) -> None:
    await shelf.change(await shelf.make("July", code="J"), archived=True)
    import_id = await upload(
        office,
        (person(1), "July"),
        (person(2), "j"),
        (person(3), "Oct\u200bober"),
        (person(4), "J\u0443ly"),
        (person(5), "x" * 101),
        (person(6), ";".join(f"B{number}" for number in range(11))),
        (person(7), "Good"),
    )
    errors = await problems(office, import_id)
    assert errors[:2] == [[ARCHIVED], [ARCHIVED]]
    assert "invisible character U+200B" in errors[2][0]
    assert "mixes Cyrillic and Latin" in errors[3][0]
    assert errors[4:] == [["Please use at most 100 characters"], ["Please name at most 10 batches"], []]
    assert (await office.snapshot(import_id)).new_batches == ["Good"]


async def test_a_file_makes_at_most_fifty_batches(office: Office, shelf: Shelf) -> None:
    import_id = await upload(office, *((person(number), f"Batch {number}") for number in range(1, 53)))

    errors = await problems(office, import_id)
    assert errors[:50] == [[]] * 50
    assert (
        errors[50:] == [["A file can make at most 50 new batches: create this one first, or name one that exists"]] * 2
    )
    await office.start(import_id)
    await office.work(import_id)
    assert (await shelf.page()).body["total"] == 50


async def test_a_batch_archived_after_the_preview_fails_its_rows(office: Office, shelf: Shelf) -> None:
    batch = await shelf.make("July")
    import_id = await upload(office, (person(1), "July"), (person(2), ""), (person(3), "July; October"))
    await shelf.change(batch, archived=True)
    await office.start(import_id)
    ended = await office.work(import_id)
    await office.check_books(import_id)

    assert (ended.state, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, 1, 2)
    assert [row.message for row in (await office.rows(import_id)).data] == [SINCE, "Created", SINCE]
    assert await members(office) == []


async def test_a_batch_archived_between_two_chunks_takes_no_one_else(office: Office, shelf: Shelf) -> None:
    batch = await shelf.make("July")
    import_id = await upload(office, *((person(number), "July") for number in (1, 2)))
    await office.start(import_id)
    await office.cut(import_id, rows=1)
    await office.create_chunk(import_id)
    await shelf.change(batch, archived=True)
    ended = await office.work(import_id)

    assert (ended.success_count, ended.failed_count) == (1, 1)
    assert await members(office) == [("July", "imported1")]


async def test_an_update_adds_people_and_removes_them_from_no_other_batch(office: Office, shelf: Shelf) -> None:
    await office.work(await office.begin(*people(3)))
    july, march = await shelf.make("July"), await shelf.make("March")
    ids = [row["id"] for row in await office.fetch("SELECT id FROM users WHERE email LIKE 'imported%' ORDER BY email")]
    await shelf.put_in(march, ids[:2])
    await shelf.put_in(july, ids[2:])
    import_id = await upload(
        office, (person(1), "July"), (person(2, workLocation="Delhi"), "July;October"), (person(3), "July")
    )
    rows = (await office.rows(import_id)).data
    assert [row.change for row in rows] == [RowChange.CHANGED, RowChange.CHANGED, RowChange.UNCHANGED]
    assert [row.before for row in rows] == [{"batch": "March"}, {"workLocation": "Pune", "batch": "March"}, {}]
    snapshot = await office.snapshot(import_id)
    assert (snapshot.changed_rows, snapshot.unchanged_rows, snapshot.new_batches) == (2, 1, ["October"])

    ended = await run(office, import_id, ImportMode.UPDATE)
    assert (ended.changed, ended.unchanged) == (2, 1)
    assert await members(office) == [
        ("July", "imported1"),
        ("July", "imported2"),
        ("July", "imported3"),
        ("March", "imported1"),
        ("March", "imported2"),
        ("October", "imported2"),
    ]
    versions = await office.fetch("SELECT version FROM users WHERE email LIKE 'imported%' ORDER BY email")
    assert [row["version"] for row in versions] == [1, 2, 1]
    again = await upload(office, (person(1), "July"))
    assert [row.change for row in (await office.rows(again)).data] == [RowChange.UNCHANGED]


async def test_a_start_that_creates_only_makes_no_batch_of_other_rows(office: Office, shelf: Shelf) -> None:
    await office.work(await office.begin(person(1)))
    import_id = await upload(office, (person(1), "July"), (person(2), "October"))
    await office.start(import_id, mode=ImportMode.CREATE)
    await office.work(import_id)

    assert await shelf.names() == ["October"]
    assert await members(office) == [("October", "imported2")]


async def test_an_edit_of_a_row_keeps_what_it_says_of_batches(office: Office, shelf: Shelf) -> None:
    await shelf.change(await shelf.make("July"), archived=True)
    import_id = await upload(office, (person(1), "July"), (person(2), "October"), (person(3, email="x"), "October"))
    await office.delete_row(import_id, 3)
    rows = (await office.rows(import_id)).data
    assert [row.status for row in rows] == [RowStatus.INVALID, RowStatus.VALID]
    assert [row.batch for row in rows] == ["July", "October"]
    assert await problems(office, import_id) == [[ARCHIVED], []]


async def test_a_killed_chunk_leaves_nothing_and_is_done_once(office: Office, shelf: Shelf) -> None:
    batch = await shelf.make("July")
    import_id = await upload(office, *((person(number), "July") for number in range(1, 6)))
    await office.start(import_id)
    await office.cut(import_id, rows=2)
    while await office.create_chunk(import_id):
        pass
    assert await office.create_chunk(import_id) is False
    assert (await shelf.figures(batch))[0] == 5


async def test_cells_that_differ_in_every_row_are_read_once_each(office: Office, shelf: Shelf) -> None:
    """Two names in every order and case: many cells, and two batches."""
    numbers = range(1, 251)
    cells = ["; ".join(["July", "jULY "[: number % 5] or "October", "x" * 0, "October"]) for number in numbers]
    different = [f"{cell}{';' * (number % 97)}" for number, cell in zip(numbers, cells, strict=True)]
    import_id = await upload(office, *((person(n), cell) for n, cell in zip(numbers, different, strict=True)))
    assert (await office.snapshot(import_id)).invalid_rows == 0
    await office.start(import_id)
    await office.work(import_id)
    batches = (await shelf.page(pageSize=10)).body["data"]
    assert {batch["name"]: batch["people"] for batch in batches if batch["name"] in {"July", "October"}} == {
        "July": 250,
        "October": 250,
    }


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ["people.csv", "people.xlsx"])
async def test_an_exported_list_is_no_change_when_it_is_imported(
    office: Office, shelf: Shelf, app: Quart, name: str, language: Language
) -> None:
    """An import refuses the names of archived batches: they stand in a column of their own."""
    reader = Reader(app=app, person=office.person)
    assert await office.fetch("UPDATE users SET language = $1 RETURNING id", language)
    await office.work(await office.begin(*people(3)))
    ids = {row["email"]: row["id"] for row in await office.fetch("SELECT email, id FROM users")}
    emails = [f"imported{number}@example.org" for number in (1, 2, 3)]
    for batch, numbers in {'=July, "A"': (1, 2), "+August": (1,), "Ended": (1, 3)}.items():
        batch_id = await shelf.make(batch)
        await shelf.put_in(batch_id, [ids[emails[number - 1]] for number in numbers])
        if batch == "Ended":
            assert (await shelf.change(batch_id, archived=True)).status == 200

    answer = await reader.ask(f"/export.{name.partition('.')[2]}", profile="TRAINEE", sort="email")
    import_id = await office.upload(await answer.get_data(), name=name)
    await check_import(office.services, import_id=import_id)
    rows = (await office.rows(import_id)).data
    assert [row.batch for row in rows] == ['+August; =July, "A"', '=July, "A"', ""]
    assert [row.change for row in rows] == [RowChange.UNCHANGED] * 3
    archived = {Language.ENGLISH: "Archived batch", Language.HINDI: "संग्रहित बैच"}[language]
    assert archived in (await office.snapshot(import_id)).unknown_headers
