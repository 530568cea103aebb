"""The logo of a company: what it may be, who may change it, and where it is shown."""

import re
from base64 import b64decode
from typing import Any, Final
from uuid import UUID

import pytest
from quart import Quart

from server.access.sessions.notices import notify_of_new_codes
from server.messaging.messages.kinds import Providers
from server.messaging.messages.read_inbox import read_inbox
from server.platform.services import Services
from server.vocabulary.identity import AccountOwner
from server.vocabulary.profiles import Profile
from tests.fixtures.factors import AGES_AGO
from tests.fixtures.images import encoded, jpeg, png
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute, fetch_value

PATH: Final = "/api/v1/companies/logo"


async def put(app: Quart, person: Person | None, content: object) -> tuple[int, dict[str, Any]]:
    headers = {} if person is None else person.headers
    response = await app.test_client().put(PATH, json={"content": content}, headers=headers)
    return response.status_code, await response.get_json()


async def shown(app: Quart, logo_id: UUID | None) -> Any:
    return await app.test_client().get(f"/api/v1/companies/logos/{logo_id}")


async def test_a_verified_companys_logo_is_served_as_an_image_and_nothing_else(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    owner = await sign_in()
    status, answer = await put(app, owner, encoded(png()))
    assert status == 200
    assert answer["logo"] == f"data:image/png;base64,{encoded(png())}"
    first = await fetch_value(services, "SELECT id FROM company_logos")
    response = await shown(app, first)
    assert (response.status_code, await response.get_data()) == (200, png())
    assert response.headers.get_all("Content-Type") == ["image/png"]
    assert response.headers.get_all("Content-Security-Policy") == ["default-src 'none'; sandbox"]
    assert response.headers.get_all("Cross-Origin-Resource-Policy") == ["cross-origin"]
    assert response.headers["X-Content-Type-Options"] == "nosniff"

    await put(app, owner, encoded(jpeg()))
    second = await fetch_value(services, "SELECT id FROM company_logos")
    assert second != first
    assert (await shown(app, first)).status_code == 404, "an address shows one image for good"
    assert (await app.test_client().delete(PATH, headers=owner.headers)).status_code == 200
    assert (await shown(app, second)).status_code == 404


@pytest.mark.security("S48")
async def test_a_company_that_is_not_verified_shows_its_logo_to_itself_alone(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    """Otherwise a new company could send the logo of a bank to strangers."""
    owner = await sign_in()
    await put(app, owner, encoded(png()))
    logo_id = await fetch_value(services, "SELECT id FROM company_logos")
    await execute(services, "UPDATE companies SET name = 'National Bank'")
    assert (await shown(app, logo_id)).status_code == 404
    own = await (await app.test_client().get("/api/v1/companies/settings", headers=owner.headers)).get_json()
    assert (b64decode(own["logo"].partition(",")[2]), own["showsLogo"]) == (png(), False)


@pytest.mark.security("S48")
async def test_mails_show_the_logo_and_name_of_a_verified_company_alone(
    app: Quart, services: Services, capturing: Providers, sign_in: SignIn
) -> None:
    owner = await sign_in()
    await put(app, owner, encoded(png()))
    account = AccountOwner(company_id=owner.company.id, user_id=owner.id, email=owner.email, full_name="Asha")
    for name in (owner.company.name, "National Bank"):
        await execute(services, "UPDATE companies SET name = $1", name)
        async with services.unit_of_work() as unit:
            await notify_of_new_codes(unit, account)
        await send_all(services, capturing)
    inbox = await read_inbox(services, to=owner.email)
    subject = "Your Waymark account has new recovery codes"
    assert [each.rendered.subject for each in inbox] == [subject, f"{owner.company.name}: {subject}"]
    renamed, verified = (each.rendered.html or "" for each in inbox)
    logo_id = await fetch_value(services, "SELECT id FROM company_logos")
    assert f'src="{services.settings.effective_public_url}/api/v1/companies/logos/{logo_id}"' in verified
    assert "<img" not in renamed


@pytest.mark.security("S48")
async def test_pages_for_strangers_show_the_name_and_logo_of_a_verified_company_alone(
    app: Quart, services: Services, sign_in: SignIn
) -> None:
    owner = await sign_in()
    await put(app, owner, encoded(png()))
    slug = await fetch_value(services, "SELECT slug FROM companies")
    logo_id = await fetch_value(services, "SELECT id FROM company_logos")
    for name, is_shown in ((owner.company.name, True), ("National Bank", False)):
        await execute(services, "UPDATE companies SET name = $1", name)
        for page in (f"/apply/{slug}", f"/invitation?of={slug}"):
            text = await (await app.test_client().get(page)).get_data(as_text=True)
            assert (f'content="{name}" data-logo="/api/v1/companies/logos/{logo_id}"' in text) == is_shown
            assert (name in text) == is_shown
            assert "%" not in re.sub(r"<style.*</style>", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None])
async def test_only_a_super_admin_changes_the_logo_of_the_own_company(
    app: Quart, services: Services, sign_in: SignIn, add_company: AddCompany, profile: Profile | None
) -> None:
    owner, stranger = await sign_in(), await sign_in(company=await add_company())
    person = await sign_in(profile)
    await put(app, owner, encoded(png()))
    await put(app, stranger, encoded(jpeg()))
    assert (await put(app, person, encoded(jpeg())))[0] == 403
    assert (await put(app, None, encoded(jpeg())))[0] == 401
    for refused, status in ((person.headers, 403), ({}, 401)):
        assert (await app.test_client().delete(PATH, headers=refused)).status_code == status
    assert (await app.test_client().delete(PATH, headers=stranger.headers)).status_code == 200
    left = await fetch_value(services, "SELECT array_agg(company_id) FROM company_logos")
    assert left == [owner.company.id]
    await execute(services, AGES_AGO)
    assert (await put(app, owner, encoded(jpeg())))[1]["code"] == "step_up_required"


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (encoded(b"<svg/>"), 422),
        ("data:image/png;base64," + encoded(png()), 422),
        ("*", 422),
        ("", 422),
        (None, 422),
        ([1], 422),
        ("A" * 140_001, 422),
        ("A" * 200_000, 413),
    ],
)
async def test_what_is_no_logo_is_refused(
    app: Quart, services: Services, sign_in: SignIn, content: object, status: int
) -> None:
    assert (await put(app, await sign_in(), content))[0] == status
    assert await fetch_value(services, "SELECT count(*) FROM company_logos") == 0
