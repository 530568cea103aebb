"""F15: one of two web processes dies under open pages, and nothing on screen is lost or doubled."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from server.vocabulary.profiles import Profile
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.import_pages import (
    CREATED,
    expect_results,
    figure,
    record,
    recorded,
    start,
    upload,
    wait_for_created,
)
from tests.browser.people import add_account
from tests.browser.system import IS_CLUSTER, System, running_system
from tests.browser.waiting import wait_until
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

pytestmark = pytest.mark.skipif(not IS_CLUSTER, reason="make test-browser TOPOLOGY=cluster runs it")

BACK_SECONDS = 5
PEOPLE = 50_000


@pytest.fixture(scope="module")
def system(chromium: Browser, shared_system: System) -> Iterator[System]:
    """One of which a process may be lost."""
    with running_system(beside=shared_system) as system:
        yield system


def open_sockets(system: System, process: str) -> int:
    """As the process itself has logged."""
    log = (system.folder / f"{process}.log").read_text()
    return log.count("connection open") - log.count("connection closed")


def test_an_import_goes_on_under_every_page_when_a_web_process_is_killed(
    desk: Desk, system: System, company: Company, admin: Account, tmp_path: Path
) -> None:
    pages = [desk.browser(account=admin).new_page()]
    pages += [desk.browser(account=add_account(system, company, Profile.ADMIN)).new_page() for _ in range(3)]
    pages[0].goto("/dashboard/users/imports/new")
    upload(pages[0], people_file(tmp_path / "intake.csv", (person() for _ in range(PEOPLE))))
    for other in pages[1:]:
        other.goto(pages[0].url)
        expect(other.get_by_role("heading", name="Preview")).to_be_visible()
    for page in pages:
        record(page, CREATED)
    start(pages[0])
    wait_for_created(pages[0], more_than=0)

    lost, kept = (open_sockets(system, process) for process in ("web-1", "web-2"))
    assert 0 < lost < len(pages), "each process holds some of the pages"
    system.processes["web-1"].kill()
    wait_until(
        lambda: open_sockets(system, "web-2") >= lost + kept or None, seconds=BACK_SECONDS, what="the lost sockets"
    )

    for page in pages:
        expect_results(page)
        expect(figure(page, "Users Created")).to_have_text(f"{PEOPLE:,}")
        assert recorded(page) == sorted(set(recorded(page)))
