"""The list as a file."""

import codecs
import csv
import io
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from openpyxl import load_workbook

from server.access.sessions.access_token import identify
from server.people.chunks.row_files import BATCH_ROWS, FileFormat
from server.people.list.list_schemas import ExportQuery, ExportRequest, Sort, exported
from server.people.list.list_users import export_selected, export_users
from server.platform.database.connections import Database
from server.platform.services import Services
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from tests.fixtures.imports import context_of
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.user_list import Reader, add_crowd, add_people

# The names of the columns in a file, beside those of fields.
LABELS: Final = {field.name: field.label for field in BUILT_IN.all} | {
    "batch": "Batch",
    "invitation": "Invitation",
    "lastSignInAt": "Last login",
    "createdAt": "Created at",
}
UNKNOWN_ID: Final = "01900000-0000-7000-8000-000000000000"
# They are hidden, no columns at all, SQL, named twice, or too many.
NO_COLUMNS: Final = (
    *("passwordHash", "password_hash", "id", "companyId", "archivedBatch", "status"),
    *("fullName,", " fullName", "FULLNAME", "u.id", "phone FROM users --", "email,email", "email," * 100),
)


def file_name() -> str:
    return f"people-{datetime.now(ZoneInfo('Asia/Kolkata')):%Y-%m-%d}"


async def table(reader: Reader, **query: object) -> list[list[str]]:
    return await read_table(await reader.ask("/export.csv", **query))


async def selected(reader: Reader, ids: list[str], **order: object) -> list[list[str]]:
    return await read_table(await reader.send("/export.csv", ids=ids, **order))


async def read_table(answer: Any) -> list[list[str]]:
    assert answer.status_code == 200
    text = (await answer.get_data()).decode()
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


async def test_a_file_has_every_user_with_the_columns_of_the_list(
    reader: Reader, database: Database, company: Company
) -> None:
    async with database.reading() as connection:
        await connection.raw.execute(
            """
            INSERT INTO users (company_id, full_name, role, profile, email, phone, date_of_birth, gender,
                               work_location, is_active, invitation, created_at)
            VALUES ($1, 'Rao, "Meera"', 'APPLICANT', NULL, 'm@x.example', '+919812345678', $2, 'OTHER',
                    'Pune', false, 'failed', '2026-01-02T03:04:05Z')
            """,
            company.id,
            date(1990, 2, 28),
        )
    before = file_name()
    answer = await reader.ask("/export.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] in {
        f'attachment; filename="{name}.csv"' for name in (before, file_name())
    }
    header, newest, owner = await table(reader)
    assert header == [LABELS[name] for name in exported(BUILT_IN)]
    assert dict(zip(exported(BUILT_IN), newest, strict=True)) == dict.fromkeys(exported(BUILT_IN), "") | {
        "fullName": 'Rao, "Meera"',
        "email": "m@x.example",
        "phone": "'+919812345678",
        "dateOfBirth": "1990-02-28",
        "gender": "Other",
        "workLocation": "Pune",
        "role": "Applicant",
        "isActive": "Inactive",
        "invitation": "Failed",
        "createdAt": "2026-01-02 08:34:00",
    }
    assert owner[1] == reader.person.email


async def test_no_cell_is_a_formula(reader: Reader, database: Database, company: Company) -> None:
    """S39."""
    names = ["=1+1", "+1", "-1", "@sum", "\ttext"]
    await add_people(database, company, *((name, "TRAINEE", "TRAINEE") for name in names))
    cells = [row[0] for row in (await table(reader, profile="TRAINEE", sort="createdAt"))[1:]]
    assert cells == [f"'{name}" for name in names]


async def test_a_file_has_the_chosen_columns_in_their_order_and_no_others(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_people(database, company, ("=1+1", "TRAINEE", "TRAINEE"), ("'t Hooft", "TRAINEE", "TRAINEE"))
    chosen = {"columns": "phone,fullName,batch,email", "sort": "createdAt", "profile": "TRAINEE"}
    header, first, second = await table(reader, **chosen)
    assert header == ["Phone", "Full name", "Batch", "Email"]
    assert [first, second] == [
        ["'+917000000000", "'=1+1", "", "u00000@list.example"],
        ["'+917000000001", "'t Hooft", "", "u00001@list.example"],
    ]
    ids = [user["id"] for user in (await reader.get(page=1, profile="TRAINEE"))["data"]]
    assert await selected(reader, ids, columns="email,phone", sort="createdAt") == [
        ["Email", "Phone"],
        ["u00000@list.example", "'+917000000000"],
        ["u00001@list.example", "'+917000000001"],
    ]
    async with database.reading() as connection:
        entries = await connection.raw.fetch("SELECT after FROM audit_entries WHERE action = 'users_exported'")
    assert [entry["after"]["columns"] for entry in entries] == [chosen["columns"], "email,phone"]


async def test_a_workbook_has_the_same_cells_as_text_without_an_apostrophe(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_people(database, company, ("=1+1", "TRAINEE", "TRAINEE"), ("'t Hooft", "TRAINEE", "TRAINEE"))
    chosen = {"columns": "phone,fullName", "sort": "createdAt"}
    ids = [user["id"] for user in (await reader.get(page=1, profile="TRAINEE"))["data"]]
    for answer in (
        await reader.ask("/export.xlsx", profile="TRAINEE", **chosen),
        await reader.send("/export.xlsx", ids=ids, **chosen),
    ):
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="people-20')
        cells = list(load_workbook(io.BytesIO(await answer.get_data())).worksheets[0])
        assert [[cell.value for cell in row] for row in cells] == [
            ["Phone", "Full name"],
            ["+917000000000", "=1+1"],
            ["+917000000001", "'t Hooft"],
        ]
        assert {(cell.data_type, cell.number_format) for row in cells for cell in row} == {("s", "@")}


async def test_a_workbook_has_real_dates_and_the_words_of_its_reader(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_people(database, company, ("Meera Rao", "FACULTY", "SUPER_ADMIN"))
    async with database.reading() as connection:
        await connection.raw.execute("UPDATE users SET language = 'hi'")
        await connection.raw.execute(
            "UPDATE users SET date_of_birth = '2003-02-06', created_at = '2026-01-01T20:04:59Z' WHERE full_name = $1",
            "Meera Rao",
        )
    columns = "profile,isActive,role,invitation,dateOfBirth,createdAt"
    answer = await reader.ask("/export.xlsx", search="meera", columns=columns)
    sheet = load_workbook(io.BytesIO(await answer.get_data())).worksheets[0]
    header, cells = list(sheet)
    assert sheet.title == "लोग"
    assert [cell.value for cell in header] == ["प्रोफ़ाइल", "एक्सेस", "भूमिका", "निमंत्रण", "जन्म तिथि", "कब बना"]
    born, created = datetime(2003, 2, 6), datetime(2026, 1, 2, 1, 34)  # noqa: DTZ001 - of spreadsheets
    assert [cell.value for cell in cells[:4]] == ["सुपर एडमिन", "सक्रिय", "फ़ैकल्टी", "निमंत्रण नहीं भेजा गया"]
    assert [cell.value for cell in cells[4:]] == [born, created]


async def test_other_columns_than_those_of_the_list_are_refused(reader: Reader, database: Database) -> None:
    for columns in NO_COLUMNS:
        for path in ("/export.csv", "/export.xlsx"):
            answer = await reader.ask(path, columns=columns)
            assert (answer.status_code, list((await answer.get_json())["errors"])) == (422, ["columns"]), columns
    async with database.reading() as connection:
        assert await connection.raw.fetchval("SELECT count(*) FROM audit_entries WHERE action = 'users_exported'") == 0


@pytest.mark.settings(sign_in_by="email,phone,code")
async def test_a_code_stands_beside_the_email_where_people_may_have_none(reader: Reader) -> None:
    for columns, header in (("phone,email,role", "Phone,Email,Code,Role"), ("phone", "Phone")):
        assert (await table(reader, columns=columns))[0] == header.split(",")


@pytest.mark.parametrize(
    "sort", ["-fullName", *(pytest.param(sort, marks=pytest.mark.long) for sort in ("createdAt", "email"))]
)
async def test_a_long_file_is_the_whole_list_in_its_order(
    reader: Reader, database: Database, company: Company, sort: str
) -> None:
    await add_crowd(database, company, count=2_300)
    pages = [await reader.get(sort=sort, page=page, pageSize=1_000) for page in (1, 2, 3)]
    listed = [user["email"] for page in pages for user in page["data"]]
    assert [row[1] for row in (await table(reader, sort=sort))[1:]] == listed
    assert len(listed) == 2_301


async def test_a_file_of_selected_people_has_the_order_and_the_columns_of_the_list(
    reader: Reader, database: Database, company: Company
) -> None:
    people = [(name, "TRAINEE", "TRAINEE") for name in ("Zoe", "amy", "Bo", "Carl", "Bo")]
    await add_people(database, company, *people)
    whole = {row[1]: row for row in await table(reader)}
    for sort in (None, "createdAt", "fullName", "-email"):
        listed = (await reader.get(profile="TRAINEE", page=1, **({} if sort is None else {"sort": sort})))["data"]
        chosen = [user for user in listed if user["fullName"] != "Carl"]
        ids = sorted((user["id"] for user in chosen), key=lambda each: each[::-1])
        header, *rows = await selected(reader, [*ids, ids[0]], sort=sort)
        assert header == whole["Email"]
        assert [row[1] for row in rows] == [user["email"] for user in chosen], sort
        assert rows == [whole[row[1]] for row in rows], sort


async def test_ten_thousand_people_can_be_selected_and_no_more(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=10_000)
    async with database.reading() as connection:
        ids = [str(row["id"]) for row in await connection.raw.fetch("SELECT id FROM users WHERE email ~ '^c'")]
    rows = (await selected(reader, ids, sort="email"))[1:]
    assert [row[1] for row in rows] == sorted(f"c{number}@crowd.example" for number in range(1, 10_001))
    answer = await reader.send("/export.csv", ids=[*ids, str(reader.person.id)])
    assert (answer.status_code, list((await answer.get_json())["errors"])) == (422, ["ids"])


async def test_a_selection_that_is_none_is_refused_and_not_audited(reader: Reader, database: Database) -> None:
    refusals: list[tuple[dict[str, Any], str]] = [
        ({}, "ids"),
        ({"ids": []}, "ids"),
        ({"ids": ["x"]}, "ids.0"),
        ({"ids": None}, "ids"),
        ({"ids": [UNKNOWN_ID], "sort": "phone"}, "sort"),
        ({"ids": [UNKNOWN_ID], "companyId": UNKNOWN_ID}, "companyId"),
        ({"ids": [UNKNOWN_ID], "filter": {}}, "filter"),
        *(({"ids": [UNKNOWN_ID], "columns": columns}, "columns") for columns in NO_COLUMNS),
    ]
    for body, field in refusals:
        answer = await reader.send("/export.csv", **body)
        assert (answer.status_code, list((await answer.get_json())["errors"])) == (422, [field])
    async with database.reading() as connection:
        assert await connection.raw.fetchval("SELECT count(*) FROM audit_entries WHERE action = 'users_exported'") == 0


async def test_an_export_of_a_selection_is_audited_with_what_was_selected_and_found(
    reader: Reader, database: Database
) -> None:
    own = str(reader.person.id)
    assert len(await selected(reader, [own, UNKNOWN_ID, own])) == 2
    async with database.reading() as connection:
        after = await connection.raw.fetchval("SELECT after FROM audit_entries WHERE action = 'users_exported'")
    assert after == {"rows": 1, "selected": 2}


async def test_more_matches_than_are_gathered_are_picked_out_of_the_list(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=10_001)
    rows = (await table(reader, search="crowd example", sort="email"))[1:]
    assert len(rows) == 10_001
    assert [row[1] for row in rows] == sorted(row[1] for row in rows)


@pytest.mark.parametrize(
    "crowd",
    [
        pytest.param(3, id="in one piece"),
        pytest.param(10_001, id="batch by batch where they are many", marks=pytest.mark.long),
    ],
)
async def test_those_whose_invitation_failed_are_exported(
    reader: Reader, database: Database, company: Company, crowd: int
) -> None:
    await add_crowd(database, company, count=crowd + 1)
    async with database.reading() as connection:
        await connection.raw.execute("UPDATE users SET invitation = 'failed' WHERE email ~ '^c'")
        await connection.raw.execute("UPDATE users SET invitation = 'sent' WHERE email = 'c2@crowd.example'")
    emails = [row[1] for row in (await table(reader, invitation="failed", sort="email"))[1:]]
    assert emails == sorted(f"c{number}@crowd.example" for number in range(1, crowd + 2) if number != 2)


async def test_a_file_is_streamed_also_while_a_user_is_deleted(
    services: Services, reader: Reader, database: Database, company: Company
) -> None:
    """The last user of a batch may be deleted before the next batch is read."""
    await add_crowd(database, company, count=BATCH_ROWS + 5)
    context = context_of(services, await identify(services, token=reader.person.token))
    pieces = await export_users(context, ExportQuery(profile=Profile.TRAINEE), file_format=FileFormat.CSV)
    assert [await anext(pieces), (await anext(pieces)).count(b"\r\n")] == [codecs.BOM_UTF8, 1]
    first = await anext(pieces)
    last_email = first.splitlines()[-1].split(b",")[1].strip(b'"').decode()
    async with database.reading() as connection:
        await connection.raw.execute("DELETE FROM users WHERE email = $1", last_email)
    rest = [piece async for piece in pieces]
    emails = [line.split(b",")[1] for piece in (first, *rest) for line in piece.splitlines()]
    assert len(emails) == len(set(emails)) == BATCH_ROWS + 5


async def test_people_who_are_renamed_during_a_download_are_in_it_once(
    services: Services, reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=BATCH_ROWS + 5)
    async with database.reading() as connection:
        ids = await connection.raw.fetch("SELECT id, email FROM users WHERE email ~ '^c' ORDER BY sort_name, id")
        context = context_of(services, await identify(services, token=reader.person.token))
        request = ExportRequest(ids=[row["id"] for row in ids], sort=Sort.NAME)
        pieces = await export_selected(context, request, file_format=FileFormat.CSV)
        first = [await anext(pieces) for _ in range(3)]
        renamed = "UPDATE users SET full_name = $1 WHERE id = $2"
        await connection.raw.execute(renamed, "Zz was read already", ids[0]["id"])
        await connection.raw.execute(renamed, "Aa is still to be read", ids[-1]["id"])
    content = b"".join([*first, *[piece async for piece in pieces]]).decode("utf-8-sig")
    emails = [row[1] for row in csv.reader(io.StringIO(content, newline=""))][1:]
    assert sorted(emails) == sorted(row["email"] for row in ids)


async def test_another_company_s_people_are_in_no_file(
    reader: Reader, database: Database, add_company: AddCompany
) -> None:
    """S32."""
    other = await add_company()
    await add_people(database, other, ("Kim", "HR", "ADMIN"))
    async with database.reading() as connection:
        theirs = await connection.raw.fetchval("SELECT id FROM users WHERE full_name = 'Kim'")
    assert len(await selected(reader, [str(theirs)])) == 1
    for query in ({}, {"role": "HR"}, {"search": "kim"}):
        assert "Kim" not in [row[0] for row in await table(reader, **query)]


async def test_a_file_has_the_filters_of_the_list_and_is_audited_with_actor_filters_and_number(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_people(
        database, company, ("Kim", "HR", "ADMIN"), ("Tom", "MENTOR", "TRAINER"), ("Al Kim", "HR", "MANAGEMENT")
    )
    exports: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({}, {"rows": 4}),
        ({"role": "HR", "sort": "fullName"}, {"rows": 2, "role": "HR"}),
        ({"search": "kim", "profile": "ADMIN"}, {"rows": 1, "search": "kim", "profile": "ADMIN"}),
        ({"search": "absent"}, {"rows": 0, "search": "absent"}),
        ({"invitation": "failed"}, {"rows": 0, "invitation": "failed"}),
        ({"workLocation": "Pune", "createdTo": "-1d"}, {"rows": 0, "workLocation": "Pune", "createdTo": "-1d"}),
        ({"lastSignIn": "never", "status": "active"}, {"rows": 4, "lastSignIn": "never", "status": "active"}),
    ]
    for query, noted in exports:
        rows = (await table(reader, **query))[1:]
        assert [row[0] for row in rows] == await reader.names(page=1, **query)
        async with database.reading() as connection:
            entry = await connection.raw.fetchrow(
                "SELECT * FROM audit_entries WHERE action = 'users_exported' ORDER BY id DESC LIMIT 1"
            )
        assert entry is not None
        assert (entry["actor_id"], entry["company_id"]) == (reader.person.id, company.id)
        assert (entry["subject_label"], entry["after"]) == (f"{file_name()}.csv", noted)
        assert entry["address"]
        assert noted["rows"] == len(rows)


async def test_an_export_beyond_what_the_list_counts_is_audited_with_its_number(
    reader: Reader, database: Database, company: Company
) -> None:
    await add_crowd(database, company, count=10_001)
    await reader.ask("/export.csv", profile="TRAINEE")
    async with database.reading() as connection:
        after = await connection.raw.fetchval("SELECT after FROM audit_entries WHERE action = 'users_exported'")
    assert after == {"rows": 10_001, "profile": "TRAINEE"}
