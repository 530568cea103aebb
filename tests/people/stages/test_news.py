"""What people learn of their moves, and the stage of those who are declined while it is archived."""

import asyncio
from typing import Any
from uuid import UUID

import pytest

from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import NOTIFICATION_NEW
from server.people.stages.stage_events import MOST_TOLD
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.eventually import eventually, is_blocked
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import execute
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk, Desks
from tests.people.stages.test_stages import move, people_in, stages, way

KIND = NotificationKind.STAGE_CHANGED
NEWS = "SELECT user_id, title, body, link, about FROM notifications WHERE kind = 'stage_changed' ORDER BY created_at"


async def news(clipboard: Clipboard) -> list[Any]:
    return [tuple(row) for row in await clipboard.fetch(NEWS)]


async def test_a_person_reads_the_public_words_of_a_new_stage_behind_the_bell(
    clipboard: Clipboard, desks: Desks
) -> None:
    desk = desks.of(clipboard.person)
    [person_id] = await clipboard.add_people(1)
    assert (await move(desk, person_id, of="Selected", to="Screening", reason="Inner")).status == 200
    found = (await stages(desk))["Interview"]
    same = {"publicName": "In review", "version": found["version"]}
    assert (await desk.browser.call("PUT", f"stages/{found['id']}", json=same)).status == 200
    # They read the same public name: no news.
    assert (await move(desk, person_id, of="Screening", to="Interview")).status == 200
    left = (await stages(desk))["Placed"]
    empty = {"publicText": "", "version": left["version"]}
    assert (await desk.browser.call("PUT", f"stages/{left['id']}", json=empty)).status == 200
    assert (await move(desk, person_id, of="Interview", to="Placed")).status == 200
    assert await news(clipboard) == [
        (person_id, "In review", "We are looking at your details.", "/dashboard", None),
        (person_id, "Placed", "This is where you stand now.", "/dashboard", None),
    ]


MAILED = """
    SELECT user_id, recipient, parameters ->> 'full_name' AS full_name, parameters ->> 'stage' AS stage,
           parameters ->> 'stage_text' AS stage_text
      FROM messages WHERE kind = 'stage_changed' ORDER BY created_at
"""


async def allow_mails(desk: Desk) -> None:
    answer = await desk.browser.call("PUT", "companies/settings", json={"mailStageChanges": True})
    assert answer.body["mailStageChanges"] is True, answer.body


async def test_a_person_gets_a_mail_in_the_public_words_where_the_company_wants_it(
    clipboard: Clipboard, desks: Desks
) -> None:
    desk = desks.of(clipboard.person)
    person_id, inactive, mailless = await clipboard.add_people(3)
    await execute(desk.services, "UPDATE users SET is_active = false WHERE id = $1", inactive)
    await execute(desk.services, "UPDATE users SET email = NULL, code = 'C-1' WHERE id = $1", mailless)
    assert (await move(desk, person_id, of="Selected", to="In training")).status == 200
    assert await clipboard.fetch(MAILED) == [], "the company has not asked for mails"
    await allow_mails(desk)
    for user_id, of in ((person_id, "In training"), (inactive, "Selected"), (mailless, "Selected")):
        assert (await move(desk, user_id, of=of, to="Certified", reason="Inner")).status == 200
    assert (await move(desk, person_id, of="Certified", to="Certified")).status == 200
    [mail] = await clipboard.fetch(MAILED)
    stored = await clipboard.fetch("SELECT email, full_name FROM users WHERE id = $1", person_id)
    words = ("Certified", "You have completed your training.")
    assert tuple(mail) == (person_id, *stored[0], *words)


@pytest.mark.parametrize("number", [3, 501])
async def test_a_job_mails_its_people_unless_they_are_many(clipboard: Clipboard, desks: Desks, number: int) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(number)
    await allow_mails(desk)
    job_id = await clipboard.start("move-stage", people, stageId=(await stages(desk))["Certified"]["id"])
    await clipboard.cut(job_id, rows=300)
    await clipboard.work(job_id)
    mailed = sorted(row["user_id"] for row in await clipboard.fetch(MAILED))
    assert mailed == (sorted(people) if number <= MOST_TOLD else [])


@pytest.mark.parametrize("decision", ["accept", "decline"])
async def test_a_decision_has_a_mail_of_its_own_and_the_next_move_has_one(
    clipboard: Clipboard, desks: Desks, visitor: Visitor, decision: str
) -> None:
    desk = desks.of(clipboard.person)
    await allow_mails(desk)
    await visitor.apply(await slug_of(desk.services, desk.person.company))
    assert (await visitor.complete()).status == 200
    user_id = await desk.value("SELECT id FROM users WHERE email = $1", visitor.email)
    form = {"profile": "TRAINEE", "role": "TRAINEE"} if decision == "accept" else {"reason": "The course is full"}
    answer = await desk.browser.post(f"users/applications/{decision}", json={"ids": [str(user_id)], **form})
    assert answer.status == 200, answer.body
    of = "Selected" if decision == "accept" else "Left"
    assert [row[1] for row in await news(clipboard)] == [of if decision == "accept" else "Ended"]
    assert await clipboard.fetch(MAILED) == []
    assert (await move(desk, user_id, of=of, to="Interview")).status == 200
    assert [row["stage"] for row in await clipboard.fetch(MAILED)] == ["Interview"]


@pytest.mark.parametrize("number", [3, 501])
async def test_a_job_tells_its_people_and_takes_it_back_with_their_moves(
    clipboard: Clipboard, desks: Desks, publisher: RecordingPublisher, number: int
) -> None:
    desk = desks.of(clipboard.person)
    people = await clipboard.add_people(number)
    wanted = {"stageId": (await stages(desk))["Certified"]["id"]}
    job_id = await clipboard.start("move-stage", people, **wanted)
    await clipboard.cut(job_id, rows=300)
    await clipboard.work(job_id)
    assert sorted(await news(clipboard)) == [
        (user_id, "Certified", "You have completed your training.", "/dashboard", job_id) for user_id in sorted(people)
    ]
    await clipboard.services.database.settle()
    told = [
        each for each in publisher.published if each.event is NOTIFICATION_NEW and KIND in dict(each.payload).values()
    ]
    assert len(told) == (number if number <= MOST_TOLD else 0)
    assert (await clipboard.undo(job_id))["undone"] == number
    assert await news(clipboard) == []


async def test_who_is_declined_while_the_stage_is_archived_comes_to_the_next(desk: Desk, visitor: Visitor) -> None:
    await visitor.apply(await slug_of(desk.services, desk.person.company))
    assert (await visitor.complete()).status == 200
    user_id = await desk.value("SELECT id FROM users WHERE email = $1", visitor.email)
    assert (await desk.browser.post("stages", json={"name": "Withdrawn", "kind": "lost"})).status == 201
    left = UUID((await stages(desk))["Left"]["id"])
    async with desk.services.database.reading() as holder:
        async with holder.raw.transaction():
            await holder.raw.execute("UPDATE stages SET archived_at = now() WHERE id = $1", left)
            form = {"ids": [str(user_id)], "reason": "The course is full"}
            declining = asyncio.create_task(desk.browser.post("users/applications/decline", json=form))
            await eventually(lambda: is_blocked(desk.services), within=60, what="the decline waiting for the stage")
        assert (await declining).status == 200
    assert await way(desk, user_id) == ["Withdrawn", "Applied"]
    assert await people_in(desk) == {"Withdrawn": 1}
    told = "SELECT title FROM notifications WHERE kind = 'stage_changed' AND user_id = $1"
    assert await desk.value(told, user_id) == "Withdrawn"
