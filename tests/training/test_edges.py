"""Edges of training: hours and days at the ends of the calendar, rules of days, long registers, archived batches."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest

from server.training import register_file
from server.training.attendance_repository import RegisterPerson
from server.training.register_file import MOST_SHOWN
from server.training.schemas import Mark, TrainingSession
from server.training.session_events import ATTENDANCE_MINE
from server.vocabulary.profiles import Profile
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import execute
from tests.fixtures.training_calls import Classroom, sheet
from tests.fixtures.user_calls import Desks

RULE: Final = "UPDATE companies SET attendance_threshold = 70, attendance_days = 20 WHERE id = $1"


async def test_hours_with_a_zone_of_their_own_are_refused(classroom: Classroom) -> None:
    added = await classroom.add()
    path = f"training/sessions/{added.body['id']}"
    forms: list[dict[str, Any]] = [
        {"starts": "09:00Z"},
        {"starts": "09:00Z", "ends": "11:00Z"},
        {"ends": "11:00+05:30"},
    ]
    for hours in forms:
        assert (await classroom.add(day="2026-01-07", **hours)).status == 422, hours
        moved = await classroom.admin.call("PATCH", path, json={**hours, "version": 1})
        assert moved.status == 422, hours


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
async def test_days_at_the_ends_of_the_calendar_are_refused(classroom: Classroom, day: str) -> None:
    assert (await classroom.add(day=day, starts="00:00", ends="23:59")).status == 422
    added = await classroom.add()
    moved = await classroom.admin.call(
        "PATCH", f"training/sessions/{added.body['id']}", json={"day": day, "starts": "00:00", "version": 1}
    )
    assert moved.status == 422
    weekly = {"weekdays": [1, 2, 3, 4, 5, 6, 7], "starts": "00:00", "ends": "23:59", "fromDay": day, "untilDay": day}
    planned = await classroom.admin.post(
        "training/sessions/pattern", json={"batchId": str(classroom.batch_id), **weekly}
    )
    assert planned.status == 422
    for query in ({"day": day}, {"from": day, "to": day}):
        assert (await classroom.admin.get("training/sessions", query=query)).status == 422, query


async def test_a_session_is_not_cancelled_for_a_reason_that_is_blank(classroom: Classroom) -> None:
    added = await classroom.add()
    form = {"reason": "  \u00a0 ", "version": 1}
    refused = await classroom.admin.post(f"training/sessions/{added.body['id']}/cancel", json=form)
    assert (refused.status, list(refused.body["errors"])) == (422, ["reason"])


async def test_who_had_a_mark_hears_that_the_session_was_cancelled(
    classroom: Classroom, publisher: RecordingPublisher
) -> None:
    session = await classroom.session_at(timedelta(minutes=5))
    asha, bina, _ = classroom.people
    version = (await classroom.send(session, sheet(session, {asha: "present", bina: "absent"}))).body["version"]
    await classroom.shelf.services.database.settle()
    publisher.published.clear()
    form = {"reason": "A holiday", "version": version}
    assert (await classroom.trainer.post(f"training/sessions/{session['id']}/cancel", json=form)).status == 200
    await classroom.shelf.services.database.settle()
    mine = {each.room for each in publisher.published if each.event is ATTENDANCE_MINE}
    assert len(mine) == 2


async def test_the_days_of_a_rule_end_at_midnight_of_the_companys_clock(classroom: Classroom) -> None:
    services, asha = classroom.shelf.services, classroom.people[0]
    await execute(services, RULE, classroom.shelf.company.id)
    await classroom.enrol_since(datetime(2025, 12, 1, tzinfo=UTC))
    for day, mark in (("2026-01-05", "present"), ("2026-01-24", "present"), ("2026-01-25", "absent")):
        session = (await classroom.add(day=day)).body
        sent = await classroom.send(session, sheet(session, {asha: mark}), by=classroom.admin)
        assert sent.status == 200
    grid = (await classroom.trainer.get(f"training/batches/{classroom.batch_id}/attendance")).body
    (row,) = (each for each in grid["people"] if each["person"]["fullName"] == "Asha")
    assert (row["held"], row["attended"]) == (2, 2)


async def test_a_trainee_sees_the_figures_of_the_rule_as_the_trainer_does(
    classroom: Classroom, sign_in: SignIn, desks: Desks
) -> None:
    await execute(classroom.shelf.services, RULE, classroom.shelf.company.id)
    trainee = await sign_in(Profile.TRAINEE)
    await classroom.shelf.put_in(classroom.batch_id, [trainee.id])
    await classroom.enrol_since(datetime.now(UTC) - timedelta(days=60))
    for begun, mark in ((timedelta(days=30), "present"), (timedelta(hours=3), "absent")):
        session = await classroom.session_at(begun)
        await classroom.send(session, sheet(session, {trainee.id: mark}), by=classroom.admin)
    (own,) = (await desks.of(trainee).browser.get("me/attendance")).body["batches"]
    assert (own["held"], own["attended"], own["percent"]) == (1, 1, 100.0)


async def test_the_next_session_is_none_of_an_archived_batch(
    classroom: Classroom, sign_in: SignIn, desks: Desks
) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await classroom.shelf.put_in(classroom.batch_id, [trainee.id])
    await classroom.session_at(-timedelta(days=1))
    browser = desks.of(trainee).browser
    assert (await browser.get("me/attendance")).body["next"] is not None
    archive = "UPDATE batches SET archived_at = now() WHERE id = $1"
    await execute(classroom.shelf.services, archive, classroom.batch_id)
    own = (await browser.get("me/attendance")).body
    assert (own["next"], own["batches"]) == (None, [])


class ComparedError(Exception):
    """Two sessions were compared."""


class Incomparable(TrainingSession):
    __hash__ = None  # type: ignore[assignment] # as of each session

    def __eq__(self, other: object) -> bool:
        raise ComparedError


def held_at(starts_at: datetime) -> TrainingSession:
    shown: dict[str, Any] = dict.fromkeys(("topic", "place", "link", "reason", "taken_at", "taken_by"))
    hours = {"starts_at": starts_at, "ends_at": starts_at + timedelta(hours=2)}
    ids = {"id": uuid4(), "batch_id": UUID(int=1), "batch_name": "Welding"}
    return Incomparable.model_validate(
        {**shown, **hours, **ids, "state": "taken", "people": 1, "marked": 1, "present": 1, "version": 2}
    )


def test_a_long_register_compares_no_sessions_and_keeps_only_problems_that_are_shown() -> None:
    """A mark is found by the place of its session: comparing sessions, 2,000 lines of 400 days take minutes."""
    zone = ZoneInfo("Asia/Kolkata")
    sessions = [held_at(datetime(2026, 1, 1, 4, tzinfo=UTC) + timedelta(days=number)) for number in range(100)]
    people = [RegisterPerson(id=uuid4(), full_name=f"Person {number}", code=f"P-{number}") for number in range(100)]
    context: Any = SimpleNamespace(actor=SimpleNamespace(zone=zone, region="IN"))
    marks = {each.id: [Mark.ABSENT] * len(sessions) for each in people}
    register = register_file._Register(context, sessions=sessions, people=people, marks=marks)  # noqa: SLF001 - of a call that needs 400 sessions

    head = ["Code", *(f"{each.starts_at:%Y-%m-%d}" for each in sessions)]
    rows = [[each.code or "", *("P" if number % 2 else "?" for number in range(100))] for each in people]
    register.read(list(enumerate([head, *rows], start=1)))
    answer = register.answer(seen="", needs_reason=False, is_applied=False)
    assert (answer.changes, answer.problem_count, len(answer.problems)) == (5_000, 5_000, MOST_SHOWN)
    assert {each.before for each in answer.first_changes} == {Mark.ABSENT}
    assert len(register._problems) == MOST_SHOWN  # noqa: SLF001 - what is kept in memory
