"""One's own account: details, photo, password, theme."""

import json
import re
from base64 import b64decode
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from server.vocabulary.profiles import Profile
from tests.browser.accessibility import assert_accessible
from tests.browser.chromium import BOTH_SIZES, PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.people import add_account
from tests.browser.system import System
from tests.browser.watch import Watch
from tests.fixtures.accounts import Account
from tests.fixtures.images import segment
from tests.fixtures.people import Company

PROFILE: Final = "/dashboard/profile"
NEW_EMAIL: Final = "new@harbour.example"
NEW_PASSWORD: Final = "Lanterns-on-the-ridge-4"
# A photo of so many pixels as a phone held upright stores it: lying, its top on the left, red above blue.
TAKE_PHOTO: Final = """
    ([width, height]) => {
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d');
        for (let x = 0; x < width; x += 4)
            for (let y = 0; y < height; y += 4) {
                const other = Math.random() * 90;
                context.fillStyle = x < width / 2 ? `rgb(255 ${other} 0)` : `rgb(0 ${other} 255)`;
                context.fillRect(x, y, 4, 4);
            }
        return canvas.convertToBlob({ type: 'image/jpeg', quality: 1 }).then((blob) => new Promise((resolve) => {
            const reader = new FileReader();
            reader.onload = () => resolve(reader.result);
            reader.readAsDataURL(blob);
        }));
    }
"""
# Orientation 6: turned by a quarter. What follows would be the place.
UPRIGHT: Final = segment(
    0xE1, b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS 18.5204 73.8567"
)
COLOURS: Final = """
    (image) => {
        const context = new OffscreenCanvas(256, 256).getContext('2d', { willReadFrequently: true });
        context.drawImage(image, 0, 0);
        const [[red, , above], [left, , blue]] = [10, 180].map((y) => context.getImageData(96, y, 1, 1).data);
        return [image.naturalWidth, image.naturalHeight, red > above, blue > left];
    }
"""


@pytest.mark.long
@BOTH_SIZES
def test_a_new_name_stands_everywhere_at_once(desk: Desk, admin: Account, size: tuple[int, int]) -> None:
    browser = desk.browser(account=admin, size=size)
    other = browser.new_page()
    other.goto("/dashboard/settings")
    expect(other.get_by_role("region", name="Company")).to_be_visible()
    page = browser.new_page()
    page.goto(PROFILE)
    page.get_by_role("button", name="Edit your details").click()
    assert_accessible(page)
    page.get_by_label("Full name").fill("Ada Newname")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your details have been saved")).to_be_visible()
    expect(page.get_by_role("region", name="Your details")).to_contain_text("Ada Newname")
    for tab in (page, other):
        if size == PHONE:
            tab.get_by_role("button", name="Toggle menu").click()
        expect(tab.get_by_role("button", name="Account: ")).to_contain_text("Ada Newname")


def test_a_changed_password_signs_the_others_out(desk: Desk, admin: Account, watch: Watch) -> None:
    watch.expect_refusal(422, "/users/profile/password")
    watch.expect_end_of_session()
    lost = desk.page("/dashboard/settings", account=admin)
    expect(lost.get_by_role("region", name="Company")).to_be_visible()
    page = desk.page(PROFILE, account=admin, size=PHONE)
    fill_in(page, "not-my-Password-1")
    expect(page.get_by_label("Current password", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Current password", exact=True)).to_be_focused()
    assert_accessible(page)

    fill_in(page, admin.password)
    expect(page.get_by_text("Password changed successfully")).to_be_visible()
    expect(page.get_by_label("New password", exact=True)).to_have_value("")
    expect(lost).to_have_url(re.compile(r"/login\?session=expired$"))
    page.goto("/dashboard/settings")
    expect(page.get_by_role("region", name="Company")).to_be_visible()


@pytest.mark.parametrize(
    ("pixels", "least"),
    [((1600, 1200), 400_000), pytest.param((4000, 3000), 2_000_000, marks=pytest.mark.long)],
    ids=["2 megapixels", "12 megapixels"],
)
def test_a_photo_of_a_phone_is_sent_small_upright_and_without_its_place(
    desk: Desk, system: System, company: Company, admin: Account, *, pixels: tuple[int, int], least: int
) -> None:
    trainee = add_account(system, company, Profile.TRAINEE)
    page = desk.browser(account=trainee, size=PHONE).new_page()
    page.goto(PROFILE)
    part = page.get_by_role("region", name="Photo")
    taken = b64decode(page.evaluate(TAKE_PHOTO, pixels).partition(",")[2])
    photo = taken[:2] + UPRIGHT + taken[2:]
    assert len(photo) > least
    with page.expect_request(lambda call: call.method == "PUT") as sending:
        file: Any = {"name": "IMG_0001.jpg", "mimeType": "image/jpeg", "buffer": photo}
        part.get_by_label("Photo", exact=True).and_(page.locator("input")).set_input_files(file)
    sent = b64decode(json.loads(sending.value.post_data or "")["content"])
    assert len(sent) <= 40 * 1024
    assert b"GPS" not in sent
    expect(page.get_by_text("The photo is saved.")).to_be_visible()
    image = part.get_by_role("img", name=f"Photo of {trainee.full_name}")
    expect(image).to_be_visible()
    assert image.evaluate(COLOURS) == [192, 192, True, True]
    assert_accessible(page)
    page.goto("/dashboard")
    expect(page.get_by_role("region", name="Your account").get_by_role("img")).to_be_visible()

    editor = desk.browser(account=admin, size=PHONE).new_page()
    editor.goto(f"/dashboard/users/people/{trainee.id}")
    expect(editor.get_by_role("img", name=f"Photo of {trainee.full_name}")).to_be_visible()
    assert_accessible(editor)
    editor.get_by_role("button", name="Remove photo").click()
    editor.get_by_role("alertdialog").get_by_role("button", name="Remove").click()
    expect(editor.get_by_role("img", name=f"Photo of {trainee.full_name}")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("region", name="Your account")).to_be_visible()
    expect(page.get_by_role("region", name="Your account").get_by_role("img")).to_have_count(0)


def test_an_own_email_is_changed_by_the_links_to_both_addresses(
    desk: Desk, inbox: Inbox, admin: Account, watch: Watch
) -> None:
    watch.expect_end_of_session()
    page = desk.page(PROFILE, account=admin, size=PHONE)
    page.get_by_role("button", name="Change your email").click()
    page.get_by_label("New email").fill(NEW_EMAIL)
    assert_accessible(page)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_text("Waiting for you to open the link sent to")).to_contain_text(admin.email)

    mails = desk.page(inbox.link(admin.email, "/confirm-email"))
    mails.get_by_role("button", name="Confirm the change").click()
    expect(mails.get_by_text("Now open the link that we have sent to n***w@")).to_be_visible()
    assert_accessible(mails)
    page.evaluate("dispatchEvent(new Event('focus'))")
    expect(page.get_by_text("Waiting for you to open the link sent to")).to_contain_text(NEW_EMAIL)
    assert_accessible(page)

    mails.goto(inbox.link(NEW_EMAIL, "/confirm-email"))
    mails.get_by_role("button", name="Confirm this address").click()
    expect(mails.get_by_role("heading", name="Email confirmed")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/login\?session=expired$"))


@pytest.mark.long
def test_the_theme_is_chosen_and_can_be_the_system_s_again(desk: Desk, admin: Account) -> None:
    page = desk.browser(account=admin, theme="light").new_page()
    page.goto(PROFILE)
    body = page.locator("body")
    expect(page.get_by_role("radio", name="System")).to_be_checked()
    page.get_by_text("Dark", exact=True).click()
    expect(body).to_have_class("dark")
    page.wait_for_function("localStorage.getItem('theme') === 'dark'")
    page.get_by_text("System", exact=True).click()
    expect(body).to_have_class("light")
    page.wait_for_function("localStorage.getItem('theme') === null")
    page.emulate_media(color_scheme="dark")
    expect(body).to_have_class("dark")


def fill_in(page: Page, current: str) -> None:
    page.get_by_label("Current password", exact=True).fill(current)
    page.get_by_label("New password", exact=True).fill(NEW_PASSWORD)
    page.get_by_label("Confirm password", exact=True).fill(NEW_PASSWORD)
    page.get_by_role("button", name="Change password").click()
