"""Rows that are probably one person with another row, or with an account, have a warning with the evidence."""

from typing import Final
from uuid import UUID

import pytest

from server.people.duplicates.likeness import MOST_COMPARED
from server.people.imports.checking.duplicate_rows import TOO_MANY_ALIKE
from server.people.imports.mending.mend_rows import delete_rows, edit_rows, undo_change
from server.people.imports.mending.schemas import EditRowRequest
from server.people.imports.states import ImportMode
from server.vocabulary.profiles import PERMISSIONS_OF_PROFILE, Permission, Profile
from tests.fixtures.import_files import person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany

BORN: Final = "2001-05-21"
PHONE: Final = "+919812345678"
LIKE_ROW_1: Final = "Probably the same person as Rajeshwari Devi (row 1): same birth date, name alike"


async def warnings(office: Office, import_id: UUID) -> list[list[str]]:
    return [[each.message for each in row.warnings] for row in (await office.rows(import_id)).data]


async def edit(office: Office, import_id: UUID, row: int, **values: str) -> None:
    version = (await office.rows(import_id)).data[row - 1].version
    await edit_rows(await office.context(), import_id, edits={row: EditRowRequest(values=values, version=version)})


async def add_account(office: Office, company_id: UUID, *, full_name: str, born: str | None = None) -> None:
    await office.execute(
        "INSERT INTO users (company_id, email, phone, full_name, role, profile, date_of_birth)"
        " VALUES ($1, $2, '+919000000999', $3, 'TRAINEE', 'TRAINEE', CAST($4::text AS date))",
        company_id,
        f"{full_name.split(maxsplit=1)[0].lower()}@known.example.org",
        full_name,
        born,
    )


async def test_the_later_row_names_the_earlier_one_and_the_evidence(office: Office) -> None:
    import_id = await office.check(
        person(1, fullName="Rajeshwari Devi", dateOfBirth=BORN, phone=PHONE),
        person(2, fullName="राजेश्वरी", dateOfBirth=BORN),
        person(3, fullName="Rajeswari Devi", dateOfBirth="21 May 2001", phone=PHONE),
        person(4, fullName="Devi Rajeshwari", phone=PHONE),
        person(5, fullName="Sunita Devi", dateOfBirth=BORN, phone=PHONE),
        person(6, fullName="Rajeshwari Devi"),
    )

    assert await warnings(office, import_id) == [
        ["Also the phone of 3 others"],
        [LIKE_ROW_1],
        [
            "Probably the same person as Rajeshwari Devi (row 1): same birth date and phone, name alike",
            "Also the phone of 3 others",
        ],
        ["Probably the same person as Rajeshwari Devi (row 1): same phone, name alike", "Also the phone of 3 others"],
        ["Also the phone of 3 others"],
        [],
    ]
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.warning_rows, snapshot.invalid_rows) == (6, 5, 0)


async def test_a_row_names_an_account_that_may_be_the_person_but_not_its_own(office: Office) -> None:
    company = office.person.company
    await add_account(office, company.id, full_name="सुनीता देवी", born=BORN)
    await add_account(office, company.id, full_name="Asha", born="2002-05-21")

    import_id = await office.check(
        person(1, fullName="Sunita Devi", dateOfBirth=BORN),
        person(2, fullName="Asha Rao", dateOfBirth=BORN),
        person(3, fullName="Asha Rao", dateOfBirth="2002-05-21", email="asha@known.example.org"),
        person(4, fullName="Asha Rao", phone="+919000000999"),
    )

    assert await warnings(office, import_id) == [
        [
            "Probably the same person as सुनीता देवी (सुनीता@known.example.org): same birth date, name alike",
        ],
        [],
        [],
        [
            "Probably the same person as Asha (asha@known.example.org): same phone, name alike",
            "Also the phone of 2 others",
        ],
    ]


@pytest.mark.security("S131")
async def test_a_row_names_no_account_of_another_company(offices: Offices, add_company: AddCompany) -> None:
    office, other = await offices.open(), await add_company()
    await add_account(office, other.id, full_name="Sunita Devi", born=BORN)

    import_id = await office.check(person(1, fullName="Sunita Devi", dateOfBirth=BORN, phone="+919000000999"))

    assert await warnings(office, import_id) == [[]]


@pytest.mark.security("S131")
def test_who_may_create_people_may_see_those_that_a_preview_names() -> None:
    creators = {each for each in Profile if Permission.USER_CREATE in PERMISSIONS_OF_PROFILE.get(each, frozenset())}

    assert creators
    assert all(Permission.USER_VIEW in PERMISSIONS_OF_PROFILE[each] for each in creators)


async def test_a_warning_stops_nothing_and_a_refused_row_has_none(office: Office) -> None:
    import_id = await office.check(
        person(1, fullName="Rajeshwari Devi", dateOfBirth=BORN),
        person(2, fullName="Rajeshwari Devi", dateOfBirth=BORN),
        person(3, fullName="Rajeshwari Devi", dateOfBirth=BORN, email="imported1@example.org"),
    )
    assert await warnings(office, import_id) == [[], [LIKE_ROW_1], []]

    await office.start(import_id, mode=ImportMode.CREATE)
    assert (await office.work(import_id)).success_count == 2


async def test_mending_one_of_the_rows_changes_the_warning_of_the_others(office: Office) -> None:
    import_id = await office.check(
        person(1, fullName="Rajeshwari Devi", dateOfBirth=BORN),
        person(2, fullName="Rajeshwari", dateOfBirth=BORN),
        person(3, fullName="राजेश्वरी देवी", dateOfBirth=BORN),
        person(4, fullName="Asha Rao", dateOfBirth="2003-01-01"),
    )
    assert await warnings(office, import_id) == [[], [LIKE_ROW_1], [LIKE_ROW_1], []]

    await edit(office, import_id, 1, dateOfBirth="2003-01-01", fullName="Asha")

    like_row_2 = LIKE_ROW_1.replace("Rajeshwari Devi (row 1)", "Rajeshwari (row 2)")
    like_asha = LIKE_ROW_1.replace("Rajeshwari Devi (row 1)", "Asha (row 1)")
    assert await warnings(office, import_id) == [[], [], [like_row_2], [like_asha]]
    assert (await office.snapshot(import_id)).warning_rows == 2

    await delete_rows(await office.context(), import_id, rows=[2])
    assert await warnings(office, import_id) == [[], [], [like_asha]]

    for _ in range(2):
        await undo_change(await office.context(), import_id)
    assert await warnings(office, import_id) == [[], [LIKE_ROW_1], [LIKE_ROW_1], []]


async def test_so_many_of_one_birth_date_are_not_all_compared_and_a_remark_says_so(office: Office) -> None:
    few = [person(number, fullName="Rajeshwari Devi", dateOfBirth=BORN) for number in range(MOST_COMPARED)]
    import_id = await office.check(*few)
    assert (await office.snapshot(import_id)).warning_rows == MOST_COMPARED - 1
    assert TOO_MANY_ALIKE not in (await office.snapshot(import_id)).remarks

    import_id = await office.check(*few, person(100, fullName="Rajeshwari Devi", dateOfBirth=BORN))
    snapshot = await office.snapshot(import_id)
    assert snapshot.warning_rows == MOST_COMPARED - 1
    assert TOO_MANY_ALIKE in snapshot.remarks


async def test_numbered_people_of_one_birth_date_are_compared_by_their_numbers(office: Office) -> None:
    numbered = [person(number, fullName=f"Student {number}", dateOfBirth=BORN) for number in range(MOST_COMPARED + 2)]
    import_id = await office.check(*numbered, person(100, fullName="Studant 1", dateOfBirth=BORN))
    snapshot = await office.snapshot(import_id)
    assert (snapshot.warning_rows, snapshot.remarks) == (1, [])
    assert (await warnings(office, import_id))[-1] == [
        LIKE_ROW_1.replace("Rajeshwari Devi (row 1)", "Student 1 (row 2)")
    ]


async def test_titles_and_short_forms_hide_no_one(office: Office) -> None:
    await add_account(office, office.person.company.id, full_name="Smt. Sunita Devi", born=BORN)
    names = [
        "Dr. Neha Jain",
        "Neha Jain",
        "Mohd. Irfan",
        "Mohammed Irfan",
        "Anil Kr. Rao",
        "Anil Kumar Rao",
        "Sunita Devi",
    ]
    import_id = await office.check(
        *(person(n, fullName=name, dateOfBirth=BORN) for n, name in enumerate(names, start=1))
    )
    like = "Probably the same person as {}: same birth date, name alike"
    assert await warnings(office, import_id) == [
        [],
        [like.format("Dr. Neha Jain (row 1)")],
        [],
        [like.format("Mohd. Irfan (row 3)")],
        [],
        [like.format("Anil Kr. Rao (row 5)")],
        [like.format("Smt. Sunita Devi (smt.@known.example.org)")],
    ]
