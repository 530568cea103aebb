"""The register of a batch as a file, and the same register read back in."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import pytest
from quart.datastructures import FileStorage

from server.people.workbooks.writer import SheetWriter
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.training_calls import Classroom, sheet

DAYS: Final = ("2026-01-05", "2026-01-06", "2026-01-07")


@pytest.fixture
async def taught(classroom: Classroom) -> Classroom:
    """Three sessions of January; the people have codes, and were in the batch then."""
    for day in DAYS:
        assert (await classroom.add(day=day)).status == 201
    await classroom.enrol_since(datetime(2025, 12, 1, tzinfo=UTC))
    query = "UPDATE users SET code = 'R-' || left(full_name, 1) WHERE id = ANY($1)"
    await execute(classroom.shelf.services, query, classroom.people)
    return classroom


async def upload(
    classroom: Classroom, content: str | bytes, *, seen: str | None = None, by: Browser | None = None, **more: str
) -> Answer:
    browser, data = by or classroom.admin, content if isinstance(content, bytes) else content.encode()
    answer = await browser.client.post(
        f"/api/v1/training/batches/{classroom.batch_id}/attendance/file",
        files={"file": FileStorage(io.BytesIO(data), filename="register.csv", name="file")},
        headers={"Authorization": f"Bearer {browser.token}"},
        query_string=more if seen is None else {"seen": seen, **more},
    )
    return Answer(status=answer.status_code, body=await answer.get_json(), headers=answer.headers)


async def written(classroom: Classroom, content: str | bytes) -> Answer:
    seen = (await upload(classroom, content)).body["seen"]
    return await upload(classroom, content, seen=seen)


async def register(classroom: Classroom) -> list[list[str]]:
    answer = await classroom.trainer.client.get(
        f"/api/v1/training/batches/{classroom.batch_id}/attendance.csv",
        headers={"Authorization": f"Bearer {classroom.trainer.token}"},
    )
    text = (await answer.get_data(as_text=False)).decode("utf-8-sig")
    return list(csv.reader(text.splitlines()))


async def test_a_register_goes_out_and_comes_back_in(taught: Classroom) -> None:
    content = "Code,Name,2026-01-05,2026-01-06,2026-01-07\nR-A,Asha,P,A,L\nR-B,Bina,P,,E\nR-C,Chitra,A,P,\n"
    seen = await upload(taught, content)
    assert seen.status == 200, seen.body
    assert (seen.body["sessions"], seen.body["people"], seen.body["changes"]) == (3, 3, 7)
    assert (seen.body["isApplied"], seen.body["problems"]) == (False, [])
    assert (await register(taught))[1] == ["R-A", "Asha", "", "", ""]

    done = await upload(taught, content, seen=seen.body["seen"])
    assert (done.status, done.body["isApplied"]) == (200, True)
    rows = await register(taught)
    assert "\n".join(map(",".join, rows)) + "\n" == content
    again = (await upload(taught, content)).body
    assert again["changes"] == 0
    stale = await upload(taught, content, seen=seen.body["seen"])
    assert (stale.status, stale.body["code"]) == (409, "register_changed")


async def test_registers_are_read_as_people_keep_them(taught: Classroom) -> None:
    """Names in rows, days without a year, signs and words in two languages, lines above and figures at the right."""
    content = (
        "Attendance of Welding,,,,,\nSl. No.,Student,05/01,06-Jan,7 Jan 2026,Total\n"
        "1,asha,✓,0,लेट,2\n2,BINA,1,उपस्थित,leave,3\n3,Chitra,ab,P,-,1\n"
    )
    done = (await written(taught, content)).body
    assert (done["sessions"], done["people"], done["problems"]) == (3, 3, [])
    assert [row[2:] for row in (await register(taught))[1:]] == [["P", "A", "L"], ["P", "P", "E"], ["A", "P", ""]]


async def test_a_workbook_is_read_as_a_text_is(taught: Classroom) -> None:
    writer = SheetWriter(name="Register")
    content = writer.write([["Code", "2026-01-05"], ["R-A", "P"], ["R-B", "A"]]) + writer.end()
    done = (await written(taught, content)).body
    assert (done["changes"], done["isApplied"]) == (2, True)


async def test_what_cannot_be_read_is_named_and_left_alone(taught: Classroom) -> None:
    content = "Code,2026-01-05,2026-01-05,Remarks,2026-03-01\nR-A,P,A,P,P\nR-A,A,,,\nR-Z,P,,,\nR-B,maybe,,,P\n"
    found = (await upload(taught, content)).body
    kinds = {(each["kind"], each["line"], each["text"]) for each in found["problems"]}
    assert kinds == {
        ("day_twice", 1, "2026-01-05"),
        ("no_session", 1, "2026-03-01"),
        ("person_twice", 3, "R-A"),
        ("unknown_person", 4, "R-Z"),
        ("unknown_mark", 5, "maybe"),
    }
    assert found["changes"] == 1


async def test_two_alike_and_a_day_with_two_sessions_are_not_guessed(taught: Classroom) -> None:
    await taught.add(day=DAYS[0], starts="14:00", ends="16:00")
    query = "UPDATE users SET full_name = 'Asha' WHERE id = $1"
    await execute(taught.shelf.services, query, taught.people[1])
    found = (await upload(taught, "Name,2026-01-05,2026-01-06\nAsha,P,P\nChitra,P,P\n")).body
    assert {each["kind"] for each in found["problems"]} == {"several_sessions", "several_people"}
    assert found["changes"] == 1
    exact = (await upload(taught, "Code,2026-01-05 14:00\nR-A,P\n")).body
    assert (exact["sessions"], exact["changes"]) == (1, 1)


async def test_who_has_left_is_in_the_register_of_old_days(taught: Classroom) -> None:
    await taught.shelf.take_out(taught.batch_id, taught.people[:1])
    assert (await written(taught, "Code,2026-01-05\nR-A,P\n")).body["changes"] == 1


async def test_a_file_of_another_kind_says_what_it_lacks(taught: Classroom) -> None:
    for content in ("Code,Name\nR-A,Asha\n", "Code,2026-01-05\nX-1,P\nX-2,A\n"):
        refused = await upload(taught, content)
        assert (refused.status, list(refused.body["errors"])) == (422, ["file"]), content


async def test_a_mark_that_came_meanwhile_stops_the_register(taught: Classroom) -> None:
    content = "Code,2026-01-05\nR-A,P\n"
    seen = (await upload(taught, content)).body["seen"]
    listed = (await taught.admin.get("training/sessions", query={"day": DAYS[0]})).body["data"]
    marked = await taught.send(listed[0], sheet(listed[0], {taught.people[0]: "absent"}), by=taught.admin)
    assert marked.status == 200
    refused = await upload(taught, content, seen=seen)
    assert refused.status == 409
    assert (await upload(taught, content)).body["firstChanges"][0]["before"] == "absent"


async def test_a_trainer_s_register_of_old_days_says_why_it_comes_now(taught: Classroom) -> None:
    content, trainer = "Code,2026-01-05\nR-A,P\n", taught.trainer
    seen = (await upload(taught, content, by=trainer)).body
    assert (seen["needsReason"], seen["changes"]) == (True, 1)
    assert (await upload(taught, content)).body["needsReason"] is False
    for given in ({}, {"reason": "  "}):
        refused = await upload(taught, content, seen=seen["seen"], by=trainer, **given)
        assert (refused.status, list(refused.body["errors"])) == (422, ["reason"])
    reason = "The register was on paper"
    written = await upload(taught, content, seen=seen["seen"], by=trainer, reason=reason)
    assert (written.status, written.body["isApplied"]) == (200, True)
    kept = await fetch_value(taught.shelf.services, "SELECT DISTINCT reason FROM attendance_changes")
    assert kept == reason
    # What changes nothing needs none.
    again = (await upload(taught, content, by=trainer)).body
    assert (again["changes"], again["needsReason"]) == (0, False)


async def test_a_trainer_s_register_of_these_days_needs_no_reason(taught: Classroom) -> None:
    hours = "UPDATE training_sessions SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour'"
    await execute(taught.shelf.services, f"{hours} WHERE local_day IS NULL AND starts_at::date = $1", date(2026, 1, 5))
    today = datetime.now(ZoneInfo("Asia/Kolkata")) - timedelta(hours=3)
    done = await upload(taught, f"Code,{today:%Y-%m-%d}\nR-A,P\n", by=taught.trainer)
    assert (done.body["changes"], done.body["needsReason"]) == (1, False)
    written = await upload(taught, f"Code,{today:%Y-%m-%d}\nR-A,P\n", by=taught.trainer, seen=done.body["seen"])
    assert written.status == 200


async def test_a_register_of_an_archived_batch_is_taken_from_administrators_alone(taught: Classroom) -> None:
    await taught.shelf.change(taught.batch_id, archived=True)
    content = "Code,2026-01-05\nR-A,P\n"
    refused = await upload(taught, content, by=taught.trainer)
    assert (refused.status, refused.body["code"]) == (409, "batch_archived")
    assert (await written(taught, content)).body["changes"] == 1


async def test_a_register_waits_for_a_deletion_and_leaves_its_person_out(taught: Classroom) -> None:
    content, services = "Code,2026-01-05\nR-A,P\nR-B,A\n", taught.shelf.services
    seen = (await upload(taught, content)).body["seen"]
    async with held(services, "DELETE FROM users WHERE id = $1", taught.people[0]):
        sent = await until_blocked(services, upload(taught, content, seen=seen))
        assert not sent.done()
    assert (await sent).status == 200
    assert await fetch_value(services, "SELECT array_agg(user_id) FROM attendance") == [taught.people[1]]
