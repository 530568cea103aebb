"""S164: a company leaves whole and without secrets, and is deleted after its delay, and no other with it."""

import json
import re
from pathlib import Path
from zipfile import ZipFile

import pytest
import sqlalchemy as sa

from server.company.audit.chain import check_chains, seal_entries
from server.company.closing.export_company import FILES, LEFT_OUT, SECRETS
from server.company.closing.repository import OF_NONE, TRAIL, tables_of_company
from server.platform.database.migrate import whole_metadata
from server.platform.services import Services
from tests.fixtures.commands import RunCommand
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.sign_up import slug_of

SECRET = re.compile(r"hash|secret|_mac$|password_(hash|mac)|token|digest|sealed|credential|public_key|founded_by")
# Quotes, a backslash and a formula, as a file may have them.
ODD = 'Asha "O\'Neil" \\n शिखर'


def test_every_table_is_of_companies_or_of_none() -> None:
    assert whole_metadata().tables.keys() == tables_of_company(whole_metadata()).keys() | OF_NONE | TRAIL


def test_what_is_secret_is_left_out() -> None:
    tables = whole_metadata().tables
    shown = {
        f"{name}.{column.name}"
        for name in tables_of_company(whole_metadata()).keys() - LEFT_OUT
        for column in tables[name].columns
        if isinstance(column.type, sa.LargeBinary) or SECRET.search(column.name)
    }
    whole = {f"{table.name}.{column.name}" for table in tables.values() for column in table.columns}

    assert shown - SECRETS - FILES.keys() == set()
    assert SECRETS | FILES.keys() <= whole
    assert tables.keys() >= LEFT_OUT


@pytest.mark.security("S164")
async def test_the_file_has_the_company_alone_and_leaves_nothing_where_it_fails(
    office: Office,
    sign_in: SignIn,
    add_company: AddCompany,
    services: Services,
    run_command: RunCommand,
    own_settings: dict[str, str],
    tmp_path: Path,
) -> None:
    company, other = office.person.company, await sign_in(company=await add_company())
    await office.work(await office.begin(*people(2), person(3, fullName=ODD)))
    photo = "INSERT INTO people_photos (company_id, user_id, media_type, content) VALUES ($1, $2, 'image/png', $3)"
    await execute(services, photo, company.id, office.person.id, b"\x89PNG\n\x00")
    await execute(services, "UPDATE users SET password_hash = 'argon2-of-someone'")
    slug, file = await slug_of(services, company), tmp_path / "all.zip"

    done = await run_command("export-company", slug, str(file), **own_settings)
    again = await run_command("export-company", slug, str(file), **own_settings)

    assert (done.status, again.status, file.stat().st_mode & 0o777) == (0, 1, 0o600), (done, again)
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        names, about = archive.namelist(), json.loads(archive.read("about.json"))
        rows = {
            name: [json.loads(line) for line in archive.read(name).decode().split("\n")[:-1]]
            for name in names
            if name.endswith(".jsonl")
        }
        assert archive.read(f"files/people_photos/{office.person.id}.content") == b"\x89PNG\n\x00"
        whole = b"".join(archive.read(name) for name in names)
    assert {name.removesuffix(".jsonl"): len(found) for name, found in rows.items()} == about["rows"]
    assert about["rows"]["users"] == await fetch_value(
        services, "SELECT count(*) FROM users WHERE company_id = $1", company.id
    )
    assert len(rows["import_rows.jsonl"]) == 3
    assert any(name.startswith("files/import_files/") for name in names)
    assert b"argon2-of" not in whole
    assert other.email.encode() not in whole


@pytest.mark.security("S164")
async def test_a_company_is_deleted_after_its_delay_and_no_other(
    office: Office,
    sign_in: SignIn,
    add_company: AddCompany,
    services: Services,
    run_command: RunCommand,
    own_settings: dict[str, str],
    owner_url: str,
) -> None:
    own_settings |= {"MIGRATION_DATABASE_URL": owner_url}
    company, other = office.person.company, await sign_in(company=await add_company())
    await office.work(await office.begin(*people(3)))
    slug = await slug_of(services, company)

    async def command(*arguments: str) -> int:
        return (await run_command(*arguments, **own_settings)).status

    assert await command("delete-company", slug) == 1
    assert await command("delete-company", slug, "--yes") == 0
    assert await command("delete-company", slug, "--yes") == 1
    assert await command("resume-company", slug) == 1
    mailed = "SELECT count(*) FROM messages WHERE kind = 'company_deleted_soon' AND recipient = $1"
    assert await fetch_value(services, mailed, office.person.email) == 1
    assert await command("delete-due-companies") == 0
    # On the last day.
    await execute(services, "UPDATE companies SET deletes_at = now() + interval '1 minute' WHERE id = $1", company.id)
    assert await command("delete-company", slug, "--cancel") == 0
    assert not await fetch_value(services, "SELECT suspended_at FROM companies WHERE id = $1", company.id)
    assert await command("delete-company", slug, "--yes") == 0
    await execute(services, "UPDATE companies SET deletes_at = now() - interval '1 second' WHERE id = $1", company.id)
    assert await command("delete-company", slug, "--cancel") == 1
    await seal_entries(services)
    before = await fetch_value(services, "SELECT count(*) FROM users WHERE company_id = $1", other.company.id)

    done = await run_command("delete-due-companies", **own_settings)
    assert done.status == 0, done

    async with services.database.reading() as connection:
        for table, condition in tables_of_company(whole_metadata()).items():
            left = f"SELECT FROM {table} WHERE {condition.format(company=':company_id')}"
            assert not await connection.has_row(left, company_id=company.id), table
        for table in ("import_rows", "work_chunks", "bulk_rows", "import_files"):
            assert not await connection.has_row(f"SELECT FROM {table}"), table
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE company_id = $1", other.company.id) == before
    assert (await check_chains(services.database, keys=services.keys)).holds
    gone = "SELECT after ->> 'slug' FROM audit_entries WHERE company_id IS NULL AND action = 'company_deleted'"
    assert await fetch_value(services, gone) == slug
