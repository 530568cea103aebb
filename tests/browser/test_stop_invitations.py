"""A recipient does not know the company that has invited them."""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from tests.browser.accessibility import assert_accessible_in_all_sizes
from tests.browser.api_calls import import_people
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.system import System
from tests.fixtures.accounts import Account

BUTTON: Final = "I don’t know this company"


def test_the_link_in_an_invitation_stops_the_company(
    desk: Desk, system: System, admin: Account, inbox: Inbox, tmp_path: Path
) -> None:
    stranger = person()
    import_people(system, admin, people_file(tmp_path / "one.csv", [stranger]))
    inbox.temporary_password(stranger["email"])
    link = re.search(r"/stop-invitations#\S+", str(inbox.messages(stranger["email"])[0]["text"]))
    assert link is not None
    theirs = desk.page(link[0])
    expect(theirs.get_by_role("button", name=BUTTON)).to_be_enabled()
    assert_accessible_in_all_sizes(theirs)
    theirs.get_by_role("button", name=BUTTON).click()
    expect(theirs.get_by_text("This company can no longer invite you.")).to_be_visible()
