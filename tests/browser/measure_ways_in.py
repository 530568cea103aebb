"""Steps and seconds of every way in, on a phone's size: what docs/sign-in.md has, printed as its table."""

import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pyotp
from playwright.sync_api import Locator, Page, expect

from tests.browser.api_calls import import_people
from tests.browser.chromium import PHONE, running_chromium
from tests.browser.csv_files import people_file, person
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.kept_pages import KeptPages
from tests.browser.passkey_device import PasskeyDevice, give_passkey, local_url
from tests.browser.people import add_account, add_company
from tests.browser.second_factors import forget_steps, give_app
from tests.browser.system import System, running_system
from tests.browser.test_invitation_link import PASSWORD, link_of
from tests.browser.test_single_sign_on import EMAIL, PERSON, answer_with_no_style, connect
from tests.browser.watch import Watch
from tests.browser.ways_in import log_out
from tests.fixtures.accounts import Account
from tests.fixtures.provider_process import running_provider

# A stated model of a person: a tap, a character, another app for a code and back, a finger on the sensor.
TAP: Final = 1.0
CHARACTER: Final = 0.3
OTHER_APP: Final = 8.0
GESTURE: Final = 2.0
ROUNDS: Final = 3
NOT_IN_FIELDS: Final = "PublicKeyCredential.isConditionalMediationAvailable = async () => false"


@dataclass
class Walk:
    """One person on one page: what they do is counted, and timed from the first of it."""

    page: Page
    taps: int = 0
    fields: int = 0
    characters: int = 0
    apps: int = 0
    gestures: int = 0
    paths: list[str] = field(default_factory=list)
    started: float | None = None

    def tap(self, target: Locator) -> None:
        self._note()
        self.taps += 1
        target.click()

    def type(self, target: Locator, text: str) -> None:
        """A field that already has the focus needs no tap."""
        expect(target).to_be_enabled()
        self._note()
        focused = target.evaluate("(element) => element === document.activeElement")
        self.taps += 0 if focused else 1
        self.fields += 1
        self.characters += len(text)
        target.fill(text)

    def look_elsewhere(self) -> None:
        """For a code, in a mail or an app."""
        self.apps += 1

    def start(self) -> None:
        self._note()

    def seconds_of_a_person(self) -> float:
        return TAP * self.taps + CHARACTER * self.characters + OTHER_APP * self.apps + GESTURE * self.gestures

    def _note(self) -> None:
        self.started = self.started or time.perf_counter()
        path = re.sub(r"[?#].*", "", self.page.url)
        if not self.paths or self.paths[-1] != path:
            self.paths.append(path)


@dataclass(frozen=True, kw_only=True)
class House:
    """The system, its browsers and an account that each way may use."""

    system: System
    desk: Desk
    inbox: Inbox
    admin: Account

    def page(self) -> Page:
        """A phone that was never here."""
        return self.desk.browser(size=PHONE).new_page()

    def account(self) -> Account:
        return add_account(self.system, self.admin.company)

    def invited(self) -> str:
        """The email of a person who was just invited."""
        with TemporaryDirectory() as folder:
            row = person()
            import_people(self.system, self.admin, people_file(Path(folder) / "one.csv", [row]))
        self.inbox.temporary_password(row["email"])
        return str(row["email"])


def type_password(walk: Walk, account: Account) -> None:
    page = walk.page
    walk.type(page.get_by_label("Email"), account.email)
    walk.type(page.get_by_label("Password", exact=True), account.password)
    walk.tap(page.get_by_text("I'm not a robot"))
    expect(page.get_by_role("group", name="Robot check")).to_contain_text("Verified")
    walk.tap(page.get_by_role("button", name="Login"))


def by_code(house: House, walk: Walk) -> None:
    account = house.account()
    walk.page.goto("/login")
    type_password(walk, account)
    expect(walk.page.get_by_text("Sent to")).to_be_visible()
    walk.look_elsewhere()
    walk.type(walk.page.get_by_label("Verification code"), house.inbox.code(account.email))


def on_a_remembered_browser(house: House, walk: Walk) -> None:
    account = house.account()
    first = Walk(page=walk.page)
    first.page.goto("/login")
    type_password(first, account)
    first.type(first.page.get_by_label("Verification code"), house.inbox.code(account.email))
    expect(first.page.get_by_role("heading", name=re.compile("Dashboard$"))).to_be_visible()
    log_out(first.page)
    type_password(walk, account)


def by_passkey_in_the_field(house: House, walk: Walk) -> None:
    """The tap is on the passkey that the field offers."""
    device = PasskeyDevice.of(walk.page, automaticPresenceSimulation=False)
    device.put(give_passkey(house.system, house.account()))
    with walk.page.expect_response("**/login/passkey/options"):
        walk.page.goto(f"{local_url(house.system)}/login")
    walk.start()
    walk.taps += 1
    walk.gestures += 1
    device.touch()


def by_passkey_button(house: House, walk: Walk) -> None:
    """In a browser whose fields offer no passkeys."""
    walk.page.add_init_script(NOT_IN_FIELDS)
    PasskeyDevice.of(walk.page).put(give_passkey(house.system, house.account()))
    walk.page.goto(f"{local_url(house.system)}/login")
    walk.gestures += 1
    walk.tap(walk.page.get_by_role("button", name="Log in with a passkey"))


def by_app(house: House, walk: Walk) -> None:
    account = house.account()
    secret, _ = give_app(house.system, account)
    walk.page.goto("/login")
    type_password(walk, account)
    field_of_code = walk.page.get_by_label("Code of the app")
    expect(field_of_code).to_be_visible()
    forget_steps(house.system, account)
    walk.look_elsewhere()
    walk.type(field_of_code, pyotp.TOTP(secret).now())


def by_recovery_code(house: House, walk: Walk) -> None:
    account = house.account()
    _, codes = give_app(house.system, account)
    walk.page.goto("/login")
    type_password(walk, account)
    walk.tap(walk.page.get_by_role("button", name="Use a recovery code"))
    walk.look_elsewhere()
    walk.type(walk.page.get_by_label("Recovery code"), codes[0])
    walk.tap(walk.page.get_by_role("button", name="Verify"))


def by_provider(house: House, walk: Walk) -> None:
    """One tap at the provider, whose own login is not part of this."""
    walk.page.context.route("https://cdn.jsdelivr.net/**", answer_with_no_style)
    walk.page.goto("/login")
    walk.type(walk.page.get_by_label("Email"), EMAIL)
    walk.tap(walk.page.get_by_role("link", name="Continue with Harbour ID"))
    walk.tap(walk.page.get_by_role("button", name="person-7"))


def by_invitation(house: House, walk: Walk) -> None:
    """From the tap on the button of the mail, which opens the page."""
    link = link_of(house.inbox, house.invited())
    walk.start()
    walk.taps += 1
    walk.page.goto(link)
    walk.type(walk.page.get_by_label("New password", exact=True), PASSWORD)
    walk.type(walk.page.get_by_label("Confirm password", exact=True), PASSWORD)
    walk.tap(walk.page.get_by_role("button", name="Set password"))


def by_invitation_and_passkey(house: House, walk: Walk) -> None:
    PasskeyDevice.of(walk.page)
    link = link_of(house.inbox, house.invited())
    walk.start()
    walk.taps += 1
    walk.page.goto(f"{local_url(house.system)}{link}")
    walk.gestures += 1
    walk.tap(walk.page.get_by_role("button", name="Use a passkey instead"))
    walk.tap(walk.page.get_by_role("button", name="I have kept them"))


WAYS: Final[dict[str, Callable[[House, Walk], None]]] = {
    "password, code by email": by_code,
    "password, remembered browser": on_a_remembered_browser,
    "passkey in the email field": by_passkey_in_the_field,
    "passkey by its button": by_passkey_button,
    "password, authenticator app": by_app,
    "password, recovery code": by_recovery_code,
    "single sign-on": by_provider,
    "invitation, password": by_invitation,
    "invitation, passkey": by_invitation_and_passkey,
}


def measure(house: House, way: Callable[[House, Walk], None]) -> tuple[Walk, float]:
    """The last of the rounds, and the median of their seconds up to the dashboard."""
    seconds, walks = [], []
    for _ in range(ROUNDS):
        walk = Walk(page=house.page())
        walks.append(walk)
        way(house, walk)
        expect(walk.page.get_by_role("heading", name=re.compile("Dashboard$"), level=1)).to_be_visible()
        seconds.append(time.perf_counter() - (walk.started or 0))
        walk.page.context.close()
    return walks[-1], sorted(seconds)[ROUNDS // 2]


def write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """All of them, or those whose names begin as the arguments."""
    chosen = {name: way for name, way in WAYS.items() if name.startswith(tuple(sys.argv[1:] or [""]))}
    with running_system() as system, running_chromium() as chromium, TemporaryDirectory() as folder:
        admin = add_account(system, add_company(system))
        desk = Desk(system=system, watch=Watch(), kept=KeptPages(chromium))
        house = House(system=system, desk=desk, inbox=Inbox(url=system.url), admin=admin)
        with running_provider(Path(folder), PERSON) as issuer:
            connect(desk, admin, issuer=issuer)
            write("| way in | pages | taps | fields | characters | machine | a person |")
            write("|---|---|---|---|---|---|---|")
            for name, way in chosen.items():
                walk, seconds = measure(house, way)
                total = seconds + walk.seconds_of_a_person()
                write(
                    f"| {name} | {max(1, len(set(walk.paths) - {'about:blank'}))} | {walk.taps} | {walk.fields} |"
                    f" {walk.characters} | {seconds:.1f} s | {total:.0f} s |",
                )
        desk.contexts.clear()
        desk.clear(keep_pages=False)


if __name__ == "__main__":
    main()
