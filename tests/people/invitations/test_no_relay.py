"""S48: the product is no relay for mail to strangers. Mails are counted at a real SMTP server."""

import asyncio
import re
from typing import Final

import pytest
from quart import Quart
from structlog.testing import capture_logs

from server.messaging.messages.kinds import Providers
from server.people.invitations.company_settings import allow_again, trust
from server.people.invitations.repository import list_complaints
from server.platform.process.metrics import exposition
from server.platform.services import Services
from tests.fixtures.mail_server import MailServer, ReceivedMail
from tests.fixtures.outbox import Invite, end_cooldown, send_all
from tests.fixtures.people import AddCompany, Company, SignIn
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.sign_up import Visitor
from tests.fixtures.user_calls import Desk, Desks, user_form

LURE: Final = "Your parcel is held - pay at evil.example/pay"
STOPPED: Final = "The recipient has asked not to be invited by this company."
STRANGER: Final = "stranger@example.net"


def stop_code(mail: ReceivedMail) -> str:
    found = re.search(r"http://waymark\.test/stop-invitations#(\S+)", mail.text)
    assert found is not None, mail.text
    return found[1]


@pytest.fixture
def stranger(app: Quart, services: Services) -> Browser:
    """A browser without a session."""
    return Browser(app=app, services=services, address="198.51.100.7")


async def stop(stranger: Browser, mail: ReceivedMail) -> Answer:
    return await stranger.post("invitations/stop", json={"code": stop_code(mail)})


async def invited(desk: Desk, smtp: Providers, *, email: str = STRANGER) -> str:
    """The id of a new account whose invitation was sent or is queued."""
    created = await desk.create(email=email)
    assert created.status == 201, created.body
    await send_all(desk.services, smtp)
    return str(created.body["id"])


@pytest.mark.security("S48")
async def test_a_fresh_sign_up_sends_one_mail_however_often_it_invites(
    verified: Visitor, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    """Inviting in a loop, by which a company could send 66 mails in 40 seconds."""
    assert (await verified.register_company()).status == 200
    await execute(services, "UPDATE companies SET name = $1", LURE)
    user_id = (await verified.post("users/create", json=user_form(email=STRANGER))).body["id"]
    answers = []
    for _ in range(20):
        await send_all(services, smtp)
        answers.append(await verified.post(f"users/{user_id}/invite"))
    assert {(answer.status, answer.code) for answer in answers} == {(429, "invitation_too_soon")}
    refused = answers[-1]
    assert refused.body["message"].startswith("This address was sent an invitation recently. You can send the next")
    assert 0 < refused.body["retryAfter"] <= 600
    (mail,) = [mail for mail in mail_server.received if mail.to == STRANGER]
    assert mail.content["Subject"] == "You are invited to Waymark"
    assert "evil.example" not in mail.content.as_string()
    assert "evil. example/pay" in mail.text


@pytest.mark.security("S48")
async def test_deleting_and_creating_the_account_again_sends_no_second_mail(
    desk: Desk, *, smtp: Providers, mail_server: MailServer
) -> None:
    user_id = await invited(desk, smtp)
    for _ in range(4):
        await desk.delete(user_id)
        user_id = await invited(desk, smtp)
    assert len(mail_server.received) == 1
    assert (await desk.row(user_id))["invitation"] == "queued"
    waits = await desk.value("SELECT next_attempt_at - now() BETWEEN '9 min' AND '10 min' FROM messages")
    assert waits, "it is lost, or sent at the wrong time"
    said = (await desk.browser.get(f"users/{user_id}/invitation")).body
    assert said["reason"] == "mailbox"
    assert said["until"] is not None
    await end_cooldown(desk.services)
    await send_all(desk.services, smtp)
    assert len(mail_server.received) == 2


@pytest.mark.security("S48")
async def test_activating_again_sends_no_second_mail(desk: Desk, *, smtp: Providers, mail_server: MailServer) -> None:
    user_id = await invited(desk, smtp)
    await desk.delete(user_id)
    created = (await desk.create(email=STRANGER, isActive=False)).body
    assert (await desk.edit(created["id"], isActive=True)).body["invitation"] == "queued"
    await send_all(desk.services, smtp)
    assert len(mail_server.received) == 1


@pytest.mark.security("S48")
async def test_of_twenty_invitations_at_once_one_is_sent(
    desk: Desk, *, smtp: Providers, mail_server: MailServer
) -> None:
    user_id = await invited(desk, smtp)
    await end_cooldown(desk.services)
    answers = await asyncio.gather(*(desk.invite(user_id) for _ in range(20)))
    await asyncio.gather(*(send_all(desk.services, smtp) for _ in range(3)))
    assert 200 in {answer.status for answer in answers}
    assert len(mail_server.received) == 2


@pytest.mark.security("S48")
async def test_tags_and_dots_are_one_mailbox(desk: Desk, *, smtp: Providers, mail_server: MailServer) -> None:
    for email in ("victim@gmail.com", "victim+1@gmail.com", "v.ictim+2@googlemail.com"):
        await desk.create(email=email)
    await send_all(desk.services, smtp)
    assert len(mail_server.received) == 1


@pytest.mark.security("S48")
async def test_an_address_gets_five_a_day_from_all_companies_together(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany, *, smtp: Providers, mail_server: MailServer
) -> None:
    elsewhere = desks.of(await sign_in(company=await add_company()))
    answers = []
    for inviting in (desk, elsewhere) * 3:
        user_id = await invited(inviting, smtp)
        await end_cooldown(desk.services)
        answers.append(await inviting.invite(user_id))
        await inviting.delete(user_id)
    assert len(mail_server.received) == 5
    assert (answers[-1].status, answers[-1].code) == (429, "invitation_too_soon")
    await execute(desk.services, "UPDATE invitation_destinations SET day = day - 1")
    await invited(desk, smtp)
    assert len(mail_server.received) == 6


@pytest.mark.security("S48")
@pytest.mark.settings(new_company_daily_invitations=3)
async def test_a_new_company_sends_few_a_day_and_learns_how_to_send_more(
    add_company: AddCompany,
    desks: Desks,
    sign_in: SignIn,
    invite: Invite,
    *,
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
) -> None:
    company = await add_company(is_trusted=False)
    desk = desks.of(await sign_in(company=company))
    people = await invite(8, company=company)
    room = (await desk.browser.get("users/invitation-room")).body
    assert (room["left"], room["waiting"], room["daily"], room["isNewCompany"]) == (3, 8, 3, True)
    await send_all(services, smtp)
    assert len(mail_server.received) == 3
    room = (await desk.browser.get("users/invitation-room")).body
    assert (room["left"], room["waiting"]) == (0, 5)
    waiting = [person for person in people if person.email not in {mail.to for mail in mail_server.received}]
    assert await fetch_value(services, "SELECT count(*) FROM users WHERE invitation = 'queued'") == 5
    said = (await desk.browser.get(f"users/{waiting[0].user_id}/invitation")).body
    assert said == {"until": room["resumesAt"], "reason": "company_day"}
    refused = await desk.invite(waiting[0].user_id)
    assert (refused.status, refused.code) == (429, "invitations_used_up")
    how = (
        "A new company can send 3 invitations a day in its first week. "
        "To send more, ask the operator of Waymark to verify your company."
    )
    assert refused.body["message"].startswith(how)
    (notice,) = (await desk.browser.get("notifications")).body["data"]
    assert notice["title"] == "Some invitations wait until tomorrow"
    assert notice["body"].startswith(how)
    slug = await fetch_value(services, "SELECT slug FROM companies WHERE id = $1", company.id)
    assert await trust(services.database, slug=slug) == 5
    await send_all(services, smtp)
    assert {mail.to for mail in mail_server.received} == {person.email for person in people}


@pytest.mark.security("S48")
@pytest.mark.settings(new_company_daily_invitations=1)
async def test_invitations_beyond_the_limit_of_a_new_company_are_sent_tomorrow(
    add_company: AddCompany, invite: Invite, *, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    await invite(2, company=await add_company(is_trusted=False))
    await send_all(services, smtp)
    assert await fetch_value(
        services,
        """
        SELECT next_attempt_at = date_trunc('day', now(), 'UTC') + interval '1 day'
          FROM messages WHERE state = 'queued'
        """,
    )
    await execute(services, "UPDATE company_daily_usage SET day = day - 1")
    await end_cooldown(services)
    await send_all(services, smtp)
    assert len(mail_server.received) == 2


@pytest.mark.settings(new_company_daily_invitations=2)
async def test_staff_and_single_invitations_go_before_the_trainees_of_a_file_that_wait_as_long(
    add_company: AddCompany, invite: Invite, *, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    company = await add_company(is_trusted=False)
    file = (
        "INSERT INTO imports (company_id, file_name, delimiter, encoding) VALUES ($1, 'a', ',', 'utf-8') RETURNING id"
    )
    import_id = await fetch_value(services, file, company.id)
    trainees = await invite(4, company=company, import_id=import_id)
    (trainer,) = await invite(1, company=company, import_id=import_id)
    await execute(services, "UPDATE users SET role = 'FACULTY', profile = 'TRAINER' WHERE id = $1", trainer.user_id)
    (single,) = await invite(1, company=company)
    await execute(services, "UPDATE messages SET next_attempt_at = now()")
    await send_all(services, smtp)
    assert {mail.to for mail in mail_server.received} == {trainer.email, single.email}
    (later,) = await invite(1, company=company)
    await send_all(services, smtp)
    await execute(services, "UPDATE company_daily_usage SET day = day - 1")
    await end_cooldown(services)
    await send_all(services, smtp)
    sent = {mail.to for mail in mail_server.received} - {trainer.email, single.email}
    assert later.email in sent
    assert len(sent & {each.email for each in trainees}) == 1


@pytest.mark.settings(new_company_daily_invitations=1)
async def test_a_single_invitation_goes_before_those_of_a_file_that_are_being_sent(
    desk: Desk, company: Company, invite: Invite, *, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    await execute(services, "UPDATE companies SET trusted_at = NULL, created_at = now()")
    file = (
        "INSERT INTO imports (company_id, file_name, delimiter, encoding) VALUES ($1, 'a', ',', 'utf-8') RETURNING id"
    )
    await invite(3, company=company, import_id=await fetch_value(services, file, company.id))
    await execute(services, "UPDATE messages SET next_attempt_at = now() - interval '10 minutes'")
    single = (await desk.create()).body["id"]
    await send_all(services, smtp)
    sent_to = "SELECT CAST(user_id AS text) FROM messages WHERE kind = 'invitation' AND state = 'sent'"
    assert (await fetch_value(services, sent_to), len(mail_server.received)) == (single, 1)


@pytest.mark.security("S48")
async def test_the_wait_of_another_company_s_invitation_is_not_told(
    add_company: AddCompany, desk: Desk, invite: Invite
) -> None:
    (person,) = await invite(1, company=await add_company())
    assert (await desk.browser.get(f"users/{person.user_id}/invitation")).status == 404
    own = (await desk.create()).body["id"]
    assert (await desk.browser.get(f"users/{own}/invitation")).body == {"until": None, "reason": None}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("parameters = '{}', next_attempt_at = now() + interval '7 minutes'", "not_taken"),
        ("next_attempt_at = date_trunc('day', now(), 'UTC') + interval '1 day'", "mailbox_day"),
    ],
)
async def test_an_invitation_that_waits_says_why(desk: Desk, change: str, reason: str) -> None:
    own = (await desk.create()).body["id"]
    await execute(desk.services, f"UPDATE messages SET {change} WHERE kind = 'invitation'")  # noqa: S608 - constants
    said = (await desk.browser.get(f"users/{own}/invitation")).body
    assert said["reason"] == reason


@pytest.mark.security("S48")
@pytest.mark.settings(new_company_daily_invitations=1)
async def test_after_a_week_a_company_is_not_new(
    add_company: AddCompany, invite: Invite, *, services: Services, smtp: Providers, mail_server: MailServer
) -> None:
    await invite(3, company=await add_company(is_trusted=False))
    await execute(services, "UPDATE companies SET created_at = now() - interval '7 days'")
    await send_all(services, smtp)
    assert len(mail_server.received) == 3


@pytest.mark.security("S48")
async def test_a_recipient_who_does_not_know_the_company_stops_it(
    desk: Desk, stranger: Browser, *, smtp: Providers, mail_server: MailServer
) -> None:
    user_id = await invited(desk, smtp)
    (mail,) = mail_server.received
    with capture_logs() as logs:
        answer = await stop(stranger, mail)
    assert (answer.status, answer.body["message"]) == (200, "This company can no longer invite you.")
    (line,) = [line for line in logs if line["event"] == "invitations_stopped"]
    assert (line["company_id"], line["stops"]) == (str(desk.person.company.id), 1)
    assert b"waymark_invitations_stopped_total" in exposition()
    entry = await desk.audit_entry("invitations_stopped")
    assert (str(entry["subject_id"]), entry["subject_label"]) == (user_id, "s***r@example.net")
    await end_cooldown(desk.services)
    refused = await desk.invite(user_id)
    assert (refused.status, refused.code, refused.body["message"]) == (409, "invitation_stopped", STOPPED)
    assert len(mail_server.received) == 1


@pytest.mark.security("S48")
async def test_an_account_created_again_for_that_recipient_shows_why_it_is_not_invited(
    desk: Desk, stranger: Browser, *, smtp: Providers, mail_server: MailServer
) -> None:
    user_id = await invited(desk, smtp)
    await stop(stranger, mail_server.received[0])
    await desk.delete(user_id)
    await end_cooldown(desk.services)
    user_id = await invited(desk, smtp)
    (message,) = await desk.invitations(user_id)
    assert (message["state"], message["error"]) == ("failed", STOPPED)
    assert (await desk.row(user_id))["invitation"] == "failed"
    (notice,) = (await desk.browser.get("notifications")).body["data"]
    assert notice["body"].endswith(STOPPED)
    assert len(mail_server.received) == 1


@pytest.mark.security("S48")
async def test_after_two_complaints_only_trusted_companies_may_invite_the_address(
    add_company: AddCompany,
    desks: Desks,
    sign_in: SignIn,
    stranger: Browser,
    *,
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
) -> None:
    for _ in range(2):
        desk = desks.of(await sign_in(company=await add_company(is_trusted=False)))
        user_id = await invited(desk, smtp)
        await stop(stranger, mail_server.received[-1])
        await desk.delete(user_id)
        await end_cooldown(services)
    third = desks.of(await sign_in(company=await add_company(is_trusted=False)))
    user_id = await invited(third, smtp)
    assert (await third.row(user_id))["invitation"] == "failed"
    await third.delete(user_id)
    assert len(mail_server.received) == 2
    trusted = desks.of(await sign_in(company=await add_company()))
    await invited(trusted, smtp)
    assert len(mail_server.received) == 3
    async with services.database.reading() as connection:
        assert [complaints.stops for complaints in await list_complaints(connection)] == [1, 1]
    assert await allow_again(services.database, email=STRANGER.upper()) == 2


@pytest.mark.security("S48")
async def test_a_subject_names_a_company_under_the_name_that_the_operator_verified(
    add_company: AddCompany,
    desks: Desks,
    sign_in: SignIn,
    *,
    services: Services,
    smtp: Providers,
    mail_server: MailServer,
) -> None:
    """A company that is old, or was trusted before it was renamed, names itself in no subject."""
    company = await add_company(is_trusted=False)
    desk = desks.of(await sign_in(company=company))
    old = "UPDATE companies SET created_at = now() - interval '1 year' WHERE id = $1 RETURNING slug"
    slug = await fetch_value(services, old, company.id)
    subjects = []
    for number, statement in enumerate(
        (None, "UPDATE companies SET name = 'North College'", "UPDATE companies SET name = 'Your parcel is held'")
    ):
        if statement is not None:
            await execute(services, statement)
        if number == 1:
            await trust(services.database, slug=slug)
        await invited(desk, smtp, email=f"stranger-{number}@example.net")
        subjects.append(mail_server.received[-1].content["Subject"])
    assert subjects == [
        "You are invited to Waymark",
        "North College has made an account for you",
        "You are invited to Waymark",
    ]
    for _ in range(2):
        await trust(services.database, slug=slug)
    assert await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'company_trusted'") == 2


@pytest.mark.security("S48")
async def test_only_a_post_stops_invitations_and_it_is_idempotent(
    desk: Desk, stranger: Browser, *, smtp: Providers, mail_server: MailServer
) -> None:
    """Mail scanners open every link, but do not send its fragment."""
    await invited(desk, smtp)
    (mail,) = mail_server.received
    for path in ("/stop-invitations", f"/stop-invitations/{stop_code(mail)}", "/api/v1/invitations/stop"):
        await stranger.call("GET", path)
    assert await desk.value("SELECT count(*) FROM invitation_stops") == 0
    answers = await asyncio.gather(*(stop(stranger, mail) for _ in range(5)))
    assert {answer.status for answer in answers} == {200}
    assert await desk.value("SELECT count(*) FROM invitation_stops") == 1
    assert await desk.value("SELECT count(*) FROM audit_entries WHERE action = 'invitations_stopped'") == 1


@pytest.mark.security("S48")
async def test_a_forged_stop_code_is_refused(
    desk: Desk, stranger: Browser, *, smtp: Providers, mail_server: MailServer
) -> None:
    await invited(desk, smtp)
    code = stop_code(mail_server.received[0])
    other_company = ("A" if code[0] != "A" else "B") + code[1:]
    for forged in ("x", "\u00e4" * 128, code[:-4], code + "AAAA", other_company, code[:86] + "A" * 42):
        refused = await stranger.post("invitations/stop", json={"code": forged})
        assert (refused.status, refused.code) == (422, "validation_failed"), forged
    assert await desk.value("SELECT count(*) FROM invitation_stops") == 0
