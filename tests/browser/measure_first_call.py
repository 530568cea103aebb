"""From a spreadsheet of 2,000 strangers to the first call, at a desk: the table of docs/day.md, step by step."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Locator, Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.chromium import PHONE, running_chromium
from tests.browser.csv_files import people_file
from tests.browser.desk import Desk
from tests.browser.import_pages import UNTIL_DONE_MILLISECONDS
from tests.browser.inbox import Inbox
from tests.browser.kept_pages import KeptPages
from tests.browser.measure_ways_in import Walk, type_password, write
from tests.browser.people import add_account, add_company
from tests.browser.system import running_system
from tests.browser.test_interviews import ZONE
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company
from tests.fixtures.workbooks import xlsx

PEOPLE: Final = 2_000
PANELS: Final = 40
MINUTES: Final = 10
FROM, TO = "09:00", "17:20"
CRITERIA: Final = "Communication\nKnowledge of the trade\nReliability"
# The stated model of a person goes on: what stands on a page is read before it is confirmed.
READING: Final = 10.0


@dataclass
class Step(Walk):
    """What one person does for one part of the way, and the seconds until its end is drawn."""

    name: str = ""
    reads: int = 0
    ended: float = 0

    def choose(self, target: Locator, label: str) -> None:
        """An entry of a menu that the browser itself shows: one press opens it, one chooses."""
        self._note()
        self.taps += 2
        target.select_option(label=label)

    def give(self, target: Locator, file: Path) -> None:
        """A file out of the window of the operating system."""
        self._note()
        self.taps += 1
        self.apps += 1
        with self.page.expect_file_chooser() as chooser:
            target.click()
        chooser.value.set_files(file)

    def read(self, shown: Locator) -> None:
        expect(shown).to_be_visible()
        self.reads += 1

    @property
    def machine(self) -> float:
        return self.ended - (self.started or 0)

    def seconds_of_a_person(self) -> float:
        return super().seconds_of_a_person() + READING * self.reads


@dataclass(frozen=True, kw_only=True)
class Office:
    """The administrator, the panelists, and the two files that lie on the desk."""

    admin: Account
    panelists: list[Account]
    people: Path
    panels: Path


def candidates_file(folder: Path) -> Path:
    """As a college sends it: a line above the headings, headings of its own, and columns that no one needs."""
    head = ["S.No", "Student Name", "E-mail ID", "Mobile No.", "DOB", "Sex", "Centre", "Trade", "10th %"]
    rows = [
        [
            *(n, f"Student {n:04}", f"student.{n}@college.example", 9_600_000_000 + n),
            *(date(2003, 1, 1) + timedelta(days=n % 700), ("F", "M")[n % 2], "Pune", "Fitter", 50 + n % 45),
        ]
        for n in range(1, PEOPLE + 1)
    ]
    path = folder / "candidates.xlsx"
    path.write_bytes(xlsx({"Final year": [["Government Polytechnic"], [], head, *rows]}))
    return path


def panels_file(folder: Path, panelists: list[Account]) -> Path:
    hours = {"From": FROM, "To": TO}
    pairs = [panelists[number : number + 2] for number in range(0, len(panelists), 2)]
    return people_file(
        folder / "panels.csv",
        (
            {"Panel": f"Panel {n:02}", "Place": f"Room {100 + n}", **hours, "Emails": ", ".join(a.email for a in pair)}
            for n, pair in enumerate(pairs, start=1)
        ),
    )


def sign_in(step: Step, inbox: Inbox, admin: Account) -> None:
    page = step.page
    page.goto("/login")
    type_password(step, admin)
    expect(page.get_by_text("Sent to")).to_be_visible()
    step.look_elsewhere()
    step.type(page.get_by_label("Verification code"), inbox.code(admin.email))
    expect(page.get_by_role("heading", name=re.compile("Dashboard$"), level=1)).to_be_visible()


def choose_columns(step: Step, file: Path) -> None:
    """From the dashboard to the preview."""
    page = step.page
    step.tap(page.get_by_role("navigation", name="Main").get_by_role("link", name="User Management"))
    step.tap(page.get_by_role("link", name="Upload CSV File"))
    step.give(page.get_by_role("button", name="Choose Spreadsheet"), file)
    step.read(page.get_by_role("heading", name="Columns of the file"))
    step.choose(page.get_by_label("Profile", exact=True), "Trainee")
    step.tap(page.get_by_role("button", name="Continue"))
    expect(page.get_by_role("heading", name="Preview")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)


def create_people(step: Step) -> None:
    page = step.page
    step.read(page.get_by_role("button", name=f"Upload {PEOPLE:,} Valid Users"))
    step.tap(page.get_by_role("button", name=f"Upload {PEOPLE:,} Valid Users"))
    step.type(page.get_by_label("Number of new accounts"), str(PEOPLE))
    step.tap(page.get_by_role("button", name=re.compile("^Create and Invite ")))
    expect(page.get_by_role("heading", name="Upload Complete")).to_be_visible(timeout=UNTIL_DONE_MILLISECONDS)


def make_round(step: Step) -> None:
    page = step.page
    step.tap(page.get_by_role("navigation", name="Main").get_by_role("link", name="Interviews"))
    step.tap(page.get_by_role("button", name="New Round").first)
    form = page.get_by_role("form", name="New round")
    step.type(form.get_by_label("Name"), "Campus interviews")
    step.tap(form.get_by_role("combobox", name="Day"))
    day = f"{datetime.now(ZONE):%d%m%Y}"
    step.fields += 1
    step.characters += len(day)
    page.keyboard.type(day)
    step.type(form.get_by_label("Minutes of an interview"), str(MINUTES))
    step.type(form.get_by_label("Criteria"), CRITERIA)
    step.tap(form.get_by_role("button", name="Make Round"))
    expect(page.get_by_role("heading", name="Campus interviews", level=1)).to_be_visible()


def add_panels(step: Step, file: Path) -> None:
    page = step.page
    step.tap(page.get_by_role("button", name="Paste or Upload"))
    step.give(page.get_by_role("button", name="Choose a File"), file)
    step.read(page.get_by_role("button", name=f"Add {PANELS} Panels"))
    step.tap(page.get_by_role("button", name=f"Add {PANELS} Panels"))
    expect(page.get_by_role("cell", name="Panel 40", exact=True)).to_be_visible()


def add_candidates(step: Step) -> None:
    page = step.page
    step.tap(page.get_by_role("tab", name="Candidates"))
    step.tap(page.get_by_role("button", name="Add an Import"))
    choice = page.get_by_label("Import", exact=True)
    expect(choice.get_by_role("option")).to_have_count(2)
    step.choose(choice, choice.get_by_role("option").last.inner_text())
    step.read(page.get_by_role("button", name=f"Add {PEOPLE:,} People"))
    step.tap(page.get_by_role("button", name=f"Add {PEOPLE:,} People"))
    expect(page.get_by_role("button", name="Give Times")).to_be_enabled()


def give_times(step: Step) -> None:
    page = step.page
    step.tap(page.get_by_role("button", name="Give Times"))
    step.read(page.get_by_text(f"{PEOPLE:,} placed, 0 left"))
    step.tap(page.get_by_role("button", name=f"Give {PEOPLE:,} Times"))
    expect(page.get_by_text(f"{PEOPLE:,} people have a time now.")).to_be_visible()


def publish(step: Step) -> None:
    page = step.page
    step.tap(page.get_by_role("button", name="Publish"))
    step.read(page.get_by_role("button", name=f"Publish and Tell {PEOPLE:,} Candidates"))
    step.tap(page.get_by_role("button", name=f"Publish and Tell {PEOPLE:,} Candidates"))
    expect(page.get_by_text("The round is published.")).to_be_visible()


def call(step: Step) -> None:
    """On the panelist's phone, whose dashboard is open."""
    page = step.page
    step.tap(page.get_by_role("link", name="Open Panel 01"))
    step.tap(page.get_by_role("button", name="Call the Next One"))
    expect(page.get_by_role("region", name="Candidate").get_by_role("heading", name="Student")).to_be_visible()


def do(page: Page, name: str, act: Callable[[Step], None]) -> Step:
    # Notices stay in these browsers, and then cover what is pressed; out there they go by themselves.
    for notice in page.get_by_role("button", name="Close notification").all():
        notice.click()
    step = Step(page=page, name=name)
    act(step)
    step.ended = time.perf_counter()
    return step


def go(desk: Desk, office: Office, inbox: Inbox) -> list[Step]:
    acts: tuple[tuple[str, Callable[[Step], None]], ...] = (
        ("log in", lambda step: sign_in(step, inbox, office.admin)),
        ("upload the spreadsheet, choose its columns", lambda step: choose_columns(step, office.people)),
        ("create and invite", create_people),
        ("make the round", make_round),
        ("panels from a file", lambda step: add_panels(step, office.panels)),
        ("add the candidates", add_candidates),
        ("give times", give_times),
        ("publish", publish),
    )
    admin = desk.browser().new_page()
    steps = [do(admin, name, act) for name, act in acts]
    phone = desk.browser(account=office.panelists[0], size=PHONE).new_page()
    phone.goto("/dashboard")
    expect(phone.get_by_role("link", name="Open Panel 01")).to_be_visible()
    return [*steps, do(phone, "a panelist calls the first one", call)]


def prepare(folder: Path, *, add: Callable[..., Account]) -> Office:
    panelists = [add(Profile.INTERVIEW_PANELIST, full_name=f"Panelist {n}") for n in range(2 * PANELS)]
    files = {"people": candidates_file(folder), "panels": panels_file(folder, panelists)}
    return Office(admin=add(Profile.SUPER_ADMIN), panelists=panelists, **files)


def print_table(steps: list[Step]) -> None:
    write("| step | clicks | fields | characters | machine | a person |")
    write("|---|---|---|---|---|---|")
    rows = [
        (step.taps, step.fields, step.characters, step.machine, step.machine + step.seconds_of_a_person())
        for step in steps
    ]
    names = [*(step.name for step in steps), "in all"]
    for name, figures in zip(names, [*rows, tuple(map(sum, zip(*rows, strict=True)))], strict=True):
        taps, fields, characters, machine, person = figures
        write(f"| {name} | {taps} | {fields} | {characters} | {machine:.1f} s | {person:.0f} s |")


def main() -> None:
    with running_system() as system, running_chromium() as chromium, TemporaryDirectory() as folder:
        company: Company = add_company(system)
        office = prepare(Path(folder), add=lambda profile, **given: add_account(system, company, profile, **given))
        desk = Desk(system=system, watch=Watch(), kept=KeptPages(chromium))
        print_table(go(desk, office, Inbox(url=system.url)))
        desk.clear(keep_pages=False)


if __name__ == "__main__":
    main()
