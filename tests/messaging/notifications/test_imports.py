"""Notifications of the end of an import, inserted in the transaction that ends it."""

import asyncio
from typing import Any

import pytest

from server.messaging.notifications.notify import NOTIFICATION_NEW
from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.run.notify_end import MAIL_ROWS
from server.people.imports.states import ImportState
from server.platform.events import USER
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.publisher import RecordingPublisher

MAILS = "SELECT count(*) FROM messages WHERE kind = 'import_finished'"
LONG_AGO = (
    "UPDATE imports SET created_at = now() - interval '2 minutes', started_at = started_at - interval '2 minutes'"
)


async def notices(office: Office) -> list[dict[str, Any]]:
    rows = await office.fetch("SELECT user_id, kind, title, body, link, about FROM notifications ORDER BY id")
    return [dict(row) for row in rows]


async def test_the_starter_is_notified_once(office: Office, offices: Offices, publisher: RecordingPublisher) -> None:
    await offices.open()
    import_id = await office.begin(*people(3), person(4, email="x"))
    await asyncio.gather(*(create_accounts(office.services, import_id=import_id) for _ in range(3)))
    assert await notices(office) == [
        {
            "user_id": office.person.id,
            "kind": "import_finished",
            "title": "people.csv: 3 accounts created",
            "body": "1 row failed. The results say why.",
            "link": f"/dashboard/users/imports/{import_id}",
            "about": import_id,
        }
    ]
    await office.services.database.settle()
    [event] = [each for each in publisher.published if each.event is NOTIFICATION_NEW]
    assert event.room == USER.of(office.person.id)


async def test_an_import_without_failures_says_so(office: Office) -> None:
    await office.work(await office.begin(person(1)))
    [notice] = await notices(office)
    assert notice["title"] == "people.csv: 1 account created"
    assert notice["body"] == "Every row became an account. Invitations go out by themselves."


@pytest.mark.parametrize(("seconds", "mails"), [(50, 0), (61, 1)])
async def test_a_long_import_also_sends_a_mail(office: Office, seconds: int, mails: int) -> None:
    import_id = await office.begin(*people(2))
    started = "UPDATE imports SET started_at = now() - make_interval(secs => $2) WHERE id = $1"
    await office.execute(started, import_id, float(seconds))
    await office.work(import_id)
    assert await office.fetch_value(MAILS) == mails
    assert len(await notices(office)) == 1


@pytest.mark.parametrize(("rows", "mails"), [(MAIL_ROWS - 1, 0), (MAIL_ROWS, 1)])
async def test_a_large_import_also_sends_a_mail(office: Office, rows: int, mails: int) -> None:
    await office.work(await office.begin(*people(rows)))
    assert await office.fetch_value(MAILS) == mails


async def mails(office: Office) -> list[tuple[str, dict[str, Any]]]:
    rows = await office.fetch(
        "SELECT recipient, parameters, state FROM messages WHERE kind = 'import_finished' ORDER BY id"
    )
    assert {row["state"] for row in rows} <= {"queued"}
    return [(row["recipient"], row["parameters"]) for row in rows]


async def test_the_starter_of_a_long_import_gets_one_mail_when_another_cancels_it(
    office: Office, offices: Offices
) -> None:
    colleague = await offices.open()
    import_id = await office.begin(*people(4), person(5, email="x"))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await office.execute(LONG_AGO)
    await office.services.database.settle()
    office.jobs.jobs.clear()
    await asyncio.gather(*(colleague.cancel(import_id) for _ in range(3)))
    await office.services.database.settle()
    [(recipient, parameters)] = await mails(office)
    assert recipient == office.person.email
    assert {name: parameters[name] for name in ("outcome", "created", "failed", "file_name")} == {
        "outcome": "cancelled",
        "created": 2,
        "failed": 1,
        "file_name": "people.csv",
    }
    assert parameters["cancelled_by"]
    assert office.enqueued("send_messages") == 1


async def test_the_own_cancellation_sends_no_mail(office: Office) -> None:
    import_id = await office.begin(*people(2))
    await office.execute(LONG_AGO)
    await office.cancel(import_id)
    assert await mails(office) == []


async def test_a_deactivated_starter_gets_no_mail(office: Office, offices: Offices) -> None:
    colleague = await offices.open()
    import_id = await office.begin(*people(2))
    await office.execute(LONG_AGO)
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", office.person.id)
    await colleague.work(import_id)
    assert await mails(office) == []


async def test_the_uploader_of_a_long_file_that_cannot_be_read_gets_one_mail(office: Office) -> None:
    import_id = await office.upload(csv_file(*people(3)))
    await office.execute(LONG_AGO)
    await office.execute("UPDATE import_files SET content = $2 WHERE import_id = $1", import_id, csv_file() + b'"open')
    await check_import(office.services, import_id=import_id)
    await check_import(office.services, import_id=import_id)
    [(recipient, parameters)] = await mails(office)
    assert recipient == office.person.email
    assert parameters["outcome"] == "failed"
    assert parameters["reason"] == "Error parsing CSV file. Please check the format."


async def test_no_mail_names_an_imported_person(office: Office) -> None:
    import_id = await office.begin(*people(3), person(4, email="x"))
    await office.execute(LONG_AGO)
    await office.work(import_id)
    [(_, parameters)] = await mails(office)
    assert set(parameters) == {"full_name", "file_name", "created", "failed", "invite", "outcome"}
    assert "Imported" not in str(parameters)
    assert "example.org" not in str(parameters)


async def test_deleted_starter_stops_no_import(office: Office, offices: Offices) -> None:
    import_id = await office.begin(*people(2))
    colleague = await offices.open()
    await office.execute("DELETE FROM users WHERE id = $1", office.person.id)
    assert (await colleague.work(import_id)).state is ImportState.COMPLETED
    assert await notices(colleague) == []


async def test_a_cancellation_notifies_the_starter_but_not_the_caller(office: Office, offices: Offices) -> None:
    colleague = await offices.open()
    await office.cancel(await office.begin(*people(2)))
    assert await notices(office) == []
    import_id = await office.begin(*people(4))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await colleague.cancel(import_id)
    await colleague.cancel(import_id)
    [notice] = await notices(office)
    assert (notice["user_id"], notice["kind"], notice["about"]) == (office.person.id, "import_cancelled", import_id)
    assert notice["title"] == "people.csv was cancelled"
    assert notice["body"].endswith(" cancelled the import. 2 accounts had been created and will stay.")


async def test_the_uploader_is_notified_of_an_import_that_was_not_started(office: Office, offices: Offices) -> None:
    colleague = await offices.open(Profile.SUPER_ADMIN)
    import_id = await office.check(person(1))
    await colleague.cancel(import_id)
    [notice] = await notices(office)
    assert notice["user_id"] == office.person.id
    assert notice["body"].endswith(" cancelled the import. No account had been created.")


async def test_the_uploader_is_notified_of_a_file_that_cannot_be_read(office: Office) -> None:
    import_id = await office.upload(csv_file(*people(3)))
    await office.execute("UPDATE import_files SET content = $2 WHERE import_id = $1", import_id, csv_file() + b'"open')
    await check_import(office.services, import_id=import_id)
    [notice] = await notices(office)
    assert (notice["user_id"], notice["kind"], notice["about"]) == (office.person.id, "import_failed", import_id)
    assert notice["title"] == "people.csv could not be read"
    assert notice["body"] == "Error parsing CSV file. Please check the format."
