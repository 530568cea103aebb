"""One reminder for each invitation to those who have not signed in."""

import asyncio
from typing import Any, Final

import pytest

from server.messaging.messages.kinds import Providers
from server.people.invitations.send_invitations import remind_invited
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import Invite, Invited, end_cooldown, send_all
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute

# Three days pass.
LATER: Final = """
    WITH people AS (UPDATE users SET temporary_password_expires_at = temporary_password_expires_at - interval '3 days')
    UPDATE messages SET remind_at = remind_at - interval '3 days', sent_at = sent_at - interval '3 days'
"""


async def three_days_later(services: Services) -> None:
    await execute(services, LATER)
    await end_cooldown(services)


async def messages(services: Services) -> list[Any]:
    async with services.database.reading() as connection:
        return list(
            await connection.raw.fetch("SELECT * FROM messages WHERE kind = 'invitation' ORDER BY created_at, id")
        )


async def sent(services: Services, providers: Providers, invite: Invite, *, count: int = 1) -> list[Invited]:
    invited = await invite(count)
    await send_all(services, providers)
    return invited


async def test_who_has_not_signed_in_is_reminded_once_with_a_new_password(
    services: Services, invite: Invite, browser: Browser, company: Company, *, smtp: Providers, mail_server: MailServer
) -> None:
    [invited] = await sent(services, smtp, invite)
    await remind_invited(services)
    assert len(await messages(services)) == 1, "not before the third day has passed"
    await three_days_later(services)
    await asyncio.gather(*(remind_invited(services) for _ in range(4)))
    await send_all(services, smtp)
    first, reminder = mail_server.received
    subject = f"{company.name} has made an account for you"
    assert first.content["Subject"] == subject
    assert reminder.content["Subject"] == f"{company.name}: a reminder of your account"
    assert "You have not logged in yet." in reminder.text
    assert "You have not logged in yet." not in first.text
    old, new = (mail.text.partition("Temporary password  ")[2].split()[0] for mail in (first, reminder))
    assert (await browser.authenticate(invited.email, old)).code == "invalid_credentials"
    assert (await browser.authenticate(invited.email, new)).status == 200
    for _ in range(2):
        await three_days_later(services)
        await remind_invited(services)
        await send_all(services, smtp)
    assert len(mail_server.received) == 2


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE users SET last_sign_in_at = now()",
        "UPDATE users SET is_active = false",
        "UPDATE users SET invitation = 'accepted'",
        "UPDATE users SET password_hash = 'own', temporary_password_mac = NULL, password_is_temporary = false",
        "UPDATE users SET temporary_password_expires_at = now() + interval '1 day'",
        "UPDATE companies SET invitation_reminder = false",
        "DELETE FROM users",
    ],
)
async def test_who_needs_no_reminder_gets_none(
    services: Services, invite: Invite, capturing: Providers, change: str
) -> None:
    """Also not later, where the company turns reminders on again."""
    await sent(services, capturing, invite)
    await three_days_later(services)
    await execute(services, change)
    await remind_invited(services)
    await execute(services, "UPDATE companies SET invitation_reminder = true")
    await remind_invited(services)
    assert not any(message["occasion"] for message in await messages(services))


async def test_an_invitation_that_could_not_be_delivered_is_not_reminded_of(
    services: Services, invite: Invite, capturing: Providers
) -> None:
    await invite(1)
    await execute(services, "UPDATE messages SET expires_at = now()")
    await send_all(services, capturing)
    await three_days_later(services)
    await remind_invited(services)
    assert [message["occasion"] for message in await messages(services)] == [None]


async def test_a_later_invitation_has_a_reminder_of_its_own(
    services: Services, invite: Invite, capturing: Providers, company: Company
) -> None:
    [invited] = await sent(services, capturing, invite)
    for _ in range(2):
        await three_days_later(services)
        await remind_invited(services)
        await send_all(services, capturing)
    await end_cooldown(services)
    await execute(services, "UPDATE users SET invitation = 'queued'")
    await execute(
        services,
        "INSERT INTO messages (company_id, user_id, kind, channel, recipient)"
        " VALUES ($1, $2, 'invitation', 'EMAIL', $3)",
        *(company.id, invited.user_id, invited.email),
    )
    await send_all(services, capturing)
    await three_days_later(services)
    await remind_invited(services)
    assert [message["occasion"] for message in await messages(services)] == [None, "reminder", None, "reminder"]


async def test_reminders_keep_the_limits_of_invitations(
    services: Services, invite: Invite, capturing: Providers
) -> None:
    """A mailbox that has just been sent one waits."""
    await sent(services, capturing, invite)
    await execute(services, LATER)
    await remind_invited(services)
    await send_all(services, capturing)
    first, reminder = await messages(services)
    assert (first["state"], reminder["state"]) == ("sent", "queued")


async def test_hundreds_are_reminded_by_a_few_statements(services: Services, invite: Invite, company: Company) -> None:
    await add_account(services.database, company, profile=None)
    await invite(300)
    await execute(
        services,
        "UPDATE users SET invitation = 'sent', temporary_password_expires_at = now() WHERE invitation = 'queued'",
    )
    await execute(services, "UPDATE messages SET state = 'sent', next_attempt_at = NULL, remind_at = now()")
    await remind_invited(services)
    found = await messages(services)
    assert sum(message["occasion"] == "reminder" for message in found) == 300
    assert all(message["remind_at"] is None for message in found)
