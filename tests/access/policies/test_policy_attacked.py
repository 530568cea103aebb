"""S77: a company's policy is its Super Admins' alone, changes once at a time, and never locks its author out."""

import asyncio

import pytest

from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.policy_calls import FIELDS, PATH, PolicyDesk
from tests.fixtures.user_calls import Desk


@pytest.mark.security("S77")
@pytest.mark.parametrize("profile", [*(each for each in Profile if each is not Profile.SUPER_ADMIN), None])
async def test_no_other_profile_reads_or_changes_it(
    policy_desk: PolicyDesk, sign_in: SignIn, profile: Profile | None
) -> None:
    other = policy_desk.at(policy_desk.address, person=await sign_in(profile))
    present = await policy_desk.read()

    assert (await other.browser.get(PATH)).status == 403
    assert (await other.send({name: present[name] for name in FIELDS} | {"sessionDays": 1})).status == 403
    assert (await policy_desk.read())["version"] == 0


@pytest.mark.security("S77")
async def test_another_company_has_its_own(policy_desk: PolicyDesk, sign_in: SignIn, add_company: AddCompany) -> None:
    other = policy_desk.at(policy_desk.address, person=await sign_in(company=await add_company()))
    await policy_desk.set(sessionDays=3)

    assert (await other.read())["sessionDays"] is None
    await other.set(sessionDays=9)
    assert (await policy_desk.read())["sessionDays"] == 3


@pytest.mark.security("S77")
async def test_of_twelve_changes_at_once_one_counts(policy_desk: PolicyDesk) -> None:
    """For the first version, too, which has no row to lock."""
    for version in range(2):
        answers = await asyncio.gather(
            *(policy_desk.change(sessionDays=days + 12 * version, version=version) for days in range(1, 13))
        )
        assert sorted(answer.status for answer in answers) == [200] + [409] * 11
        assert {answer.code for answer in answers} == {None, "edit_conflict"}
        assert (await policy_desk.read())["version"] == version + 1


@pytest.mark.security("S77")
async def test_it_is_audited_with_what_it_was(policy_desk: PolicyDesk, desk: Desk) -> None:
    await policy_desk.set(sessionDays=3)
    await policy_desk.set(sessionDays=4, emailDomains=["example.com"])

    entry = await desk.audit_entry("policy_changed")
    assert entry["before"] == {"sessionDays": 3, "emailDomains": []}
    assert entry["after"] == {"sessionDays": 4, "emailDomains": ["example.com"]}
    assert (entry["actor_id"], entry["address"]) == (policy_desk.person.id, policy_desk.address)


@pytest.mark.security("S77")
async def test_no_field_beside_those_of_a_policy_is_taken(policy_desk: PolicyDesk) -> None:
    cases: list[str] = ["companyId", "company_id", "limits", "session_days", "changedAt"]
    for extra in cases:
        refused = await policy_desk.change(**{extra: 1})
        assert (refused.status, set(refused.body["errors"])) == (422, {extra}), extra


@pytest.mark.security("S77")
async def test_its_author_can_still_sign_in(policy_desk: PolicyDesk) -> None:
    """Each refusal has its sentence, and nothing is stored."""
    refused = await policy_desk.change(
        secondFactor="administrators", emailDomains=["example.org"], administratorNetworks=["198.51.100.0/24"]
    )

    assert (refused.status, refused.code) == (422, "validation_failed")
    assert refused.body["errors"] == {
        "secondFactor": "Set up a second factor of this kind for yourself first, so that you can still log in",
        "emailDomains": "Your own email is of example.com: add it, so that you can be added again",
        "administratorNetworks": "Your own address, 203.0.113.7, is in none of these networks: "
        "you would be logged out at once",
    }
    only_passkeys = await policy_desk.change(secondFactor="everyone", factors=["passkey"], passkeysOnly=True)
    assert set(only_passkeys.body["errors"]) == {"passkeysOnly"}
    assert (await policy_desk.read())["version"] == 0
