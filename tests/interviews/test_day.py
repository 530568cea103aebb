"""The day: panels call people one after the other, and everyone sees where they stand."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.interview_calls import Hall, add_trainees
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Browser, execute, fetch_value
from workers.maintenance import CLEANERS, clean

TWICE = """
    SELECT count(*) FROM (
        SELECT 1 FROM interviews WHERE state IN ('called', 'in_room') GROUP BY panel_id HAVING count(*) > 1
        UNION ALL
        SELECT 1 FROM interviews WHERE state IN ('called', 'in_room') GROUP BY company_id, user_id HAVING count(*) > 1
    ) AS twice
"""


async def own(browser: Browser) -> dict[str, Any]:
    found = (await browser.get("me/interviews")).body["data"][0]
    return dict(found)


async def test_next_ends_one_interview_and_calls_the_next_and_phones_see_it(
    hall: Hall, publisher: RecordingPublisher
) -> None:
    found, panels = await hall.day()
    one, _ = hall.panelists
    first = await hall.next(one, panels[0])
    assert first.status == 200, first.body
    current = first.body["current"]
    assert (current["state"], first.body["panel"]["roundState"], len(first.body["queue"])) == ("called", "running", 2)
    assert set(current["person"]) == {"id", "fullName", "code"}
    await hall.services.database.settle()
    [mine] = [each.payload for each in publisher.published if each.event.name == "interview:mine"][:1]
    assert (mine.state, mine.panel) == ("called", "Panel 0")  # type: ignore[attr-defined] # of this event
    person = next(each for each in hall.candidates if str(each.id) == current["person"]["id"])
    shown = await own(hall.of(person))
    assert (shown["state"], shown["panel"], shown["placeInQueue"]) == ("called", "Panel 0", None)
    begun = await hall.called(one, panels[0], "begin", current["id"])
    assert begun.body["current"]["state"] == "in_room"
    second = await hall.next(one, panels[0], current["id"])
    assert second.body["current"]["id"] != current["id"]
    assert [each["interviewId"] for each in second.body["met"]] == [current["id"]]
    board = await hall.board(found)
    assert [(lane["done"], lane["waiting"]) for lane in board["lanes"]] == [(1, 1), (0, 2)]
    assert await fetch_value(hall.services, "SELECT count(*) FROM bookings WHERE interview_id IS NOT NULL") == 0


async def test_two_panelists_of_one_panel_press_next_at_once_and_one_is_told(hall: Hall, sign_in: SignIn) -> None:
    found, panels = await hall.day(panels=1)
    other = await sign_in(Profile.INTERVIEW_PANELIST)
    [panel] = (await hall.read(found))["panelList"]
    both = [str(hall.panelists[0].id), str(other.id)]
    form = {"panelists": both, "version": panel["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel['id']}", json=form)).status == 200
    answers = await asyncio.gather(*(hall.next(each, panels[0]) for each in (hall.panelists[0], other)))
    assert sorted(each.status for each in answers) == [200, 409]
    [won], [lost] = ([each for each in answers if each.status == status] for status in (200, 409))
    assert (lost.code, lost.body["current"]["current"]["id"]) == ("panel_moved_on", won.body["current"]["id"])
    assert await fetch_value(hall.services, "SELECT count(*) FROM interviews WHERE state = 'called'") == 1


async def test_a_sheet_that_is_sent_again_gets_the_same_answer(hall: Hall) -> None:
    _, panels = await hall.day()
    sheet = str(uuid4())
    answers = [await hall.next(hall.panelists[0], panels[0], sheetId=sheet) for _ in range(3)]
    assert len({each.body["current"]["id"] for each in answers}) == 1
    reused = await hall.next(hall.panelists[0], panels[0], answers[0].body["current"]["id"], sheetId=sheet)
    assert (reused.status, reused.code) == (409, "sheet_differs")


@pytest.mark.security("S156")
@pytest.mark.settings(rate_limit_scale=1000)
@pytest.mark.parametrize("races", [25, pytest.param(10_000, marks=pytest.mark.long)])
async def test_two_panels_of_two_rounds_never_have_one_person(hall: Hall, races: int) -> None:
    rounds = [await hall.add_round(name=name) for name in ("One", "Two")]
    seats, panels = (*hall.panelists,), []
    for found, seat in zip(rounds, seats, strict=True):
        await hall.add_panels(found, {"panelists": [str(seat.id)]})
        await hall.add_candidates(found, [hall.candidates[0].id])
        await hall.fill(found)
        panels.append((await hall.act(found, "publish")).body["panelList"][0]["id"])
    for _ in range(races):
        answers = await asyncio.gather(*(hall.next(*each) for each in zip(seats, panels, strict=True)))
        called = [each.body["current"] for each in answers]
        assert sum(each is not None for each in called) == 1
        assert await fetch_value(hall.services, TWICE) == 0
        await execute(hall.services, "UPDATE interviews SET state = 'waiting', called_at = NULL")


async def test_fifty_presses_at_once_call_each_person_once(hall: Hall) -> None:
    people = await add_trainees(hall, 30)
    found = await hall.add_round()
    seats = (*hall.panelists, hall.trainer)
    await hall.add_panels(found, *({"panelists": [str(each.id)]} for each in seats))
    await hall.add_candidates(found, people)
    published = await hall.act(found, "publish")
    panels = [each["id"] for each in published.body["panelList"]]
    current: dict[str, str | None] = dict.fromkeys(panels)
    for _ in range(4):
        pressed = [(seat, panel) for seat, panel in zip(seats, panels, strict=True) for _ in range(5)]
        answers = await asyncio.gather(*(hall.next(seat, panel, current[panel]) for seat, panel in pressed))
        for panel in panels:
            won = [a for (_, each), a in zip(pressed, answers, strict=True) if each == panel and a.status == 200]
            assert len(won) == 1
            current[panel] = won[0].body["current"]["id"]
        assert {each.status for each in answers} == {200, 409}
        assert await fetch_value(hall.services, TWICE) == 0
    calls = "SELECT count(*) - count(DISTINCT interview_id) FROM interview_events WHERE what = 'called'"
    assert await fetch_value(hall.services, calls) == 0


async def test_who_is_not_there_is_three_places_back_twice_and_then_aside_until_brought_back(hall: Hall) -> None:
    found, panels = await hall.day(panels=1)
    one, called = hall.panelists[0], []
    current = (await hall.next(one, panels[0])).body["current"]["id"]
    early = await hall.called(one, panels[0], "absent", current)
    assert (early.status, early.code) == (409, "called_just_now")
    absent = current
    for _ in range(9):
        called.append(current)
        if current == absent:
            await hall.shown_long(current)
            answer = await hall.called(one, panels[0], "absent", current)
        else:
            answer = await hall.next(one, panels[0], current)
        assert answer.status == 200, answer.body
        if answer.body["current"] is None:
            break
        current = answer.body["current"]["id"]
    assert [each == absent for each in called] == [True, False, False, False, True, False, True]
    board = await hall.board(found)
    [aside] = board["aside"]
    assert (aside["id"], aside["state"]) == (absent, "absent")
    back = await hall.admin.post(f"interviews/{absent}/desk", json={"act": "back", "version": aside["version"]})
    assert (back.status, back.body["state"]) == (200, "waiting")
    again = await hall.admin.post(f"interviews/{absent}/desk", json={"act": "back", "version": back.body["version"]})
    assert again.code == "not_waiting"
    assert (await hall.next(one, panels[0])).body["current"]["id"] == absent


async def test_the_queue_of_a_slow_panel_goes_to_the_next_free_one(hall: Hall) -> None:
    found, panels = await hall.day()
    one, two = hall.panelists
    await hall.next(one, panels[0])
    moved = await hall.admin.post(f"interviews/panels/{panels[0]}/move", json={"to": None})
    assert (moved.status, moved.body["waitingCount"], moved.body["lanes"][0]["waiting"]) == (200, 2, 0)
    called, current = [], None
    for _ in range(4):
        answer = await hall.next(two, panels[1], current)
        current = answer.body["current"]["id"]
        called.append(current)
    assert (await hall.next(two, panels[1], current)).body["current"] is None
    order = [each["id"] for each in await hall.people(found)]
    assert called == sorted(called, key=order.index)
    await hall.shown_long(called[0])


async def test_a_panel_is_paused_by_its_own_and_closed_by_who_manages_the_round(hall: Hall) -> None:
    found, panels = await hall.day()
    one = hall.of(hall.panelists[0])
    path = f"interviews/panels/{panels[0]}/state"
    assert (await one.post(path, json={"state": "paused"})).body["state"] == "paused"
    assert (await hall.next(hall.panelists[0], panels[0])).body["current"] is None
    assert (await one.post(path, json={"state": "closed"})).status == 403
    assert (await hall.of(hall.panelists[1]).post(path, json={"state": "paused"})).status == 404
    assert (await hall.admin.post(path, json={"state": "closed"})).body["waiting"] == 0
    assert (await hall.board(found))["waitingCount"] == 3
    [first, *_] = (await hall.board(found))["waiting"]
    form = {"panelId": panels[0], "version": first["version"]}
    refused = await hall.admin.call("PATCH", f"interviews/{first['id']}", json=form)
    assert refused.body["errors"] == {"panelId": "Choose an open panel of this round"}
    await hall.next(hall.panelists[1], panels[1])
    waiting = (await hall.board(found))["waiting"]
    last = waiting[-1]
    form = {"panelId": panels[1], "place": 1, "version": last["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/{last['id']}", json=form)).status == 200
    lane = (await hall.board(found))["lanes"][1]
    assert lane["next"][0]["id"] == last["id"]


async def test_a_merged_or_inactive_person_is_called_by_no_panel(hall: Hall) -> None:
    found, panels = await hall.day(panels=1)
    first, second, *_ = await hall.people(found)
    gone = UUID(first["person"]["id"])
    await execute(hall.services, "UPDATE users SET is_active = false WHERE id = $1", gone)
    assert (await hall.next(hall.panelists[0], panels[0])).body["current"]["id"] == second["id"]


async def test_a_panel_goes_on_where_the_account_of_who_is_called_ends(hall: Hall) -> None:
    _, [panel] = await hall.day(panels=1)
    called = (await hall.next(hall.panelists[0], panel)).body["current"]
    await execute(hall.services, "UPDATE users SET is_active = false WHERE id = $1", UUID(called["person"]["id"]))
    shown = (await hall.of(hall.panelists[0]).get(f"interviews/panels/{panel}")).body["current"]
    assert shown["id"] == called["id"]
    assert (await hall.next(hall.panelists[0], panel, called["id"])).body["current"]["id"] != called["id"]


async def test_a_closed_round_keeps_no_one_from_the_calls_of_others(hall: Hall) -> None:
    found, [panel] = await hall.day(panels=1, people=1)
    called = (await hall.next(hall.panelists[0], panel)).body["current"]["id"]
    assert (await hall.act(found, "close")).status == 200
    [ended] = await hall.people(found)
    assert (ended["id"], ended["state"]) == (called, "done")
    assert (await hall.score(hall.panelists[0], called, found)).status == 200
    _, [other] = await hall.day(panels=1, people=1)
    assert (await hall.next(hall.panelists[0], other)).body["current"]["person"]["id"] == ended["person"]["id"]


async def test_a_call_that_was_left_open_yesterday_keeps_no_one_from_the_calls_of_today(hall: Hall) -> None:
    _, [panel] = await hall.day(panels=1, people=1)
    called = (await hall.next(hall.panelists[0], panel)).body["current"]
    today = await hall.add_round(name="Today")
    await hall.add_panels(today, {"panelists": [str(hall.panelists[1].id)]})
    await hall.add_candidates(today, [hall.candidates[0].id])
    [other] = (await hall.act(today, "publish")).body["panelList"]

    async def clean_and_press() -> Any:
        for cleaner in CLEANERS:
            await clean(hall.services, cleaner)
        return (await hall.next(hall.panelists[1], other["id"])).body["current"]

    assert await clean_and_press() is None
    yesterday = "UPDATE interviews SET called_at = called_at - interval '30 hours' WHERE id = $1"
    await execute(hall.services, yesterday, UUID(called["id"]))
    assert (await clean_and_press())["person"]["id"] == called["person"]["id"]
    ended = "SELECT string_agg(what, ',' ORDER BY happened_at) FROM interview_events WHERE interview_id = $1"
    assert await fetch_value(hall.services, ended, UUID(called["id"])) == "called,done"


async def test_who_is_moved_from_a_slow_panel_before_the_day_is_free_at_the_former_time(hall: Hall) -> None:
    _, panels = await hall.day()
    moved = await hall.admin.post(f"interviews/panels/{panels[0]}/move", json={"to": None})
    booked = "SELECT count(*) FROM bookings WHERE interview_id IS NOT NULL"
    assert (moved.body["waitingCount"], await fetch_value(hall.services, booked)) == (3, 2)


async def test_who_is_called_again_was_not_in_the_room_yet(hall: Hall) -> None:
    _, [panel] = await hall.day(panels=1, people=1)
    one = hall.panelists[0]
    called = (await hall.next(one, panel)).body["current"]["id"]
    await hall.called(one, panel, "begin", called)
    await hall.shown_long(called)
    assert (await hall.called(one, panel, "absent", called)).body["current"] is None
    assert (await hall.next(one, panel)).body["current"]["startedAt"] is None


@pytest.mark.security("S156")
async def test_a_panelist_reaches_own_panels_alone_and_no_way_to_reach_a_person(hall: Hall, sign_in: SignIn) -> None:
    _, panels = await hall.day()
    for person in (hall.panelists[1], hall.trainer, hall.desk.person):
        assert (await hall.next(person, panels[0])).status == 404
        assert (await hall.of(person).get(f"interviews/panels/{panels[0]}")).status == 404
    view = await hall.next(hall.panelists[0], panels[0])
    text = str(view.body)
    assert all(each.email not in text for each in hall.candidates)
    assert "phone" not in text
    await execute(hall.services, "UPDATE rounds SET day = day - 8")
    assert (await hall.of(hall.panelists[0]).get(f"interviews/panels/{panels[0]}")).status == 404
    assert (await hall.of(await sign_in(Profile.TRAINEE)).get("interviews/panels")).status == 403


@pytest.mark.security("S156")
async def test_a_hall_screen_shows_codes_without_names_until_it_is_revoked_or_its_day_ends(hall: Hall) -> None:
    found, panels = await hall.day()
    await execute(
        hall.services,
        "UPDATE users SET code = 'T-1' WHERE id = (SELECT user_id FROM interviews ORDER BY position LIMIT 1)",
    )
    path = f"interviews/rounds/{found['id']}/screen"
    token = (await hall.admin.post(path)).body["token"]
    await hall.next(hall.panelists[0], panels[0])
    await hall.next(hall.panelists[1], panels[1])
    visitor = Browser(app=hall.desk.app, services=hall.services)
    shown = await visitor.post("interviews/screen", json={"token": token})
    assert [(each["panel"], each["label"]) for each in shown.body["calls"]] == [("Panel 0", "T-1"), ("Panel 1", "#2")]
    assert "Person" not in str(shown.body)
    renewed = (await hall.admin.post(path)).body["token"]
    assert (await visitor.post("interviews/screen", json={"token": token})).status == 404
    await execute(hall.services, "UPDATE rounds SET day = day - 1")
    assert (await visitor.post("interviews/screen", json={"token": renewed})).status == 404
    await execute(hall.services, "UPDATE rounds SET day = day + 1")
    assert (await visitor.post("interviews/screen", json={"token": renewed})).status == 200
    assert (await hall.admin.delete(path)).status == 200
    assert (await visitor.post("interviews/screen", json={"token": renewed})).status == 404
    stored = "SELECT count(*) FROM rounds WHERE screen_hash = convert_to($1, 'UTF8')"
    assert await fetch_value(hall.services, stored, token) == 0


async def test_a_candidate_says_here_and_reads_the_place_in_the_queue(hall: Hall) -> None:
    found, panels = await hall.day(panels=1)
    people = await hall.people(found)
    person = next(each for each in hall.candidates if str(each.id) == people[2]["person"]["id"])
    browser = hall.of(person)
    before = await own(browser)
    assert (before["placeInQueue"], before["expectedAt"] >= before["plannedAt"]) == (3, True)
    here = await browser.post(f"me/interviews/{before['id']}", json={"answer": "here"})
    assert (here.body["data"][0]["isHere"], here.body["data"][0]["asks"]) == (True, ["confirm", "decline"])
    await hall.next(hall.panelists[0], panels[0])
    after = await own(browser)
    assert (after["placeInQueue"], after["lastCalled"]) == (2, "#1")
    assert (await hall.act(found, "close")).status == 200
    assert (await own(browser))["asks"] == []
    assert (await hall.next(hall.panelists[0], panels[0], people[0]["id"])).code == "round_closed"


async def test_dashboards_show_own_panels_own_interviews_and_the_rounds_that_come(hall: Hall) -> None:
    found, panels = await hall.day()
    await hall.next(hall.panelists[0], panels[0])

    async def section(browser: Browser, kind: str) -> Any:
        shown = (await browser.get("dashboard")).body["sections"]
        return next((each for each in shown if each["kind"] == kind), None)

    [panel] = (await section(hall.of(hall.panelists[0]), "ownPanels"))["items"]
    assert (panel["waiting"], panel["done"], panel["current"]["state"]) == (2, 0, "called")
    assert await section(hall.of(hall.trainer), "ownPanels") is None
    [shown] = (await section(hall.admin, "rounds"))["items"]
    assert (shown["id"], shown["waiting"], shown["inRooms"], shown["done"]) == (found["id"], 4, 1, 0)
    [interview] = (await section(hall.of(hall.candidates[0]), "ownInterviews"))["items"]
    assert interview["roundName"] == "July"
