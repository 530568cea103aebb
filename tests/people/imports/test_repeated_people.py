"""People who have several rows in a file, as those who answer a form twice: which row is kept is asked."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

import pytest

from tests.fixtures.import_calls import Caller
from tests.fixtures.import_desk import ImportDesk
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office
from tests.fixtures.workbooks import xlsx
from tests.people.imports.test_results_file import table

LATEST = {"repeated_people": "latest_row"}
ANIL = {"fullName": "Anil Rao", "email": "anil@example.com", "phone": "9876500001"}
# When the first three and the last row of a form were written, as programs write it; ANIL's are the first and the last.
TIMES = {
    "Google": (
        "Timestamp",
        ("04/05/2026 10:11:12", "30/04/2026 9:00:00", "05/05/2026 10:11:12", "06/05/2026 09:00:00"),
    ),
    "Google, in CSV": (
        "Timestamp",
        (
            "2026/05/04 9:11:12 AM GMT+5:30",
            "2026/05/04 10:00:00 AM GMT+5:30",
            "2026/05/04 10:30:00 AM GMT+5:30",
            "2026/05/04 1:00:00 PM GMT+5:30",
        ),
    ),
    "month first": ("Timestamp", ("4/12/2026 10:11:12", "4/12/2026 11:00:00", "4/30/2026 8:00:00", "5/1/2026 9:00:00")),
    "month first, of which none says so": (
        "Timestamp",
        ("4/11/2026 10:11:12", "4/12/2026 11:00:00", "5/1/2026 8:00:00", "5/1/2026 9:00:00"),
    ),
    "of a day": ("Submission Date", ("May 4, 2026", "2026-05-04", "May 5, 2026", "May 6, 2026")),
    "in Hindi": ("टाइमस्टैम्प", ("०४/०५/२०२६ १०:११", "०४/०५/२०२६ १०:१२", "०५/०५/२०२६ १०:११", "१५/०५/२०२६ १०:११")),
}


@pytest.fixture
def desk(caller: Caller, office: Office) -> ImportDesk:
    return ImportDesk(caller=caller.as_person(office.person), office=office)


async def begin(desk: ImportDesk, content: bytes, *, name: str = "answers.csv") -> dict[str, Any]:
    return await desk.check((await desk.upload(content, name=name))["id"])


async def keep_latest(desk: ImportDesk, snapshot: dict[str, Any], **chosen: object) -> dict[str, Any]:
    assert (await desk.choose(snapshot["id"], **({"answers": LATEST} | chosen))).status == 200
    return await desk.check(snapshot["id"])


async def shown(desk: ImportDesk, snapshot: dict[str, Any], field: str = "workLocation") -> list[str]:
    return [row[field] for row in await desk.rows(snapshot["id"])]


def texts(snapshot: dict[str, Any]) -> list[str]:
    return [question["text"] for question in snapshot["questions"]]


def answers(*cells: dict[str, str], heading: str = "", times: Sequence[object] = ()) -> list[Sequence[object]]:
    rows: list[Sequence[object]] = [person(number, **each) for number, each in enumerate(cells, start=1)]
    timed = [(time, *row) for time, row in zip(times, rows, strict=True)] if times else rows
    return [[heading, *HEADER] if times else HEADER, *timed]


def as_csv(rows: Sequence[Sequence[object]]) -> bytes:
    header, *others = [tuple(map(str, row)) for row in rows]
    return csv_file(*others, header=header)


@pytest.mark.parametrize("kind", TIMES)
@pytest.mark.parametrize("newest_first", [False, True])
async def test_of_a_person_who_answers_a_form_twice_the_later_answer_is_kept(
    desk: ImportDesk, kind: str, *, newest_first: bool
) -> None:
    heading, times = TIMES[kind]
    cells = [ANIL | {"workLocation": "Pune"}, {}, {}, ANIL | {"fullName": "anil rao", "workLocation": "Nashik"}]
    first, *rows = answers(*cells, heading=heading, times=times)
    content = as_csv([first, *(reversed(rows) if newest_first else rows)])
    snapshot = await begin(desk, content)
    latest = f"The latest row is the one with the latest “{heading}”."
    assert texts(snapshot) == [f"One person is in this file more than once, in lines 2, 5. {latest}"]
    assert (snapshot["validRows"], snapshot["invalidRows"]) == (3, 1), "until it is answered, nothing is left out"
    assert (await desk.caller.post(f"{snapshot['id']}/start", {})).refusal[:2] == (409, "questions_open")
    kept = await keep_latest(desk, snapshot)
    assert (kept["validRows"], kept["invalidRows"], kept["lines"]["repeated"], kept["lines"]["rows"]) == (3, 0, 1, 3)
    assert sum(kept["lines"].values()) == 2 * kept["lines"]["total"]
    assert "Nashik" in await shown(desk, kept)
    assert texts(kept) == texts(snapshot)
    again = await keep_latest(desk, kept, answers={"repeated_people": "each_row"})
    assert (again["validRows"], again["invalidRows"], again["lines"]["repeated"]) == (3, 1, 0)


async def test_a_workbook_of_microsoft_forms_has_a_start_and_an_end(desk: ImportDesk) -> None:
    """Who has begun first has ended last."""
    first, *rows = answers(*(ANIL | {"workLocation": place} for place in ("Pune", "Nashik")))
    moment = partial(datetime, 2026, 5, 4)
    timed = [[1, moment(10), moment(12)], [2, moment(11), moment(11, 30)]]
    sheet = [
        ["ID", "Start time", "Completion time", *first],
        *([*time, *row] for time, row in zip(timed, rows, strict=True)),
    ]
    kept = await keep_latest(desk, await begin(desk, xlsx({"Form1": sheet}), name="form.xlsx"))
    assert await shown(desk, kept) == ["Pune"]


async def test_without_a_time_the_last_row_is_the_latest(desk: ImportDesk) -> None:
    cells = [ANIL | {"workLocation": place} for place in ("Pune", "Nashik", "Satara")]
    also = [
        {"fullName": "Kavita", "email": "kavita@example.com", "phone": phone}
        for phone in ("98765 43210", "+91-9876543210")
    ]
    snapshot = await begin(desk, as_csv(answers(cells[0], also[0], cells[1], also[1], cells[2])))
    assert texts(snapshot) == [
        "2 people are in this file more than once, as in lines 2, 4, 6. The latest row is the last one in the file."
    ]
    kept = await keep_latest(desk, snapshot)
    assert (kept["totalRows"], kept["validRows"], kept["lines"]["repeated"]) == (2, 2, 3)
    assert await shown(desk, kept, "fullName") == ["Kavita", "Anil Rao"]
    assert (await shown(desk, kept))[-1] == "Satara"
    assert [row["line"] for row in (await desk.caller.get(f"{kept['id']}/rows")).body["data"]] == [5, 6]


@pytest.mark.parametrize("timed", [False, True])
@pytest.mark.parametrize(
    "others",
    [
        [{"phone": ANIL["phone"], "fullName": "Sunil Rao"}],
        [{"email": ANIL["email"], "fullName": "Sunita Rao"}],
        [{"email": ANIL["email"], "phone": ANIL["phone"], "fullName": "Kavita Lal"}],
        # The email of one person and the phone of another.
        [{"phone": "9876500002"}, {"email": ANIL["email"], "phone": "9876500002", "fullName": "Imported 2"}],
        [ANIL | {"email": "other@example.com", "fullName": "Anil R Rao"}],
    ],
)
async def test_rows_that_disagree_are_of_different_people(
    desk: ImportDesk, others: list[dict[str, str]], *, timed: bool
) -> None:
    times = [f"0{number}/05/2026" for number in range(1, len(others) + 2)] if timed else ()
    assert texts(await begin(desk, as_csv(answers(ANIL, *others, heading="Timestamp", times=times)))) == []


async def test_who_answers_again_may_correct_a_contact(desk: ImportDesk) -> None:
    """In a list, two people of one name may share a phone."""
    cells, times = [ANIL | {"email": "anl@example.com"}, ANIL], ("01/05/2026 10:00", "01/05/2026 10:05")
    assert texts(await begin(desk, as_csv(answers(*cells)))) == []
    kept = await keep_latest(desk, await begin(desk, as_csv(answers(*cells, heading="Timestamp", times=times))))
    assert await shown(desk, kept, "email") == [ANIL["email"]]


async def test_other_columns_make_other_rows(desk: ImportDesk) -> None:
    """An edit of a row is none of the row that has its number then; what is not asked any more is read as before."""
    rows = [(*person(1, **ANIL), "1@example.com"), (*person(2, **ANIL), "2@example.com"), (*person(3), "3@example.com")]
    kept = await keep_latest(desk, await begin(desk, csv_file(*rows, header=(*HEADER, "Other email"))))
    edit = {"values": {"fullName": "Asha"}, "version": 1}
    assert (await desk.caller.call("PATCH", f"{kept['id']}/rows/1", json=edit)).status == 200
    columns = {str(place): name for place, name in enumerate(HEADER) if name not in {"email", "phone"}} | {"8": "email"}
    await desk.choose(kept["id"], columns=columns, values={"phone": "9876500009"}, answers=LATEST)
    read = await desk.check(kept["id"])
    assert (texts(read), await shown(desk, read, "fullName")) == ([], ["Anil Rao", "Anil Rao", "Imported 3"])


async def test_the_kept_rows_are_created_and_the_failed_ones_are_those_of_the_file(
    desk: ImportDesk, office: Office
) -> None:
    cells = [ANIL, {}, ANIL | {"dateOfBirth": "1991-01-01"}, {"email": "x"}]
    kept = await keep_latest(desk, await begin(desk, as_csv(answers(*cells))))
    assert (await desk.caller.post(f"{kept['id']}/start", {})).status == 200
    [import_id] = [row["id"] for row in await office.fetch("SELECT id FROM imports")]
    assert (await office.work(import_id)).success_count == 2
    born = "SELECT CAST(date_of_birth AS text) FROM users WHERE email = $1"
    assert await office.fetch_value(born, ANIL["email"]) == "1991-01-01"
    assert await office.fetch_value("SELECT format FROM imports") == 3
    failed = table(await desk.caller.get(f"{kept['id']}/results.csv"))
    assert [row[HEADER.index("email")] for row in failed[1:]] == ["x"]


async def test_a_phone_of_an_office_makes_no_people(desk: ImportDesk) -> None:
    rows = [person(number, phone=ANIL["phone"]) for number in range(1, 60)]
    snapshot = await begin(desk, csv_file(*rows, *people(60)[59:]))
    assert (texts(snapshot), snapshot["validRows"]) == ([], 60)
