"""Who has access by a file: a column that says so is read, and rows of people who have left are asked about."""

from datetime import timedelta
from typing import Any, Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import QuestionsOpenError
from server.people.imports.files.choose_columns import choose_columns
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.states import ImportMode, RowChange, RowStatus
from server.vocabulary.fields import BUILT_IN
from server.vocabulary.profiles import Profile
from server.vocabulary.status_words import has_left, read_active
from tests.fixtures.accounts import add_account
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office, Offices

OWN: Final = "You cannot change your own profile, role or active state, or delete yourself."


async def check(office: Office, heading: str, *cells: str, **given: Any) -> Any:
    """Upload people with this further column, each with one of the cells."""
    rows = [(*person(number, **given), cell) for number, cell in enumerate(cells, start=1)]
    import_id = await office.upload(csv_file(*rows, header=(*HEADER, heading)))
    await check_import(office.services, import_id=import_id)
    return import_id


async def accounts(office: Office) -> list[tuple[bool, str]]:
    found = await office.fetch(
        "SELECT is_active, invitation FROM users WHERE email LIKE 'imported%' ORDER BY length(email), email"
    )
    return [(each["is_active"], each["invitation"]) for each in found]


@pytest.mark.parametrize(
    ("heading", "active", "inactive"),
    [
        ("isActive", "true", "false"),
        ("Active", "Yes", "no"),
        ("Status", "Active", "In-active"),
        ("Student Status", "Studying", "Suspended"),
        ("Status [READ ONLY]", "Active", "Suspended"),
        ("Enabled", "1", "0"),
        ("accountEnabled", "TRUE", "FALSE"),
        ("Suspended", "FALSE", "TRUE"),
        ("Account disabled?", "No", "Yes"),
        ("Block credential", "False", "True"),
        ("Login disabled", "No", "Yes"),
        ("Employment Status", "Working", "Deactivated"),
        ("स्थिति", "सक्रिय", "निष्क्रिय"),
    ],
)
async def test_an_inactive_person_has_an_inactive_account_that_is_not_invited(
    office: Office, *, heading: str, active: str, inactive: str
) -> None:
    import_id = await check(office, heading, active, inactive, "")
    assert [row.cells(BUILT_IN).cell("isActive") for row in (await office.rows(import_id)).data] == [
        "true",
        "false",
        "",
    ]
    await office.start(import_id)
    await office.work(import_id)
    assert await accounts(office) == [(True, "queued"), (False, "none"), (True, "queued")]
    assert (await office.snapshot(import_id)).success_count == 3


@pytest.mark.parametrize(
    ("heading", "cells"), [("Status", ("Single", "Married")), ("Status", ("", "")), ("Fee status", ("Yes", "No"))]
)
async def test_another_status_says_nothing_of_access(office: Office, heading: str, cells: tuple[str, ...]) -> None:
    import_id = await check(office, heading, *cells)
    assert (await office.snapshot(import_id)).unknown_headers == [heading]
    assert [row.cells(BUILT_IN).cell("isActive") for row in (await office.rows(import_id)).data] == ["", ""]


async def test_what_is_unknown_below_a_status_is_refused_and_can_be_mended(office: Office, caller: Caller) -> None:
    cells = ["Active", "On hold"]
    import_id = await check(office, "Status", *cells)
    [row] = [row for row in (await office.rows(import_id)).data if row.errors]
    assert [(each.field, each.message) for each in row.errors] == [
        ("isActive", "Invalid access (must be: Active or Inactive)")
    ]
    change = {"field": "isActive", "from": "On hold", "to": "false"}
    answer = await caller.as_person(office.person).post(f"{import_id}/values", json=change)
    assert answer.body["rows"] == 1
    assert (await office.rows(import_id)).data[1].cells(BUILT_IN).cell("isActive") == "false"


async def test_an_update_deactivates_and_activates_and_is_taken_back(office: Office) -> None:
    await office.work(await office.begin(*people(3)))
    await office.execute("UPDATE users SET is_active = false, invitation = 'none' WHERE email LIKE 'imported2@%'")
    await office.execute("UPDATE users SET version = 1 WHERE email LIKE 'imported%'")
    import_id = await check(office, "Active", "no", "yes", "")
    rows = (await office.rows(import_id)).data
    assert [(row.change, row.before) for row in rows] == [
        (RowChange.CHANGED, {"isActive": "true"}),
        (RowChange.CHANGED, {"isActive": "false"}),
        (RowChange.UNCHANGED, {}),
    ]
    await office.start(import_id, mode=ImportMode.UPDATE)
    await office.work(import_id)
    assert [active for active, _ in await accounts(office)] == [False, True, True]
    assert (await accounts(office))[1] == (True, "queued"), "as one who is activated in the list"
    audited = "SELECT count(*) FROM audit_entries WHERE action = 'user_edited' AND after ? 'isActive'"
    assert await office.fetch_value(audited) == 2
    await office.undo(import_id)
    await office.undo_all(import_id)
    assert [active for active, _ in await accounts(office)] == [True, False, True]


async def test_a_file_deactivates_no_one_whom_its_starter_may_not(office: Office, offices: Offices) -> None:
    """Not themselves, no account above them, and not the last Super Admin."""
    company = office.person.company
    admin = await offices.open(Profile.ADMIN)
    emails = [admin.person.email, office.person.email, "imported1@example.org"]
    await office.work(await office.begin(person(1)))
    header = ("email", "active")

    async def deactivate(by: Office) -> Any:
        import_id = await by.upload(csv_file(*((email, "no") for email in emails), header=header))
        await choose_columns(await by.context(), import_id, chosen=ColumnsRequest(mode=ImportMode.UPDATE))
        await check_import(by.services, import_id=import_id)
        await by.start(import_id)
        await by.work(import_id)
        return [(row.status, row.message) for row in (await by.rows(import_id)).data]

    assert await deactivate(admin) == [
        (RowStatus.INVALID, OWN),
        (RowStatus.INVALID, "Access denied. You do not have permission to perform this action."),
        (RowStatus.UPDATED, "Updated"),
    ]
    # The one who starts it is a Super Admin, and deactivates the only other one; then the other cannot any more.
    other = await add_account(office.services.database, company, profile=Profile.SUPER_ADMIN)
    emails[:] = [office.person.email, other.email or ""]
    assert [status for status, _ in await deactivate(office)] == [RowStatus.INVALID, RowStatus.UPDATED]
    active = "SELECT count(*) FROM users WHERE company_id = $1 AND profile = 'SUPER_ADMIN' AND is_active"
    assert await office.fetch_value(active, company.id) == 1


async def test_many_are_deactivated_by_a_fresh_proof_alone(office: Office, caller: Caller) -> None:
    await office.work(await office.begin(*people(100)))
    await office.execute("UPDATE users SET version = 1 WHERE email LIKE 'imported%'")
    import_id = await check(office, "isActive", *["false"] * 100)
    await office.execute("UPDATE sessions SET verified_at = now() - $1::interval", timedelta(hours=1))
    owner = caller.as_person(office.person)
    answer = await owner.post(f"{import_id}/start", json={"mode": "update"})
    assert (answer.status, answer.body["code"]) == (403, "step_up_required")
    assert (await owner.post(f"{import_id}/start", json={"mode": "create"})).body["code"] == "no_valid_row"


@pytest.mark.parametrize("heading", ["Status", "Remarks", "isActive"])
async def test_people_who_have_left_are_asked_about(office: Office, heading: str) -> None:
    cells = ("Active" if heading != "Remarks" else "", "Discontinued", "Left on 12/05/2025", "छोड़ दिया")

    async def read(answer: str | None) -> Any:
        import_id = await check(office, heading, *cells)
        [question] = (await office.snapshot(import_id)).questions
        named = "Discontinued, Left on 12/05/2025, छोड़ दिया"
        assert question.text == f"In “{heading}”, 3 rows say that their people have left: {named}."
        with pytest.raises(QuestionsOpenError):
            await office.start(import_id)
        chosen = ColumnsRequest.model_validate({"answers": {question.kind: answer}})
        await choose_columns(await office.context(), import_id, chosen=chosen)
        await check_import(office.services, import_id=import_id)
        return import_id

    without = await read("without_left")
    assert [row.line for row in (await office.rows(without)).data] == [2]
    lines = (await office.snapshot(without)).lines
    assert lines is not None
    assert (lines.total, lines.heading, lines.rows, lines.left) == (5, 1, 1, 3)
    like_others = (await office.rows(await read("like_others"))).data
    assert [row.cells(BUILT_IN).cell("isActive") for row in like_others][1:] == ["", "", ""]
    inactive = await read("as_inactive")
    await office.start(inactive)
    await office.work(inactive)
    assert await accounts(office) == [(True, "queued"), *[(False, "none")] * 3]


async def test_other_columns_have_other_rows_where_left_people_are_left_out(office: Office) -> None:
    """An edit of a row is none of the row that has its number then."""
    import_id = await check(office, "Remarks", "Left", "", "")
    answers = {"left_people": "without_left"}
    await choose_columns(await office.context(), import_id, chosen=ColumnsRequest.model_validate({"answers": answers}))
    await check_import(office.services, import_id=import_id)
    assert [row.cells(BUILT_IN).email for row in (await office.rows(import_id)).data] == [
        "imported2@example.org",
        "imported3@example.org",
    ]
    columns = {str(place): name for place, name in enumerate(HEADER) if name != "workLocation"} | {"8": "workLocation"}
    await choose_columns(await office.context(), import_id, chosen=ColumnsRequest.model_validate({"columns": columns}))
    await check_import(office.services, import_id=import_id)
    assert len((await office.rows(import_id)).data) == 3


def test_words_of_leaving() -> None:
    left = (
        *("Left", "LEFT ", "Left (job)", "Drop out", "dropped", "deleted", "Cancelled", "Transferred to Nashik"),
        *("TC Issued", "T.C. issued", "TC", "Passed out", "Passout 2023", "Withdrawn", "Course left", "not joined"),
        *("Ex-student", "Struck off", "Expired", "टीसी जारी", "कोर्स छोड़ दिया", "पास आउट", "शाळा सोडली"),
    )
    assert [each for each in left if not has_left(each)] == []
    other = (
        "",
        "left-handed",
        "Left Bank Colony",
        "Lefteris",
        "Pass",
        "Drop-in",
        "Active",
        "No",
        "अमृत",
        "मृत्युंजय",
        "त्यागी",
    )
    assert [each for each in other if has_left(each)] == []
    assert [read_active(each) for each in ("हाँ", "OFF", "Maybe", "Suspended")] == [True, False, None, False]
