"""S126: an erasure takes no notification but those that name the person."""

import pytest

from server.company.privacy.erase_person import run_erasure
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.user_calls import Desk

NAMED = ("invitation_failed", "Also (a) As (b.a@example.com)")
OTHERS = {
    ("invitation_failed", "Asha (asha.a@example.com) was not invited."),
    ("passkey_copied", "As a copy of it may be in use, your passkey was blocked."),
}


@pytest.mark.security("S126")
async def test_a_short_name_takes_no_other_notification(services: Services, desk: Desk) -> None:
    """Colleagues lose only notifications that name the person: none with a longer name, and no warning."""
    person, company = desk.person, desk.person.company
    leaving = await add_account(
        services.database, company, profile=Profile.TRAINEE, full_name="As", email="a@example.com"
    )
    await execute(services, "UPDATE sessions SET verified_at = now() WHERE id = $1", person.session_id)
    for kind, body in (NAMED, *OTHERS):
        await execute(
            services,
            "INSERT INTO notifications (company_id, user_id, kind, title, body) VALUES ($1, $2, $3, 'x', $4)",
            company.id,
            person.id,
            kind,
            body,
        )
    assert (await desk.browser.post(f"users/{leaving.id}/erase", json={"fullName": "As"})).status == 200
    await run_erasure(services, erasure_id=await fetch_value(services, "SELECT id FROM erasures"))
    async with services.database.reading() as connection:
        left = await connection.raw.fetch("SELECT kind, body FROM notifications WHERE title = 'x'")
    assert {(row["kind"], row["body"]) for row in left} == OTHERS
