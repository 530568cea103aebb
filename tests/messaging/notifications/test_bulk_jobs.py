"""Notifications and mails of the end of a bulk job, inserted in the transaction that ends it."""

import asyncio
from typing import Any, Final
from uuid import UUID

import pytest

from server.messaging.notifications.notify import NOTIFICATION_NEW
from server.platform.events import USER
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.bulk_calls import Clipboard, Clipboards
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher

NOTICES: Final = "SELECT user_id, kind, title, body, link FROM notifications ORDER BY id"
MAILS: Final = "SELECT recipient, parameters FROM messages WHERE kind = 'bulk_finished' ORDER BY id"
LONG_AGO: Final = "UPDATE bulk_jobs SET started_at = now() - make_interval(secs => $2) WHERE id = $1"


async def notices(clipboard: Clipboard) -> list[dict[str, Any]]:
    return [dict(row) for row in await clipboard.fetch(NOTICES)]


async def mails(clipboard: Clipboard) -> list[tuple[str, dict[str, Any]]]:
    return [(row["recipient"], row["parameters"]) for row in await clipboard.fetch(MAILS)]


async def test_the_starter_is_notified_once(clipboard: Clipboard, publisher: RecordingPublisher) -> None:
    ids = await clipboard.add_people(4)
    job_id = await clipboard.start("deactivate", [*ids, clipboard.person.id])
    await clipboard.cut(job_id, rows=2)
    await asyncio.gather(*(clipboard.do_chunk(job_id) for _ in range(5)))
    await clipboard.work(job_id)
    assert await notices(clipboard) == [
        {
            "user_id": clipboard.person.id,
            "kind": "bulk_finished",
            "title": "4 people deactivated",
            "body": "1 person failed. The results say why.",
            "link": f"/dashboard/users/jobs/{job_id}",
        }
    ]
    await clipboard.services.database.settle()
    [event] = [each for each in publisher.published if each.event is NOTIFICATION_NEW]
    assert event.room == USER.of(clipboard.person.id)


async def test_a_notification_names_the_batch(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(3), await shelf.make("July 2026")
    await shelf.put_in(batch_id, ids[:1])
    await clipboard.run("add-to-batch", ids, batchId=str(batch_id))
    [notice] = await notices(clipboard)
    assert notice["title"] == "2 people added to July 2026"
    assert notice["body"] == "None failed. 1 person stayed unchanged."


@pytest.mark.parametrize(("seconds", "number"), [(50.0, 0), (61.0, 1)])
async def test_a_long_job_also_sends_a_mail(clipboard: Clipboard, seconds: float, number: int) -> None:
    job_id = await clipboard.start("deactivate", await clipboard.add_people(2))
    await clipboard.execute(LONG_AGO, job_id, seconds)
    await clipboard.work(job_id)
    assert len(await mails(clipboard)) == number
    assert len(await notices(clipboard)) == 1


async def test_a_job_with_failures_also_sends_a_mail(clipboard: Clipboard) -> None:
    job_id = await clipboard.run("deactivate", [*(await clipboard.add_people(2)), clipboard.person.id])
    [(recipient, parameters)] = await mails(clipboard)
    assert recipient == clipboard.person.email
    assert {name: parameters[name] for name in ("job_id", "did", "done", "unchanged", "failed", "outcome")} == {
        "job_id": str(job_id),
        "did": "deactivated",
        "done": 2,
        "unchanged": 0,
        "failed": 1,
        "outcome": "completed",
    }


async def cancelled_by(canceller: Clipboard, starter: Clipboard) -> UUID:
    """A job of `starter` that has run for long and is cancelled after half of it."""
    job_id = await starter.start("deactivate", await starter.add_people(4))
    await starter.cut(job_id, rows=2)
    assert await starter.do_chunk(job_id)
    await starter.execute(LONG_AGO, job_id, 120.0)
    for _ in range(2):
        assert (await canceller.ask("cancel", job_id)).status == 200
    return job_id


async def test_the_starter_is_notified_when_another_cancels(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    admin = clipboards.of(await sign_in(Profile.ADMIN))
    job_id = await cancelled_by(clipboard, admin)
    [notice] = await notices(clipboard)
    assert (notice["user_id"], notice["kind"]) == (admin.person.id, "bulk_cancelled")
    assert notice["title"] == "Your change of 4 people was cancelled"
    assert notice["body"].endswith(" cancelled it. 2 people had been deactivated. What was done stays.")
    assert notice["link"] == f"/dashboard/users/jobs/{job_id}"
    [(recipient, parameters)] = await mails(clipboard)
    assert (recipient, parameters["outcome"]) == (admin.person.email, "cancelled")
    assert parameters["cancelled_by"]


async def test_no_one_is_notified_of_their_own_cancel(clipboard: Clipboard) -> None:
    await cancelled_by(clipboard, clipboard)
    assert (await notices(clipboard), await mails(clipboard)) == ([], [])


async def test_a_starter_who_was_deactivated_gets_no_mail(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    """The rest of the job fails; a deleted one is not notified at all, and the job ends."""
    for change, number in (
        ("UPDATE users SET is_active = false WHERE id = $1", 1),
        ("DELETE FROM users WHERE id = $1", 0),
    ):
        admin = clipboards.of(await sign_in(Profile.ADMIN))
        job_id = await admin.start("deactivate", await admin.add_people(1, name=f"of{number}"))
        await clipboard.execute(change, admin.person.id)
        assert (await clipboard.work(job_id))["failed"] == 1
        known = await clipboard.fetch("SELECT id FROM notifications WHERE user_id = $1", admin.person.id)
        assert len(known) == number
    assert await mails(clipboard) == []
