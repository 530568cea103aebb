"""S28: what is decided about an account counts from its next request on, whatever its token says."""

import pytest

from server.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.sign_in import Browser, execute

DEMOTE = "UPDATE users SET profile = 'TRAINEE', role = 'TRAINEE' WHERE company_id = $1 AND id = $2"
DEACTIVATE = "UPDATE users SET is_active = false WHERE company_id = $1 AND id = $2"
DELETE = "DELETE FROM users WHERE company_id = $1 AND id = $2"


async def test_s28_a_demoted_person_is_refused_at_once(
    signed_in: Browser, account: Account, services: Services
) -> None:
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


@pytest.mark.parametrize("change", [DEACTIVATE, DELETE])
async def test_s28_whoever_is_gone_or_inactive_is_out_at_once(
    change: str, signed_in: Browser, account: Account, services: Services
) -> None:
    await execute(services, change, account.company.id, account.id)
    assert (await signed_in.status()).status == 401
    assert (await signed_in.get("users/profile")).status == 401
    assert (await signed_in.refresh()).status == 401
