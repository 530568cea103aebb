"""Invitations to people without an email go by SMS, with a link of their own."""

from typing import Any
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from tests.fixtures.outbox import end_cooldown, send_all
from tests.fixtures.sign_in import NEW_PASSWORD, execute, fetch_value
from tests.fixtures.texted import Texted, texts_to
from tests.fixtures.user_calls import Desk

pytestmark = pytest.mark.settings(sms_url="capture:", sign_in_by="email,phone,code")


async def test_the_link_of_a_text_message_leads_to_a_session_without_a_code(texted: Texted) -> None:
    browser = texted.browser()
    opened = await browser.open_invitation(texted.token)
    assert (opened.status, opened.body["nextStep"]) == (200, "PASSWORD_RESET_REQUIRED")
    assert (opened.body["email"], opened.body["signInName"]) == (None, f"{texted.slug}/21CS042")
    assert (await browser.set_password()).body["nextStep"] == "LOGIN_COMPLETE"
    assert (await browser.complete()).status == 200
    row = await texted.row()
    # The link has proved the phone, and nothing else.
    assert row["invitation"] == "accepted"
    assert (row["phone_verified_at"] is not None, row["email_verified_at"]) == (True, None)
    assert (await texted.browser().open_invitation(texted.token)).status == 400


async def test_its_text_says_who_invites_and_how_to_log_in_and_has_no_password(texted: Texted) -> None:
    assert texted.text == (
        f"{texted.company_name} invites you to Waymark: http://waymark.test/invitation#{texted.token}"
        f"\nLog in as {texted.slug}/21CS042"
    )


async def test_a_number_counts_as_a_mailbox(texted: Texted, services: Services, capturing: Providers) -> None:
    """Ten minutes between two, five a day, whichever of the accounts with this number they are for."""
    refused = await texted.desk.invite(texted.id)
    assert (refused.status, refused.code) == (429, "invitation_too_soon")
    for _ in range(6):
        await end_cooldown(services)
        await texted.desk.invite(texted.id)
        await send_all(services, capturing)
    assert len(await texts_to(services, texted.phone)) == 5


@pytest.mark.parametrize("change", ["phone = '+919800000077'", "email = 'own@example.org'", "is_active = false"])
async def test_it_ends_with_the_number_that_it_was_sent_to(texted: Texted, services: Services, change: str) -> None:
    await execute(services, f"UPDATE users SET {change} WHERE id = $1", UUID(texted.id))  # noqa: S608 - a constant
    refused = await texted.browser().open_invitation(texted.token)
    assert (refused.status, refused.code) == (400, "invitation_link_invalid")


async def test_a_changed_password_is_notified_by_sms(texted: Texted, services: Services, capturing: Providers) -> None:
    browser = texted.browser()
    await browser.open_invitation(texted.token)
    await browser.set_password()
    await browser.complete()
    third = "Third-Lantern-93"
    change = {"currentPassword": NEW_PASSWORD, "newPassword": third, "confirmPassword": third}
    assert (await browser.post("users/profile/password", json=change)).status == 200
    await send_all(services, capturing)
    newest = (await texts_to(services, texted.phone))[0]
    assert newest.startswith("Your Waymark password was changed. If it was not you, reset it now: http://waymark.test/")


@pytest.mark.settings(sms_templates="code=1107")
async def test_without_a_template_an_invitation_fails_and_says_why(
    desk: Desk, services: Services, capturing: Providers, add_texted: Any
) -> None:
    person = await add_texted()
    await send_all(services, capturing)
    assert await fetch_value(services, "SELECT invitation FROM users WHERE id = $1", person.id) == "failed"
    (message,) = (await desk.browser.get(f"users/{person.id}/messages")).body["data"]
    assert message["reason"].startswith("There is no registered template for text messages of this kind")
    notice = await fetch_value(services, "SELECT body FROM notifications")
    assert person.phone in notice
    assert "did not get the text message. Check the number" in notice
