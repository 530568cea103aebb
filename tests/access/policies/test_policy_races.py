"""S108: a policy that changes while Super Admins, sign-ins, sessions and previews are under way."""

import asyncio
from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.people.imports.checking.check_import import check_import
from server.people.imports.read_import import OTHER_DOMAINS
from server.platform.services import Services
from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, person
from tests.fixtures.meetings import held, until_blocked
from tests.fixtures.people import SignIn
from tests.fixtures.policy_calls import PATH, PolicyDesk
from tests.fixtures.sign_in import Browser, execute, fetch_value, newest_code

COMPANY: Final = "SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE"
INSIDE: Final = "203.0.113.0/24"
OUTSIDE: Final = "198.51.100.9"
NETWORKS: Final = """
    INSERT INTO company_policies (company_id, second_factor, factors, passkeys_only, email_domains,
                                  administrator_networks)
    VALUES ($1, 'none', '{totp,passkey}', false, '{}', '{203.0.113.0/24}')
"""


@pytest.mark.security("S108")
async def test_a_super_admin_who_is_deleted_meanwhile_locks_no_one_out(policy_desk: PolicyDesk) -> None:
    """The others are outside of the networks that the policy names, and would be the last ones."""
    company_id = policy_desk.person.company.id
    async with held(policy_desk.services, COMPANY, company_id) as other:
        change = await until_blocked(policy_desk.services, policy_desk.change(administratorNetworks=[INSIDE]))
        await other.raw.execute("UPDATE users SET is_active = false WHERE id = $1", policy_desk.person.id)
    refused = await change
    assert (refused.status, refused.code) == (403, "forbidden")
    assert await fetch_value(policy_desk.services, "SELECT count(*) FROM company_policies") == 0


@pytest.mark.security("S108")
async def test_the_last_one_inside_is_not_removed_from_outside(policy_desk: PolicyDesk, sign_in: SignIn) -> None:
    """The call was admitted before the policy changed."""
    other, company_id = await sign_in(), policy_desk.person.company.id
    outside = policy_desk.at(OUTSIDE, person=other).browser
    lower = {"profile": "ADMIN", "role": ROLES_OF_PROFILE[Profile.ADMIN][0]}
    calls: list[tuple[str, Any]] = [("DELETE", None), ("PUT", {"isActive": False}), ("PUT", lower)]
    for method, form in calls:
        await execute(policy_desk.services, "DELETE FROM company_policies")
        async with held(policy_desk.services, COMPANY, company_id) as policy:
            call = outside.call(method, f"users/{policy_desk.person.id}", json=form)
            begun = await until_blocked(policy_desk.services, call)
            await policy.raw.execute(NETWORKS, company_id)
        refused = await begun
        assert (refused.status, refused.code) == (403, "network_not_allowed"), (method, form)
    assert (await policy_desk.read())["administratorNetworks"] == [INSIDE]


@pytest.mark.security("S108")
async def test_of_two_who_save_their_own_network_at_once_one_can_undo_it(
    policy_desk: PolicyDesk, sign_in: SignIn
) -> None:
    """And of two who remove each other meanwhile, one who is inside stays."""
    desks = [policy_desk, policy_desk.at(OUTSIDE, person=await sign_in())]
    removals = [
        one.browser.delete(f"users/{other.person.id}") for one, other in zip(desks, reversed(desks), strict=True)
    ]
    saves = [desk.change(administratorNetworks=[f"{desk.address}/32"]) for desk in desks]
    await asyncio.gather(*removals, *saves, return_exceptions=True)
    assert [(await desk.browser.get(PATH)).status for desk in desks].count(200) >= 1


@pytest.mark.security("S108")
async def test_sign_ins_and_refreshes_that_meet_a_policy_open_nothing_against_it(
    app: Quart, services: Services, policy_desk: PolicyDesk
) -> None:
    """Each session that they bring is refused at its first call from outside."""
    company = policy_desk.person.company
    browsers = []
    for _ in range(6):
        account = await add_account(services.database, company, profile=Profile.ADMIN)
        browser = Browser(app=app, services=services, address=OUTSIDE)
        await browser.authenticate(account.email, account.password)
        await browser.verify(await newest_code(services, recipient=account.email))
        browsers.append(browser)
    for browser in browsers[:3]:
        assert (await browser.complete()).status == 200
    calls = [browser.refresh() for browser in browsers[:3]] + [browser.complete() for browser in browsers[3:]]
    changed, *answers = await asyncio.gather(policy_desk.change(administratorNetworks=[INSIDE]), *calls)
    assert changed.status == 200
    assert {(answer.status, answer.code) for answer in answers} <= {(200, None), (403, "network_not_allowed")}
    for browser in browsers:
        answer = await browser.get("users")
        assert answer.code == ("network_not_allowed" if browser.token else "not_signed_in")


@pytest.mark.security("S108")
async def test_a_preview_is_judged_again_when_the_domains_change(
    services: Services, caller: Caller, policy_desk: PolicyDesk
) -> None:
    boss = caller.as_person(policy_desk.person)
    uploaded = await boss.upload(csv_file(person(1, email="a@example.com"), person(2, email="b@elsewhere.example")))
    import_id = UUID(uploaded.body["id"])
    await check_import(services, import_id=import_id)
    assert (await boss.get(str(import_id))).body["validRows"] == 2

    for domains, valid in ((["example.com"], 1), ([], 2)):
        await policy_desk.set(emailDomains=domains)
        await _until_it_is_checked_again(services, import_id)
        early = await boss.post(f"{import_id}/start")
        assert (early.status, early.body["code"]) == (409, "wrong_import_state")
        await check_import(services, import_id=import_id)
        preview = (await boss.get(str(import_id))).body
        assert (preview["state"], preview["validRows"]) == ("ready", valid)
        assert preview["remarks"].count(OTHER_DOMAINS) == 1
    await policy_desk.set(sessionDays=3)
    assert (await boss.get(str(import_id))).body["state"] == "ready"


async def _until_it_is_checked_again(services: Services, import_id: UUID) -> None:
    async def is_validating() -> bool:
        state: str = await fetch_value(services, "SELECT state FROM imports WHERE id = $1", import_id)
        return state == "validating"

    await eventually(is_validating, within=60, what="the preview is checked again")
