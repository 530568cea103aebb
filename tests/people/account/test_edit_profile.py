"""Users may change their own name and phone, and no other field of their account."""

from typing import Any

import pytest
from quart import Quart

from server.messaging.messages.kinds import Channel
from server.people.account.events import USERS_CHANGED
from server.platform.services import Services
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value, newest_code

VERIFIED = "UPDATE users SET phone_verified_at = now() WHERE id = $1"
IS_VERIFIED = "SELECT phone_verified_at IS NOT NULL FROM users WHERE id = $1"


async def edit(browser: Browser, **body: Any) -> Answer:
    return await browser.call("PUT", "users/profile", json=body)


async def test_the_answer_is_the_profile_as_it_is_now(signed_in: Browser, account: Account) -> None:
    before = (await signed_in.get("users/profile")).body
    answer = await edit(signed_in, fullName="  Asha Rao ", phone="98765 43210")
    assert answer.status == 200, answer
    changed = {"fullName": "Asha Rao", "phone": "+919876543210"}
    later = {"serverTime": answer.body["serverTime"]}
    assert answer.body == {**before, **changed, **later}
    fetched = (await signed_in.get("users/profile")).body
    assert {name: fetched[name] for name in changed} == changed


async def test_missing_fields_stay_unchanged(signed_in: Browser, account: Account) -> None:
    assert (await edit(signed_in, fullName="Asha Rao")).body["phone"] == account.phone
    assert (await edit(signed_in, phone="+919876543210", fullName=None)).body["fullName"] == "Asha Rao"
    assert (await edit(signed_in)).status == 200


async def test_the_token_has_the_new_name_after_its_next_refresh(signed_in: Browser) -> None:
    await edit(signed_in, fullName="Asha Rao")
    refreshed = (await signed_in.refresh()).body
    assert (await signed_in.get("users/profile", token=refreshed["authToken"])).body["fullName"] == "Asha Rao"


async def test_a_new_phone_is_not_verified_and_the_same_one_stays_so(
    signed_in: Browser, services: Services, account: Account
) -> None:
    await execute(services, VERIFIED, account.id)
    await edit(signed_in, phone=account.phone, fullName="Asha Rao")
    assert await fetch_value(services, IS_VERIFIED, account.id)
    await edit(signed_in, phone="+919876543210")
    assert not await fetch_value(services, IS_VERIFIED, account.id)


@pytest.mark.settings(sms_url="capture:", login_verification="always")
async def test_a_code_on_its_way_to_the_old_phone_verifies_nothing(
    signed_in: Browser, app: Quart, services: Services, account: Account
) -> None:
    await execute(services, VERIFIED, account.id)
    elsewhere = Browser(app=app, services=services)
    started = await elsewhere.authenticate(account.email)
    assert started.body["channel"] == "SMS"
    await edit(signed_in, phone="+919876543210")
    code = await newest_code(services, recipient=account.phone)
    assert (await elsewhere.verify(code, channel="SMS")).code == "flow_expired"
    assert not await fetch_value(services, IS_VERIFIED, account.id)
    assert Channel.EMAIL.value == (await elsewhere.authenticate(account.email)).body["channel"]


@pytest.mark.settings(sms_url="capture:", login_verification="always")
async def test_a_page_that_has_turned_to_email_cannot_return_to_the_code_of_the_old_phone(
    signed_in: Browser, app: Quart, services: Services, account: Account
) -> None:
    await execute(services, VERIFIED, account.id)
    elsewhere = Browser(app=app, services=services)
    await elsewhere.authenticate(account.email)
    await elsewhere.change_type("EMAIL")
    await edit(signed_in, phone="+919876543210")
    assert (await elsewhere.change_type("SMS")).code == "flow_expired"


async def test_a_phone_may_be_shared_also_with_another_company(
    signed_in: Browser, services: Services, company: Company, add_company: AddCompany
) -> None:
    for owner in (company, await add_company()):
        other = await add_account(services.database, owner)
        answer = await edit(signed_in, phone=other.phone)
        assert (answer.status, answer.body["phone"]) == (200, other.phone)


async def test_every_field_that_is_wrong_has_its_sentence(signed_in: Browser) -> None:
    cases: list[tuple[dict[str, str], dict[str, str]]] = [
        ({"fullName": "  "}, {"fullName": "Full name is required"}),
        ({"fullName": "a" * 201}, {"fullName": "Full name must be at most 200 characters"}),
        ({"phone": ""}, {"phone": "Phone is required"}),
        ({"phone": "12345"}, {"phone": "Please enter a valid phone number"}),
        ({"phone": "098765 4321"}, {"phone": "Please enter a valid phone number"}),
        (
            {"fullName": "", "phone": "no"},
            {"fullName": "Full name is required", "phone": "Please enter a valid phone number"},
        ),
    ]
    for body, errors in cases:
        answer = await edit(signed_in, **body)
        assert (answer.status, answer.body["errors"]) == (422, errors), body


@pytest.mark.parametrize(
    "more",
    [
        {"role": "ADMIN"},
        {"profile": "SUPER_ADMIN"},
        {"isActive": True},
        {"email": "other@example.org"},
        {"companyId": "01890000-0000-7000-8000-000000000000"},
        {"fullName": "Asha\r\nBcc: x@example.org"},
    ],
)
async def test_nothing_else_can_be_changed(signed_in: Browser, account: Account, more: dict[str, object]) -> None:
    answer = await edit(signed_in, **{"fullName": "Asha Rao", **more})
    assert (answer.status, answer.code) == (422, "validation_failed")
    assert (await signed_in.get("users/profile")).body["fullName"] == account.full_name


async def test_an_applicant_may_edit_their_profile(browser: Browser, services: Services, company: Company) -> None:
    applicant = await browser.sign_in(await add_account(services.database, company, profile=None))
    assert (await edit(applicant, fullName="Asha Rao")).body["fullName"] == "Asha Rao"


async def test_it_is_audited_with_the_changed_fields_and_a_masked_phone(
    signed_in: Browser, services: Services, account: Account
) -> None:
    await edit(signed_in, fullName=account.full_name, phone="+919876543210")
    query = "SELECT {} FROM audit_entries WHERE action = 'user_edited'"
    assert await fetch_value(services, query.format("actor_id")) == account.id
    assert await fetch_value(services, query.format("subject_id")) == account.id
    assert await fetch_value(services, query.format("before")) == {"phone": f"+91********{account.phone[-2:]}"}
    assert await fetch_value(services, query.format("after")) == {"phone": "+91********10"}
    await edit(signed_in, phone="+919876543210")
    assert await fetch_value(services, query.format("count(*)")) == 1, "where nothing changed there is nothing to note"


async def test_viewers_of_the_list_are_notified_of_an_edited_profile(
    signed_in: Browser, services: Services, account: Account, publisher: RecordingPublisher
) -> None:
    await edit(signed_in, fullName="Asha Rao")
    await services.database.settle()
    [changed] = [each.payload for each in publisher.published if each.event is USERS_CHANGED]
    assert changed.model_dump(mode="json") == {"kind": "updated", "ids": [str(account.id)]}


async def test_an_edit_of_an_older_version_is_a_conflict(
    signed_in: Browser, services: Services, account: Account
) -> None:
    before = await fetch_value(services, "SELECT version FROM users WHERE id = $1", account.id)
    await edit(signed_in, fullName="Asha Rao")
    assert await fetch_value(services, "SELECT version FROM users WHERE id = $1", account.id) == before + 1
