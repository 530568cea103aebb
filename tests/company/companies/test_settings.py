"""What a Super Admin chooses for the company."""

from typing import Any, Final

import pytest
from quart import Quart

from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute, fetch_value

PATH: Final = "/api/v1/companies/settings"
FIRST: Final = {
    "region": "IN",
    "timeZone": "Asia/Kolkata",
    "language": "en",
    "defaultWorkLocation": None,
    "invitationReminder": True,
    "syncThreshold": 20,
    "foundByName": False,
    "logo": None,
    "showsLogo": True,
}


async def ask(app: Quart, person: Person | None, method: str, json: object = None) -> tuple[int, dict[str, Any]]:
    options: dict[str, Any] = {} if json is None else {"json": json}
    headers = {} if person is None else person.headers
    response = await app.test_client().open(PATH, method=method, headers=headers, **options)
    return response.status_code, await response.get_json()


def chosen(answer: dict[str, Any]) -> dict[str, Any]:
    return {name: answer[name] for name in FIRST}


async def test_what_is_chosen_is_each_companys_own(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany
) -> None:
    owner, stranger = await sign_in(), await sign_in(company=await add_company())
    before = (await ask(app, owner, "GET"))[1]
    assert (before["name"], chosen(before)) == (owner.company.name, FIRST)
    assert {"IN", "US"} < set(before["regions"])
    choice = {
        "region": "US",
        "timeZone": "America/New_York",
        "language": "hi",
        "defaultWorkLocation": "Pune",
        "invitationReminder": False,
        "syncThreshold": 0,
        "foundByName": True,
    }
    await ask(app, owner, "PUT", choice)
    status, answer = await ask(app, owner, "PUT", choice)
    assert (status, chosen(answer)) == (200, FIRST | choice)
    assert await ask(app, owner, "GET") == (200, answer)
    assert chosen((await ask(app, stranger, "GET"))[1]) == FIRST
    assert (
        await fetch_value(services, "SELECT count(*) FROM audit_entries WHERE action = 'company_settings_changed'") == 1
    )
    profile = await (await app.test_client().get("/api/v1/users/profile", headers=owner.headers)).get_json()
    assert [profile[name] for name in ("region", "timeZone", "defaultWorkLocation", "dateOrder")] == [
        "US",
        "America/New_York",
        "Pune",
        "month",
    ]
    assert chosen((await ask(app, owner, "PUT", {"defaultWorkLocation": " "}))[1])["defaultWorkLocation"] is None


async def test_a_new_name_has_to_be_verified_again(app: Quart, services: Services, sign_in: SignIn) -> None:
    owner = await sign_in()
    verified = owner.company.name
    status, answer = await ask(app, owner, "PUT", {"name": "  National   Bank "})
    assert (status, answer["name"], answer["showsLogo"]) == (200, "National Bank", False)
    assert (await ask(app, owner, "PUT", {"name": verified}))[1]["showsLogo"], "this one was verified"
    await execute(services, AGES_AGO)
    assert (await ask(app, owner, "PUT", {"name": "Another Bank"}))[1]["code"] == "step_up_required"
    assert (await ask(app, owner, "PUT", {"name": verified}))[0] == 200, "it is the name already"
    await execute(services, "UPDATE companies SET trusted_at = NULL, trusted_name = NULL")
    assert not (await ask(app, owner, "GET"))[1]["showsLogo"]


async def test_the_days_of_lists_are_those_of_the_companys_time_zone(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    owner = await sign_in()
    await execute(services, "UPDATE users SET last_sign_in_at = '2026-03-10T20:00Z'")

    async def logged_in_since(day: str) -> int:
        path = f"/api/v1/users?lastSignIn=since:{day}"
        page = await (await app.test_client().get(path, headers=owner.headers)).get_json()
        return int(page["total"])

    assert await logged_in_since("2026-03-11") == 1, "it was 1:30 in Kolkata"
    await ask(app, owner, "PUT", {"timeZone": "America/New_York"})
    assert [await logged_in_since("2026-03-11"), await logged_in_since("2026-03-10")] == [0, 1]


@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None])
async def test_only_a_super_admin_changes_them_and_an_admin_reads_them(
    app: Quart, sign_in: SignIn, profile: Profile | None
) -> None:
    person = await sign_in(profile)
    assert (await ask(app, person, "GET"))[0] == (200 if profile is Profile.ADMIN else 403)
    assert (await ask(app, person, "PUT", {"name": "Mine"}))[0] == 403
    assert (await ask(app, None, "GET"))[0] == (await ask(app, None, "PUT", {"name": "Mine"}))[0] == 401


@pytest.mark.parametrize(
    "body",
    [
        [],
        {"invitationReminder": "no"},
        {"invitationReminder": 0},
        {"reminder": True},
        {"syncThreshold": 101},
        {"name": " "},
        {"name": "x" * 201},
        {"name": "Win at bank.example.com"},
        {"name": "Acme\u202e"},
        {"region": "XX"},
        {"region": "in"},
        {"region": 1},
        {"timeZone": "localtime"},
        {"language": "xx"},
        {"timeZone": "../../../etc/passwd"},
        {"timeZone": "Asia/../../etc"},
        {"timeZone": "Asia/Nowhere"},
        {"timeZone": "UTC'; DROP TABLE users"},
        {"defaultWorkLocation": "P"},
        {"defaultWorkLocation": "x" * 201},
        {"defaultWorkLocation": "Pune\u202e"},
        {"logo": "data:text/html,hi"},
        {"trustedName": "Mine"},
    ],
)
async def test_a_choice_that_is_none_is_refused(app: Quart, sign_in: SignIn, body: object) -> None:
    owner = await sign_in()
    assert (await ask(app, owner, "PUT", body))[0] == 422
    assert chosen((await ask(app, owner, "GET"))[1]) == FIRST
