"""S106: the link of an invitation adds one passkey to its own account, in the browser that has opened it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.authenticator import PRESENT, Authenticator
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.invitation_links import Guest
from tests.fixtures.passkey_calls import (
    accept,
    accept_by_new_passkey,
    add_passkey,
    invited_options,
    log_in,
    login_options,
    new_options,
)
from tests.fixtures.reset import Forgetful
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value

PASSKEYS = "SELECT count(*) FROM factors"
FORGERIES: dict[str, dict[str, Any]] = {
    "another origin": {"origin": "https://evil.example"},
    "another rp id": {"rp_id": "evil.example"},
    "no user verification": {"flags": PRESENT},
    "in a foreign frame": {"cross_origin": True},
}


async def opened(guest: Guest) -> Browser:
    browser = guest.browser()
    assert (await browser.open_invitation(guest.token)).status == 200
    return browser


@pytest.mark.security("S106")
async def test_it_is_the_account_s_way_in_and_its_second_factor(guest: Guest, services: Services) -> None:
    """Without a password, where the company demands passkeys of everyone."""
    await execute(
        services,
        """
        INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, email_domains,
                                      administrator_networks, version)
        SELECT company_id, 'everyone', '{passkey}', true, '{}', '{}', 1 FROM users WHERE id = $1
        """,
        UUID(guest.id),
    )
    browser = await opened(guest)
    authenticator = Authenticator()
    accepted = await accept(browser, authenticator.register((await invited_options(browser)).body))
    assert (accepted.status, accepted.body["nextStep"]) == (200, "LOGIN_COMPLETE")
    assert len(set(accepted.body["recoveryCodes"])) == 10
    assert (await browser.complete()).status == 200
    assert (await browser.get("auth/sessions")).status == 200

    row = await guest.row()
    assert (row["password_hash"], row["temporary_password_mac"], row["password_is_temporary"]) == (None, None, False)
    assert (row["invitation"], row["email_verified_at"] is not None) == ("accepted", True)
    assert (await guest.browser().authenticate(guest.email, guest.temporary_password)).code == "invalid_credentials"
    stranger = guest.browser()
    assert (await log_in(stranger, authenticator)).body["nextStep"] == "LOGIN_COMPLETE"
    assert (await stranger.complete()).status == 200


@pytest.mark.security("S106")
async def test_a_link_that_was_used_adds_no_second_one(guest: Guest, services: Services) -> None:
    browser, other = await opened(guest), await opened(guest)
    waiting = Authenticator().register((await invited_options(other)).body)
    await accept_by_new_passkey(browser)
    for each in (browser, other):
        assert (await invited_options(each)).code == "flow_expired"
        assert (await accept(each, waiting)).code == "flow_expired"
        assert (await each.set_password()).code == "flow_expired"
    assert (await guest.open()).code == "invitation_link_invalid"
    assert await fetch_value(services, PASSKEYS) == 1


async def by_password(guest: Guest, services: Services) -> None:
    assert (await (await opened(guest)).set_password()).status == 200
    assert services is guest.services


async def by_deactivation(guest: Guest, services: Services) -> None:
    assert (await guest.desk.edit(guest.id, isActive=False)).status == 200
    assert services is guest.services


async def by_another_email(guest: Guest, services: Services) -> None:
    assert (await guest.desk.edit(guest.id, email="moved@example.org")).status == 200
    assert services is guest.services


async def by_time(guest: Guest, services: Services) -> None:
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() WHERE email = $1", guest.email)


async def by_the_end_of_its_flow(guest: Guest, services: Services) -> None:
    await execute(services, "UPDATE flows SET expires_at = now() WHERE user_id = $1", UUID(guest.id))


@pytest.mark.security("S106")
@pytest.mark.parametrize(
    "end",
    [by_password, by_deactivation, by_another_email, by_time, by_the_end_of_its_flow],
    ids=lambda end: end.__name__,
)
async def test_none_is_added_once_the_invitation_has_ended(
    guest: Guest, services: Services, end: Callable[[Guest, Services], Awaitable[None]]
) -> None:
    """With a challenge of before, too."""
    browser = await opened(guest)
    waiting = Authenticator().register((await invited_options(browser)).body)
    await end(guest, services)
    assert (await accept(browser, waiting)).code == "flow_expired"
    assert await fetch_value(services, PASSKEYS) == 0


@pytest.mark.security("S106")
async def test_of_ten_at_once_one_is_added(guest: Guest, services: Services) -> None:
    """From browsers that have opened it, with one answer several times, and against a password."""
    browsers = [await opened(guest) for _ in range(6)]
    credentials = [Authenticator().register((await invited_options(each)).body) for each in browsers]
    answers = await asyncio.gather(
        *(accept(each, credential) for each, credential in zip(browsers, credentials, strict=True)),
        *(accept(browsers[0], credentials[0]) for _ in range(3)),
        browsers[1].set_password(),
    )
    assert sorted(answer.status for answer in answers) == [200] + [401] * 9
    assert await fetch_value(services, PASSKEYS) == int(answers[-1].status != 200)
    completed = await asyncio.gather(*(each.complete() for each in browsers))
    assert [answer.status for answer in completed].count(200) == 1


@pytest.mark.security("S106")
@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_forged_one_adds_nothing_and_the_link_still_works(
    guest: Guest, services: Services, forgery: str
) -> None:
    browser = await opened(guest)
    forged = Authenticator(**FORGERIES[forgery]).register((await invited_options(browser)).body)
    assert (await accept(browser, forged)).code == "passkey_not_added"
    assert await fetch_value(services, PASSKEYS) == 0
    await accept_by_new_passkey(browser)


@pytest.mark.security("S106")
async def test_only_a_challenge_of_its_own_flow_is_answered(
    guest: Guest, services: Services, signed_in: Browser
) -> None:
    """Not that of another opening, a session, a login page; nor is its own one good for those."""
    browser, other = await opened(guest), await opened(guest)
    own = (await invited_options(browser)).body
    foreign = [(await invited_options(other)).body, await new_options(signed_in), await login_options(browser)]
    for options in foreign:
        forged = Authenticator().register(own | {"challenge": options["challenge"]})
        assert (await accept(browser, forged)).code == "passkey_not_added"
    taken = Authenticator().register(own)
    added = await signed_in.post("auth/factors/passkeys", json={"name": "Key", "credential": taken})
    assert added.code == "passkey_not_added"
    assert await fetch_value(services, PASSKEYS) == 0


@pytest.mark.security("S106")
async def test_only_the_flow_of_an_opened_link_asks_for_one(guest: Guest, services: Services, account: Account) -> None:
    """Not a stranger with the id, nor a login by a password, temporary or not."""
    victim = await opened(guest)
    waiting = Authenticator().register((await invited_options(victim)).body)
    stranger = guest.browser()
    stranger.user_id = victim.user_id
    typed = guest.browser()
    await typed.authenticate(guest.email, guest.temporary_password)
    ordinary = guest.browser()
    await ordinary.authenticate(account.email, account.password)
    for browser in (stranger, typed, ordinary):
        assert (await invited_options(browser)).code == "flow_expired"
        assert (await accept(browser, waiting)).code == "flow_expired"
    assert await fetch_value(services, PASSKEYS) == 0


@pytest.mark.security("S106")
async def test_a_mailbox_adds_none_to_an_account_that_has_a_factor(guest: Guest, services: Services) -> None:
    """Whose owner was given a temporary password again without ever having logged in."""
    await accept_by_new_passkey(await opened(guest))
    await execute(services, "UPDATE users SET invitation = 'sent' WHERE id = $1", UUID(guest.id))
    await guest.invite_again()
    browser = await opened(guest)
    assert (await invited_options(browser)).code == "factor_exists"
    assert (await browser.set_password()).body["nextStep"] == "FACTOR_REQUIRED"
    assert (await browser.complete()).status == 401


@pytest.mark.security("S106")
async def test_a_passkey_of_another_account_is_not_taken(guest: Guest, services: Services, signed_in: Browser) -> None:
    registered = await add_passkey(signed_in)
    browser = await opened(guest)
    copy = registered.copy(key=Authenticator().key).register((await invited_options(browser)).body)
    assert (await accept(browser, copy)).code == "passkey_registered"
    # Nothing of it is kept.
    assert await fetch_value(services, PASSKEYS) == 1
    await accept_by_new_passkey(browser)


@pytest.mark.security("S106")
async def test_without_a_password_the_account_is_proved_by_its_passkey(guest: Guest, services: Services) -> None:
    """No password confirms an act, and a first one is set by a fresh proof alone."""
    browser = await opened(guest)
    authenticator = await accept_by_new_passkey(browser)
    await browser.complete()
    assert (await browser.get("auth/factors")).body["hasPassword"] is False
    new = {"currentPassword": "", "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}
    await execute(services, AGES_AGO)
    for path, body in (("auth/factors/passkeys/options", None), ("users/profile/password", new)):
        refused = await browser.post(path, json=body)
        assert (refused.code, refused.body["methods"]) == ("step_up_required", ["passkey", "recovery"])
    assert (await browser.post("auth/step-up", json={"password": guest.temporary_password})).status == 403
    proof = authenticator.answer((await browser.post("auth/step-up/options")).body)
    assert (await browser.post("auth/step-up", json={"credential": proof})).status == 200
    assert (await browser.post("users/profile/password", json=new)).status == 200
    assert (await browser.get("auth/factors")).body["hasPassword"] is True
    assert (await browser.post("users/profile/password", json=new)).status == 422
    assert (await guest.browser().authenticate(guest.email, NEW_PASSWORD)).body["nextStep"] == "FACTOR_REQUIRED"


@pytest.mark.security("S106")
async def test_a_reset_by_mail_sets_a_password_and_still_asks_for_the_passkey(guest: Guest) -> None:
    authenticator = await accept_by_new_passkey(await opened(guest))
    forgetful = Forgetful(app=guest.desk.app, services=guest.services)
    await forgetful.pass_code(guest.email)
    assert (await forgetful.choose()).status == 200
    browser = guest.browser()
    started = await browser.authenticate(guest.email, NEW_PASSWORD)
    assert (started.body["nextStep"], started.body["factors"]) == ("FACTOR_REQUIRED", ["passkey", "recovery"])
    assert (await browser.complete()).status == 401
    assert (await log_in(browser, authenticator, user_id=guest.id)).status == 200
    assert (await browser.complete()).status == 200
