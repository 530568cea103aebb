"""S60: changing emails mails strangers no more than inviting them does. Mails are counted at a real SMTP server."""

from typing import Any, Final

import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.accounts import add_account
from tests.fixtures.email_changes import Mover
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Browser
from tests.fixtures.user_calls import Desk, Desks

STRANGER: Final = "stranger@example.net"


async def another(mover: Mover, **columns: Any) -> Mover:
    return mover.of(await add_account(mover.services.database, mover.account.company, **columns))


@pytest.mark.security("S60")
async def test_a_stranger_gets_one_mail_however_often_an_email_is_changed(mover: Mover, services: Services) -> None:
    answers = []
    for number in range(4):
        person = mover if number % 2 else await another(mover)
        answers.append(await person.ask(STRANGER.replace("@", f"+{number}@")))
        await send_all(services, mover.smtp)
    assert [answer.status for answer in answers] == [200] + [429] * 3
    assert {answer.code for answer in answers[1:]} == {"invitation_too_soon"}
    assert len(mover.mails.received) == 1
    for _ in range(6):
        await end_cooldown(services)
        await mover.ask("elsewhere@example.org")
        await mover.ask(STRANGER)
        await send_all(services, mover.smtp)
    assert sum("stranger" in mail.to for mail in mover.mails.received) == 5, "a day"


@pytest.mark.security("S60")
async def test_invitations_and_changed_emails_share_their_limits(
    desk: Desk, mover: Mover, services: Services, smtp: Providers
) -> None:
    await desk.create(email=STRANGER)
    await send_all(services, smtp)
    refused = await mover.ask("Stranger+tag@example.net")
    assert (refused.status, refused.code) == (429, "invitation_too_soon")
    assert int(refused.headers["Retry-After"]) > 0
    assert await mover.waits() == 0


@pytest.mark.security("S60")
async def test_a_new_company_changes_as_many_emails_as_it_may_invite(
    add_company: AddCompany, desks: Desks, sign_in: SignIn, mover: Mover, services: Services
) -> None:
    company = await add_company(is_trusted=False)
    desk = desks.of(await sign_in(company=company))
    limit = services.settings.new_company_daily_invitations
    statuses = []
    for number in range(limit + 2):
        person = await add_account(services.database, company)
        answer = await desk.edit(person.id, email=f"new{number}@example.org")
        statuses.append((answer.status, answer.code))
    assert statuses == [(200, None)] * limit + [(429, "invitations_used_up")] * 2


@pytest.mark.security("S60")
async def test_the_link_that_stops_a_company_stops_changed_emails(mover: Mover, services: Services) -> None:
    await mover.asked(STRANGER)
    code = mover.mails.received[0].text.partition("/stop-invitations#")[2].split()[0]
    browser = Browser(app=mover.desk.app, services=services)
    assert (await browser.post("invitations/stop", json={"code": code})).status == 200
    await end_cooldown(services)
    refused = await (await another(mover)).ask(STRANGER)
    assert (refused.status, refused.code) == (409, "invitation_stopped")
