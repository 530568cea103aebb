"""Inviting a user again."""

import asyncio
from uuid import uuid4

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Answer, Browser, execute
from tests.fixtures.user_calls import TYPED, Desk, Desks


def refusal(answer: Answer) -> tuple[int, str | None, str]:
    return answer.status, answer.code, answer.body["message"]


SIGNED_IN = (409, "not_invitable", "This person has already logged in.")
INACTIVE = (
    409,
    "not_invitable",
    "This person is inactive. The invitation is sent when the account is activated.",
)


async def test_a_new_mail_brings_a_new_password_and_the_old_one_opens_nothing(
    desk: Desk, browser: Browser, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await end_cooldown(services)
    again = await desk.invite(created["id"])
    assert (again.status, again.body["invitation"]) == (200, "queued")
    await send_all(services, smtp)
    assert [mail.to for mail in mail_server.received] == [created["email"]] * 2
    new = mail_server.received[1].text.partition("Temporary password")[2].split()[0]
    assert (await browser.authenticate(created["email"], TYPED)).code == "invalid_credentials"
    assert (await browser.authenticate(created["email"], new)).status == 200


async def test_a_new_invitation_replaces_an_expired_password(
    desk: Desk, browser: Browser, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() WHERE profile = 'TRAINEE'")
    await execute(services, "UPDATE messages SET expires_at = now()")
    await send_all(services, smtp)
    assert (await desk.row(created["id"]))["invitation"] == "failed"
    assert (await desk.invite(created["id"])).status == 200
    await send_all(services, smtp)
    new = mail_server.received[0].text.partition("Temporary password")[2].split()[0]
    assert (await browser.authenticate(created["email"], new)).status == 200


async def test_a_lapsed_invitation_is_sent_again(desk: Desk, services: Services, smtp: Providers) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await end_cooldown(services)
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() WHERE profile = 'TRAINEE'")
    again = await desk.invite(created["id"])
    assert (again.status, again.body["invitation"]) == (200, "queued")
    entry = await desk.audit_entry("user_invited")
    assert (entry["before"], entry["after"]) == ({"invitation": "lapsed"}, {"invitation": "queued"})
    await send_all(services, smtp)
    assert (await desk.browser.get(f"users/{created['id']}")).body["invitation"] == "sent"


async def test_a_queued_invitation_is_left_unchanged(desk: Desk) -> None:
    created = (await desk.create()).body
    answers = await asyncio.gather(*(desk.invite(created["id"]) for _ in range(3)))
    assert {(answer.status, answer.body["invitation"]) for answer in answers} == {(200, "queued")}
    assert len(await desk.invitations(created["id"])) == 1


async def test_of_five_concurrent_calls_one_queues_a_mail(desk: Desk, services: Services, smtp: Providers) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await end_cooldown(services)
    answers = await asyncio.gather(*(desk.invite(created["id"]) for _ in range(5)))
    assert {answer.status for answer in answers} == {200}
    assert len(await desk.invitations(created["id"])) == 2


async def test_a_user_who_has_signed_in_is_not_invited(desk: Desk, services: Services, sign_in: SignIn) -> None:
    accepted = await add_account(services.database, desk.person.company, profile=Profile.TRAINEE, invitation="accepted")
    applicant = await add_account(services.database, desk.person.company, profile=None)
    for person in (accepted, applicant):
        assert refusal(await desk.invite(person.id)) == SIGNED_IN
        assert await desk.invitations(person.id) == []


async def test_an_inactive_user_is_not_invited(desk: Desk) -> None:
    created = (await desk.create(isActive=False)).body
    assert refusal(await desk.invite(created["id"])) == INACTIVE


async def test_a_profile_that_the_caller_may_not_create_is_not_invited(
    desk: Desk, desks: Desks, sign_in: SignIn
) -> None:
    trainer = (await desk.create(profile="TRAINER", role="MENTOR")).body
    management = desks.of(await sign_in(Profile.MANAGEMENT))
    for profile in (Profile.MANAGEMENT, Profile.TRAINER, Profile.TRAINEE, None):
        answer = await desks.of(await sign_in(profile)).invite(trainer["id"])
        assert (answer.status, answer.code) == (403, "forbidden"), profile
    assert (await management.invite(uuid4())).status == 404


async def test_it_is_audited(desk: Desk, services: Services, smtp: Providers) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await end_cooldown(services)
    await desk.invite(created["id"])
    entry = await desk.audit_entry("user_invited")
    assert (str(entry["subject_id"]), entry["actor_id"]) == (created["id"], desk.person.id)
    assert (entry["before"], entry["after"]) == ({"invitation": "sent"}, {"invitation": "queued"})
