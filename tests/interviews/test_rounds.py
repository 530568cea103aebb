"""Rounds are planned: panels without clashes, people with times, moved by hand, published, and answered."""

from datetime import date, datetime, timedelta
from io import BytesIO
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from werkzeug.datastructures import FileStorage

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.interview_calls import Hall, add_trainees
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import execute, fetch_value


async def test_a_round_is_filled_in_the_order_of_tickets_and_who_is_left_is_named(hall: Hall) -> None:
    found = await hall.add_round()
    seats = [{"panelists": [str(hall.panelists[0].id)], "place": "Room 1", "to": "09:40"}]
    seats += [{"panelists": [str(hall.trainer.id)], "link": "https://meet.example/a", "to": "09:20"}]
    assert (await hall.add_panels(found, *seats)).status == 200
    added = await hall.add_candidates(found, [each.id for each in hall.candidates])
    assert (added.body["added"], added.body["refused"]) == (5, [])

    tried = await hall.fill(found, dry_run=True)
    assert (tried.body["placed"], tried.body["left"]) == (3, 2)
    assert [each["plannedAt"] for each in await hall.people(found)] == [None] * 5
    filled = await hall.fill(found)
    assert (filled.body["placed"], [each["why"] for each in filled.body["unplaced"]]) == (3, ["no_slot"] * 2)
    times = [each["plannedAt"] and each["plannedAt"][11:16] for each in await hall.people(found)]
    assert times == ["09:00", "09:00", "09:20", None, None]
    again = await hall.fill(found)
    assert (again.body["placed"], again.body["left"]) == (0, 2)


async def test_people_who_cannot_be_candidates_are_counted_by_reason(hall: Hall, sign_in: SignIn) -> None:
    found = await hall.add_round()
    applicant, other = await sign_in(None), await sign_in(None)
    await execute(
        hall.services,
        "INSERT INTO applications (company_id, user_id) SELECT company_id, id FROM users WHERE id = $1",
        applicant.id,
    )
    people = [applicant.id, other.id, hall.trainer.id, uuid4(), hall.candidates[0].id]
    tried = await hall.add_candidates(found, people, dryRun=True)
    assert tried.body["added"] == 2
    assert {each["reason"]: each["count"] for each in tried.body["refused"]} == {
        "Has no open application": 1,
        "Only trainees and applicants are interviewed": 1,
        "Not found": 1,
    }
    assert (await hall.add_candidates(found, people)).body["added"] == 2
    assert (await hall.add_candidates(found, people)).body["unchanged"] == 2


async def test_all_who_match_filters_are_candidates_of_a_round(hall: Hall) -> None:
    found = await hall.add_round()
    path = f"interviews/rounds/{found['id']}/candidates"
    for select, added in (({"opening": str(uuid4())}, 0), ({"profile": "TRAINEE", "status": "active"}, 5)):
        for dry_run in (True, False):
            answer = await hall.admin.post(path, json={"select": {"filter": select}, "dryRun": dry_run})
            assert (answer.status, answer.body["added"]) == (200, added), (select, answer.body)
    assert len(await hall.people(found)) == 5


@pytest.mark.security("S156")
async def test_a_panelist_and_a_place_are_on_one_panel_at_a_time_and_the_refusal_names_both(hall: Hall) -> None:
    first, second = await hall.add_round(location="Pune"), await hall.add_round(name="Other", location="pune")
    name = await fetch_value(hall.services, "SELECT full_name FROM users WHERE id = $1", hall.panelists[0].id)
    await hall.add_panels(first, {"panelists": [str(hall.panelists[0].id)], "place": "Room 1"})
    refused = await hall.add_panels(second, {"panelists": [str(hall.panelists[0].id)], "from": "11:00", "to": "13:00"})
    assert refused.status == 422
    assert refused.body["errors"] == {"panels.0.panelists": f"{name} is in Panel 0, 09:00–12:00"}
    refused = await hall.add_panels(second, {"place": "ROOM  1", "from": "11:59", "to": "13:00"})
    assert refused.body["errors"] == {"panels.0.place": "ROOM 1 is in Panel 0, 09:00–12:00"}
    assert (await hall.add_panels(second, {"place": "Room 1", "from": "12:00", "to": "13:00"})).status == 200


async def test_who_is_elsewhere_gets_the_next_free_time(hall: Hall) -> None:
    first, second = await hall.add_round(), await hall.add_round(name="Other")
    people = [each.id for each in hall.candidates[:2]]
    for found, seat in ((first, hall.panelists[0]), (second, hall.panelists[1])):
        await hall.add_panels(found, {"panelists": [str(seat.id)], "to": "10:00"})
        await hall.add_candidates(found, people)
        assert (await hall.fill(found)).body["left"] == 0
    times = [
        {each["person"]["id"]: each["plannedAt"] for each in await hall.people(found)} for found in (first, second)
    ]
    assert all(times[0][person] != times[1][person] for person in times[0])
    third = await hall.add_round(name="Third")
    await hall.add_panels(third, {"panelists": [str(hall.trainer.id)], "to": "09:35"})
    await hall.add_candidates(third, people)
    assert {each["why"] for each in (await hall.fill(third)).body["unplaced"]} == {"busy"}


@pytest.mark.parametrize(
    ("hours", "field"), [({"from": "02:30", "to": "05:00"}, "from"), ({"from": "01:00", "to": "02:30"}, "to")]
)
async def test_an_hour_that_clocks_leave_out_is_refused(hall: Hall, hours: dict[str, str], field: str) -> None:
    await execute(hall.services, "UPDATE companies SET time_zone = 'Europe/Berlin'")
    found = await hall.add_round(day="2027-03-28")
    refused = await hall.add_panels(found, hours)
    why = "Clocks go forward on this day, and it has no such hour"
    assert refused.body["errors"] == {f"panels.0.{field}": why}
    draft = await hall.add_round(day="2027-03-27")
    assert (await hall.add_panels(draft, hours)).status == 200
    form = {"day": "2027-03-28", "version": draft["version"]}
    moved = await hall.admin.call("PATCH", f"interviews/rounds/{draft['id']}", json=form)
    assert (moved.status, moved.body["message"], moved.body.get("errors")) == (422, why, None)


async def test_of_an_hour_that_is_there_twice_the_first_is_meant(hall: Hall) -> None:
    await execute(hall.services, "UPDATE companies SET time_zone = 'Europe/Berlin'")
    found = await hall.add_round(day="2027-10-31")
    assert (await hall.add_panels(found, {"from": "02:30", "to": "05:00"})).status == 200
    starts = await fetch_value(hall.services, "SELECT to_char(starts_at AT TIME ZONE 'UTC', 'HH24:MI') FROM panels")
    assert starts == "00:30"


@pytest.mark.parametrize(("day", "slots", "hours"), [("2027-03-28", 6, "13"), ("2027-10-31", 12, "1223")])
async def test_on_a_change_of_clocks_times_follow_one_another(hall: Hall, day: str, slots: int, hours: str) -> None:
    """A panel from 01:00 to 04:00 sits two or four hours; at 02:30 it calls no one, or twice."""
    zone = ZoneInfo("Europe/Berlin")
    await execute(hall.services, "UPDATE companies SET time_zone = 'Europe/Berlin'")
    found = await hall.add_round(day=day)
    panels = (await hall.add_panels(found, {"from": "01:00", "to": "04:00"})).body["panelList"]
    assert [each["slots"] for each in panels] == [slots]
    await hall.add_candidates(found, await add_trainees(hall, 13))
    filled = (await hall.fill(found)).body
    assert (filled["placed"], {each["why"] for each in filled["unplaced"]}) == (slots, {"no_slot"})
    *people, left = (await hall.people(found))[: slots + 1]
    times = [datetime.fromisoformat(each["plannedAt"]) for each in people]
    assert {after - before for before, after in pairwise(times)} == {timedelta(minutes=20)}
    assert [each.astimezone(zone).hour for each in times[::3]] == [int(each) for each in hours]
    assert datetime.fromisoformat(filled["endsAt"]) == times[-1] + timedelta(minutes=15)
    # Two times have one name that night: a person who is moved by hand gets the free one.
    last = people[slots * 3 // 4 - 1]
    freed = {"act": "withdraw", "version": last["version"]}
    assert (await hall.admin.post(f"interviews/{last['id']}/desk", json=freed)).status == 200
    planned = f"{datetime.fromisoformat(last['plannedAt']).astimezone(zone):%H:%M}"
    for _ in range(2):
        form = {"panelId": panels[0]["id"], "planned": planned, "version": left["version"]}
        moved = await hall.admin.call("PATCH", f"interviews/{left['id']}", json=form)
        assert (moved.status, moved.body.get("plannedAt")) == (200, last["plannedAt"]), moved.body
        left = moved.body


async def test_people_are_moved_by_hand_to_free_times_of_a_panel(hall: Hall) -> None:
    found, panels = await hall.day(people=3)
    first, second, third = await hall.people(found)

    async def move(person: dict[str, Any], **form: Any) -> Any:
        return await hall.admin.call("PATCH", f"interviews/{person['id']}", json={"version": person["version"], **form})

    taken = await move(third, panelId=first["panelId"], planned="09:00")
    assert taken.body["errors"] == {"planned": "Another person has this time"}
    none = await move(third, panelId=first["panelId"], planned="09:10")
    assert none.body["errors"] == {"planned": "Choose a time at which this panel begins an interview"}
    moved = await move(third, panelId=second["panelId"], planned="11:40")
    assert (moved.status, moved.body["plannedAt"][11:16]) == (200, "11:40")
    late = await move(third, panelId=second["panelId"], planned="10:00")
    assert (late.status, late.code) == (409, "edit_conflict")
    assert late.body["current"]["plannedAt"][11:16] == "11:40"
    other = await hall.add_round(name="Other")
    await hall.add_panels(other, {"panelists": [str(hall.trainer.id)]})
    await hall.add_candidates(other, [UUID(third["person"]["id"])])
    [same] = await hall.people(other)
    [panel] = (await hall.read(other))["panelList"]
    clash = await move(same, panelId=panel["id"], planned="11:40")
    assert clash.body["errors"]["planned"].endswith("is in July, 11:40–11:55")
    assert len(panels) == 2


async def test_a_published_round_is_told_by_mail_and_bell_and_answered(hall: Hall) -> None:
    found, _ = await hall.day(people=2)
    mails = "SELECT array_agg(parameters ->> 'at' ORDER BY parameters ->> 'at') FROM messages WHERE kind = 'interview'"
    assert await fetch_value(hall.services, mails) == ["09:00", "09:00"]
    # Where workers or Redis were away all day, none leaves the day after.
    ends = "SELECT array_agg(DISTINCT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')) FROM messages"
    assert await fetch_value(hall.services, ends) == [f"{date.fromisoformat(found['day']) + timedelta(days=1)} 00:00"]
    assert await fetch_value(hall.services, "SELECT count(*) FROM notifications WHERE kind = 'interview'") == 2
    assert (await hall.act(found, "publish")).status == 200
    assert await fetch_value(hall.services, "SELECT count(*) FROM messages WHERE kind = 'interview'") == 2
    one, two = (hall.of(each) for each in hall.candidates[:2])
    [own] = (await one.get("me/interviews")).body["data"]
    assert (own["asks"], own["placeInQueue"]) == (["confirm", "decline", "here"], 1)
    confirmed = await one.post(f"me/interviews/{own['id']}", json={"answer": "confirm"})
    assert confirmed.body["data"][0]["state"] == "confirmed"
    assert (await two.post(f"me/interviews/{own['id']}", json={"answer": "confirm"})).status == 404
    [other] = (await two.get("me/interviews")).body["data"]
    await two.post(f"me/interviews/{other['id']}", json={"answer": "decline"})
    booked = "SELECT count(*) FROM bookings WHERE interview_id IS NOT NULL"
    assert await fetch_value(hall.services, booked) == 1
    shown = await hall.read(found)
    assert (shown["confirmed"], shown["declined"], shown["candidates"]) == (1, 1, 1)


async def test_who_gets_a_time_after_the_publication_is_told_of_it_once(hall: Hall) -> None:
    found, panels = await hall.day(people=2)
    told = """
        SELECT array_agg((m.parameters ->> 'at') || ' ' || (SELECT count(*) FROM notifications n
                             WHERE n.user_id = m.user_id AND n.kind = 'interview') ORDER BY m.id)
          FROM messages m WHERE m.kind = 'interview' AND m.user_id = $1
    """

    async def heard() -> list[Any]:
        return [await fetch_value(hall.services, told, each.id) for each in hall.candidates]

    async def move(number: int, planned: str) -> None:
        path = next(
            each for each in await hall.people(found) if each["person"]["id"] == str(hall.candidates[number].id)
        )
        form = {"version": path["version"], "panelId": panels[0], "planned": planned}
        moved = await hall.admin.call("PATCH", f"interviews/{path['id']}", json=form)
        assert moved.status == 200, moved.body

    first = [["09:00 1"], ["09:00 1"]]
    await hall.add_candidates(found, [each.id for each in hall.candidates[2:4]])
    assert await heard() == [*first, None, None, None]
    await move(2, "11:00")
    assert await heard() == [*first, ["11:00 1"], None, None]
    assert (await hall.fill(found)).body["placed"] == 1
    await hall.fill(found)
    # Another time is not told by mail.
    await move(2, "11:20")
    assert await heard() == [*first, ["11:00 1"], ["09:20 1"], None]
    await hall.next(hall.panelists[0], panels[0])
    await hall.add_candidates(found, [hall.candidates[4].id])
    assert await heard() == [*first, ["11:00 1"], ["09:20 1"], [" 1"]]


async def test_drafts_are_seen_by_no_candidate_and_no_panelist(hall: Hall) -> None:
    found = await hall.add_round()
    await hall.add_panels(found, {"panelists": [str(hall.panelists[0].id)]})
    await hall.add_candidates(found, [hall.candidates[0].id])
    assert (await hall.of(hall.candidates[0]).get("me/interviews")).body["data"] == []
    assert (await hall.of(hall.panelists[0]).get("interviews/panels")).body["data"] == []
    assert (await hall.admin.delete(f"interviews/rounds/{found['id']}")).status == 200
    published, _ = await hall.day(people=1)
    assert (await hall.admin.delete(f"interviews/rounds/{published['id']}")).status == 409


async def test_other_hours_take_back_times_in_a_draft_and_are_refused_later(hall: Hall) -> None:
    found = await hall.add_round()
    await hall.add_panels(found, {"panelists": [str(hall.panelists[0].id)], "place": "Room 1"})
    await hall.add_candidates(found, [each.id for each in hall.candidates])
    await hall.fill(found)
    path = f"interviews/rounds/{found['id']}"
    changed = await hall.admin.call(
        "PATCH", path, json={"slotMinutes": 30, "day": "2027-01-05", "version": (await hall.read(found))["version"]}
    )
    assert (changed.status, changed.body["placed"], changed.body["panelList"][0]["slots"]) == (200, 0, 5)
    assert (await hall.fill(found)).body["placed"] == 5
    [panel] = (await hall.read(found))["panelList"]
    shorter = {"to": "10:00", "version": panel["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel['id']}", json=shorter)).body["placed"] == 0
    await hall.fill(found)
    assert (await hall.act(found, "publish")).status == 200
    [panel] = (await hall.read(found))["panelList"]
    later = {"to": "11:00", "version": panel["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel['id']}", json=later)).code == "round_published"
    renamed = {"name": "North", "version": panel["version"], "panelists": [str(hall.trainer.id)]}
    answer = await hall.admin.call("PATCH", f"interviews/panels/{panel['id']}", json=renamed)
    assert [each["id"] for each in answer.body["panelList"][0]["panelists"]] == [str(hall.trainer.id)]
    gone = await hall.admin.delete(f"interviews/panels/{panel['id']}")
    assert (gone.status, gone.body["placed"], gone.body["candidates"]) == (200, 0, 5)


async def test_a_panelist_whose_account_sleeps_is_still_on_the_panel_once_it_is_renamed(hall: Hall) -> None:
    found = await hall.add_round()
    await hall.add_panels(found, {"panelists": [str(hall.trainer.id)]})
    await execute(hall.services, "UPDATE users SET is_active = false WHERE id = $1", hall.trainer.id)
    [panel] = (await hall.read(found))["panelList"]
    renamed = {"name": "North", "version": panel["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel['id']}", json=renamed)).status == 200
    await execute(hall.services, "UPDATE users SET is_active = true WHERE id = $1", hall.trainer.id)
    [panel] = (await hall.read(found))["panelList"]
    assert (panel["name"], [each["id"] for each in panel["panelists"]]) == ("North", [str(hall.trainer.id)])


async def test_panels_are_read_from_a_file(hall: Hall) -> None:
    found = await hall.add_round()
    lines = [
        "Panel,Place,From,To,Emails",
        f"A,Room 1,9:00 am,1:00 pm,{hall.panelists[0].email.upper()}; {hall.trainer.email}",
        "B,Room 2,noon,13:00,",
        "C,,09:00,10:00,unknown@example.org",
        "D,,10:00,09:00,",
    ]
    response = await hall.admin.client.post(
        f"/api/v1/interviews/rounds/{found['id']}/panels/file",
        files={"file": FileStorage(BytesIO("\n".join(lines).encode()), filename="panels.csv", name="file")},
        headers=hall.desk.person.headers,
    )
    read = await response.get_json()
    assert response.status_code == 200, read
    [panel] = read["panels"]
    assert (panel["name"], panel["from"], panel["to"], len(panel["panelists"])) == ("A", "09:00", "13:00", 2)
    assert [(each["line"], each["text"]) for each in read["problems"]] == [
        (3, "noon"),
        (4, "unknown@example.org"),
        (5, "D"),
    ]


async def test_the_people_of_an_archived_batch_are_interviewed_as_others(hall: Hall, shelf: Shelf) -> None:
    found, people = await hall.add_round(), [each.id for each in hall.candidates]
    await shelf.put_in(await shelf.make("Old"), people)
    await execute(hall.services, "UPDATE batches SET archived_at = now()")
    assert (await hall.add_candidates(found, people)).body["added"] == 5


async def test_managers_plan_rounds_and_others_do_not(hall: Hall, sign_in: SignIn) -> None:
    await hall.add_round()
    for profile, status in ((Profile.MANAGEMENT, 200), (Profile.PLACEMENT, 200), (Profile.TRAINER, 403)):
        browser = hall.of(await sign_in(profile))
        assert (await browser.get("interviews/rounds")).status == status


async def test_the_desk_finds_a_person_by_a_part_of_the_name_by_code_and_by_ticket(hall: Hall) -> None:
    found, _ = await hall.day()
    columns = "UPDATE users SET full_name = $2, code = $3 WHERE id = $1"
    await execute(hall.services, columns, hall.candidates[0].id, "Asha 100% Rao", "WE-7")
    [asha] = await hall.people(found, search="asha 100%")
    # Others may have the digits of the ticket in their names.
    by_ticket = await hall.people(found, search=f" {asha['ticket']} ")
    assert asha["id"] in [each["id"] for each in by_ticket]
    for search in ("we-7", "RAO", f"#{asha['ticket']}"):
        assert [each["id"] for each in await hall.people(found, search=search)] == [asha["id"]], search
    for search in ("_sha", "WE-7%", "#99"):
        assert await hall.people(found, search=search) == []
