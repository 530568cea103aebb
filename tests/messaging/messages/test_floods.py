"""S11: the number of mails in a day is bounded, whatever is requested."""

import itertools

import pytest
from quart import Quart

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import Invite, end_cooldown, send_all
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value
from tests.fixtures.user_calls import Desks


@pytest.mark.security("S11")
async def test_companies_that_invite_one_stranger_all_day_send_five_mails(
    services: Services,
    desks: Desks,
    sign_in: SignIn,
    add_company: AddCompany,
    *,
    smtp: Providers,
    mail_server: MailServer,
) -> None:
    """Three companies, each with an account for the stranger, invite by every call."""
    for number in range(3):
        desk = desks.of(await sign_in(company=await add_company()))
        created = (await desk.create(email=f"stranger+{number}@example.net")).body
        for _ in range(4):
            await send_all(services, smtp)
            await end_cooldown(services)
            await desk.invite(created["id"])
    await send_all(services, smtp)
    assert len(mail_server.received) == 5


@pytest.mark.security("S11")
@pytest.mark.settings(company_daily_rows=4)
async def test_a_company_s_invitations_of_a_day_are_bounded(
    services: Services, invite: Invite, *, smtp: Providers, mail_server: MailServer
) -> None:
    await invite(9)
    for _ in range(3):
        await send_all(services, smtp)
    assert len(mail_server.received) == 4


@pytest.mark.security("S11")
async def test_notices_to_one_address_are_bounded(
    app: Quart, services: Services, account: Account, *, smtp: Providers, mail_server: MailServer
) -> None:
    """Each change of a password sends one; after a hundred in a day no more are sent."""
    browser = await Browser(app=app, services=services).sign_in(account)
    passwords = [PASSWORD, NEW_PASSWORD, "Third-Lantern-93", "Fourth-Lantern-93"]
    for current, new in itertools.pairwise(passwords):
        body = {"currentPassword": current, "newPassword": new, "confirmPassword": new}
        assert (await browser.post("users/profile/password", json=body)).status == 200
        await execute(services, "UPDATE send_quotas SET sends = greatest(sends, 99) WHERE scope = 'destination:NOTICE'")
    await execute(services, "UPDATE messages SET next_attempt_at = NULL WHERE kind = 'code'")
    await send_all(services, smtp)
    subject = f"{account.company.name}: Your Waymark password was changed"
    assert [mail.content["Subject"] for mail in mail_server.received] == [subject] * 2
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE state = 'expired'") >= 1
