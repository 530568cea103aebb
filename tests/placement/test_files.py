"""Files for an employer, and the employer's list read back in."""

import csv
import io
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage

from tests.fixtures.field_calls import Form
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import Answer, execute


async def upload(careers: Careers, opening: dict[str, Any], content: str, *, seen: str | None = None) -> Answer:
    answer = await careers.staff.client.post(
        f"/api/v1/openings/{opening['id']}/file",
        files={"file": FileStorage(io.BytesIO(content.encode()), filename="list.csv", name="file")},
        headers={"Authorization": f"Bearer {careers.staff.token}"},
        query_string={} if seen is None else {"seen": seen},
    )
    return Answer(status=answer.status_code, body=await answer.get_json(), headers=answer.headers)


async def give_codes(careers: Careers) -> None:
    for number, person in enumerate(careers.trainees, start=1):
        await execute(careers.desk.services, "UPDATE users SET code = $2 WHERE id = $1", person.id, f"W-{number}")


async def read_file(careers: Careers, opening: dict[str, Any], **form: Any) -> list[list[str]]:
    answer = await careers.staff.client.post(
        f"/api/v1/openings/{opening['id']}/file.csv",
        json={"recipients": ["HR@Sharma.example"], **form},
        headers={"Authorization": f"Bearer {careers.staff.token}"},
    )
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO((await answer.get_data(as_text=True)).removeprefix("\ufeff"))))


@pytest.mark.security("S158")
async def test_a_file_holds_what_is_marked_for_employers_alone_and_is_recorded(careers: Careers, form: Form) -> None:
    await give_codes(careers)
    opening = await careers.opening()
    await careers.move(opening, careers.trainees[:2])
    rows = await read_file(careers, opening)
    assert rows[0] == ["Code", "Name", "Rank"]
    await form.change(careers.marks, forEmployers=True)
    rows = await read_file(careers, opening)
    assert (rows[0], sorted(row[3] for row in rows[1:])) == (["Code", "Name", "Rank", "12th %"], ["58.4", "72"])
    entry = str((await careers.desk.audit_entry("employer_file_made"))["after"])
    assert all(each in entry for each in ("hr@sharma.example", "12th %", "people"))
    hidden = await form.make("Aadhaar card", sensitive=True)
    refused = await form.change(hidden, forEmployers=True)
    assert (refused.status, list(refused.body["errors"])) == (422, ["forEmployers"])
    form_of = {"recipients": ["hr@sharma.example"], "columns": [hidden]}
    asked = await careers.staff.post(f"openings/{opening['id']}/file.csv", json=form_of)
    assert (asked.status, list(asked.body["errors"])) == (422, ["columns"])
    none = await careers.staff.post(f"openings/{opening['id']}/file.csv", json={"recipients": []})
    assert none.status == 422
    # Who has withdrawn, or was only told of the opening, has not asked to be named.
    for state in ("withdrawn", "rejected", "eligible"):
        form_of = {"recipients": ["hr@sharma.example"], "states": ["shortlisted", state]}
        asked = await careers.staff.post(f"openings/{opening['id']}/file.csv", json=form_of)
        assert asked.status == 422


async def test_an_employer_s_list_is_compared_and_then_written(careers: Careers) -> None:
    await give_codes(careers)
    opening = await careers.opening()
    await careers.move(opening, careers.trainees)
    lines = ("Candidates", "Code,Result", "W-1,Selected", "W-2,rejected", "W-9,Selected", "W-1,no", "W-3,maybe")
    content = "\n".join(lines)
    found = await upload(careers, opening, content)
    assert (found.body["changes"], found.body["isApplied"]) == (2, False)
    assert [(each["kind"], each["text"]) for each in found.body["problems"]] == [
        ("unknown_code", "W-9"),
        ("code_twice", "W-1"),
        ("unknown_result", "maybe"),
    ]
    done = await upload(careers, opening, content, seen=found.body["seen"])
    assert done.body["isApplied"]
    first, second, third = (str(each.id) for each in careers.trainees)
    assert await careers.states(opening) == {first: "selected", second: "rejected", third: "shortlisted"}
    stale = await upload(careers, opening, content, seen=found.body["seen"])
    assert (stale.status, stale.code) == (409, "results_changed")
    again = await upload(careers, opening, content)
    assert again.body["changes"] == 0


async def test_a_list_rejects_no_one_who_has_an_offer(careers: Careers) -> None:
    await give_codes(careers)
    opening = await careers.opening()
    await careers.offered(opening, careers.trainees[0])
    found = await upload(careers, opening, "Code,Result\nW-1,rejected\n")
    assert (found.body["changes"], found.body["problems"][0]["kind"]) == (0, "not_moved")
    await upload(careers, opening, "Code,Result\nW-1,rejected\n", seen=found.body["seen"])
    assert await careers.states(opening) == {str(careers.trainees[0].id): "selected"}


@pytest.mark.parametrize("content", ["Name,Result\nA,Selected\n", "Code,Result\nW-1,maybe\n", "\n", "W-1"])
async def test_a_list_without_codes_or_results_is_refused(careers: Careers, content: str) -> None:
    await give_codes(careers)
    opening = await careers.opening()
    await careers.move(opening, careers.trainees)
    assert (await upload(careers, opening, content)).status in {400, 415, 422}
