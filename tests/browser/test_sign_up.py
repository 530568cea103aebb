"""From the start page to a dashboard of one's own."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import assert_accessible, assert_accessible_in_all_sizes
from tests.browser.chromium import PHONE
from tests.browser.desk import Desk
from tests.browser.inbox import Inbox
from tests.browser.newcomers import (
    PASSWORD,
    enter_code,
    fill_in_sign_up,
    newcomer,
    register_company,
    sign_up,
)
from tests.browser.system import OWNER_EMAIL
from tests.browser.watch import Watch
from tests.browser.ways_in import log_in, log_out, pass_robot_check

WELCOME: Final = "Account created successfully! Welcome to Waymark!"


def test_a_company_is_registered_by_email_and_the_new_user_is_its_super_admin(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/", size=PHONE)
    page.get_by_role("main").get_by_role("link", name="Sign up").click()
    expect(page.get_by_role("heading", name="Sign up")).to_be_visible()
    assert_accessible(page)
    fill_in_sign_up(page, person)
    expect(page.get_by_label("Phone")).to_have_value(person.phone)
    pass_robot_check(page)
    page.get_by_role("button", name="Sign up").click()

    expect(page).to_have_url(re.compile("/email-verification$"))
    expect(page.get_by_text(f"Sent to {person.email}")).to_be_visible()
    enter_code(page, inbox.code(person.email))

    expect(page).to_have_url(re.compile("/company-info$"))
    page.get_by_role("button", name="Complete sign-up").click()
    expect(page.get_by_text("Please fill in all required fields")).to_be_visible()
    expect(page.get_by_label("Company name")).to_be_focused()
    assert_accessible(page)
    register_company(page, name="Footpath Institute", website="footpath.example")

    expect(page).to_have_url(re.compile("/dashboard$"))
    expect(page.get_by_text(WELCOME)).to_be_visible()
    expect(page.get_by_role("main").get_by_text("Footpath Institute")).to_be_visible()
    for guests_only in ("/signup", "/company-info", "/login"):
        page.goto(guests_only)
        expect(page).to_have_url(re.compile("/dashboard$"))


@pytest.mark.long
def test_who_has_signed_up_can_sign_in_again(desk: Desk, inbox: Inbox, watch: Watch) -> None:
    watch.expect_end_of_session()
    person = newcomer()
    page = desk.page("/signup")
    sign_up(page, person)
    enter_code(page, inbox.code(person.email))
    register_company(page, name="Lantern Works")
    log_out(page)
    log_in(page, person.email, PASSWORD)
    expect(page.get_by_role("heading", name=re.compile("Verify your email|Super Admin Dashboard"))).to_be_visible()


def test_an_applicant_comes_by_the_link_of_a_company_and_lands_in_their_portal(desk: Desk, inbox: Inbox) -> None:
    person = newcomer()
    page = desk.page("/apply/waymark-demo")
    expect(page.get_by_role("heading", name="Apply to Waymark Demo")).to_be_visible()
    assert_accessible(page)
    sign_up(page, person)
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Applicant Portal")).to_be_visible()
    expect(page).to_have_url(re.compile("/applicant-dashboard$"))
    expect(page.get_by_text(WELCOME)).to_be_visible()
    page.goto("/dashboard/users")
    expect(page).to_have_url(re.compile("/applicant-dashboard$"))


@pytest.mark.long
def test_the_link_of_a_company_that_is_not_there_is_refused_in_place(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(422, "/signup/register")
    person = newcomer()
    page = desk.page("/apply/nowhere-at-all")
    fill_in_sign_up(page, person)
    page.get_by_role("button", name="Sign up").click()
    refusal = page.get_by_text("This company is not known here. Please check the link that you were given.")
    expect(refusal).to_be_visible()
    page.get_by_role("link", name="Register a company instead").click()
    expect(page.get_by_role("heading", name="Sign up", exact=True)).to_be_visible()
    expect(refusal).to_be_hidden()
    expect(page.get_by_label("Email")).to_have_value(person.email)


@pytest.mark.long
def test_what_is_wrong_is_shown_at_its_field_and_nothing_typed_is_lost(desk: Desk, watch: Watch) -> None:
    watch.expect_refusal(409, "/signup/register")
    page = desk.page("/signup", size=PHONE)
    page.get_by_role("button", name="Sign up").click()
    for sentence in (
        "Full name is required",
        "Email is required",
        "Phone is required",
        "Password is required",
        "Please accept the Terms & Conditions",
    ):
        expect(page.get_by_text(sentence)).to_be_visible()
    expect(page.get_by_label("Full name")).to_be_focused()
    assert_accessible(page)

    fill_in_sign_up(page, newcomer())
    refuse_passwords(page)
    page.get_by_label("Email").fill(OWNER_EMAIL)
    # While it is typed, before anything is sent.
    expect(page.get_by_role("status").filter(has_text="Email already registered")).to_be_visible()
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("alert").filter(has_text="Email already registered")).to_be_visible()
    expect(page.get_by_label("Email")).to_be_focused()
    expect(page.get_by_label("Full name")).to_have_value("Asha Rao")
    expect(page.get_by_label("Password", exact=True)).to_have_value(PASSWORD)


def refuse_passwords(page: Page) -> None:
    password = page.get_by_label("Password", exact=True)
    for typed, strength, sentence in [
        ("abcdefgh", "Weak", "Password must be at least medium strength"),
        ("aB1!", "Weak", "Password must be at least 8 characters long"),
        ("Many-small-steps-8", "Strong", "Passwords do not match"),
    ]:
        password.fill(typed)
        expect(page.get_by_text(f"Password strength: {strength}")).to_be_visible()
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_text(sentence)).to_be_visible()
    password.fill(PASSWORD)
    expect(page.get_by_text("Passwords do not match")).to_be_hidden()


@pytest.mark.long
def test_a_mistyped_email_can_be_put_right(desk: Desk, inbox: Inbox) -> None:
    mistaken, person = newcomer(), newcomer()
    page = desk.page("/signup")
    sign_up(page, mistaken)
    page.get_by_role("link", name="Back to sign up").click()
    expect(page.get_by_label("Email")).to_have_value(mistaken.email)
    sign_up(page, person)
    enter_code(page, inbox.code(person.email))
    expect(page.get_by_role("heading", name="Your company")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "link", "title"),
    [
        ("/terms", "Terms of use", "Terms & Conditions"),
        pytest.param("/privacy", "Privacy Policy", "Privacy Policy", marks=pytest.mark.long),
    ],
)
def test_the_terms_and_the_privacy_policy_need_no_session(desk: Desk, path: str, link: str, title: str) -> None:
    page = desk.page("/")
    page.get_by_role("contentinfo").get_by_role("link", name=link).click()
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
    assert_accessible_in_all_sizes(page)
    page.goto(path)
    expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
