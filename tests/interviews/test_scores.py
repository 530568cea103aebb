"""Scores: each panelist alone until all have sent, sent once, changed with a reason, and what they sum up to."""

import asyncio
import csv
from typing import Any
from uuid import UUID

import pytest

from server.interviews.score_repository import CLEAR_OLD_INTERVIEW_NOTES, DELETE_OLD_INTERVIEW_EVENTS
from server.people.duplicates.merge_users import end_merges
from tests.fixtures.interview_calls import Hall
from tests.fixtures.sign_in import execute, fetch_value

A_DAY = "UPDATE merges SET merged_at = merged_at - interval '25 hours'"


async def met(hall: Hall) -> tuple[dict[str, Any], str, str]:
    """(a round whose panel has two panelists, the panel, an interview that was held)."""
    found, [panel] = await hall.day(panels=1)
    [listed] = (await hall.read(found))["panelList"]
    both = [str(each.id) for each in hall.panelists]
    form = {"panelists": both, "version": listed["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel}", json=form)).status == 200
    current = (await hall.next(hall.panelists[0], panel)).body["current"]["id"]
    await hall.next(hall.panelists[0], panel, current)
    return found, panel, current


@pytest.mark.security("S156")
async def test_each_panelist_scores_alone_until_all_of_the_panel_have_sent(hall: Hall) -> None:
    found, _, interview = await met(hall)
    one, two = hall.panelists
    sent = await hall.score(one, interview, found, note="Calm")
    assert (sent.status, sent.body["isOpen"], sent.body["missing"]) == (200, False, 1)
    seen = await hall.of(two).get(f"interviews/{interview}/scores")
    assert (seen.body["scores"], seen.body["isOpen"]) == ([], False)
    last = await hall.score(two, interview, found, verdict="no")
    assert (last.body["isOpen"], [each["verdict"] for each in last.body["scores"]]) == (True, ["no", "yes"])
    assert (await hall.of(hall.trainer).get(f"interviews/{interview}/scores")).status == 404
    assert len((await hall.admin.get(f"interviews/{interview}/scores")).body["scores"]) == 2


async def test_a_score_is_changed_only_with_a_reason_and_both_are_kept(hall: Hall) -> None:
    found, _, interview = await met(hall)
    one = hall.panelists[0]
    for _ in range(2):
        assert (await hall.score(one, interview, found)).status == 200
    scored = "SELECT count(*) FROM interview_events WHERE what = 'scored'"
    assert await fetch_value(hall.services, scored) == 1
    refused = await hall.score(one, interview, found, verdict="no")
    assert list(refused.body["errors"]) == ["reason"]
    assert (await hall.score(one, interview, found, verdict="no", reason="Mixed up")).status == 200
    both = "SELECT before ->> 'verdict' || (after ->> 'verdict') FROM interview_events WHERE reason = 'Mixed up'"
    assert await fetch_value(hall.services, both) == "yesno"
    wrong = await hall.score(one, interview, found, marks={"x": 1})
    assert list(wrong.body["errors"]) == ["marks"]


async def test_of_two_first_scores_at_once_the_second_is_a_change_that_needs_a_reason(hall: Hall) -> None:
    found, _, interview = await met(hall)
    sent = await asyncio.gather(*(hall.score(hall.panelists[0], interview, found, note=note) for note in "abcd"))
    assert sorted(each.status for each in sent) == [200, 422, 422, 422]
    assert await fetch_value(hall.services, "SELECT count(*) FROM interview_events WHERE what = 'scored'") == 1


async def test_a_panelist_who_is_taken_off_with_a_score_open_is_told_and_nothing_is_taken(hall: Hall) -> None:
    found, panel, interview = await met(hall)
    one, two = hall.panelists
    [listed] = (await hall.read(found))["panelList"]
    form = {"panelists": [str(two.id)], "version": listed["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel}", json=form)).status == 200
    refused = await hall.score(one, interview, found)
    assert (refused.status, refused.code) == (403, "not_on_panel")
    assert await fetch_value(hall.services, "SELECT count(*) FROM scores") == 0
    assert (await hall.score(two, interview, found)).body["isOpen"]


async def test_results_are_means_spreads_verdicts_and_what_is_missing(hall: Hall) -> None:
    found, _, interview = await met(hall)
    keys = [each["key"] for each in found["criteria"]]
    await hall.score(hall.panelists[0], interview, found, marks={keys[0]: 4, keys[1]: 2})
    path = f"interviews/rounds/{found['id']}/results"
    page = (await hall.admin.get(path, query={"missing": "true"})).body
    [first] = page["data"]
    assert (first["mean"], first["spread"], first["yes"], first["missing"], page["missingScores"]) == (3, 0, 1, 1, 1)
    await hall.score(hall.panelists[1], interview, found, marks={keys[0]: 2, keys[1]: 2}, verdict="maybe")
    [first, *others] = (await hall.admin.get(path)).body["data"]
    assert (first["mean"], first["spread"], first["means"]) == (2.5, 1, {keys[0]: 3, keys[1]: 2})
    assert [each["mean"] for each in others] == [None] * 4
    assert (await hall.admin.get(path, query={"verdict": "no"})).body["total"] == 0
    for listed, total in ((path, 5), (path.replace("results", "candidates"), 5), ("interviews/rounds", 1)):
        behind = (await hall.admin.get(listed, query={"page": "9"})).body
        assert (behind["data"], behind["total"]) == ([], total)
    response = await hall.admin.client.get(f"/api/v1/{path}.csv", headers=hall.desk.person.headers)
    lines = list(csv.reader((await response.get_data(as_text=True)).removeprefix("\ufeff").splitlines()))
    assert lines[0][5:] == ["Mean", "Speaks clearly", "Knows the trade", "Spread", "Yes", "No", "Maybe", "Missing"]
    assert lines[1][5:] == ["2.5", "3.0", "2.0", "1.0", "1", "0", "1", "0"]
    criteria = {"criteria": [{"label": "Other"}], "version": (await hall.read(found))["version"]}
    changed = await hall.admin.call("PATCH", f"interviews/rounds/{found['id']}", json=criteria)
    assert changed.code == "criteria_in_use"


@pytest.mark.security("S156")
async def test_who_manages_a_round_and_sits_on_a_panel_sees_results_once_it_is_closed(hall: Hall) -> None:
    found, panel, interview = await met(hall)
    [listed] = (await hall.read(found))["panelList"]
    both = [str(hall.panelists[0].id), str(hall.desk.person.id)]
    form = {"panelists": both, "version": listed["version"]}
    assert (await hall.admin.call("PATCH", f"interviews/panels/{panel}", json=form)).status == 200
    await hall.score(hall.panelists[0], interview, found)
    path = f"interviews/rounds/{found['id']}/results"
    assert (await hall.admin.get(path)).code == "scores_not_open"
    assert (await hall.admin.get(f"interviews/{interview}/scores")).body["scores"] == []
    assert (await hall.act(found, "close")).status == 200
    assert (await hall.admin.get(path)).status == 200


async def test_a_deleted_person_leaves_figures_without_a_name(hall: Hall) -> None:
    found, panel, interview = await met(hall)
    await hall.score(hall.panelists[0], interview, found, note="Calm")
    gone = await fetch_value(hall.services, "SELECT user_id FROM interviews WHERE id = $1", UUID(interview))
    waiting = (await hall.people(found, state="waiting"))[0]["person"]["id"]
    await execute(hall.services, "DELETE FROM users WHERE id = ANY($1)", [gone, UUID(waiting)])
    named = "SELECT count(*) FROM interviews WHERE user_id = ANY($1)"
    assert await fetch_value(hall.services, named, [gone, UUID(waiting)]) == 0
    assert await fetch_value(hall.services, "SELECT count(*) FROM scores WHERE note IS NULL") == 1
    told = "SELECT count(*) FROM interview_events WHERE interview_id = $1 AND (after IS NOT NULL OR before IS NOT NULL)"
    assert await fetch_value(hall.services, told, UUID(interview)) == 0
    results = (await hall.admin.get(f"interviews/rounds/{found['id']}/results")).body["data"]
    assert (results[0]["person"], results[0]["yes"]) == (None, 1)
    await execute(hall.services, "DELETE FROM users WHERE id = $1", hall.panelists[0].id)
    assert await fetch_value(hall.services, "SELECT count(*) FROM scores WHERE panelist_id IS NULL") == 1
    assert len((await hall.read(found))["panelList"][0]["panelists"]) == 1
    booked = "SELECT count(*) FROM bookings WHERE resource = 'u:' || $1::text"
    assert await fetch_value(hall.services, booked, str(hall.panelists[0].id)) == 0
    assert (await hall.next(hall.panelists[1], panel, (await current(hall, panel)))).status == 200


async def current(hall: Hall, panel: str) -> str | None:
    found = (await hall.of(hall.panelists[1]).get(f"interviews/panels/{panel}")).body["current"]
    return found and str(found["id"])


async def test_of_two_merged_people_in_one_round_that_counts_which_was_interviewed(hall: Hall) -> None:
    found, _, interview = await met(hall)
    await hall.score(hall.panelists[0], interview, found)
    merged = await fetch_value(hall.services, "SELECT user_id FROM interviews WHERE id = $1", UUID(interview))
    survivor = UUID((await hall.people(found, state="waiting"))[-1]["person"]["id"])
    await execute(hall.services, "UPDATE sessions SET verified_at = now() WHERE id = $1", hall.desk.person.session_id)
    form = {"mergedId": str(merged), "take": [], "version": 1, "mergedVersion": 1}
    answer = await hall.admin.post(f"users/{survivor}/merge", json=form)
    assert answer.status == 200, answer.body
    await execute(hall.services, A_DAY)
    await end_merges(hall.services)
    rows = "SELECT array_agg(state) FROM interviews WHERE user_id = $1"
    assert await fetch_value(hall.services, rows, survivor) == ["done"]
    assert await fetch_value(hall.services, "SELECT count(*) FROM interviews") == 4


async def test_notes_and_history_are_kept_for_the_months_of_the_company(hall: Hall) -> None:
    found, _, interview = await met(hall)
    await hall.score(hall.panelists[0], interview, found, note="Calm")
    await execute(hall.services, "UPDATE scores SET sent_at = now() - interval '7 months'")
    await execute(hall.services, "UPDATE interview_events SET happened_at = now() - interval '7 months'")
    for months, left in ((24, 1), (6, 0)):
        await execute(hall.services, "UPDATE companies SET interviews_kept_months = $1", months)
        async with hall.services.unit_of_work() as unit:
            for statement in (CLEAR_OLD_INTERVIEW_NOTES, DELETE_OLD_INTERVIEW_EVENTS):
                await unit.connection.execute(statement, limit=100)
        notes = await fetch_value(hall.services, "SELECT count(note) FROM scores")
        events = await fetch_value(hall.services, "SELECT count(*) FROM interview_events")
        assert (notes, events > 0) == (left, left > 0)
    assert await fetch_value(hall.services, "SELECT count(*) FROM scores") == 1


async def test_results_are_sorted_by_what_is_asked(hall: Hall) -> None:
    found, [first, second] = await hall.day()
    for person, panel, step in ((hall.panelists[0], first, 1), (hall.panelists[1], second, 4)):
        interview = (await hall.next(person, panel)).body["current"]["id"]
        await hall.next(person, panel, interview)
        await hall.score(person, interview, found, marks={each["key"]: step for each in found["criteria"]})

    async def results(sort: str) -> list[dict[str, Any]]:
        answer = await hall.admin.get(f"interviews/rounds/{found['id']}/results", query={"sort": sort})
        assert answer.status == 200, answer.body
        return list(answer.body["data"])

    assert [each["mean"] for each in await results("mean")][:2] == [4, 1]
    assert [each["mean"] for each in await results("spread")][:2] == [4, 1]
    missing = [each["missing"] for each in await results("missing")]
    assert missing == sorted(missing, reverse=True)
    names = [each["person"]["fullName"] for each in await results("name")]
    assert names == sorted(names, key=str.casefold)
    assert (await hall.admin.get(f"interviews/rounds/{found['id']}/results", query={"sort": "x"})).status == 422
