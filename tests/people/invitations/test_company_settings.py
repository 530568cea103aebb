"""What a Super Admin chooses for the company."""

from typing import Any, Final

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import fetch_value

PATH: Final = "/api/v1/companies/settings"
FIRST: Final = {"invitationReminder": True, "syncThreshold": 20}


async def ask(app: Quart, person: Person | None, method: str, json: object = None) -> tuple[int, dict[str, object]]:
    options: dict[str, Any] = {} if json is None else {"json": json}
    headers = {} if person is None else person.headers
    response = await app.test_client().open(PATH, method=method, headers=headers, **options)
    return response.status_code, await response.get_json()


async def test_reminders_are_on_and_can_be_turned_off(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    owner, stranger = await sign_in(), await sign_in(company=await add_company())
    assert await ask(app, owner, "GET") == (200, FIRST)
    changed = {"invitationReminder": False, "syncThreshold": 20}
    for _ in range(2):
        assert await ask(app, owner, "PUT", {"invitationReminder": False}) == (200, changed)
    assert await ask(app, owner, "GET") == (200, changed)
    assert await ask(app, stranger, "GET") == (200, FIRST), "each company has its own"
    assert (
        await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'company_settings_changed'") == 1
    )


@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None])
async def test_only_a_super_admin_may_read_or_change_them(app: Quart, sign_in: SignIn, profile: Profile | None) -> None:
    person = await sign_in(profile)
    assert (await ask(app, person, "GET"))[0] == 403
    assert (await ask(app, person, "PUT", {"invitationReminder": False}))[0] == 403
    assert (await ask(app, None, "PUT", {"invitationReminder": False}))[0] == 401


async def test_a_choice_that_is_none_is_refused(app: Quart, sign_in: SignIn) -> None:
    cases: list[object] = [
        {},
        [],
        {"invitationReminder": None},
        {"invitationReminder": "no"},
        {"invitationReminder": 0},
        {"reminder": True},
        {"invitationReminder": True, "syncThreshold": 101},
    ]
    owner = await sign_in()
    for body in cases:
        assert (await ask(app, owner, "PUT", body))[0] == 422, body
        assert await ask(app, owner, "GET") == (200, FIRST), body
