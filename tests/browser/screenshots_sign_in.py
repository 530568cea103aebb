"""Pictures of strong sign-in: second factors, passkeys, the policy, single sign-on, an invitation's link."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.chromium import DESKTOP, PHONE, Theme, open_context
from tests.browser.inbox import Inbox
from tests.browser.passkey_device import PasskeyDevice, age_proofs, give_passkey, local_state, local_url
from tests.browser.people import add_account, add_company
from tests.browser.second_factors import demand_of_everyone, give_app
from tests.browser.system import System
from tests.browser.test_invitation_link import link_of
from tests.browser.waiting import wait_until_drawn
from tests.browser.ways_in import log_in
from tests.fixtures.accounts import Account

TALL: Final = 2_400
THEMES: Final[tuple[Theme, ...]] = ("light", "dark")
# Their names, and the widths that the docs show.
PUBLISHED: Final = (
    (("confirm-login", "invitation", "recovery-codes", "set-up-first"), (375,)),
    (("security", "add-app", "step-up", "policy", "sso"), (1440,)),
)


@dataclass(frozen=True, kw_only=True)
class Camera:
    """A page in each width and theme, by the name to which passkeys belong."""

    chromium: Browser
    system: System
    folder: Path

    def take(self, name: str, prepare: Callable[[Page], Locator | None], *, account: Account | None = None) -> None:
        """What `prepare` returns, or the whole window."""
        for size, theme in product((DESKTOP, PHONE), THEMES):
            state = None if account is None else local_state(self.system, account)
            context = open_context(self.chromium, local_url(self.system), state=state, size=size, theme=theme)
            page = context.new_page()
            part = prepare(page)
            if part is not None:
                # All of it at once, below the bar of the page.
                page.set_viewport_size({"width": size[0], "height": TALL})
            page.mouse.move(0, 0)
            wait_until_drawn(page)
            target = page if part is None else part
            target.screenshot(path=self.folder / f"{name}-{size[0]}-{theme}.png", animations="disabled")
            context.close()


def picture_strong_sign_in(camera: Camera, admin: Account, *, invited: list[str]) -> None:
    """`invited` are emails of people who have an invitation, one for each picture of it."""
    system = camera.system
    give_passkey(system, admin)
    give_app(system, admin)
    camera.take("confirm-login", lambda page: _confirm(page, admin))
    camera.take("security", _security, account=admin)
    camera.take("step-up", lambda page: _step_up(page, system, admin), account=admin)
    camera.take("policy", _policy, account=admin)
    camera.take("sso", _sso, account=admin)
    camera.take("add-app", _add_app, account=admin)
    emails = iter(invited)
    camera.take("invitation", lambda page: _invitation(page, system, next(emails)))
    camera.take("recovery-codes", lambda page: _recovery_codes(page, system, next(emails)))
    strict = add_company(system, name="Meadow College")
    demand_of_everyone(system, strict)
    person = add_account(system, strict, full_name="Kiran Rao", email="kiran.rao@meadow.example")
    camera.take("set-up-first", _set_up_first, account=person)


def _confirm(page: Page, account: Account) -> None:
    page.goto("/login")
    log_in(page, account.email, account.password)
    expect(page.get_by_label("Code of the app")).to_be_visible()


def _region(page: Page, path: str, name: str) -> Locator:
    page.goto(path)
    return page.get_by_role("region", name=name)


def _security(page: Page) -> Locator:
    region = _region(page, "/dashboard/profile", "Login and security")
    expect(region.get_by_role("list", name="Second factors")).to_be_visible()
    return region


def _step_up(page: Page, system: System, account: Account) -> None:
    region = _security(page)
    age_proofs(system, account)
    region.get_by_role("button", name="Get new codes").click()
    expect(page.get_by_role("dialog", name="Confirm it is you")).to_be_visible()


def _add_app(page: Page) -> None:
    _security(page).get_by_role("button", name="Add authenticator app").click()
    expect(page.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()


def _policy(page: Page) -> Locator:
    page.goto("/dashboard/settings")
    form = page.get_by_role("form", name="Login policy")
    expect(form.get_by_role("radio", name="No one")).to_be_checked()
    return form


def _sso(page: Page) -> Locator:
    region = _region(page, "/dashboard/settings", "Single sign-on")
    region.get_by_role("button", name="Add connection").click()
    expect(region.get_by_label("Issuer")).to_be_visible()
    return region


def _invitation(page: Page, system: System, email: str) -> None:
    page.goto(link_of(Inbox(url=system.url), email))
    expect(page.get_by_role("button", name="Use a passkey instead")).to_be_visible()
    page.get_by_label("New password", exact=True).fill("My-own-Footpath")


def _recovery_codes(page: Page, system: System, email: str) -> None:
    PasskeyDevice.of(page)
    page.goto(link_of(Inbox(url=system.url), email))
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.get_by_role("list", name="Recovery codes")).to_be_visible()


def _set_up_first(page: Page) -> None:
    page.goto("/dashboard")
    expect(page.get_by_text("Your company asks you for a second step.")).to_be_visible()
    expect(page.get_by_role("button", name="Add authenticator app")).to_be_visible()
