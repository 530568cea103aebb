"""Every number of the dashboards is that of the list which it opens."""

import random
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final
from uuid import UUID

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.training_calls import Classroom, sheet
from tests.fixtures.user_calls import Desks

MARKS: Final = ("present", "present", "late", "absent", "absent", "excused")
# Further states of the same batch, drawn one after the other.
STATES: Final = 12
MANY: Final = 1_000


async def sections(browser: Browser) -> dict[str, Any]:
    answer = await browser.get("dashboard")
    assert answer.status == 200, answer.body
    return {each["kind"]: each for each in answer.body["sections"]}


async def today(browser: Browser, zone: str) -> list[dict[str, Any]]:
    listed = (await browser.get("training/sessions")).body
    assert listed["timeZone"] == zone
    return [each for each in listed["data"] if each["state"] != "cancelled"]


def ends(session: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(session["endsAt"])


async def compare(classroom: Classroom) -> None:
    """Compare the sections of an administrator and the trainer with the lists behind them."""
    for browser in (classroom.admin, classroom.trainer):
        shown = await sections(browser)
        listed = await today(browser, shown["sessions"]["timeZone"])
        assert shown["sessions"]["sessions"] == len(listed)
        assert shown["sessions"]["marked"] == sum(each["state"] == "taken" for each in listed)
        unmarked = [each for each in listed if each["state"] == "planned" and ends(each) <= datetime.now(UTC)]
        assert shown["sessions"]["notMarked"] == len(unmarked)
        since = date.fromisoformat(shown["sessions"]["day"]) - timedelta(days=7)
        week = {"from": since.isoformat(), "to": shown["sessions"]["day"], "unmarked": "true"}
        overdue = (await browser.get("training/sessions", query=week)).body["data"]
        assert shown["sessions"]["overdue"] == len(overdue)
        assert len(shown["sessions"]["items"]) == min(10, len(listed))
    risk = (await classroom.admin.get("training/at-risk", query={"pageSize": "1000"})).body
    section = (await sections(classroom.admin))["atRisk"]
    assert (section["people"], section["isExact"]) == (risk["total"], risk["totalIsExact"])
    assert sum(each["people"] for each in section["batches"]) == len(risk["data"])
    grid = (await classroom.trainer.get(f"training/batches/{classroom.batch_id}/attendance")).body
    held, attended = (sum(each[name] for each in grid["people"]) for name in ("held", "attended"))
    [batch] = (await sections(classroom.trainer))["batches"]["items"]
    assert batch["percent"] == (None if held == 0 else pytest.approx(100 * attended / held, abs=0.051))
    last = [each["person"]["fullName"] for each in grid["people"] if each["marks"][-3:] == ["absent"] * 3]
    assert sorted(batch["away"]) == sorted(last)


async def change_something(classroom: Classroom, dice: random.Random, sessions: list[dict[str, Any]]) -> None:
    """Plan, mark, correct or cancel a session, as the dice have it."""
    if not sessions or dice.random() < 0.3:
        sessions.append(await classroom.session_at(timedelta(minutes=dice.randrange(-600, 4_000))))
        return
    session = dice.choice(sessions)
    roster = (await classroom.roster(session)).body
    if dice.random() < 0.1:
        form = {"reason": "A holiday", "version": roster["session"]["version"]}
        await classroom.admin.post(f"training/sessions/{session['id']}/cancel", json=form)
        return
    people = dice.sample(roster["people"], dice.randint(1, len(roster["people"])))
    were = {UUID(each["id"]): each["mark"] for each in people}
    given = {each: dice.choice(MARKS) for each in were}
    await classroom.send(session, sheet(session, given, were=were), by=classroom.admin)


@pytest.mark.parametrize("states", [STATES, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.settings(rate_limit_scale=1000)
async def test_every_number_equals_its_list_in_random_states(classroom: Classroom, states: int) -> None:
    dice, sessions = random.Random(39), list[dict[str, Any]]()  # noqa: S311 - no secret
    for _ in range(states):
        await change_something(classroom, dice, sessions)
        await compare(classroom)


async def at_risk(classroom: Classroom) -> list[int]:
    """How many people are at risk: by the section, its batches, and the list."""
    section = (await sections(classroom.admin))["atRisk"]
    listed = (await classroom.admin.get("training/at-risk")).body
    return [section["people"], sum(each["people"] for each in section["batches"]), listed["total"]]


async def test_at_risk_are_those_who_are_in_the_batch_whenever_they_have_come(classroom: Classroom) -> None:
    shelf, first = classroom.shelf, classroom.people[:1]
    session = await classroom.session_at(timedelta(hours=3))
    await shelf.take_out(classroom.batch_id, first)
    await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "absent")))
    assert await at_risk(classroom) == [2, 2, 2]
    await shelf.put_in(classroom.batch_id, first)
    assert await at_risk(classroom) == [3, 3, 3]
    await shelf.take_out(classroom.batch_id, classroom.people)
    assert await at_risk(classroom) == [0, 0, 0]


async def test_who_leaves_while_a_first_mark_is_given_is_not_at_risk(classroom: Classroom) -> None:
    session, shelf = await classroom.session_at(timedelta(hours=3)), classroom.shelf
    mark = "INSERT INTO attendance (company_id, session_id, user_id, mark) VALUES ($1, $2, $3, 'absent')"
    async with held(shelf.services, mark, shelf.company.id, UUID(session["id"]), classroom.people[0]):
        leaving = await until_blocked(shelf.services, shelf.take_out(classroom.batch_id, classroom.people[:1]))
        assert not leaving.done()
    await leaving
    assert await at_risk(classroom) == [0, 0, 0]


async def test_a_trainee_s_dashboard_says_what_the_own_list_says(
    classroom: Classroom, sign_in: SignIn, desks: Desks
) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    await classroom.shelf.put_in(classroom.batch_id, [trainee.id])
    await classroom.enrol_since(datetime.now(UTC) - timedelta(days=60))
    for hours, mark in ((1, "present"), (4, "absent"), (7, "late")):
        session = await classroom.session_at(timedelta(hours=hours))
        await classroom.send(session, sheet(session, {trainee.id: mark}))
    await classroom.session_at(-timedelta(days=1))
    browser = desks.of(trainee).browser

    own, shown = (await browser.get("me/attendance")).body, (await sections(browser))["attendance"]
    assert [{**each, "trainers": own["batches"][0]["trainers"]} for each in shown["items"]] == own["batches"]
    assert (shown["threshold"], shown["next"]) == (own["threshold"], own["next"])
    assert (shown["items"][0]["percent"], shown["items"][0]["needs"]) == (66.7, 1)


async def test_the_sections_are_those_of_own_batches_and_of_the_own_company(
    classroom: Classroom, sign_in: SignIn, desks: Desks
) -> None:
    session = await classroom.session_at(timedelta(hours=3))
    await classroom.send(session, sheet(session, dict.fromkeys(classroom.people, "absent")))
    query = "UPDATE training_sessions SET starts_at = now() - interval '1 minute', ends_at = now() WHERE id = $1"
    await execute(classroom.shelf.services, query, UUID(session["id"]))
    stranger = await sections(desks.of(await sign_in(Profile.TRAINER)).browser)

    assert (stranger["sessions"]["sessions"], stranger["sessions"]["items"]) == (0, [])
    assert stranger["batches"]["items"] == []
