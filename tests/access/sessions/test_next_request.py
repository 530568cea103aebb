"""S28: changes of an account apply from its next request on, whatever its token says."""

from typing import Any

import pytest

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account
from tests.fixtures.people import Person, SignIn
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desk, Desks, user_form

DEMOTE = "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE company_id = $1 AND id = $2"
DEACTIVATE = "UPDATE users SET is_active = false WHERE company_id = $1 AND id = $2"
DELETE = "DELETE FROM users WHERE company_id = $1 AND id = $2"


@pytest.mark.security("S28")
async def test_a_demoted_user_is_refused_at_once(signed_in: Browser, account: Account, services: Services) -> None:
    assert (await signed_in.get("users/imports")).status == 200
    await execute(services, DEMOTE, account.company.id, account.id)
    refused = await signed_in.get("users/imports")
    assert (refused.status, refused.body["code"]) == (403, "forbidden")
    profile = await signed_in.get("users/profile")
    assert (profile.status, profile.body["profile"], profile.body["permissions"]) == (
        200,
        "TRAINEE",
        ["dashboard.view"],
    )


@pytest.mark.security("S28")
@pytest.mark.parametrize("change", [DEACTIVATE, DELETE])
async def test_a_deleted_or_inactive_user_is_signed_out_at_once(
    change: str, signed_in: Browser, account: Account, services: Services
) -> None:
    await execute(services, change, account.company.id, account.id)
    assert (await signed_in.status()).status == 401
    assert (await signed_in.get("users/profile")).status == 401
    assert (await signed_in.refresh()).status == 401


async def every_call(browser: Browser, target: Person) -> set[int]:
    """The calls of User Management, on a user that the caller may manage."""
    answers = [
        await browser.post("users/create", json=user_form()),
        await browser.call("PUT", f"users/{target.id}", json={"isActive": True}),
        await browser.post(f"users/{target.id}/invite"),
        await browser.delete(f"users/{target.id}/sessions"),
        await browser.delete(f"users/{target.id}"),
    ]
    return {answer.status for answer in answers}


@pytest.mark.security("S28")
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"profile": "TRAINEE", "role": "TRAINEE"}, 403),
        ({"isActive": False}, 401),
        (None, 401),
    ],
)
async def test_a_super_admin_changed_by_another_is_refused_at_the_next_call(
    desk: Desk, desks: Desks, sign_in: SignIn, *, fields: dict[str, Any] | None, status: int
) -> None:
    other, target = await sign_in(), await sign_in(Profile.TRAINEE)
    theirs = desks.of(other).browser
    assert (await theirs.post("users/create", json=user_form())).status == 201
    done = await (desk.delete(other.id) if fields is None else desk.edit(other.id, **fields))
    assert done.status == 200
    assert await every_call(theirs, target) == {status}
    assert await desk.row(target.id) is not None


@pytest.mark.security("S28")
async def test_an_admin_who_becomes_management_loses_rights_at_once(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    admin, trainer = await sign_in(Profile.ADMIN), await sign_in(Profile.TRAINER)
    theirs = desks.of(admin)
    assert (await theirs.edit(trainer.id, role="MENTOR")).status == 200
    assert (await desk.edit(admin.id, profile="MANAGEMENT", role="HR")).status == 200
    assert (await theirs.edit(trainer.id, role="FACULTY")).status == 403
    refused = await theirs.create(profile="TRAINER", role="MENTOR")
    assert (refused.status, refused.body["message"]) == (
        403,
        "Management users can only create Trainee and Interview Panelist profiles",
    )
    assert (await theirs.create()).status == 201


@pytest.mark.security("S28")
async def test_a_promoted_user_gains_rights_at_once(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    trainee = await sign_in(Profile.TRAINEE)
    theirs = desks.of(trainee)
    assert (await theirs.create()).status == 403
    assert (await desk.edit(trainee.id, profile="ADMIN", role="MANAGER")).status == 200
    assert (await theirs.create()).status == 201
