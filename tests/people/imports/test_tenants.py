"""Tenant isolation in Postgres itself: a row cannot name another company's row."""

from uuid import UUID

import asyncpg
import pytest

from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany


@pytest.fixture
async def stranger(offices: Offices, add_company: AddCompany) -> Office:
    """An office of another company."""
    return await offices.open(company=await add_company())


async def refused_by_postgres(office: Office, query: str, *values: object) -> str | None:
    """The constraint that refuses the statement."""
    with pytest.raises(asyncpg.ForeignKeyViolationError) as refused:
        await office.execute(query, *values)
    return refused.value.constraint_name


@pytest.mark.parametrize("column", ["uploaded_by", "started_by"])
async def test_an_import_cannot_name_another_company_s_person(office: Office, stranger: Office, column: str) -> None:
    import_id = await office.check(person(1))
    query = f"UPDATE imports SET {column} = $2 WHERE id = $1"  # noqa: S608 - a column's name
    assert await refused_by_postgres(office, query, import_id, stranger.person.id) == f"fk_imports_company_id_{column}"


async def test_a_message_cannot_name_another_company_s_person_or_import(office: Office, stranger: Office) -> None:
    import_id = await stranger.check(person(1))
    query = """
        INSERT INTO messages (company_id, user_id, import_id, kind, channel, recipient)
        VALUES ($1, $2, $3, 'invitation', 'EMAIL', 'asha@example.org')
    """
    ours, theirs = office.person, stranger.person
    for user_id, named in ((theirs.id, None), (ours.id, import_id)):
        assert await refused_by_postgres(office, query, ours.company.id, user_id, named)
    await office.execute(query, theirs.company.id, theirs.id, import_id)


async def test_an_import_cannot_move_to_another_company(office: Office, stranger: Office) -> None:
    import_id = await office.check(person(1))
    query = "UPDATE imports SET company_id = $2 WHERE id = $1"
    assert await refused_by_postgres(office, query, import_id, stranger.person.company.id)


async def test_a_user_who_moves_takes_no_import_along(office: Office, offices: Offices) -> None:
    """The import stays, without a user."""
    import_id = await office.begin(person(1))
    colleague = await offices.open()
    await office.execute("DELETE FROM users WHERE id = $1", office.person.id)
    snapshot = await colleague.snapshot(import_id)
    assert (snapshot.uploaded_by, snapshot.started_by) == (None, None)


async def test_deleting_a_company_deletes_its_imports(office: Office, stranger: Office, owner_url: str) -> None:
    ids: list[UUID] = [await office.begin(person(1)), await stranger.check(person(2))]
    await office.work(ids[0])
    owner = await asyncpg.connect(owner_url)
    await owner.execute("DELETE FROM companies WHERE id = $1", office.person.company.id)
    await owner.close()
    for table in ("imports", "import_files", "import_rows", "work_chunks"):
        key = {"imports": "id", "work_chunks": "work_id"}.get(table, "import_id")
        left = await stranger.fetch(f"SELECT DISTINCT {key} AS id FROM {table}")  # noqa: S608 - names of tables
        assert ids[0] not in {row["id"] for row in left}
    assert await stranger.fetch_value("SELECT count(*) FROM messages WHERE import_id = $1", ids[0]) == 0
    assert (await stranger.snapshot(ids[1])).valid_rows == 1
