"""S125: data of a person who has much is written beside the event loop."""

import pytest

from server.platform.services import Services
from tests.fixtures.accounts import Account
from tests.fixtures.loop_lag import is_too_long, least_lag
from tests.fixtures.sign_in import Browser, execute

OWN = "users/profile/data.json"
SESSIONS = 10_000
# A hundred milliseconds for the largest legal answer.
MOST_LAG = 0.1


@pytest.mark.security("S125")
async def test_a_long_file_holds_no_other_caller_up(signed_in: Browser, services: Services, account: Account) -> None:
    await execute(
        services,
        """
        INSERT INTO sessions (company_id, user_id, device, address, idle_expires_at, absolute_expires_at)
        SELECT $1, $2, 'Firefox on Linux', '203.0.113.7', now(), now() FROM generate_series(1, $3)
        """,
        account.company.id,
        account.id,
        SESSIONS,
    )

    async def read() -> None:
        answer = await signed_in.client.get(f"/api/v1/{OWN}", headers={"Authorization": f"Bearer {signed_in.token}"})
        assert (await answer.get_data(as_text=True)).count('"device": "Firefox on Linux"') == SESSIONS

    assert not is_too_long(await least_lag(read), limit=MOST_LAG)
