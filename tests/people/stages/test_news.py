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
