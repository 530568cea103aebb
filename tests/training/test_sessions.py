"""Sessions: one, a pattern, moved, cancelled; clock changes, hours that meet, and trainers in two places."""

from datetime import UTC, datetime
from typing import Any

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Answer, execute
from tests.fixtures.training_calls import Classroom, sheet
from tests.fixtures.user_calls import Desks

MONDAYS = {"weekdays": [1], "starts": "09:00", "ends": "11:00", "fromDay": "2026-01-01", "untilDay": "2026-01-31"}


async def plan(classroom: Classroom, **form: Any) -> Answer:
    body = {"batchId": str(classroom.batch_id), **MONDAYS, **form}
    return await classroom.admin.post("training/sessions/pattern", json=body)


async def listed(classroom: Classroom, **query: str) -> list[dict[str, Any]]:
    query = {"from": "2026-01-01", "to": "2026-12-31"} | query
    found: list[dict[str, Any]] = (await classroom.trainer.get("training/sessions", query=query)).body["data"]
    return found


async def test_a_trainer_plans_moves_and_cancels_a_session_of_an_own_batch(classroom: Classroom) -> None:
    added = await classroom.add(by=classroom.trainer, topic="Arc welding", place="Hall 2")
    assert added.status == 201, added.body
    assert added.body["startsAt"].startswith("2026-01-05T03:30:00")
    path = f"training/sessions/{added.body['id']}"

    moved = await classroom.trainer.call("PATCH", path, json={"day": "2026-01-06", "version": 1})
    assert moved.body["startsAt"].startswith("2026-01-06T03:30:00")
    assert (moved.body["topic"], moved.body["place"], moved.body["version"]) == ("Arc welding", "Hall 2", 2)
    cleared = await classroom.trainer.call("PATCH", path, json={"topic": "", "version": 2})
    assert (cleared.body["topic"], cleared.body["place"]) == (None, "Hall 2")
    stale = await classroom.trainer.call("PATCH", path, json={"topic": "Gas", "version": 1})
    assert (stale.status, stale.body["code"], stale.body["current"]["version"]) == (409, "edit_conflict", 3)
    cancelled = await classroom.trainer.post(f"{path}/cancel", json={"reason": "A holiday", "version": 3})
    assert (cancelled.body["state"], cancelled.body["reason"]) == ("cancelled", "A holiday")


async def test_a_pattern_is_seen_first_and_made_once(classroom: Classroom) -> None:
    seen = await plan(classroom, skipped=["2026-01-26"], dryRun=True)
    assert [(each["day"], each["state"]) for each in seen.body["days"]] == [
        ("2026-01-05", "new"),
        ("2026-01-12", "new"),
        ("2026-01-19", "new"),
        ("2026-01-26", "skipped"),
    ]
    assert (seen.body["created"], await listed(classroom)) == (0, [])
    assert (await plan(classroom, skipped=["2026-01-26"])).body["created"] == 3

    again = (await plan(classroom)).body
    assert ([each["state"] for each in again["days"]], again["created"]) == (["exists"] * 3 + ["new"], 1)


async def test_a_cancelled_hour_is_not_made_again_by_its_pattern_and_blocks_no_other(classroom: Classroom) -> None:
    await plan(classroom)
    first = (await listed(classroom))[0]
    form = {"reason": "A holiday", "version": 1}
    await classroom.admin.post(f"training/sessions/{first['id']}/cancel", json=form)

    assert (await plan(classroom)).body["created"] == 0
    assert (await classroom.add()).status == 201
    taken = await classroom.add()
    assert (taken.status, list(taken.body["errors"])) == (422, ["starts"])


async def test_two_patterns_that_meet_make_no_hour_twice(classroom: Classroom) -> None:
    assert (await plan(classroom)).body["created"] == 4
    both = (await plan(classroom, weekdays=[1, 3])).body
    assert (both["created"], sum(each["state"] == "exists" for each in both["days"])) == (4, 4)
    assert len(await listed(classroom)) == 8


async def test_a_pattern_of_a_year_makes_every_day_of_it_and_no_more_than_four_hundred(classroom: Classroom) -> None:
    year = {"weekdays": [1, 2, 3, 4, 5, 6, 7], "fromDay": "2026-01-01", "untilDay": "2027-02-04"}
    assert (await plan(classroom, **year)).body["created"] == 400
    refused = await plan(classroom, **(year | {"untilDay": "2027-02-05"}))
    assert (refused.status, list(refused.body["errors"])) == (422, ["untilDay"])
    assert (await plan(classroom, untilDay="2025-12-31")).status == 422
    assert (await plan(classroom, ends="09:00")).status == 422


async def test_hours_follow_the_company_s_clock_over_its_changes(classroom: Classroom) -> None:
    query = "UPDATE companies SET time_zone = 'Europe/Berlin' WHERE id = $1"
    await execute(classroom.shelf.services, query, classroom.shelf.company.id)
    days = {"fromDay": "2026-03-28", "untilDay": "2026-03-30", "weekdays": [6, 7, 1], "dryRun": True}

    usual = (await plan(classroom, **days)).body["days"]
    assert [each["startsAt"][:16] for each in usual] == ["2026-03-28T08:00", "2026-03-29T07:00", "2026-03-30T07:00"]
    night = (await plan(classroom, **days, starts="02:30", ends="02:45")).body["days"]
    assert [each["isShifted"] for each in night] == [False, True, False]
    assert night[1]["startsAt"][:16] == "2026-03-29T01:30"
    single = await classroom.add(day="2026-03-29", starts="02:30", ends="04:00")
    assert (single.status, list(single.body["errors"])) == (422, ["starts"])


async def test_a_trainer_in_two_places_is_a_warning(classroom: Classroom) -> None:
    other = await classroom.shelf.make("Plumbing")
    form = {"add": [str(classroom.trainer_id)], "remove": []}
    await classroom.admin.call("PUT", f"training/batches/{other}/trainers", json=form)
    assert (await classroom.add(batchId=str(other), starts="10:00", ends="12:00")).body["clashes"] == []

    added = await classroom.add()
    assert (added.status, [each["batchName"] for each in added.body["clashes"]]) == (201, ["Plumbing"])
    assert (await plan(classroom, starts="11:00", ends="12:00", dryRun=True)).body["clashes"] != []


async def test_an_archived_batch_takes_no_session_and_a_taken_one_keeps_its_hours(classroom: Classroom) -> None:
    session = (await classroom.add()).body
    marks = sheet(session, {classroom.people[0]: "present"})
    await classroom.enrol_since(datetime(2025, 12, 1, tzinfo=UTC))
    assert (await classroom.send(session, marks, by=classroom.admin)).status == 200
    version = (await classroom.roster(session)).body["session"]["version"]
    moved = {"day": "2026-01-07", "version": version}
    refused = await classroom.admin.call("PATCH", f"training/sessions/{session['id']}", json=moved)
    assert (refused.status, refused.body["code"]) == (409, "session_taken")

    await classroom.shelf.change(classroom.batch_id, archived=True)
    assert (await classroom.add(day="2026-02-02")).body["code"] == "batch_archived"


@pytest.mark.security("S144")
async def test_a_trainer_plans_for_own_batches_alone(classroom: Classroom, sign_in: SignIn, desks: Desks) -> None:
    stranger = desks.of(await sign_in(Profile.TRAINER)).browser
    session = (await classroom.add()).body
    assert (await classroom.add(by=stranger, day="2026-02-02")).status == 404
    path = f"training/sessions/{session['id']}"
    assert (await stranger.call("PATCH", path, json={"topic": "x", "version": 1})).status == 404
    assert (await stranger.post(f"{path}/cancel", json={"reason": "x", "version": 1})).status == 404
    assert (await stranger.get(f"{path}/roster")).status == 404


async def test_bad_input_says_what_to_mend(classroom: Classroom) -> None:
    for name, value, field in (
        ("ends", "08:00", None),
        ("link", "javascript:alert(1)", "link"),
        ("topic", "x" * 201, "topic"),
        ("day", "5 January", "day"),
    ):
        refused = await classroom.add(**{name: value})  # type: ignore[arg-type] # no name of it is `by`
        assert refused.status == 422, name
        assert field is None or field in refused.body["errors"], refused.body
    backwards = {"from": "2026-02-01", "to": "2026-01-01"}
    assert (await classroom.trainer.get("training/sessions", query=backwards)).status == 422
