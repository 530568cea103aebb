"""Pictures of the stages, of the demo company: its people have been through them for three months."""

from typing import Final

from playwright.sync_api import Locator, Page, expect

from deploy.local.demo.company import DEMO_SLUG
from deploy.local.demo.fill import fill_demo_company
from server.composition import Composition
from tests.browser.people import add_account
from tests.browser.screenshots_sign_in import Camera
from tests.browser.system import System, run
from tests.fixtures.people import Company

# Their names, and the widths that the docs show.
PUBLISHED: Final = ((("board", "funnel"), (1440, 375)), (("stages", "person"), (1440,)))
# Who is in a batch has been through all stages before training.
SOMEONE: Final = "SELECT user_id FROM batch_members WHERE company_id = :company_id ORDER BY 1 LIMIT 1"


def picture_stages(camera: Camera) -> None:
    company, person = run(_fill(camera.system))
    owner = add_account(camera.system, company, full_name="Asha Verma", email="asha.verma@cairn.example")
    camera.take("board", _board, account=owner)
    camera.take("funnel", _funnel, account=owner)
    camera.take("stages", _stages, account=owner)
    camera.take("person", lambda page: _person(page, person), account=owner)


async def _fill(system: System) -> tuple[Company, str]:
    composition = Composition(system.settings)
    assert await fill_demo_company(await composition.open())
    await composition.close()
    async with system.database.reading() as connection:
        query = "SELECT id, name FROM companies WHERE slug = :slug"
        [row] = await connection.fetch_all(query, slug=DEMO_SLUG)
        return Company(id=row.id, name=row.name), str(await connection.fetch_value(SOMEONE, company_id=row.id))


def _board(page: Page) -> None:
    page.goto("/dashboard/users?tab=manage&as=board")
    expect(page.get_by_role("listitem").first).to_be_visible()


def _funnel(page: Page) -> Locator:
    page.goto("/dashboard")
    panel = page.get_by_role("region", name="Way through the stages")
    expect(panel.get_by_text("Counted on")).to_be_visible()
    return panel


def _stages(page: Page) -> None:
    page.goto("/dashboard/settings/stages")
    expect(page.get_by_text("In training").first).to_be_visible()


def _person(page: Page, person: str) -> None:
    page.goto(f"/dashboard/users/people/{person}")
    expect(page.get_by_role("button", name="Save Changes")).to_be_visible()
