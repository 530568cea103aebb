"""Pictures of the pages for README and docs, in two widths and both themes."""

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page, StorageState, expect

from server.vocabulary.profiles import Profile
from tests.browser.api_calls import import_people
from tests.browser.chromium import DESKTOP, PHONE, Theme, open_context, running_chromium
from tests.browser.csv_files import people_file, person
from tests.browser.import_pages import expect_results, figure, start, upload
from tests.browser.inbox import Inbox
from tests.browser.newcomers import enter_code, fill_in_sign_up, newcomer
from tests.browser.people import add_account, add_company, signed_in_state
from tests.browser.screenshots_day import PUBLISHED as DAY
from tests.browser.screenshots_day import STRIP_NAMES, picture_day
from tests.browser.screenshots_sign_in import PUBLISHED as STRONG_SIGN_IN
from tests.browser.screenshots_sign_in import Camera, picture_strong_sign_in
from tests.browser.screenshots_stages import PUBLISHED as STAGES
from tests.browser.screenshots_stages import picture_stages
from tests.browser.screenshots_training import PUBLISHED as TRAINING
from tests.browser.screenshots_training import picture_training
from tests.browser.screenshots_way import PUBLISHED as WAY
from tests.browser.screenshots_way import picture_way
from tests.browser.system import PROJECT, System, running_system
from tests.browser.user_pages import MANAGE
from tests.browser.waiting import wait_until_drawn
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account

PUBLISHED_IN: Final = PROJECT / "docs" / "images"
ROWS: Final = 60_000
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
PUBLISHED: Final = tuple(
    f"{name}-{width}-{theme}"
    for names, widths in (
        (("landing", "dashboard", "manage-users", "upload", "preview", "processing", "results"), (1440, 375)),
        (("login", "verification"), (375,)),
        (("activity", "profile", "notifications", "new-user", "applicant"), (1440,)),
        (("selection",), (1440, 375)),
        (("filters", "person-panel", "batches", "bulk-job"), (1440,)),
        (("fields",), (1440, 375)),
        (("field",), (1440,)),
        *DAY,
        *STAGES,
        *STRONG_SIGN_IN,
    )
    for name, width, theme in product(names, widths, THEMES)
)
GIVEN: Final = ("Asha", "Ravi", "Meera", "Daniel", "Fatima", "Kiran", "Leela", "Thomas", "Priya", "Omar")
FAMILY: Final = ("Verma", "Menon", "Iyer", "Costa", "Khan", "Rao", "Pillai", "Shah", "Nair", "Das")
PLACES: Final = ("Pune", "Mumbai", "Delhi", "Bengaluru", "Chennai")
POSITIONS: Final = (("TRAINEE", "TRAINEE"), ("TRAINEE", "TRAINEE"), ("MENTOR", "TRAINER"), ("EMPLOYEE", "PLACEMENT"))


@dataclass(frozen=True, kw_only=True)
class Studio:
    """One page in each width and theme, all of the same person."""

    folder: Path
    pages: dict[str, Page]

    def go(self, path: str) -> None:
        for page in self.pages.values():
            page.goto(path)

    def take(self, name: str) -> None:
        for variant, page in self.pages.items():
            page.mouse.move(0, 0)
            wait_until_drawn(page)
            page.screenshot(path=self.folder / f"{name}-{variant}.png", animations="disabled")

    def first(self) -> Page:
        return next(iter(self.pages.values()))


def main() -> None:
    """All of them into the folder that is given; without one, those of the docs into docs/images/."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        take_all(folder)
        if folder == Path(temporary):
            PUBLISHED_IN.mkdir(parents=True, exist_ok=True)
            for name in (*(f"{name}.png" for name in PUBLISHED), *STRIP_NAMES, *TRAINING, *WAY):
                shutil.copy(folder / name, PUBLISHED_IN)


def take_all(folder: Path) -> None:
    with running_system() as system, running_chromium() as chromium:
        company = add_company(system, name="Harbour Institute")
        admin = add_account(system, company, full_name="Asha Verma", email="asha.verma@harbour.example")
        picture_way_in(_studio(chromium, system, folder), system, admin)
        picture_sign_up(_studio(chromium, system, folder), system)
        picture_dashboards(chromium, system, folder, admin)
        picture_import(_studio(chromium, system, folder, state=signed_in_state(system, admin)))
        picture_later(_studio(chromium, system, folder, state=signed_in_state(system, admin)))
        picture_many(_studio(chromium, system, folder, state=signed_in_state(system, admin)))
        picture_fields(_studio(chromium, system, folder, state=signed_in_state(system, admin)))
        picture_training(chromium, system, folder)
        picture_way(chromium, system, folder)
        camera = Camera(chromium=chromium, system=system, folder=folder)
        picture_stages(camera)
        picture_day(camera)
        picture_factors(camera, admin)


def picture_way_in(studio: Studio, system: System, admin: Account) -> None:
    studio.go("/")
    studio.take("landing")
    studio.go("/login")
    for page in studio.pages.values():
        expect(page.get_by_text("I'm not a robot")).to_be_visible()
    studio.take("login")
    for page in studio.pages.values():
        log_in(page, admin.email, admin.password)
        expect(page.get_by_text("Sent to")).to_be_visible()
    studio.take("verification")
    inbox = Inbox(url=system.url)
    with tempfile.TemporaryDirectory() as folder:
        rows = [person() for _ in studio.pages]
        import_people(system, admin, people_file(Path(folder) / "first.csv", rows))
    for page, row in zip(studio.pages.values(), rows, strict=True):
        page.goto("/login")
        log_in(page, row["email"], inbox.temporary_password(row["email"]))
        page.get_by_label("Verification code").press_sequentially(inbox.code(row["email"]))
        page.get_by_label("New password", exact=True).fill("My-own-Footpath")
    studio.take("new-password")
    studio.go(f"/dev/inbox?to={rows[0]['email']}")
    studio.take("inbox")


def picture_sign_up(studio: Studio, system: System) -> None:
    for name in ("terms", "privacy", "stop-invitations", "confirm-email"):
        studio.go(f"/{name}")
        studio.take(name)
    studio.go("/signup")
    people = [newcomer() for _ in studio.pages]
    for page, account in zip(studio.pages.values(), people, strict=True):
        fill_in_sign_up(page, account)
    studio.take("signup")
    for page, account in zip(studio.pages.values(), people, strict=True):
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_text("Sent to")).to_be_visible()
        enter_code(page, Inbox(url=system.url).code(account.email))
        expect(page.get_by_label("Industry")).to_be_visible()
    studio.take("company")


def picture_dashboards(chromium: Browser, system: System, folder: Path, admin: Account) -> None:
    for name, account in {
        "dashboard-first": admin,
        "dashboard-trainee": add_account(
            system, admin.company, Profile.TRAINEE, full_name="Kiran Rao", email="kiran.rao@harbour.example"
        ),
        "applicant": add_account(system, admin.company, None, full_name="Leela Nair", email="leela.nair@mail.example"),
    }.items():
        studio = _studio(chromium, system, folder, state=signed_in_state(system, account))
        studio.go("/dashboard")
        for page in studio.pages.values():
            expect(page.locator("main h2").first).to_be_visible()
        studio.take(name)
        if account.profile is None:
            continue
        studio.go("/dashboard/users")
        studio.take("user-management" if account is admin else "access-denied")
        if account is admin:
            studio.go("/dashboard/settings")
            studio.take("settings")


def picture_import(studio: Studio) -> None:
    studio.go("/dashboard/users/imports/new")
    studio.take("upload")
    page = studio.first()
    with tempfile.TemporaryDirectory() as folder:
        upload(page, people_file(Path(folder) / "autumn-intake.csv", _intake()))
    studio.go(page.url)
    for each in studio.pages.values():
        expect(each.get_by_text("Invalid email format").first).to_be_visible()
    studio.take("preview")
    start(page)
    page.wait_for_function("() => /\\n[2-9]\\d%/.test(document.body.innerText)")
    for variant, each in studio.pages.items():
        each.screenshot(path=studio.folder / f"processing-{variant}.png")
    for each in studio.pages.values():
        expect_results(each)
    studio.take("results")
    expect(figure(page, "Invited so far")).to_have_text(figure(page, "Users Created").inner_text(), timeout=90_000)
    studio.go("/dashboard/users")
    studio.take("user-management-later")


def picture_later(studio: Studio) -> None:
    """After the intake: there is something to see everywhere."""
    for name, path, heading in (
        ("dashboard", "/dashboard", "Super Admin Dashboard"),
        ("manage-users", "/dashboard/users?tab=manage", "User Management"),
        ("new-user", "/dashboard/users/new", "Add New User"),
        ("activity", "/dashboard/users/audit", "Activity"),
        ("profile", "/dashboard/profile", "Profile"),
    ):
        studio.go(path)
        for page in studio.pages.values():
            expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        studio.take(name)
    studio.go("/dashboard")
    for page in studio.pages.values():
        page.get_by_role("button", name="Notifications").click()
        expect(page.get_by_role("dialog", name="Notifications").get_by_role("listitem").first).to_be_visible()
    studio.take("notifications")


def picture_many(studio: Studio) -> None:
    """People by the hundred: filtered, selected, put into a batch by a job; and one of them."""
    for page in studio.pages.values():
        page.goto(f"{MANAGE}&status=active")
        page.get_by_role("button", name="Filters", exact=True).click()
        expect(page.get_by_role("dialog", name="Filters").get_by_role("button", name="Pune")).to_be_visible()
    studio.take("filters")
    for page in studio.pages.values():
        page.keyboard.press("Escape")
        page.get_by_label("Select all on this page").click()
        expect(page.get_by_text("10 selected")).to_be_visible()
    studio.take("selection")
    _put_in_batch(studio.first())
    studio.go(studio.first().url)
    studio.take("bulk-job")
    studio.go("/dashboard/users/batches")
    for page in studio.pages.values():
        expect(page.get_by_text(BATCH).first).to_be_visible()
    studio.take("batches")
    studio.go(MANAGE)
    for page in studio.pages.values():
        page.locator("[id^=person-]").nth(1).click()
        expect(page.get_by_role("dialog").get_by_text("Messages")).to_be_visible()
    studio.take("person-panel")


def picture_fields(studio: Studio) -> None:
    """What the company keeps about people: nothing yet, two starter sets, and one of their fields."""
    studio.go("/dashboard/settings/fields")
    for page in studio.pages.values():
        expect(page.get_by_role("button", name="Add 14 fields")).to_be_visible()
    studio.take("fields-first")
    first = studio.first()
    first.get_by_role("button", name="Add 6 fields").click()
    first.get_by_role("button", name="Starter sets").click()
    first.get_by_role("button", name="Add 14 fields").click()
    expect(first.get_by_role("dialog")).to_have_count(0)
    studio.go("/dashboard/settings/fields")
    for page in studio.pages.values():
        expect(page.get_by_text("Religion", exact=True)).to_be_visible()
    studio.take("fields")
    for page in studio.pages.values():
        page.get_by_role("button", name="Category", exact=True).click()
        expect(page.get_by_label("Choice 1")).to_be_visible()
        page.get_by_label("Choice 1").scroll_into_view_if_needed()
    studio.take("field")


def picture_factors(camera: Camera, admin: Account) -> None:
    """Last: the administrator has second factors from then on."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [person(fullName="Tara Iyer") for _ in range(8)]
        import_people(camera.system, admin, people_file(Path(folder) / "tara.csv", rows))
    emails = [str(row["email"]) for row in rows]
    for email in emails:
        Inbox(url=camera.system.url).temporary_password(email)
    picture_strong_sign_in(camera, admin, invited=emails)


def _put_in_batch(page: Page) -> None:
    """Those who are selected; returns on the page of the ended job."""
    page.get_by_role("button", name="Add to batch").click()
    dialog = page.get_by_role("alertdialog")
    dialog.get_by_label("Batch", exact=True).fill(BATCH)
    dialog.get_by_role("button", name=f"New batch “{BATCH}”").click()
    dialog.get_by_role("button", name="Add 10 People").click()
    expect(page).to_have_url(re.compile("/dashboard/users/jobs/"))
    expect(page.get_by_role("button", name=re.compile("^Undo"))).to_be_visible()


def _intake() -> Iterator[dict[str, str]]:
    chance = random.Random(7)  # noqa: S311 - nothing secret
    for number in range(1, ROWS + 1):
        given, family = chance.choice(GIVEN), chance.choice(FAMILY)
        role, profile = chance.choice(POSITIONS)
        row = person(
            fullName=f"{given} {family}",
            email=f"{given}.{family}.{number}@harbour.example".lower(),
            workLocation=chance.choice(PLACES),
            gender=chance.choice(("Female", "Male", "Other")),
            role=role,
            profile=profile,
        )
        yield {**row, **BROKEN.get(number, {})}


BATCH: Final = "Autumn 2026"
BROKEN: Final = {
    2: {"email": "priya.menon(at)harbour", "phone": "9.8E+09"},
    4: {"role": "MENTOR", "profile": "TRAINEE"},
    5: {"dateOfBirth": "31/31/1999", "workLocation": "P"},
    9: {"role": "HR", "profile": "PILOT"},
    17: {"gender": "unknown"},
}


def _studio(chromium: Browser, system: System, folder: Path, *, state: StorageState | None = None) -> Studio:
    pages = {}
    for size, theme in product((DESKTOP, PHONE), THEMES):
        context = open_context(chromium, system.url, state=state, size=size, theme=theme)
        pages[f"{size[0]}-{theme}"] = context.new_page()
    return Studio(folder=folder, pages=pages)


if __name__ == "__main__":
    main()
