"""Announcements: where they go, who sees them, what is mailed, and how they are taken back."""

import asyncio
import csv
import io
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from server.messaging.announcements.links import own_links, without_other_links
from server.messaging.announcements.publish import publish_due
from server.messaging.announcements.stop_codes import make_stop_code
from server.messaging.messages.kinds import Providers
from server.people.bulk.run_job import BULK_RUN, run_bulk_job
from server.people.chunks.engine import do_next
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.bulk_calls import Clipboard, Clipboards, Stranger
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all, send_messages
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.training_calls import Classroom
from tests.fixtures.user_calls import Desk, Desks

TEXT = {"title": "Hall ticket", "body": "Bring your hall ticket.\n\nGate 2, 9:30."}


async def send(browser: Browser, people: Sequence[UUID] | None = None, **form: Any) -> Answer:
    audience = {"select": {"ids": list(map(str, people))}} if people is not None else {}
    return await browser.post("announcements", json={**TEXT, **audience, **form})


async def sent(browser: Browser, people: Sequence[UUID] | None = None, **form: Any) -> UUID:
    answer = await send(browser, people, **form)
    assert answer.status == 201, answer.body
    return UUID(answer.body["id"])


async def store(services: Services, announcement_id: UUID) -> None:
    """Have a worker add the recipients."""
    await services.database.settle()
    query = "SELECT state FROM bulk_jobs WHERE id = $1"
    async with asyncio.timeout(60):
        while await fetch_value(services, query, announcement_id) == "processing":
            await run_bulk_job(services, job_id=announcement_id)


async def publish(services: Services, announcement_id: UUID) -> None:
    """Let its minute pass."""
    await store(services, announcement_id)
    await make_due(services)
    await publish_due(services)


async def make_due(services: Services) -> None:
    await execute(services, "UPDATE announcements SET publish_at = least(publish_at, now())")
    query = "UPDATE messages SET next_attempt_at = now() WHERE kind = 'announcement' AND next_attempt_at IS NOT NULL"
    await execute(services, f"{query} AND occasion IS NULL")


async def read(browser: Browser, announcement_id: object) -> dict[str, Any]:
    answer = await browser.get(f"announcements/{announcement_id}")
    assert answer.status == 200, answer.body
    return dict(answer.body)


async def fetch_text(browser: Browser, path: str) -> str:
    headers = {"Authorization": f"Bearer {browser.token}"}
    response = await browser.client.get(f"/api/v1/{path}", headers=headers)
    return (await response.get_data(as_text=False)).decode("utf-8-sig")


async def own(browser: Browser) -> list[dict[str, Any]]:
    answer = await browser.get("me/announcements")
    assert answer.status == 200, answer.body
    return list(answer.body["data"])


async def bell(services: Services, user_id: UUID) -> list[Any]:
    async with services.database.reading() as connection:
        query = "SELECT title, body, link FROM notifications WHERE user_id = $1 AND kind = 'announcement' ORDER BY id"
        return [tuple(row) for row in await connection.raw.fetch(query, user_id)]


@pytest.fixture
async def reader(sign_in: SignIn, desks: Desks) -> Desk:
    """A trainee who is signed in."""
    return desks.of(await sign_in(profile=Profile.TRAINEE))


async def test_people_read_it_a_minute_later_and_the_author_sees_who_has(
    clipboard: Clipboard, reader: Desk, services: Services
) -> None:
    others = await clipboard.add_people(2)
    inactive = await clipboard.add_people(1, name="gone", is_active=False)
    people = [reader.person.id, *others, *inactive]
    tried = await send(clipboard.browser, people, byMail=True, dryRun=True)
    assert (tried.status, tried.body["total"], tried.body["reachedInProduct"]) == (200, 4, 3)
    assert (tried.body["reachedByMail"], tried.body["waitingForDigest"]) == (3, 0)
    assert [each["count"] for each in tried.body["refused"]] == [1]

    announcement_id = await sent(clipboard.browser, people)
    await store(services, announcement_id)
    await publish_due(services)
    assert (await own(reader.browser), await bell(services, reader.person.id)) == ([], [])

    await publish(services, announcement_id)
    await publish_due(services)
    [shown] = await own(reader.browser)
    assert (shown["title"], shown["body"], shown["seen"]) == (TEXT["title"], TEXT["body"], False)
    assert await bell(services, reader.person.id) == [(TEXT["title"], TEXT["body"], "/dashboard/announcements")]
    section = await reader.browser.get("dashboard", query={"kinds": "announcements"})
    assert [each["unseen"][0]["id"] for each in section.body["sections"]] == [str(announcement_id)]

    for _ in range(2):
        seen = await reader.browser.post("me/announcements/seen", json={"ids": [str(announcement_id)]})
        assert seen.status == 200
    assert (await reader.browser.get("dashboard", query={"kinds": "announcements"})).body["sections"] == []
    found = await read(clipboard.browser, announcement_id)
    assert (found["total"], found["seen"], found["mailed"], found["isSending"]) == (3, 1, 0, False)
    unseen = await clipboard.browser.get(f"announcements/{announcement_id}/recipients", query={"state": "unseen"})
    assert ({each["userId"] for each in unseen.body["data"]}, unseen.body["total"]) == (set(map(str, others)), 2)


async def test_those_who_have_not_seen_it_are_written_to_again(
    clipboard: Clipboard, reader: Desk, services: Services
) -> None:
    [other] = await clipboard.add_people(1)
    first = await sent(clipboard.browser, [reader.person.id, other])
    await publish(services, first)
    await reader.browser.post("me/announcements/seen", json={"ids": [str(first)]})

    again = await clipboard.browser.post(f"announcements/{first}/again", json={"to": "unseen"})
    assert again.status == 201, again.body
    await publish(services, UUID(again.body["id"]))
    found = await read(clipboard.browser, again.body["id"])
    assert (found["total"], found["audience"]) == (1, "Not seen: A selection of people")
    told = "SELECT link FROM notifications WHERE kind = 'bulk_finished' AND about = $1"
    assert await fetch_value(services, told, first) == f"/dashboard/announcements/sent/{first}"
    third = await clipboard.browser.post(f"announcements/{again.body['id']}/again", json={"to": "unseen"})
    assert (await read(clipboard.browser, third.body["id"]))["audience"] == "Not seen: A selection of people"
    assert [each["id"] for each in await own(reader.browser)] == [str(first)]
    listed = await clipboard.browser.get("announcements")
    assert [each["id"] for each in listed.body["data"]] == [third.body["id"], again.body["id"], str(first)]


async def test_taken_back_within_the_minute_no_one_has_seen_anything(
    clipboard: Clipboard, reader: Desk, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    announcement_id = await sent(clipboard.browser, [reader.person.id], byMail=True)
    await store(services, announcement_id)
    stale = await clipboard.browser.post(f"announcements/{announcement_id}/retract", json={"version": 7})
    assert (stale.status, stale.body["current"]["version"]) == (409, 1)
    for _ in range(2):
        answer = await clipboard.browser.post(f"announcements/{announcement_id}/retract", json={"version": 1})
        assert (answer.status, answer.body["mailed"], answer.body["waiting"]) == (200, 0, 0)

    await make_due(services)
    await publish_due(services)
    await send_all(services, smtp)
    assert (await own(reader.browser), await bell(services, reader.person.id), mail_server.received) == ([], [], [])
    again = await clipboard.browser.post(f"announcements/{announcement_id}/again", json={"to": "unseen"})
    assert again.status == 409


async def test_taken_back_later_it_is_hidden_and_its_mails_are_counted(
    clipboard: Clipboard, reader: Desk, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    announcement_id = await sent(clipboard.browser, [reader.person.id], byMail=True)
    await publish(services, announcement_id)
    await send_all(services, smtp)
    answer = await clipboard.browser.post(f"announcements/{announcement_id}/retract", json={"version": 1})
    assert (answer.status, answer.body["mailed"], len(mail_server.received)) == (200, 1, 1)
    assert (await own(reader.browser), await bell(services, reader.person.id)) == ([], [])


async def test_a_job_that_is_taken_back_while_it_runs_adds_no_one_more(
    clipboard: Clipboard, services: Services
) -> None:
    people = await clipboard.add_people(6)
    announcement_id = await sent(clipboard.browser, people, byMail=True)
    await clipboard.cut(announcement_id, rows=2)
    assert await do_next(services, BULK_RUN, announcement_id)
    answer = await clipboard.browser.post(f"announcements/{announcement_id}/retract", json={"version": 1})
    assert answer.status == 200, answer.body
    await run_bulk_job(services, job_id=announcement_id)
    found = await read(clipboard.browser, announcement_id)
    assert (found["total"], found["waiting"], found["isSending"]) == (2, 0, False)


async def test_taken_back_while_mails_leave_each_is_counted_or_cancelled(
    clipboard: Clipboard, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    people = await clipboard.add_people(200)
    announcement_id = await sent(clipboard.browser, people, byMail=True)
    await publish(services, announcement_id)

    async def take_back(_: object) -> str:
        if mail_server.tries == 1:
            answer = await clipboard.browser.post(f"announcements/{announcement_id}/retract", json={"version": 1})
            assert answer.status == 200, answer.body
        return "250 kept"

    mail_server.reply = take_back
    await send_all(services, smtp)
    found = await read(clipboard.browser, announcement_id)
    states = "SELECT count(*) FROM announcement_recipients WHERE mail_state = 'cancelled'"
    cancelled = await fetch_value(services, states)
    assert (found["mailed"], found["mailed"] + cancelled, found["waiting"]) == (len(mail_server.received), 200, 0)
    assert 0 < found["mailed"] < 200


@pytest.mark.security("S155")
async def test_a_mail_says_the_text_and_is_stopped_by_one_click(
    clipboard: Clipboard, reader: Desk, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    email = await fetch_value(services, "SELECT email FROM users WHERE id = $1", reader.person.id)
    body = "See www.evil.example/login or https://evil.example.\nपरीक्षा 9:30"
    announcement_id = await sent(clipboard.browser, [reader.person.id], byMail=True, body=body)
    await publish(services, announcement_id)
    await send_all(services, smtp)
    [mail] = mail_server.received
    assert (mail.to, "परीक्षा 9:30" in mail.text, "evil.example" in mail.text) == (email, True, False)
    part = mail.content.get_body(("html",))
    assert part is not None
    html = part.get_content()
    assert "evil.example" not in html
    [stop] = [mail.content["List-Unsubscribe"].strip("<>")]
    assert mail.content["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = await read(clipboard.browser, announcement_id)
    assert (found["mailed"], found["waiting"], found["unreachable"]) == (1, 0, 0)

    path = stop.partition("/api/v1/")[2]
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    stopped = await reader.app.test_client().post(f"/api/v1/{path}", data="List-Unsubscribe=One-Click", headers=form)
    assert stopped.status_code == 200, await stopped.get_data()
    assert (await reader.browser.get("me/announcements")).body["byMail"] is False
    second = await sent(clipboard.browser, [reader.person.id], byMail=True)
    await publish(services, second)
    await send_all(services, smtp)
    found = await read(clipboard.browser, second)
    assert (found["total"], found["unreachable"], len(mail_server.received)) == (1, 1, 1)
    assert len(await own(reader.browser)) == 2

    await reader.browser.call("PUT", "me/announcements/mail", json={"byMail": True})
    assert (await reader.browser.get("me/announcements")).body["byMail"] is True


@pytest.mark.security("S155")
async def test_a_forged_code_stops_nothing(reader: Desk, services: Services) -> None:
    code = make_stop_code(services.keys, company_id=reader.person.company.id, user_id=reader.person.id)
    for forged in (code[:-4] + "AAAA", code[:20], "é"):
        answer = await Browser(app=reader.app, services=services).post("announcements/stop", query={"code": forged})
        assert answer.status == 422, answer.body
    assert (await reader.browser.get("me/announcements")).body["byMail"] is True


@pytest.mark.security("S155")
async def test_the_fourth_mail_of_a_day_waits_for_one_of_the_next_morning(
    clipboard: Clipboard, reader: Desk, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    ids = []
    for number in range(5):
        ids.append(await sent(clipboard.browser, [reader.person.id], byMail=True, title=f"News {number}"))
        await store(services, ids[-1])
    tried = await send(clipboard.browser, [reader.person.id], byMail=True, dryRun=True)
    assert (tried.body["reachedByMail"], tried.body["waitingForDigest"]) == (0, 1)
    for each in ids:
        await publish(services, each)
    await send_all(services, smtp)
    assert len(mail_server.received) == 3
    assert (await read(clipboard.browser, ids[4]))["waiting"] == 1
    wait = "SELECT next_attempt_at > now() + interval '7 hours' FROM messages WHERE occasion = 'digest'"
    assert await fetch_value(services, wait)

    await execute(services, "UPDATE messages SET next_attempt_at = now() WHERE occasion = 'digest'")
    await send_all(services, smtp)
    assert len(mail_server.received) == 4
    assert all(title in mail_server.received[3].text for title in ("News 3", "News 4"))
    assert [(await read(clipboard.browser, each))["mailed"] for each in ids] == [1] * 5


async def test_a_refused_mail_is_failed_with_its_reason(
    clipboard: Clipboard, reader: Desk, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    async def refuse(_: object) -> str:
        return "550 no such mailbox"

    mail_server.reply = refuse
    announcement_id = await sent(clipboard.browser, [reader.person.id], byMail=True)
    await publish(services, announcement_id)
    await send_all(services, smtp)
    rows = await clipboard.browser.get(f"announcements/{announcement_id}/recipients", query={"state": "failed"})
    [row] = rows.body["data"]
    assert (row["mailState"], "no such mailbox" in row["mailError"]) == ("failed", True)


async def test_a_new_company_mails_its_day_and_the_rest_tomorrow(
    clipboard: Clipboard, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    await execute(services, "UPDATE companies SET trusted_at = NULL, created_at = now()")
    limit = services.settings.new_company_daily_invitations
    people = await clipboard.add_people(limit + 2)
    announcement_id = await sent(clipboard.browser, people, byMail=True)
    await publish(services, announcement_id)
    await send_all(services, smtp)
    found = await read(clipboard.browser, announcement_id)
    assert (len(mail_server.received), found["mailed"], found["waiting"]) == (limit, limit, 2)


async def test_an_outage_of_the_mail_server_takes_nothing_of_the_day(
    clipboard: Clipboard, services: Services, smtp: Providers, smtp_away: Providers, mail_server: MailServer
) -> None:
    await execute(services, "UPDATE companies SET trusted_at = NULL, created_at = now()")
    people = await clipboard.add_people(services.settings.new_company_daily_invitations // 2)
    announcement_id = await sent(clipboard.browser, people, byMail=True)
    await publish(services, announcement_id)
    for _ in range(4):
        await send_messages(services, smtp_away)
        await make_due(services)
    await send_all(services, smtp)
    assert (await read(clipboard.browser, announcement_id))["mailed"] == len(mail_server.received) == len(people)


@pytest.mark.security("S155")
async def test_a_trainer_writes_to_own_batches_alone(
    classroom: Classroom, clipboard: Clipboard, services: Services, reader: Desk
) -> None:
    announcement_id = await sent(classroom.trainer, batchId=str(classroom.batch_id))
    await publish(services, announcement_id)
    found = await read(classroom.trainer, announcement_id)
    assert (found["total"], found["audience"].startswith("Batch ")) == (len(classroom.people), True)

    added = await clipboard.browser.post("batches", json={"name": "Another"})
    assert added.status == 201, added.body
    asked: list[dict[str, Any]] = [
        {"batchId": added.body["id"]},
        {"select": {"ids": [str(reader.person.id)]}},
        {"select": {"filter": {}}},
    ]
    for audience in asked:
        for dry_run in (True, False):
            answer = await send(classroom.trainer, **audience, dryRun=dry_run)
            assert answer.status == 403, (audience, answer.body)
    of_admin = await sent(clipboard.browser, [reader.person.id])
    for answer in (
        await classroom.trainer.get(f"announcements/{of_admin}"),
        await classroom.trainer.get(f"announcements/{of_admin}/recipients.csv"),
        await classroom.trainer.post(f"announcements/{of_admin}/retract", json={"version": 1}),
        await classroom.trainer.post(f"announcements/{of_admin}/again", json={"to": "unseen"}),
    ):
        assert answer.status == 404
    listed = await classroom.trainer.get("announcements")
    assert [each["id"] for each in listed.body["data"]] == [str(announcement_id)]
    assert (await reader.browser.get("announcements")).status == 403


@pytest.mark.security("S155")
async def test_a_trainer_who_loses_the_batch_meanwhile_writes_to_no_one(
    classroom: Classroom, services: Services
) -> None:
    announcement_id = await sent(classroom.trainer, batchId=str(classroom.batch_id))
    await execute(services, "DELETE FROM batch_trainers WHERE batch_id = $1", classroom.batch_id)
    await store(services, announcement_id)
    found = await read(classroom.trainer, announcement_id)
    assert found["total"] == 0
    reasons = "SELECT DISTINCT message FROM bulk_rows WHERE job_id = $1"
    assert "may no longer" in await fetch_value(services, reasons, announcement_id)


async def test_who_left_the_batch_meanwhile_is_not_written_to(
    classroom: Classroom, clipboard: Clipboard, services: Services
) -> None:
    announcement_id = await sent(clipboard.browser, batchId=str(classroom.batch_id))
    await execute(services, "DELETE FROM batch_members WHERE user_id = $1", classroom.people[0])
    await store(services, announcement_id)
    assert (await read(clipboard.browser, announcement_id))["total"] == len(classroom.people) - 1


@pytest.mark.security("S155")
async def test_administrators_write_to_those_they_cover_and_take_back_from_their_equals(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn, services: Services
) -> None:
    manager = clipboards.of(await sign_in(profile=Profile.MANAGEMENT))
    admin = clipboards.of(await sign_in(profile=Profile.ADMIN))
    [trainee] = await clipboard.add_people(1)
    tried = await send(manager.browser, [trainee, admin.person.id], dryRun=True)
    assert (tried.body["reachedInProduct"], tried.body["refused"][0]["reason"]) == (
        1,
        "You may not write to people with the profile Admin.",
    )
    of_owner = await sent(clipboard.browser, [trainee])
    of_manager = await sent(manager.browser, [trainee])
    statuses = []
    for browser, announcement_id in (
        (admin.browser, of_owner),
        (admin.browser, of_manager),
        (manager.browser, of_owner),
    ):
        answer = await browser.post(f"announcements/{announcement_id}/retract", json={"version": 1})
        statuses.append(answer.status)
    assert statuses == [403, 200, 404]


async def test_another_company_is_not_reached(clipboard: Clipboard, stranger: Stranger, reader: Desk) -> None:
    other = await stranger()
    refused = await send(other.browser, [reader.person.id])
    assert refused.status == 422
    announcement_id = await sent(clipboard.browser, [reader.person.id])
    for path in ("", "/recipients", "/recipients.csv"):
        assert (await other.browser.get(f"announcements/{announcement_id}{path}")).status == 404


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "A\u202eb"}, "title"),
        ({"body": "One\nTwo \u202e"}, "body"),
        ({"body": " \n "}, "body"),
        ({"body": "x" * 4_001}, "body"),
        ({"publishAt": "2099-01-01T00:00:00Z"}, "publishAt"),
        ({"publishAt": "2027-01-01T00:00:00"}, ""),
        ({"batchId": "018f0000-0000-7000-8000-000000000000"}, ""),
    ],
)
async def test_what_cannot_be_sent_says_how_to_mend_it(
    clipboard: Clipboard, reader: Desk, form: dict[str, str], field: str
) -> None:
    answer = await send(clipboard.browser, [reader.person.id], **form)
    assert (answer.status, field in {"", *answer.body.get("errors", {})}) == (422, True), answer.body


async def test_emoji_are_sent_as_they_were_written(clipboard: Clipboard, reader: Desk, services: Services) -> None:
    body = "👩‍🏫" + "🎉" * 3_997
    announcement_id = await sent(clipboard.browser, [reader.person.id], body=body)
    await publish(services, announcement_id)
    assert [each["body"] for each in await own(reader.browser)] == [body]
    assert len((await bell(services, reader.person.id))[0][1]) <= 200


async def test_the_file_of_recipients_holds_no_formula(clipboard: Clipboard, desk: Desk, services: Services) -> None:
    created = await desk.create(fullName="Meera Nair")
    query = "UPDATE users SET full_name = '=HYPERLINK(1)' WHERE id = $1"
    await execute(services, query, UUID(created.body["id"]))
    announcement_id = await sent(clipboard.browser, [UUID(created.body["id"])])
    await publish(services, announcement_id)
    content = await fetch_text(clipboard.browser, f"announcements/{announcement_id}/recipients.csv")
    rows = list(csv.reader(io.StringIO(content, newline="")))
    assert (rows[0], rows[1][0]) == (["fullName", "email", "seenAt", "mail", "reason"], "'=HYPERLINK(1)")


async def test_an_announcement_is_no_action_of_the_list(clipboard: Clipboard, reader: Desk) -> None:
    answer = await clipboard.send("announce", [reader.person.id])
    assert (answer.status, list(answer.body["errors"])) == (422, ["action"])


async def test_a_repeated_request_writes_once(clipboard: Clipboard, reader: Desk) -> None:
    form = {**TEXT, "select": {"ids": [str(reader.person.id)]}}
    headers = {"Idempotency-Key": "one-announcement-0001"}
    first = await clipboard.browser.post("announcements", json=form, headers=headers)
    second = await clipboard.browser.post("announcements", json=form, headers=headers)
    assert (first.status, second.body) == (201, first.body)


@pytest.mark.security("S155")
async def test_a_trainer_learns_no_address(
    classroom: Classroom, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    async def refuse(_: object) -> str:
        return "550 <asha@example.org> is no mailbox"

    mail_server.reply = refuse
    announcement_id = await sent(classroom.trainer, batchId=str(classroom.batch_id), byMail=True)
    await publish(services, announcement_id)
    await send_all(services, smtp)
    paths = [f"announcements/{announcement_id}/recipients{file}" for file in ("", ".csv")]
    shown = [await fetch_text(classroom.trainer, path) for path in paths]
    assert ["could not be delivered" in text for text in shown] == [True, True]
    assert ["@" in text for text in shown] == [False, False]


@pytest.mark.settings(company_daily_rows=3)
async def test_a_company_writes_to_as_many_people_as_a_day_allows(clipboard: Clipboard) -> None:
    people = await clipboard.add_people(3)
    await sent(clipboard.browser, people)
    refused = await send(clipboard.browser, people[:1])
    assert (refused.status, refused.code) == (429, "announcements_used_up")


async def test_a_deleted_person_leaves_the_recipients(clipboard: Clipboard, desk: Desk, services: Services) -> None:
    created = UUID((await desk.create()).body["id"])
    announcement_id = await sent(clipboard.browser, [created], byMail=True)
    await publish(services, announcement_id)
    assert (await desk.delete(created)).status in {200, 204}
    assert (await read(clipboard.browser, announcement_id))["total"] == 0


def test_of_the_company_s_own_addresses_each_is_a_link_and_others_are_broken() -> None:
    body = "https://own.org/a, https://own.org/ab. https://own.org.evil.example www.own.org (https://x.own.org) 9.30"
    links = own_links(body, domains=["own.org"])
    assert links == ["https://own.org/a", "https://own.org/ab", "https://x.own.org"]
    shown = without_other_links(body, links=links)
    assert "https own. org. evil. example www. own. org" in shown
    assert [link in shown for link in links] == [True] * 3
