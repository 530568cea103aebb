"""The sign-up form: its rules and sentences, and that it creates only a flow."""

import pytest
from quart import Quart

from server.platform.services import Services
from tests.fixtures.accounts import PASSWORD, Account
from tests.fixtures.people import Company
from tests.fixtures.services import RecordingJobQueue, StubRobotCheck
from tests.fixtures.sign_in import Browser, fetch_value, newest_code
from tests.fixtures.sign_up import Visitor, add_person_with

LONG = "x" * 201


async def test_it_opens_a_flow_and_sends_a_code_by_email(
    visitor: Visitor, services: Services, jobs: RecordingJobQueue
) -> None:
    started = await visitor.register()
    assert started.status == 200
    body = started.body
    assert body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert (body["channel"], body["channels"]) == ("EMAIL", ["EMAIL", "SMS"])
    assert body["maskedContact"] == f"v***{visitor.number % 10}@example.com"
    assert (body["delivery"], body["attemptsRemaining"]) == ("queued", 5)
    assert body["serverTime"] < body["resendAt"] < body["expiresAt"]
    assert await newest_code(services, recipient=visitor.email)
    await services.database.settle()
    assert [job.name for job in jobs.jobs] == ["send_code"]


async def test_it_writes_no_user(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    assert await fetch_value(services, "SELECT count(*) FROM users") == 0
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 0
    assert await fetch_value(services, "SELECT user_id IS NULL AND company_id IS NULL FROM flows")


async def test_the_user_id_is_random_and_reveals_nothing(visitor: Visitor, services: Services) -> None:
    first = (await visitor.register()).body["userId"]
    second = (await visitor.register()).body["userId"]
    assert first != second
    ids = await fetch_value(services, "SELECT array_agg(id::text) FROM flows")
    assert not {first, second} & set(ids)


async def test_the_flow_travels_as_a_strict_cookie_and_as_a_header(visitor: Visitor) -> None:
    started = await visitor.register()
    cookie = started.headers["Set-Cookie"]
    assert cookie.startswith(f"waymark_flow={started.headers['X-Flow-Token']};")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


async def test_a_newer_flow_of_the_browser_ends_the_older(visitor: Visitor, browser: Browser, account: Account) -> None:
    started = await browser.authenticate(account.email)
    older = {"X-Flow-Token": started.headers["X-Flow-Token"]}
    await visitor.call("POST", "signup/register", json=form(visitor), headers=older)
    state = await browser.get("verification/state", query={"userId": browser.user_id}, headers=older)
    assert state.code == "flow_expired"


def form(visitor: Visitor) -> dict[str, str]:
    return {"fullName": "Asha Verma", "email": visitor.email, "phone": visitor.phone, "password": PASSWORD}


async def test_two_may_begin_with_one_email(app: Quart, services: Services, visitor: Visitor) -> None:
    other = Visitor(app=app, services=services, number=visitor.number)
    assert (await visitor.register()).status == 200
    assert (await other.register()).status == 200


async def test_the_password_is_kept_as_argon2id_alone(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    kept = await fetch_value(services, "SELECT password_hash FROM signups")
    assert kept.startswith("$argon2id$")
    assert await services.passwords.verify(kept, PASSWORD)
    assert await fetch_value(services, "SELECT count(*) FROM signups WHERE signups::text LIKE $1", f"%{PASSWORD}%") == 0


async def test_every_field_has_its_rule_and_its_sentence(visitor: Visitor, services: Services) -> None:
    cases: list[tuple[str, str, str]] = [
        ("fullName", "", "Full name is required"),
        ("fullName", "   ", "Full name is required"),
        ("fullName", LONG, "Full name must be at most 200 characters"),
        ("email", "", "Email is required"),
        ("email", " ", "Email is required"),
        ("email", "asha", "Please enter a valid email address"),
        ("email", "asha@example", "Please enter a valid email address"),
        ("phone", "", "Phone is required"),
        ("phone", "12345", "Please enter a valid phone number"),
        ("phone", "098765 4321", "Please enter a valid phone number"),
        ("phone", "98765-4321O", "Please enter a valid phone number"),
        ("password", "", "Password is required"),
        ("password", "aB1", "Password must be at least 8 characters long"),
        ("password", "aaaaaaaa", "Password must be at least medium strength"),
        ("password", "Password1!", "This password is one of the most common ones. Please choose another."),
        ("password", "Verma-2025!", "Password must not be built from your name or email address"),
        ("password", "aB1-" * 33, "Password must be at most 128 characters long"),
    ]
    for field, value, sentence in cases:
        refused = await visitor.register(**{field: value})
        assert (refused.status, refused.code) == (422, "validation_failed"), field
        assert refused.body["errors"] == {field: sentence}, field
        assert await fetch_value(services, "SELECT count(*) FROM flows") == 0, field


async def test_all_errors_are_reported_at_once(visitor: Visitor) -> None:
    refused = await visitor.register(fullName="", email="", phone="", password="")
    assert refused.body["errors"] == {
        "fullName": "Full name is required",
        "email": "Email is required",
        "phone": "Phone is required",
        "password": "Password is required",
    }


async def test_a_field_that_is_left_out_is_named(visitor: Visitor) -> None:
    cases: list[str] = ["fullName", "email", "phone", "password"]
    for field in cases:
        refused = await visitor.register(**{field: None})
        assert refused.body["errors"] == {field: "This field is required"}, field


@pytest.mark.parametrize("field", ["fullName", "email", "phone"])
async def test_control_characters_are_refused(visitor: Visitor, field: str) -> None:
    assert (await visitor.register(**{field: "Asha\r\nBcc: eve@example.com"})).status == 422


async def test_fields_that_the_form_does_not_have_are_refused(visitor: Visitor) -> None:
    cases: list[str] = ["role", "profile", "companyId", "id", "passwordHash", "emailVerifiedAt"]
    for field in cases:
        assert (await visitor.register(**{field: "SUPER_ADMIN"})).body["errors"] == {field: "Unknown field"}, field


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("98765 43210", "+919876543210"),
        ("(98765) 43210", "+919876543210"),
        ("919876543210", "+919876543210"),
        ("+91-98765-43210", "+919876543210"),
        ("+44 20 7946 0958", "+442079460958"),
    ],
)
async def test_a_phone_is_kept_as_e164(visitor: Visitor, services: Services, typed: str, kept: str) -> None:
    await visitor.register(phone=typed)
    assert await fetch_value(services, "SELECT phone FROM signups") == kept


async def test_an_email_is_kept_lower_case_and_a_name_trimmed(visitor: Visitor, services: Services) -> None:
    await visitor.register(email=" Asha.Verma@EXAMPLE.com ", fullName="  Asha Verma ")
    assert await fetch_value(services, "SELECT email FROM signups") == "asha.verma@example.com"
    assert await fetch_value(services, "SELECT full_name FROM signups") == "Asha Verma"


@pytest.mark.parametrize("taken", [{"email"}, {"phone"}, {"email", "phone"}])
async def test_contacts_of_an_account_are_named(
    visitor: Visitor, services: Services, company: Company, taken: set[str]
) -> None:
    email = visitor.email if "email" in taken else "other@example.com"
    phone = visitor.phone if "phone" in taken else "+919000000000"
    await add_person_with(services, company, email=email, phone=phone)
    refused = await visitor.register(email=visitor.email.upper())
    sentences = {"email": "Email already registered", "phone": "Phone already registered"}
    assert (refused.status, refused.code) == (409, "contact_taken")
    assert refused.body["errors"] == {name: sentences[name] for name in taken}
    assert refused.body["message"]
    assert await fetch_value(services, "SELECT count(*) FROM messages") == 0


@pytest.mark.parametrize("slug", ["unknown", "", "  ", "../admin"])
async def test_an_unknown_company_cannot_be_applied_to(visitor: Visitor, slug: str) -> None:
    refused = await visitor.register(applyTo=slug)
    assert refused.status == 422
    assert set(refused.body["errors"]) == {"applyTo"}


@pytest.mark.parametrize("payload", ["forged", "down"])
async def test_a_robot_check_that_is_given_has_to_be_right(visitor: Visitor, services: Services, payload: str) -> None:
    refused = await visitor.register(recaptchaToken=payload)
    assert refused.body["errors"] == {"recaptchaToken": "Please complete the reCAPTCHA verification"}
    assert await fetch_value(services, "SELECT count(*) FROM flows") == 0


async def test_a_form_with_mistakes_spends_no_robot_check(visitor: Visitor, robot_check: StubRobotCheck) -> None:
    await visitor.register(recaptchaToken="solved", email="")
    assert robot_check.seen == []
    assert (await visitor.register(recaptchaToken="solved")).status == 200
    assert robot_check.seen == ["solved"]


async def test_without_a_robot_check_an_address_signs_up_only_so_often(visitor: Visitor) -> None:
    answers = [await visitor.register(fullName="") for _ in range(61)]
    fields = [set(answer.body["errors"]) for answer in answers]
    assert 30 <= fields.count({"fullName"}) <= 60
    assert fields[-1] == {"recaptchaToken"}
    assert (await visitor.register(recaptchaToken="solved")).status == 200


async def test_a_contact_has_ten_sign_up_codes_a_day_without_a_check(
    app: Quart, services: Services, visitor: Visitor
) -> None:
    for _ in range(10):
        another = Visitor(app=app, services=services, number=visitor.number)
        assert (await another.register()).status == 200
    refused = await visitor.register()
    assert (refused.status, set(refused.body["errors"])) == (422, {"recaptchaToken"})
    assert await fetch_value(services, "SELECT count(*) FROM flows") == 10
