"""One running system and one Chromium for all; each test has people and browsers of its own."""

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from playwright.sync_api import Browser, BrowserContext

from server.vocabulary.profiles import Profile
from tests.browser.chromium import running_chromium
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.kept_pages import KeptPages
from tests.browser.people import add_account, add_company
from tests.browser.system import PROJECT, System, running_system
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

RESULTS: Final = PROJECT / "test-results"

Reporting: TypeAlias = Generator[None, pytest.TestReport, pytest.TestReport]

_failed: Final = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def no_task_left() -> None:
    """Nothing here: the event loop of these tests is Playwright's own."""


@pytest.fixture(scope="session")
def shared_system() -> Iterator[System]:
    with running_system() as system:
        yield system


@pytest.fixture(scope="session")
def chromium(shared_system: System) -> Iterator[Browser]:
    # After the system: its processes end with the thread that started them, which Playwright then keeps busy.
    with running_chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def kept_pages(chromium: Browser) -> KeptPages:
    return KeptPages(chromium)


@pytest.fixture
def system(shared_system: System) -> System:
    """The one of all tests; a module whose tests need other settings has another."""
    return shared_system


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def desk(request: pytest.FixtureRequest, kept_pages: KeptPages, system: System, watch: Watch) -> Iterator[Desk]:
    desk = Desk(system=system, watch=watch, kept=kept_pages)
    yield desk
    failed = request.node.stash.get(_failed, False)
    if failed:
        _keep_pictures(request.node.name, [*desk.contexts, *(page.context for page in desk.pages)])
    desk.clear(keep_pages=not failed)
    assert watch.problems == []


@pytest.fixture
def inbox(system: System) -> Inbox:
    return Inbox(url=system.url)


@pytest.fixture
def company(system: System) -> Company:
    """A company of the test's own: no other test's imports are in its trays."""
    return add_company(system)


@pytest.fixture
def admin(system: System, company: Company) -> Account:
    """A SUPER_ADMIN of the test's company."""
    return add_account(system, company, Profile.SUPER_ADMIN)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[_failed] = call.when == "call"
        system = item.funcargs.get("system") if isinstance(item, pytest.Function) else None
        if isinstance(system, System):
            report.sections.append(("the system's logs", system.logs()))
    return report


def _keep_pictures(name: str, contexts: list[BrowserContext]) -> None:
    """What was on screen when the test failed, in test-results/."""
    RESULTS.mkdir(exist_ok=True)
    pages = [page for context in contexts for page in context.pages]
    for number, page in enumerate(pages, start=1):
        page.screenshot(path=_picture(name, number), full_page=True)


def _picture(name: str, number: int) -> Path:
    return RESULTS / f"{name.replace('/', '-')}-{number}.png"
