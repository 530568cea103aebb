"""Replacing a temporary password with one's own."""

import asyncio
import string
from typing import Any
from uuid import uuid4

import pytest

from server.access.passwords.set_password import generate_temporary_password, temporary_password_mac
from server.access.sessions.events import SessionEndReason
from server.people.account.events import USERS_CHANGED
from server.platform.process.crypto import Keyring
from server.platform.services import Services
from server.vocabulary.password_policy import password_problem
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account, hash_of
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value, newest_code

TYPED_BY_AN_ADMINISTRATOR = "Copper-Window-58"


@pytest.fixture
async def invited(services: Services, company: Company) -> Account:
    """An account whose temporary password the server made and sent."""
    account = await add_account(
        services.database, company, profile=Profile.TRAINEE, password_hash=None, invitation="sent"
    )
    return await give_temporary_password(services, account)


async def give_temporary_password(services: Services, account: Account) -> Account:
    password = generate_temporary_password()
    await execute(
        services,
        """
        UPDATE users SET temporary_password_mac = $2, password_is_temporary = true, password_hash = NULL,
               temporary_password_expires_at = now() + interval '72 hours'
         WHERE id = $1
        """,
        account.id,
        temporary_password_mac(services.keys, account.id, password),
    )
    changed: dict[str, Any] = {**vars(account), "password": password}
    return Account(**changed)


async def pass_code(browser: Browser, services: Services, account: Account) -> None:
    await browser.authenticate(account.email, account.password)
    await browser.initiate()
    await browser.verify(await newest_code(services))


async def test_a_temporary_password_is_replaced_from_sign_in_to_dashboard(
    browser: Browser, services: Services, invited: Account, publisher: RecordingPublisher
) -> None:
    started = await browser.authenticate(invited.email, invited.password)
    assert started.body["temporaryPassword"] is started.body["isTemporaryPassword"] is True
    assert started.body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert started.body["resendAt"] is started.body["expiresAt"] is started.body["delivery"] is None
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 0
    assert (await browser.initiate()).body["delivery"] == "queued"
    verified = await browser.verify(await newest_code(services))
    assert verified.body["nextStep"] == "PASSWORD_RESET_REQUIRED"
    replaced = await browser.set_password()
    assert replaced.body["nextStep"] == "LOGIN_COMPLETE"
    assert (await browser.complete()).status == 200
    assert (await browser.status()).status == 200
    row = (
        "SELECT invitation = 'accepted' AND email_verified_at IS NOT NULL AND temporary_password_mac IS NULL FROM users"
    )
    assert await fetch_value(services, row)
    await services.database.settle()
    assert USERS_CHANGED in [each.event for each in publisher.published]


async def test_afterwards_only_the_new_password_opens_the_account(browser: Browser, invited: Account) -> None:
    await browser.sign_in(invited)
    assert (await browser.authenticate(invited.email, invited.password)).code == "invalid_credentials"
    assert (await browser.authenticate(invited.email, NEW_PASSWORD)).status == 200


async def test_a_temporary_password_expires_after_72_hours(
    browser: Browser, services: Services, invited: Account
) -> None:
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() - interval '1 second'")
    assert (await browser.authenticate(invited.email, invited.password)).code == "invalid_credentials"


async def test_before_the_invitation_is_sent_no_password_works(
    browser: Browser, services: Services, company: Company
) -> None:
    waiting = await add_account(services.database, company, password_hash=None, invitation="queued")
    assert (await browser.authenticate(waiting.email, waiting.password)).code == "invalid_credentials"


async def test_one_that_an_administrator_typed_is_replaced_in_the_same_way(
    browser: Browser, services: Services, company: Company
) -> None:
    account = await add_account(
        services.database, company, password=TYPED_BY_AN_ADMINISTRATOR, password_is_temporary=True
    )
    assert (await browser.authenticate(account.email, account.password)).code == "invalid_credentials"
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() + interval '1 hour'")
    await browser.sign_in(account)
    assert not await fetch_value(services, "SELECT password_is_temporary FROM users")


async def test_one_made_later_by_the_server_is_the_only_one_that_counts(
    browser: Browser, services: Services, invited: Account
) -> None:
    typed = await hash_of(TYPED_BY_AN_ADMINISTRATOR)
    await execute(services, "UPDATE users SET password_hash = $1", typed)
    assert (await browser.authenticate(invited.email, TYPED_BY_AN_ADMINISTRATOR)).code == "invalid_credentials"
    assert (await browser.authenticate(invited.email, invited.password)).status == 200


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("aB1", "Password must be at least 8 characters long"),
        ("aaaaaaaa", "Password must be at least medium strength"),
        ("Password1!", "This password is one of the most common ones. Please choose another."),
        ("Verma-2025!", "Password must not be built from your name or email address"),
    ],
)
async def test_a_bad_new_password_is_refused_and_can_be_corrected(
    browser: Browser, services: Services, invited: Account, password: str, sentence: str
) -> None:
    await pass_code(browser, services, invited)
    refused = await browser.set_password(password)
    assert refused.status == 422
    assert refused.body["errors"] == {"newPassword": sentence}
    assert (await browser.set_password()).status == 200


async def test_both_fields_must_be_equal(browser: Browser, services: Services, invited: Account) -> None:
    await pass_code(browser, services, invited)
    refused = await browser.set_password(NEW_PASSWORD, NEW_PASSWORD + "x")
    assert refused.body["errors"] == {"confirmPassword": "Passwords do not match"}


async def test_the_temporary_password_itself_is_refused(browser: Browser, services: Services, invited: Account) -> None:
    await pass_code(browser, services, invited)
    refused = await browser.set_password(invited.password)
    assert refused.body["errors"] == {"newPassword": "Please choose a password other than the temporary one"}


async def test_128_code_points_are_kept_whole(browser: Browser, services: Services, invited: Account) -> None:
    longest = "Zé9-" * 32
    await pass_code(browser, services, invited)
    assert (await browser.set_password(longest)).status == 200
    assert (await browser.authenticate(invited.email, longest[:-1])).code == "invalid_credentials"
    assert (await browser.authenticate(invited.email, longest)).status == 200


async def test_the_same_letters_typed_on_another_keyboard_are_the_same_password(
    browser: Browser, services: Services, invited: Account
) -> None:
    composed, decomposed = "Caf\u00e9-Lantern-93", "Cafe\u0301-Lantern-93"
    await pass_code(browser, services, invited)
    assert (await browser.set_password(composed, decomposed)).status == 200
    assert (await browser.authenticate(invited.email, decomposed)).status == 200


async def test_of_two_browsers_that_replace_it_one_succeeds(
    browser: Browser, services: Services, invited: Account
) -> None:
    other = Browser(app=browser.app, services=services)
    await pass_code(browser, services, invited)
    await pass_code(other, services, invited)
    answers = await asyncio.gather(browser.set_password(), other.set_password("Second-Lantern-93"))
    assert sorted(answer.status for answer in answers) == [200, 401]


async def test_setting_it_ends_whatever_the_account_had_open(
    browser: Browser, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    before = await Browser(app=browser.app, services=services).sign_in(account)
    invited = await give_temporary_password(services, account)
    await browser.sign_in(invited)
    assert (await before.status()).status == 401
    await services.database.settle()
    assert SessionEndReason.PASSWORD_RESET in [reason for _, reason in publisher.ended]


async def test_a_flow_that_was_ready_before_it_was_set_gets_no_session(
    browser: Browser, services: Services, account: Account
) -> None:
    await browser.authenticate(account.email)
    await browser.verify(await newest_code(services))
    await give_temporary_password(services, account)
    assert (await browser.complete()).code == "password_change_required"


def test_a_generated_one_has_twelve_characters_and_meets_the_policy() -> None:
    passwords = {generate_temporary_password() for _ in range(2_000)}
    assert len(passwords) == 2_000
    assert set("".join(passwords)) == set(string.ascii_letters + string.digits + "@#$")
    for password in passwords:
        assert len(password) == 12
        # Without a name: twelve random characters may hold a short name by chance.
        assert password_problem(password, full_name="", email="") is None


def test_its_stored_form_belongs_to_one_account_and_one_key() -> None:
    one, other = uuid4(), uuid4()
    keys, other_keys = (Keyring((letters + "0123456789" * 3,)) for letters in ("abc", "xyz"))
    macs = {
        temporary_password_mac(keys, one, "abcDEF123@#$"),
        temporary_password_mac(keys, other, "abcDEF123@#$"),
        temporary_password_mac(other_keys, one, "abcDEF123@#$"),
    }
    assert len(macs) == 3
