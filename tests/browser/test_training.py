"""Sessions of a batch, as those who plan and who teach them see them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

import httpx2
import pytest
from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.api_calls import bearer
from tests.browser.chromium import BOTH_SIZES
from tests.browser.desk import Desk
from tests.browser.people import add_account, signed_in_state
from tests.browser.system import System
from tests.browser.waiting import WAIT_SECONDS
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

ZONE: Final = ZoneInfo("Asia/Kolkata")
TIMEOUT: Final = 2_000


@pytest.fixture
def trainer(system: System, company: Company) -> Account:
    return add_account(system, company, Profile.TRAINER, full_name="Tara Trainer")


@pytest.fixture
def batch_id(system: System, admin: Account, trainer: Account) -> str:
    """A batch from today on, which the trainer teaches."""
    headers = bearer(signed_in_state(system, admin))
    today = datetime.now(UTC).astimezone(ZONE).date()
    days = {"startsOn": today.isoformat(), "endsOn": (today + timedelta(days=27)).isoformat()}
    with httpx2.Client(base_url=f"{system.url}/api/v1", headers=headers, timeout=WAIT_SECONDS) as client:
        made = client.post("/batches", json={"name": "Welding July", **days})
        assert made.is_success, made.text
        batch = str(made.json()["id"])
        chosen = client.put(f"/training/batches/{batch}/trainers", json={"add": [str(trainer.id)], "remove": []})
        assert chosen.is_success, chosen.text
    return batch


def plan_weekly(page: Page) -> None:
    """A session on each day of the four weeks of the batch."""
    page.get_by_role("button", name="Weekly Sessions").click()
    dialog = page.get_by_role("dialog", name="Weekly sessions")
    for weekday in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"):
        dialog.get_by_role("checkbox", name=weekday).check()
    dialog.get_by_label("Starts at").fill("09:30")
    dialog.get_by_label("Ends at").fill("11:00")
    dialog.get_by_label("Place (optional)").fill("Room 4")
    dialog.get_by_role("button", name="See the Days").click()
    expect(dialog.get_by_role("status")).to_have_text("28 sessions")


@BOTH_SIZES
def test_sessions_that_an_administrator_plans_appear_with_their_trainer_at_once(
    desk: Desk, admin: Account, trainer: Account, batch_id: str, size: tuple[int, int]
) -> None:
    taught = desk.page("/dashboard/training", account=trainer, size=size)
    expect(taught.get_by_text("No sessions on this day.")).to_be_visible()

    page = desk.page(f"/dashboard/training/{batch_id}?tab=sessions", account=admin, size=size)
    plan_weekly(page)
    assert_accessible(page)
    page.get_by_role("button", name="Plan 28 Sessions").click()
    expect(page.get_by_text("28 sessions planned")).to_be_visible()

    # The trainer's page had fetched before: only the event brings them.
    expect(taught.get_by_text("Room 4").first).to_be_visible(timeout=TIMEOUT)
    assert_accessible(taught)

    page.get_by_role("button", name=re.compile(r"^Actions for")).first.click()
    page.get_by_role("menuitem", name="Cancel Session").click()
    page.get_by_label("Reason").fill("Public holiday")
    page.get_by_role("button", name="Cancel Session").click()
    expect(page.get_by_text("Cancelled: Public holiday")).to_be_visible()
    assert_accessible(page)
