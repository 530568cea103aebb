"""A day of all seven profiles on phones, in each language, and its pages at a desk: of the demo company."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Locator, Page, expect

from deploy.local.demo.company import DEMO_SLUG
from server.vocabulary.profiles import Profile
from tests.browser.screenshots_sign_in import Camera
from tests.browser.screenshots_training import LANGUAGES, open_phone, picture, strip_of
from tests.browser.system import System, run
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.people import Company

STRIPS: Final = ("managers", "panel", "placement", "trainee")
STRIP_NAMES: Final = tuple(f"day-{name}-{language}.webp" for name in STRIPS for language in LANGUAGES)
PUBLISHED: Final = ((("interview-board", "opening"), (1440, 375)), (("interview-results", "placement"), (1440,)))

# One account of each profile has something to do today.
_PEOPLE: Final = """
    SELECT DISTINCT ON (profile) u.profile, u.id, u.email, u.phone, u.full_name FROM users u
     WHERE u.company_id = :company_id AND u.is_active AND u.profile IS NOT NULL AND CASE u.profile
           WHEN 'INTERVIEW_PANELIST' THEN u.id IN (
                SELECT m.user_id FROM panel_members m JOIN interviews i ON i.panel_id = m.panel_id
                 WHERE i.state = 'in_room')
           WHEN 'PLACEMENT' THEN u.id IN (SELECT user_id FROM opening_staff)
           WHEN 'TRAINER' THEN u.id IN (SELECT user_id FROM batch_trainers)
           WHEN 'TRAINEE' THEN u.id IN (SELECT user_id FROM offers WHERE state = 'offered') ELSE true END
     ORDER BY profile, u.id
"""
_CANDIDATE: Final = """
    SELECT u.id, u.email, u.phone, u.full_name FROM interviews i JOIN users u ON u.id = i.user_id
     WHERE i.company_id = :company_id AND i.state IN ('waiting', 'confirmed') ORDER BY i.position LIMIT 1 OFFSET 2
"""
_IDS: Final = """
    SELECT (SELECT id FROM rounds WHERE company_id = :company_id LIMIT 1) AS round_id,
           (SELECT panel_id FROM panel_members WHERE user_id = :panelist_id LIMIT 1) AS panel_id,
           (SELECT id FROM openings WHERE company_id = :company_id AND title = 'CNC operator') AS opening_id
"""


def picture_day(camera: Camera) -> None:
    """The company is filled by then; see tests.browser.screenshots_stages."""
    people, candidate, ids = run(_read(camera.system))
    owner = people[Profile.SUPER_ADMIN]
    # The whole page of an opening and of a round as desks show them.
    camera.take("interview-board", lambda page: _open(page, f"/dashboard/interviews/{ids['round_id']}"), account=owner)
    results = f"/dashboard/interviews/{ids['round_id']}?tab=results"
    camera.take("interview-results", lambda page: _open(page, results), account=owner)
    camera.take("placement", lambda page: _open(page, "/dashboard/placement"), account=owner)
    camera.take("opening", lambda page: _open(page, f"/dashboard/placement/{ids['opening_id']}"), account=owner)
    panelist, officer, trainee = (
        people[each] for each in (Profile.INTERVIEW_PANELIST, Profile.PLACEMENT, Profile.TRAINEE)
    )
    strips: dict[str, list[tuple[Account, str]]] = {
        "managers": [
            (people[each], "/dashboard")
            for each in (Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINER)
        ],
        "panel": [(panelist, "/dashboard"), (panelist, f"/dashboard/interviews/panels/{ids['panel_id']}")],
        "placement": [(officer, "/dashboard"), (officer, f"/dashboard/placement/{ids['opening_id']}")],
        "trainee": [(candidate, "/dashboard"), (trainee, "/dashboard"), (trainee, "/dashboard/openings")],
    }
    for name, pages in strips.items():
        for language in LANGUAGES:
            taken = [_picture(camera, language, account, path) for account, path in pages]
            _path(camera, name, language).write_bytes(strip_of(camera.chromium, taken))


def _path(camera: Camera, name: str, language: str) -> Path:
    return camera.folder / f"day-{name}-{language}.webp"


def _picture(camera: Camera, language: str, account: Account, path: str) -> bytes:
    page = open_phone(camera.chromium, camera.system, language, account)
    taken = picture(page, path)
    page.context.close()
    return taken


def _open(page: Page, path: str) -> Locator | None:
    page.goto(path)
    expect(page.locator("h1")).to_be_visible()
    return None


async def _read(system: System) -> tuple[dict[Profile, Account], Account, dict[str, str]]:
    async with system.database.reading() as connection:
        query = "SELECT id, name FROM companies WHERE slug = :slug"
        [row] = await connection.fetch_all(query, slug=DEMO_SLUG)
        company = Company(id=row.id, name=row.name)
        people = {
            Profile(each.profile): _account(company, Profile(each.profile), dict(each))
            for each in await connection.fetch_all(_PEOPLE, company_id=company.id)
        }
        [found] = await connection.fetch_all(_CANDIDATE, company_id=company.id)
        panelist_id = people[Profile.INTERVIEW_PANELIST].id
        [ids] = await connection.fetch_all(_IDS, company_id=company.id, panelist_id=panelist_id)
    return people, _account(company, Profile.TRAINEE, dict(found)), {key: str(value) for key, value in ids.items()}


def _account(company: Company, profile: Profile, row: dict[str, str]) -> Account:
    person = {name: row[name] for name in ("id", "email", "phone", "full_name")}
    return Account(company=company, profile=profile, password=PASSWORD, **person)  # type: ignore[arg-type] # a row
