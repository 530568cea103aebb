"""The first sign-in adds three notifications once, by whichever way the user signs in, also concurrently."""

import asyncio

import pytest
from quart import Quart

from server.access.passwords.set_password import temporary_password_mac
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import first_notices
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import Company
from tests.fixtures.sign_in import Browser, execute, fetch_value, newest_code
from tests.fixtures.sign_up import Visitor, slug_of

FIRST = ["welcome", "secure_account", "what_you_can_do"]
TEMPORARY = "aB3@dE5#gH7$"


async def titles(browser: Browser) -> list[str]:
    """The kinds, as they are listed; all of them unread."""
    answer = await browser.get("notifications")
    assert answer.status == 200, answer
    assert answer.body["unread"] == answer.body["total"] == len(answer.body["data"])
    return [notification["kind"] for notification in answer.body["data"]]


async def links(browser: Browser) -> list[str]:
    return [notification["link"] for notification in (await browser.get("notifications")).body["data"]]


async def test_after_a_login(browser: Browser, account: Account) -> None:
    await browser.sign_in(account)
    assert await titles(browser) == FIRST
    assert await links(browser) == ["/dashboard", "/dashboard/profile", "/dashboard/users"]


async def test_not_again_at_the_next_login(browser: Browser, app: Quart, services: Services, account: Account) -> None:
    await browser.sign_in(account)
    await browser.post("notifications/read", json={"all": True})
    await browser.log_out()
    again = await Browser(app=app, services=services).sign_in(account)
    answer = await again.get("notifications")
    kinds = [notification["kind"] for notification in answer.body["data"]]
    assert (sorted(kinds), answer.body["unread"]) == (sorted(["new_device", *FIRST]), 1)


async def test_not_even_when_they_were_removed_long_ago(
    browser: Browser, app: Quart, services: Services, account: Account
) -> None:
    await browser.sign_in(account)
    await execute(services, "DELETE FROM notifications")
    assert await titles(await Browser(app=app, services=services).sign_in(account)) == ["new_device"]


async def test_after_a_sign_up_with_a_company(verified: Visitor) -> None:
    assert (await verified.register_company()).status == 200
    assert await titles(verified) == FIRST


async def test_an_applicant_is_notified_of_the_portal(visitor: Visitor, services: Services, company: Company) -> None:
    await visitor.apply(await slug_of(services, company))
    assert await fetch_value(services, "SELECT count(*) FROM notifications") == 0, "there was no sign-in yet"
    assert (await visitor.complete()).status == 200
    assert await titles(visitor) == FIRST
    assert await links(visitor) == [
        "/applicant-dashboard",
        "/applicant-dashboard/profile",
        "/applicant-dashboard",
    ]


async def test_after_a_temporary_password_was_replaced(browser: Browser, services: Services, account: Account) -> None:
    await execute(
        services,
        """
        UPDATE users SET temporary_password_mac = $2, password_is_temporary = true, password_hash = NULL,
               temporary_password_expires_at = now() + interval '72 hours'
         WHERE id = $1
        """,
        account.id,
        temporary_password_mac(services.keys, account.id, TEMPORARY),
    )
    await browser.authenticate(account.email, TEMPORARY)
    await browser.initiate()
    await browser.verify(await newest_code(services))
    assert (await browser.set_password()).status == 200
    assert (await browser.complete()).status == 200
    assert await titles(browser) == FIRST


async def test_of_many_concurrent_first_sign_ins_one_adds_them(
    app: Quart, services: Services, account: Account
) -> None:
    browsers = [Browser(app=app, services=services, address=f"203.0.113.{number}") for number in range(6)]
    for browser in browsers:
        await browser.authenticate(account.email, account.password)
        assert (await browser.verify(await newest_code(services))).status == 200
    answers = await asyncio.gather(*(browser.complete() for browser in browsers))
    assert [answer.status for answer in answers] == [200] * len(browsers)
    for browser in browsers:
        kinds = await titles(browser)
        assert sorted(kind for kind in kinds if kind != "new_device") == sorted(FIRST)


async def test_concurrent_completions_of_one_flow_add_them_once(
    browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email, account.password)
    await browser.verify(await newest_code(services))
    answers = await asyncio.gather(*(browser.complete() for _ in range(6)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 5
    assert await fetch_value(services, "SELECT count(*) FROM notifications") == 3


async def test_another_user_is_not_notified(browser: Browser, services: Services, account: Account) -> None:
    await add_account(services.database, account.company)
    await browser.sign_in(account)
    assert await fetch_value(services, "SELECT count(*) FROM notifications WHERE user_id <> $1", account.id) == 0


@pytest.mark.parametrize("profile", [*Profile, None])
def test_each_profile_is_sent_where_it_may_go(profile: Profile | None) -> None:
    notices = first_notices(profile, company_name="Northwind", brand="Waymark")
    assert [notice.kind.value for notice in notices] == FIRST
    welcome, _, can_do = notices
    assert welcome.kind is NotificationKind.WELCOME
    assert welcome.title == "Welcome to Waymark"
    assert "Northwind" in welcome.body
    manages = profile in {Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT}
    assert (can_do.link == "/dashboard/users") is manages
    for notice in notices:
        assert notice.link is not None
        assert notice.link.startswith("/applicant-dashboard") is (profile is None)
        assert notice.about is None
