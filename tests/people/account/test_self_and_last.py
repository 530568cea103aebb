"""S30: users cannot promote themselves, and a company keeps its last active SUPER_ADMIN, also in a race."""

import asyncio
from typing import Any

import pytest

from server.access.sessions.access_token import identify
from server.people.account.errors import LastSuperAdminError
from server.people.account.schemas import EditUserRequest
from server.people.duplicates.merge_users import merge_users
from server.people.duplicates.schemas import MergeRequest
from server.people.edit.edit_user import delete_user, edit_user
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.imports import context_of
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.sign_in import Answer, execute
from tests.fixtures.user_calls import Desk, Desks

EDITS: list[dict[str, Any]] = [
    {"profile": "SUPER_ADMIN", "role": "ADMIN"},
    {"profile": "TRAINEE", "role": "TRAINEE"},
    {"role": "HR"},
    {"isActive": False},
    {"isActive": True},
]
DEMOTED = {"profile": "TRAINEE", "role": "TRAINEE"}


def refusal(answer: Answer) -> tuple[int, str | None]:
    return answer.status, answer.code


async def living(desk: Desk) -> int:
    query = "SELECT count(*) FROM users WHERE company_id = $1 AND profile = 'SUPER_ADMIN' AND is_active"
    count: int = await desk.value(query, desk.person.company.id)
    return count


@pytest.mark.security("S30")
@pytest.mark.parametrize("profile", [Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT])
async def test_a_user_cannot_change_their_own_profile_role_or_flag(
    desks: Desks, sign_in: SignIn, profile: Profile
) -> None:
    desk = desks.of(await sign_in(profile))
    await sign_in()
    before = await desk.row(desk.person.id)
    for fields in EDITS:
        assert refusal(await desk.edit(desk.person.id, **fields)) == (403, "self_forbidden"), fields
    assert await desk.row(desk.person.id) == before


@pytest.mark.security("S30")
async def test_a_user_cannot_delete_themselves(desk: Desk, sign_in: SignIn) -> None:
    await sign_in()
    assert refusal(await desk.delete(desk.person.id)) == (403, "self_forbidden")
    assert await living(desk) == 2


@pytest.mark.security("S30")
async def test_an_admin_cannot_make_an_accomplice(desks: Desks, sign_in: SignIn) -> None:
    """Neither directly nor by promoting a user that they may edit."""
    admin = desks.of(await sign_in(Profile.ADMIN))
    trainee = await sign_in(Profile.TRAINEE)
    for profile, role in (("SUPER_ADMIN", "ADMIN"), ("ADMIN", "HR")):
        assert refusal(await admin.create(profile=profile, role=role)) == (403, "forbidden")
        assert refusal(await admin.edit(trainee.id, profile=profile, role=role)) == (403, "forbidden")


@pytest.mark.security("S30")
@pytest.mark.parametrize("way", ["delete", "demote", "deactivate", "mixed"])
async def test_of_two_who_remove_each_other_at_once_one_stays(desks: Desks, sign_in: SignIn, *, way: str) -> None:
    for _ in range(5):
        one, other = desks.of(await sign_in()), desks.of(await sign_in())
        await execute(
            one.services,
            "UPDATE users SET is_active = false WHERE NOT id = ANY($1::uuid[])",
            [one.person.id, other.person.id],
        )
        answers = await asyncio.gather(remove(one, other, way), remove(other, one, "delete" if way == "mixed" else way))
        assert await living(one) == 1
        loser = next(answer for answer in answers if answer.status != 200)
        # Refused for another reason where the other's session had already ended.
        assert refusal(loser) in {(409, "last_super_admin"), (401, "not_signed_in"), (403, "forbidden")}


async def remove(desk: Desk, target: Desk, way: str) -> Answer:
    if way == "delete":
        return await desk.delete(target.person.id)
    return await desk.edit(target.person.id, **({"isActive": False} if way == "deactivate" else DEMOTED))


@pytest.mark.security("S30")
async def test_of_five_who_remove_each_other_in_a_ring_one_stays(desks: Desks, sign_in: SignIn) -> None:
    ring = [desks.of(await sign_in()) for _ in range(5)]
    await asyncio.gather(*(remove(desk, ring[number - 1], "delete") for number, desk in enumerate(ring)))
    assert await living(ring[0]) >= 1


@pytest.mark.security("S30")
async def test_the_use_case_keeps_the_last_super_admin(desks: Desks, services: Services, sign_in: SignIn) -> None:
    """The caller was deactivated between the check of the session and the deletion."""
    acting, last = desks.of(await sign_in()), await sign_in()
    identity = await identify(services, token=acting.person.token)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", acting.person.id)
    with pytest.raises(LastSuperAdminError):
        await delete_user(context_of(services, identity), last.id)
    edits = (
        EditUserRequest.model_validate({"isActive": False}),
        EditUserRequest.model_validate({"role": "HR", "profile": "ADMIN"}),
    )
    for edit in edits:
        with pytest.raises(LastSuperAdminError):
            await edit_user(context_of(services, identity), edit, user_id=last.id)
    survivor = await add_account(services.database, acting.person.company, profile=Profile.TRAINEE)
    merge = MergeRequest.model_validate({"mergedId": last.id, "version": 1, "mergedVersion": 1})
    with pytest.raises(LastSuperAdminError):
        await merge_users(context_of(services, identity), merge, user_id=survivor.id)
    assert await living(acting) == 1


@pytest.mark.security("S30")
async def test_inactive_super_admins_and_those_of_other_companies_do_not_count(
    desks: Desks, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    acting, last = desks.of(await sign_in()), await sign_in()
    await sign_in(company=await add_company())
    await add_account(services.database, acting.person.company, is_active=False)
    identity = await identify(services, token=acting.person.token)
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", acting.person.id)
    with pytest.raises(LastSuperAdminError):
        await delete_user(context_of(services, identity), last.id)


@pytest.mark.security("S30")
async def test_an_inactive_super_admin_may_go(desk: Desk, services: Services) -> None:
    """Only active ones count as the last Super Admin."""
    for _ in range(2):
        gone = await add_account(services.database, desk.person.company, is_active=False)
        assert (await desk.edit(gone.id, profile="ADMIN", role="HR")).status == 200
        assert (await desk.delete(gone.id)).status == 200


@pytest.mark.security("S30")
async def test_a_super_admin_may_get_another_role_of_the_profile(desk: Desk, sign_in: SignIn) -> None:
    other = await sign_in()
    assert (await desk.edit(other.id, role="HR")).status == 200
    assert await living(desk) == 2
