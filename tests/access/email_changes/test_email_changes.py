"""The email of an account changes once the recipient of the new one has confirmed it."""

from operator import itemgetter
from typing import Any

import pytest

from server.access.email_changes.repository import DELETE_EXPIRED_CHANGES
from server.access.sessions.events import SessionEndReason
from server.messaging.messages.kinds import Providers
from server.people.account.events import USERS_CHANGED
from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, add_account
from tests.fixtures.email_changes import Mover
from tests.fixtures.eventually import eventually
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desk

NEW = "new.address@example.org"
INVALID = (
    400,
    "email_link_invalid",
    "This link is no longer valid. Enter the address again on your profile page, or ask your administrator to.",
)


def refusal(answer: Any) -> tuple[int, str, str]:
    return answer.status, answer.code, answer.body["message"]


async def test_it_waits_until_it_is_confirmed(mover: Mover, browser: Browser) -> None:
    answer = await mover.ask(f" {NEW.upper()} ")
    assert (answer.status, answer.body["email"], answer.body["pendingEmail"]) == (200, mover.account.email, NEW)
    assert answer.body["version"] == 1
    page = (await mover.desk.browser.get("users")).body["data"]
    assert {row["pendingEmail"] for row in page} == {None, NEW}
    confirmed = await mover.confirm(await mover.token(NEW))
    assert (confirmed.status, confirmed.body) == (
        200,
        {"message": "Your email address is confirmed. Please log in with it."},
    )
    record = await mover.record()
    assert (record["email"], record["pendingEmail"], record["version"]) == (NEW, None, 2)
    row = await mover.desk.row(mover.account.id)
    assert row["email_verified_at"] is not None
    assert (await browser.authenticate(NEW, PASSWORD)).status == 200
    assert (await browser.authenticate(mover.account.email, PASSWORD)).code == "invalid_credentials"


async def test_the_mail_names_the_company_and_the_person(mover: Mover) -> None:
    await mover.asked(NEW)
    [mail] = mover.mails.received
    company = mover.account.company.name
    assert (mail.to, str(mail.content["Subject"])) == (NEW, f"{company}: Confirm your email address for Waymark")
    assert mover.account.full_name in mail.text
    assert company in mail.text
    assert "/stop-invitations#" in mail.text


async def test_the_former_address_gets_a_notice_where_it_was_verified(mover: Mover, services: Services) -> None:
    await execute(services, "UPDATE users SET email_verified_at = now() WHERE id = $1", mover.account.id)
    await mover.confirm(await mover.asked(NEW))
    await send_all(services, mover.smtp)
    notice = mover.mails.received[-1]
    assert (notice.to, str(notice.content["Subject"])) == (
        mover.account.email,
        f"{mover.account.company.name}: The email address of your Waymark account was changed",
    )
    assert "example.org" not in notice.text, "no domain that an administrator has typed"


async def test_a_former_address_that_was_not_verified_gets_none(mover: Mover, services: Services) -> None:
    await mover.confirm(await mover.asked(NEW))
    await send_all(services, mover.smtp)
    assert {mail.to for mail in mover.mails.received} == {NEW}


async def test_sessions_devices_and_sign_ins_under_way_end(
    mover: Mover, browser: Browser, services: Services, publisher: RecordingPublisher
) -> None:
    signed_in = await browser.sign_in(mover.account)
    flow = Browser(app=mover.desk.app, services=services)
    assert (await flow.authenticate(mover.account.email)).status == 200
    token = await mover.asked(NEW)
    assert (await signed_in.status()).status == 200, "until it is confirmed nothing ends"
    await mover.confirm(token)
    assert (await signed_in.status()).status == 401
    await services.database.settle()
    assert [reason for _session, reason in publisher.ended] == [SessionEndReason.REVOKED]
    assert await mover.desk.value("SELECT id FROM flows WHERE state = 'ended'") in publisher.ended_flows
    assert await mover.desk.value("SELECT count(*) FROM remembered_devices") == 0


async def test_a_code_of_a_reset_that_went_to_the_former_address_is_of_no_use(mover: Mover, forgetful: Any) -> None:
    await forgetful.ask(mover.account.email)
    await mover.confirm(await mover.asked(NEW))
    assert (await forgetful.type_code(mover.account.email)).status == 400


async def test_lists_are_notified_of_both(mover: Mover, publisher: RecordingPublisher) -> None:
    token = await mover.asked(NEW)

    async def is_published() -> bool:
        changed = [each.payload for each in publisher.published if each.event is USERS_CHANGED]
        expected = {"kind": "updated", "ids": [str(mover.account.id)]}
        return expected in [each.model_dump(mode="json") for each in changed]

    await eventually(is_published, within=30, what="the event of the request")
    publisher.published.clear()
    await mover.confirm(token)
    await eventually(is_published, within=30, what="the event of the change")


async def test_it_is_audited_with_masked_addresses(mover: Mover) -> None:
    token = await mover.asked(NEW)
    asked = await mover.desk.audit_entry("email_change_requested")
    assert (asked["actor_id"], asked["subject_id"]) == (mover.desk.person.id, mover.account.id)
    assert asked["after"] == {"email": "n***s@example.org"}
    await mover.confirm(token)
    done = await mover.desk.audit_entry("email_changed")
    assert (done["actor_id"], done["subject_id"]) == (mover.account.id, mover.account.id)
    assert (done["after"], done["subject_version"]) == ({"email": "n***s@example.org"}, 2)


async def test_another_address_replaces_the_one_that_waits(mover: Mover) -> None:
    first, second = await mover.asked(NEW), await mover.asked("second@example.org")
    assert (await mover.record())["pendingEmail"] == "second@example.org"
    assert refusal(await mover.confirm(first)) == INVALID
    assert (await mover.confirm(second)).status == 200
    assert await mover.email() == "second@example.org"


async def test_a_mail_that_has_not_left_is_not_sent_when_another_replaces_it(mover: Mover) -> None:
    await mover.ask(NEW)
    await mover.asked("second@example.org")
    assert [mail.to for mail in mover.mails.received] == ["second@example.org"]


async def test_it_can_be_withdrawn(mover: Mover) -> None:
    token = await mover.asked(NEW)
    for _ in range(2):
        withdrawn = await mover.cancel()
        assert (withdrawn.status, withdrawn.body["pendingEmail"]) == (200, None)
    assert refusal(await mover.confirm(token)) == INVALID
    assert await mover.email() == mover.account.email
    assert await mover.desk.value("SELECT count(*) FROM audit_entries WHERE action = 'email_change_cancelled'") == 1


async def test_a_withdrawn_mail_that_has_not_left_is_not_sent(mover: Mover) -> None:
    await mover.ask(NEW)
    await mover.cancel()
    await send_all(mover.services, mover.smtp)
    assert mover.mails.received == []


async def test_after_72_hours_it_is_forgotten(mover: Mover, services: Services) -> None:
    token = await mover.asked(NEW)
    life = await mover.desk.value("SELECT expires_at - created_at FROM email_changes")
    assert life.total_seconds() == 72 * 3600
    await execute(services, "UPDATE email_changes SET expires_at = now()")
    assert (await mover.record())["pendingEmail"] is None
    assert refusal(await mover.confirm(token)) == INVALID
    async with services.database.reading() as connection:
        await connection.execute(DELETE_EXPIRED_CHANGES)
    assert await mover.waits() == 0


async def test_its_own_address_is_no_change(mover: Mover) -> None:
    answer = await mover.ask(f" {mover.account.email.upper()}")
    assert (answer.status, answer.body["pendingEmail"]) == (200, None)
    assert await mover.waits() == 0


async def test_other_fields_of_the_same_edit_change_at_once(mover: Mover) -> None:
    answer = await mover.ask(NEW, fullName="Asha Rao", version=1)
    assert (answer.body["fullName"], answer.body["version"], answer.body["pendingEmail"]) == ("Asha Rao", 2, NEW)


@pytest.mark.parametrize(
    ("email", "message"),
    [
        (" ", "Email is required"),
        ("x", "Please enter a valid email address"),
        ("a@example.org\r\nBcc: b@example.org", None),
        (
            "\u0430.rao@example.org",
            "This email address holds letters that look like others. Please type it with one keyboard",
        ),
    ],
)
async def test_an_email_that_is_none_is_refused(mover: Mover, email: str, message: str | None) -> None:
    refused = await mover.ask(email, fullName="Asha Rao")
    assert (refused.status, refused.code) == (422, "validation_failed")
    assert message is None or refused.body["errors"] == {"email": message}
    assert (await mover.record())["fullName"] == mover.account.full_name


async def test_an_email_of_the_company_s_own_people_is_refused_at_once(mover: Mover) -> None:
    refused = await mover.ask(mover.desk.person.email)
    assert refusal(refused) == (409, "contact_taken", "Email already registered")
    assert refused.body["errors"] == {"email": "Email already registered"}
    assert await mover.waits() == 0


async def test_an_account_that_was_never_entered_gets_it_at_once(
    desk: Desk, browser: Browser, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    """And a new invitation, which proves it: what went to the former address opens nothing."""
    created = (await desk.create()).body
    await send_all(services, smtp)
    edited = await desk.edit(created["id"], email=NEW)
    assert (edited.status, edited.body["email"], edited.body["pendingEmail"]) == (200, NEW, None)
    assert (edited.body["invitation"], edited.body["version"]) == ("queued", 2)
    await send_all(services, smtp)
    former, invitation = (mail for mail in mail_server.received)
    assert (former.to, invitation.to) == (created["email"], NEW)
    passwords = [mail.text.partition("Temporary password")[2].split()[0] for mail in (former, invitation)]
    for email in (created["email"], NEW):
        assert (await browser.authenticate(email, passwords[0])).code == "invalid_credentials"
    assert (await browser.authenticate(NEW, passwords[1])).status == 200
    entry = await desk.audit_entry("email_changed")
    assert (entry["actor_id"], entry["subject_version"]) == (desk.person.id, 2)


async def test_an_invitation_that_waits_is_sent_to_the_new_address_only(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await desk.edit(created["id"], email=NEW)
    await send_all(services, smtp)
    assert [mail.to for mail in mail_server.received] == [NEW]
    assert (await desk.row(created["id"]))["invitation"] == "sent"


async def test_a_new_address_invites_nobody_who_was_not_invited(desk: Desk, services: Services) -> None:
    created = (await desk.create(isActive=False)).body
    assert (await desk.edit(created["id"], email=NEW)).body["invitation"] == "none"
    both = await desk.edit(created["id"], email="second@example.org", isActive=True)
    assert (both.body["email"], both.body["invitation"]) == ("second@example.org", "queued")
    [message] = await desk.invitations(created["id"])
    assert message["recipient"] == "second@example.org"
    await end_cooldown(services)


async def test_the_former_invitation_is_not_reminded_of(desk: Desk, services: Services, smtp: Providers) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await desk.edit(created["id"], email=NEW)
    former, new = sorted(await desk.invitations(created["id"]), key=itemgetter("created_at"))
    assert (former["state"], former["remind_at"], new["state"]) == ("sent", None, "queued")


async def test_an_account_elsewhere_is_met_and_counted_as_when_creating(
    desk: Desk, services: Services, add_company: Any
) -> None:
    elsewhere = await add_account(services.database, await add_company())
    created = (await desk.create()).body
    refused = await desk.edit(created["id"], email=elsewhere.email, fullName="Asha Rao")
    assert refusal(refused) == (409, "contact_taken", "Email already registered")
    assert await desk.value("SELECT sum(taken_elsewhere) FROM company_daily_usage") == 1
    assert (await desk.row(created["id"]))["version"] == 1


async def test_an_account_elsewhere_that_was_never_entered_gives_way_to_the_proof(
    mover: Mover, desk: Desk, services: Services, add_company: Any
) -> None:
    other: Company = await add_company()
    unproven = await add_account(
        services.database, other, email=NEW, password_hash=None, invitation="sent", full_name="Meera Nair"
    )
    assert (await mover.confirm(await mover.asked(NEW))).status == 200
    assert await mover.email() == NEW
    assert await desk.row(unproven.id) is None
    entry = await desk.audit_entry("user_deleted")
    assert (entry["company_id"], entry["subject_id"]) == (other.id, unproven.id)
