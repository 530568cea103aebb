"""An invitation to a company that counts passkeys alone: by each way in, what is asked for and said."""

from collections.abc import Awaitable, Callable

import pytest

from server.platform.services import Services
from tests.fixtures import passkey_calls
from tests.fixtures.factor_steps import DEMAND
from tests.fixtures.flow_steps import Demand
from tests.fixtures.invitation_links import Guest
from tests.fixtures.sign_in import Browser, execute, newest_code

Way = Callable[[Guest], Awaitable[Browser]]


@pytest.fixture
async def guest_of_passkeys(guest: Guest, services: Services) -> Guest:
    await execute(services, DEMAND, guest.desk.person.company.id, Demand.PASSKEYS.value)
    return guest


async def by_link(guest: Guest) -> Browser:
    browser = guest.browser()
    assert (await browser.open_invitation(guest.token)).status == 200
    return browser


async def by_temporary_password(guest: Guest) -> Browser:
    browser = guest.browser()
    assert (await browser.authenticate(guest.email, guest.temporary_password)).status == 200
    await browser.initiate()
    assert (await browser.verify(await newest_code(guest.services, recipient=guest.email))).status == 200
    return browser


@pytest.mark.parametrize("way", [by_link, by_temporary_password])
async def test_a_person_who_has_chosen_a_password_is_led_to_a_passkey(guest_of_passkeys: Guest, way: Way) -> None:
    browser = await way(guest_of_passkeys)
    assert (await browser.set_password()).body["nextStep"] == "LOGIN_COMPLETE"
    assert (await browser.complete()).status == 200
    refused = await browser.get("notifications")
    assert (refused.status, refused.code) == (403, "factor_setup_required")
    assert refused.body["message"] == "Your company asks you for a second factor. Please set one up to continue."
    assert (await browser.get("auth/factors")).body["required"] == ["passkey"]
    await passkey_calls.add_passkey(browser)
    assert (await browser.get("notifications")).status == 200


async def test_a_person_who_accepts_by_a_passkey_has_done_all(guest_of_passkeys: Guest) -> None:
    browser = await by_link(guest_of_passkeys)
    await passkey_calls.accept_by_new_passkey(browser)
    assert (await browser.complete()).status == 200
    assert (await browser.get("notifications")).status == 200
