"""Sheets of attendance: sent twice, by two trainers, late, and about people who come and go."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from server.training.attendance_repository import CLEAR_OLD_NOTES, DELETE_OLD_CHANGES
from server.training.plan_sessions import MOST_EXPECTED
from server.vocabulary.profiles import Profile
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.training_calls import Classroom, sheet
from tests.fixtures.user_calls import Desks
from workers.maintenance import CLEANERS, clean

NOW: Final = timedelta(minutes=10)


async def figures(classroom: Classroom) -> dict[str, tuple[int, int, int]]:
    """(held, attended, excused) by name."""
    grid = (await classroom.trainer.get(f"training/batches/{classroom.batch_id}/attendance")).body
    return {each["person"]["fullName"]: (each["held"], each["attended"], each["excused"]) for each in grid["people"]}


async def test_all_are_marked_at_once_and_one_is_corrected(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    _, bina, chitra = classroom.people
    sent = await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "present")))
    assert sent.status == 200, sent.body
    assert sent.body["figures"] == {"people": 3, "marked": 3, "present": 3}
    assert (sent.body["applied"], sent.body["conflicts"], sent.body["notSeen"]) == (3, [], [])
    assert await classroom.marks(session) == ["present"] * 3
    assert await figures(classroom) == dict.fromkeys(("Asha", "Bina", "Chitra"), (1, 1, 0))

    correction = sheet(session, {bina: "absent", chitra: "excused"}, were={bina: "present", chitra: "present"})
    assert (await classroom.send(session, correction)).body["figures"]["present"] == 1
    assert await classroom.marks(session) == ["present", "absent", "excused"]
    assert await figures(classroom) == {"Asha": (1, 1, 0), "Bina": (1, 0, 0), "Chitra": (0, 0, 1)}
    history = "SELECT count(*) FROM attendance_changes WHERE session_id = $1"
    assert await fetch_value(classroom.shelf.services, history, UUID(session["id"])) == 5


async def test_a_sheet_that_is_sent_fifty_times_counts_once_and_gets_one_answer(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    body = sheet(session, dict.fromkeys(classroom.people, "late"))
    first = await classroom.send(session, body)
    again = await asyncio.gather(*(classroom.send(session, body) for _ in range(49)))

    assert {each.status for each in again} == {200}
    assert all(each.body == first.body for each in again)
    assert await figures(classroom) == dict.fromkeys(("Asha", "Bina", "Chitra"), (1, 1, 0))
    other = {**body, "marks": [{**each, "mark": "absent"} for each in body["marks"]]}
    refused = await classroom.send(session, other)
    assert (refused.status, refused.body["code"]) == (409, "sheet_differs")


async def test_of_two_trainers_neither_loses_a_mark(classroom: Classroom, sign_in: SignIn, desks: Desks) -> None:
    session = await classroom.session_at(NOW)
    asha, bina, chitra = classroom.people
    other = await sign_in(Profile.TRAINER)
    add = {"add": [str(other.id)], "remove": []}
    await classroom.admin.call("PUT", f"training/batches/{classroom.batch_id}/trainers", json=add)
    await classroom.send(session, sheet(session, {asha: "present", bina: "absent"}), by=desks.of(other).browser)

    sent = (await classroom.send(session, sheet(session, {asha: "present", bina: "present", chitra: "late"}))).body

    assert (sent["applied"], sent["unchanged"]) == (1, 1)
    (conflict,) = sent["conflicts"]
    assert (conflict["userId"], conflict["yours"], conflict["theirs"]) == (str(bina), "present", "absent")
    name = await fetch_value(classroom.shelf.services, "SELECT full_name FROM users WHERE id = $1", other.id)
    assert conflict["by"] == name
    assert await classroom.marks(session) == ["present", "absent", "late"]
    decided = sheet(session, {bina: "present"}, were={bina: "absent"})
    assert (await classroom.send(session, decided)).body["applied"] == 1


async def test_who_is_not_on_the_phone_is_named_and_counts_nowhere(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    asha, bina, chitra = classroom.people
    sent = (await classroom.send(session, sheet(session, {asha: "present", uuid4(): "present"}))).body

    assert len(sent["notMembers"]) == 1
    assert set(sent["notSeen"]) == {str(bina), str(chitra)}
    assert sent["figures"] == {"people": 3, "marked": 1, "present": 1}
    assert (await figures(classroom))["Bina"] == (0, 0, 0)


async def test_leaving_and_joining_later_changes_no_session_of_before(classroom: Classroom, sign_in: SignIn) -> None:
    session = await classroom.session_at(timedelta(hours=5))
    await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "present")))
    newcomer = await sign_in(Profile.TRAINEE)
    await classroom.shelf.take_out(classroom.batch_id, classroom.people[:1])
    await classroom.shelf.put_in(classroom.batch_id, [newcomer.id])

    people = (await classroom.roster(session)).body["people"]
    assert [each["fullName"] for each in people] == ["Asha", "Bina", "Chitra"]
    moved = (await classroom.send(session, sheet(session, {newcomer.id: "present"}))).body
    assert moved["notMembers"] == [str(newcomer.id)]


async def test_a_member_who_leaves_between_the_sheet_and_its_arrival_is_marked(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    await classroom.shelf.take_out(classroom.batch_id, classroom.people[:1])

    sent = (await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "present")))).body

    assert (sent["applied"], sent["notMembers"]) == (3, [])


async def test_a_session_is_marked_neither_before_it_begins_nor_once_it_is_cancelled(classroom: Classroom) -> None:
    early = await classroom.session_at(-timedelta(hours=3))
    refused = await classroom.send(early, sheet(early, {classroom.people[0]: "present"}))
    assert (refused.status, refused.body["code"]) == (409, "session_not_begun")

    session = await classroom.session_at(NOW)
    await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "present")))
    version = (await classroom.roster(session)).body["session"]["version"]
    form = {"reason": "The hall was flooded", "version": version}
    cancelled = await classroom.trainer.post(f"training/sessions/{session['id']}/cancel", json=form)
    assert (cancelled.status, cancelled.body["state"]) == (200, "cancelled")
    assert await figures(classroom) == dict.fromkeys(("Asha", "Bina", "Chitra"), (0, 0, 0))
    assert await classroom.marks(session) == ["present"] * 3
    late = await classroom.send(session, sheet(session, {classroom.people[0]: "absent"}))
    assert (late.status, late.body["code"]) == (409, "session_cancelled")
    again = await classroom.trainer.post(f"training/sessions/{session['id']}/cancel", json=form)
    assert again.status == 409


async def test_a_trainer_gives_a_reason_after_two_days_and_an_administrator_does_not(classroom: Classroom) -> None:
    session = await classroom.session_at(timedelta(days=4))
    asha, bina, _ = classroom.people
    refused = await classroom.send(session, sheet(session, {asha: "present"}))
    assert (refused.status, list(refused.body["errors"])) == (422, ["reason"])
    assert (await classroom.roster(session)).body["isLate"] is True

    given = sheet(session, {asha: "present"}, reason="The register was on paper")
    assert (await classroom.send(session, given)).status == 200
    assert (await classroom.send(session, sheet(session, {bina: "absent"}), by=classroom.admin)).status == 200


async def test_a_note_is_removed_by_an_empty_one_and_kept_by_none(classroom: Classroom) -> None:
    session, asha = await classroom.session_at(NOW), classroom.people[0]

    async def note_after(**note: str | None) -> str | None:
        marks = [{"userId": str(asha), "mark": "late", "was": None, **note}]
        body = {"sheetId": str(uuid4()), "marks": marks, "seen": session["version"]}
        assert (await classroom.send(session, body)).status == 200
        shown: str | None = (await classroom.roster(session)).body["people"][0]["note"]
        return shown

    assert await note_after(note="came by bus") == "came by bus"
    assert await note_after() == "came by bus"
    assert await note_after(note=None) == "came by bus"
    assert await note_after(note=" ") is None
    assert await note_after(note="") is None


async def test_an_archived_batch_is_read_by_its_trainers_and_corrected_by_administrators(classroom: Classroom) -> None:
    session, asha = await classroom.session_at(timedelta(hours=3)), classroom.people[0]
    missed = await classroom.session_at(timedelta(hours=6))
    await classroom.send(session, sheet(session, {asha: "present"}))
    await classroom.shelf.change(classroom.batch_id, archived=True)
    change = sheet(session, {asha: "late"}, were={asha: "present"})
    refused = await classroom.send(session, change)
    assert (refused.status, refused.body["code"]) == (409, "batch_archived")
    assert (await classroom.marks(session))[0] == "present"
    unmarked = (await classroom.trainer.get("training/sessions", query={"unmarked": "true"})).body["data"]
    assert unmarked == []
    assert (await classroom.send(session, change, by=classroom.admin)).body["applied"] == 1
    version = (await classroom.roster(missed)).body["session"]["version"]
    path = f"training/sessions/{missed['id']}"
    for answer in (
        await classroom.admin.call("PATCH", path, json={"topic": "Gas", "version": version}),
        await classroom.admin.post(f"{path}/cancel", json={"reason": "A holiday", "version": version}),
    ):
        assert (answer.status, answer.body["code"]) == (409, "batch_archived")


async def test_notes_and_history_go_after_the_company_s_months_and_marks_stay(classroom: Classroom) -> None:
    services, asha = classroom.shelf.services, classroom.people[0]
    sessions = [await classroom.session_at(NOW), await classroom.session_at(timedelta(hours=4))]
    for session in sessions:
        marks = [{"userId": str(each), "mark": "late", "note": "came by bus"} for each in classroom.people]
        await classroom.send(session, {"sheetId": str(uuid4()), "marks": marks, "seen": session["version"]})
    old = UUID(sessions[0]["id"])
    company = "UPDATE companies SET attendance_kept_months = 6 WHERE id = $1"
    await execute(services, company, classroom.shelf.company.id)
    for change in ("attendance SET received_at", "attendance_changes SET changed_at"):
        query = f"UPDATE {change} = now() - interval '7 months' WHERE session_id = $1 AND user_id <> $2"
        await execute(services, query, old, asha)
    before = await figures(classroom)

    async def kept() -> tuple[int, int, int]:
        marks = await fetch_value(services, "SELECT count(mark) FROM attendance")
        notes = await fetch_value(services, "SELECT count(note) FROM attendance")
        return marks, notes, await fetch_value(services, "SELECT count(*) FROM attendance_changes")

    async with services.unit_of_work() as unit:
        for statement in (CLEAR_OLD_NOTES, DELETE_OLD_CHANGES):
            await unit.connection.execute(statement, limit=1)
    assert await kept() == (6, 5, 5)
    for cleaner in CLEANERS:
        await clean(services, cleaner)
    assert await kept() == (6, 4, 4)
    assert await figures(classroom) == before


async def test_sessions_of_a_batch_that_is_too_large_are_refused(classroom: Classroom) -> None:
    session, services = await classroom.session_at(NOW), classroom.shelf.services
    fill = """
        WITH added AS (
            INSERT INTO users (company_id, full_name, role, profile, email, phone)
            SELECT $1, 'Asha ' || n, 'TRAINEE', 'TRAINEE', n || '@large.example', '+91' || 9600000000 + n
              FROM generate_series(1, $3) AS n RETURNING id
        )
        INSERT INTO batch_members (company_id, batch_id, user_id) SELECT $1, $2, id FROM added
    """
    await execute(services, fill, classroom.shelf.company.id, classroom.batch_id, MOST_EXPECTED)
    refused = await classroom.send(session, sheet(session, {classroom.people[0]: "present"}))
    assert (refused.status, refused.body["code"]) == (409, "batch_too_large")
    assert (await classroom.add()).body["code"] == "batch_too_large"


@pytest.mark.security("S144")
async def test_a_trainer_who_is_taken_off_reaches_nothing_more(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    form = {"add": [], "remove": [str(classroom.trainer_id)]}
    await classroom.admin.call("PUT", f"training/batches/{classroom.batch_id}/trainers", json=form)

    answers = [
        await classroom.roster(session),
        await classroom.send(session, sheet(session, {classroom.people[0]: "present"})),
        await classroom.trainer.call("PATCH", f"training/sessions/{session['id']}", json={"version": 1, "topic": "x"}),
        await classroom.trainer.get(f"training/batches/{classroom.batch_id}/attendance"),
    ]
    assert [each.status for each in answers] == [404] * 4
    listed = (await classroom.trainer.get("training/sessions", query={"batch": str(classroom.batch_id)})).body
    assert listed["data"] == []


async def test_a_deleted_person_keeps_a_place_without_a_name(classroom: Classroom) -> None:
    session = await classroom.session_at(NOW)
    marks = [{"userId": str(each), "mark": "present", "note": "came by bus"} for each in classroom.people]
    await classroom.send(session, {"sheetId": str(uuid4()), "marks": marks, "seen": session["version"]})
    services, gone = classroom.shelf.services, classroom.people[0]
    await execute(services, "DELETE FROM users WHERE id = $1", gone)

    rows = "SELECT count(*) FROM attendance WHERE session_id = $1"
    assert await fetch_value(services, rows, UUID(session["id"])) == 3
    named = """
        SELECT (SELECT count(*) FROM attendance WHERE user_id = $1) + (SELECT count(*) FROM attendance_figures
                WHERE user_id = $1) + (SELECT count(*) FROM attendance_changes WHERE user_id = $1)
    """
    assert await fetch_value(services, named, gone) == 0
    notes = "SELECT count(*) FROM attendance WHERE session_id = $1 AND note IS NOT NULL"
    assert await fetch_value(services, notes, UUID(session["id"])) == 2
    sums = "SELECT sum(held) FROM attendance_figures WHERE batch_id = $1"
    assert await fetch_value(services, sums, classroom.batch_id) == 3


async def test_the_figures_are_what_the_marks_sum_up_to(classroom: Classroom) -> None:
    """After sheets of all marks, corrections and a cancellation, at once."""
    sessions = [await classroom.session_at(timedelta(hours=3 * number + 1)) for number in range(4)]
    names = ("present", "late", "absent", "excused")

    async def mark(session: dict[str, Any], shift: int) -> None:
        given = {each: names[(place + shift) % 4] for place, each in enumerate(classroom.people)}
        assert (await classroom.send(session, sheet(session, given))).status == 200

    await asyncio.gather(*(mark(session, number) for number, session in enumerate(sessions)))
    version = (await classroom.roster(sessions[1])).body["session"]["version"]
    cancel = {"reason": "A holiday", "version": version}
    assert (await classroom.admin.post(f"training/sessions/{sessions[1]['id']}/cancel", json=cancel)).status == 200

    query = """
        SELECT count(*) FROM (
            SELECT user_id, held, attended, excused FROM attendance_figures WHERE batch_id = $1
            EXCEPT
            SELECT a.user_id, count(*) FILTER (WHERE mark <> 'excused'),
                   count(*) FILTER (WHERE mark IN ('present', 'late')), count(*) FILTER (WHERE mark = 'excused')
              FROM attendance a JOIN training_sessions s ON s.id = a.session_id
             WHERE s.batch_id = $1 AND s.state <> 'cancelled' GROUP BY a.user_id) AS wrong
    """
    assert await fetch_value(classroom.shelf.services, query, classroom.batch_id) == 0
    assert sum(held for held, _, _ in (await figures(classroom)).values()) > 0


async def test_who_is_below_the_threshold_is_listed_with_what_mends_it(classroom: Classroom) -> None:
    asha, bina, chitra = classroom.people
    for hours in (1, 4, 7, 10):
        session = await classroom.session_at(timedelta(hours=hours))
        here = {asha: "present", bina: "absent", chitra: "present" if hours < 10 else "absent"}
        await classroom.send(session, sheet(session, here))
    for number in range(8):
        await classroom.session_at(-timedelta(days=number + 1))

    risk = (await classroom.trainer.get("training/at-risk")).body
    assert [(each["person"]["fullName"], each["percent"]) for each in risk["data"]] == [("Bina", 0.0)]
    # 75 % of 12 sessions are 9, of which 8 are left: it can no longer be reached.
    assert (risk["data"][0]["left"], risk["data"][0]["needs"], risk["data"][0]["mayMiss"]) == (8, 9, 0)
    wider = (await classroom.trainer.get("training/at-risk", query={"below": "90"})).body
    assert [each["person"]["fullName"] for each in wider["data"]] == ["Bina", "Chitra"]
    assert (wider["data"][1]["needs"], wider["data"][1]["mayMiss"]) == (6, 2)


async def test_a_rule_of_the_first_days_ends_with_them(classroom: Classroom) -> None:
    services, (asha, bina, _) = classroom.shelf.services, classroom.people
    rule = "UPDATE companies SET attendance_threshold = 70, attendance_days = 20 WHERE id = $1"
    await execute(services, rule, classroom.shelf.company.id)
    old = await classroom.session_at(timedelta(days=30))
    await classroom.send(old, sheet(old, {asha: "present", bina: "absent"}), by=classroom.admin)
    new = await classroom.session_at(timedelta(hours=3))
    await classroom.send(new, sheet(new, {asha: "absent", bina: "present"}))

    # The first session was 30 days ago: what counts is over, and only that counts.
    assert (await classroom.trainer.get("training/at-risk")).body["data"] == []
    assert (await figures(classroom))["Asha"] == (1, 1, 0)
    assert (await figures(classroom))["Bina"] == (1, 0, 0)


async def test_a_trainee_sees_own_attendance_and_nothing_of_others(
    classroom: Classroom, sign_in: SignIn, desks: Desks
) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await classroom.shelf.put_in(classroom.batch_id, [trainee.id])
    await classroom.enrol_since(datetime.now(UTC) - timedelta(days=60))
    session = await classroom.session_at(NOW)
    await classroom.send(session, sheet(session, {trainee.id: "late", classroom.people[0]: "absent"}))
    await classroom.session_at(-timedelta(days=2))
    browser = desks.of(trainee).browser

    own = (await browser.get("me/attendance")).body
    (standing,) = own["batches"]
    assert (standing["percent"], standing["left"], standing["mayMiss"]) == (100.0, 1, 0)
    assert [each["mark"] for each in own["marks"]] == ["late"]
    assert own["next"]["id"] == session["id"]
    shown = {"id", "batchId", "batchName", "startsAt", "endsAt", "topic", "place", "link", "state"}
    assert own["next"].keys() == shown
    sections = (await browser.get("dashboard")).body["sections"]
    (section,) = (each for each in sections if each["kind"] == "attendance")
    assert section["next"].keys() == shown
    assert (await browser.get("training/at-risk")).status == 403
    assert (await browser.get("training/sessions")).status == 403
