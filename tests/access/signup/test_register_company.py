"""The company step of a sign-up: its fields, and that company, founder and session are created in one transaction."""

import asyncio

import jwt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quart import Quart

from server.company.audit.record import AuditAction
from server.company.companies.create_company import slug_of
from server.company.companies.schemas import Industry
from server.platform.services import Services
from tests.fixtures.people import Company
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.sign_up import Visitor, add_person_with

INDUSTRIES = [
    "Education",
    "Technology",
    "Healthcare",
    "Finance",
    "Manufacturing",
    "Retail",
    "Fashion",
    "Construction",
    "IT",
    "Food and Beverage",
    "Consulting",
    "Non-Profit",
    "Government",
    "Other",
]
NOT_FILLED_IN = "Please fill in all required fields"
BAD_WEBSITE = "Please enter a valid website address that starts with http:// or https://"


async def test_it_makes_the_company_its_super_admin_and_a_session(verified: Visitor, services: Services) -> None:
    verified.language = "hi"
    done = await verified.register_company(companyName="  Café Ümit & Co. ", companyWebsite=" https://umit.example ")
    assert done.status == 200
    assert set(done.body) == {"jwtToken", "refreshToken", "userId", "email", "fullName", "expiresAt", "serverTime"}
    company = "SELECT array[name, slug, industry, website, language] FROM companies"
    assert await fetch_value(services, company) == [
        "Café Ümit & Co.",
        "cafe-umit-co",
        "Education",
        "https://umit.example",
        "hi",
    ]
    person = """
        SELECT u.role = 'ADMIN' AND u.profile = 'SUPER_ADMIN' AND u.email_verified_at IS NOT NULL
               AND u.phone_verified_at IS NULL AND u.last_sign_in_at IS NOT NULL AND u.company_id = c.id
          FROM users u, companies c
    """
    assert await fetch_value(services, person)
    assert (await verified.status()).body["userId"] == done.body["userId"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("शिखर प्रशिक्षण संस्थान", "shikhar-prashiksan-sansthan"),
        ("Tata महात्मा गांधी शाला", "tata-mahatma-gandhi-shala"),
        ("தமிழ் கல்லூரி", "tamil-kaluri"),
        ("東京", "company"),
    ],
)
def test_the_apply_link_spells_a_name_in_an_indian_script(name: str, slug: str) -> None:
    assert slug_of(name) == slug


async def test_the_founder_s_token_and_profile_have_the_company_and_super_admin(verified: Visitor) -> None:
    done = await verified.register_company()
    claims = jwt.decode(done.body["jwtToken"], options={"verify_signature": False})
    assert (claims["profile"], claims["role"], claims["companyName"]) == ("SUPER_ADMIN", "ADMIN", "Northwind Training")
    assert claims["redirectTo"] == "/dashboard"
    profile = (await verified.get("users/profile")).body
    assert (profile["companySlug"], profile["email"]) == ("northwind-training", verified.email)


async def test_the_flow_has_ended_and_the_form_is_deleted(verified: Visitor, services: Services) -> None:
    done = await verified.register_company()
    assert await fetch_value(services, "SELECT state FROM flows") == "completed"
    assert await fetch_value(services, "SELECT count(*) FROM signups") == 0
    cookies = done.headers.getlist("Set-Cookie")
    assert any(cookie.startswith("waymark_flow=;") for cookie in cookies)
    assert (await verified.register_company()).code == "flow_expired"


async def test_the_browser_is_known_and_the_password_works(verified: Visitor) -> None:
    await verified.register_company()
    verified.token = None
    assert (await verified.authenticate(verified.email)).body["nextStep"] == "VERIFICATION_NOT_REQUIRED"
    assert (await verified.complete()).status == 200


async def test_it_is_audited_and_the_founder_is_welcomed(
    verified: Visitor, services: Services, jobs: RecordingJobQueue
) -> None:
    await verified.register_company()
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY action) FROM audit_entries")
    assert actions == [AuditAction.COMPANY_CREATED, AuditAction.LOGIN, AuditAction.USER_CREATED]
    actors = "SELECT bool_and(actor_id = u.id AND a.company_id = u.company_id) FROM audit_entries a, users u"
    assert await fetch_value(services, actors)
    welcome = """
        SELECT recipient FROM messages
         WHERE kind = 'welcome' AND parameters->>'company_name' = 'Northwind Training' AND parameters ? 'has_founded'
    """
    assert await fetch_value(services, welcome) == verified.email
    await services.database.settle()
    assert jobs.jobs[-1].name == "send_messages"


def test_the_industries_are_those_of_the_form() -> None:
    assert [industry.value for industry in Industry] == INDUSTRIES


async def test_invalid_company_details_are_refused_and_can_be_corrected(verified: Visitor, services: Services) -> None:
    refusals: list[tuple[dict[str, str], dict[str, str]]] = [
        ({"companyName": ""}, {"companyName": NOT_FILLED_IN}),
        ({"companyName": "  "}, {"companyName": NOT_FILLED_IN}),
        ({"industry": ""}, {"industry": NOT_FILLED_IN}),
        ({"companyName": "", "industry": ""}, {"companyName": NOT_FILLED_IN, "industry": NOT_FILLED_IN}),
        ({"companyName": "x" * 201}, {"companyName": "Company name must be at most 200 characters"}),
        ({"industry": "Piracy"}, {"industry": "Must be one of: " + ", ".join(INDUSTRIES)}),
        ({"industry": "education"}, {"industry": "Must be one of: " + ", ".join(INDUSTRIES)}),
        ({"role": "ADMIN"}, {"role": "Unknown field"}),
    ]
    for changes, errors in refusals:
        refused = await verified.register_company(**changes)
        assert (refused.status, refused.body["errors"]) == (422, errors)
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 0
    assert (await verified.register_company()).status == 200


async def test_a_website_is_a_web_address(verified: Visitor) -> None:
    cases: list[str] = [
        "northwind.example",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://northwind.example",
        "http://",
        "https:///path",
        "http://a b.example",
        "http://user:secret@northwind.example",
        "http://northwind.example:99999",
        "http://[::1",
    ]
    for website in cases:
        refused = await verified.register_company(companyWebsite=website)
        assert (refused.status, refused.body["errors"]) == (422, {"companyWebsite": BAD_WEBSITE}), website


@pytest.mark.parametrize("website", ["http://northwind.example", "https://www.northwind.example:8443/about?x=1#team"])
async def test_a_website_is_kept_as_typed(verified: Visitor, services: Services, website: str) -> None:
    await verified.register_company(companyWebsite=website)
    assert await fetch_value(services, "SELECT website FROM companies") == website


@pytest.mark.parametrize("website", [None, "   "])
async def test_a_blank_website_is_null(verified: Visitor, services: Services, website: str | None) -> None:
    await verified.register_company(companyWebsite=website)
    assert await fetch_value(services, "SELECT website IS NULL FROM companies")


async def test_of_twenty_calls_at_once_one_makes_a_company(verified: Visitor, services: Services) -> None:
    answers = await asyncio.gather(*(verified.register_company() for _ in range(20)))
    assert sorted(answer.status for answer in answers) == [200] + [401] * 19
    for table in ("companies", "users", "sessions", "remembered_devices"):
        assert await fetch_value(services, f"SELECT count(*) FROM {table}") == 1  # noqa: S608 - fixed names
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE kind = 'welcome'") == 1


async def test_ten_companies_of_one_name_have_ten_slugs(app: Quart, services: Services) -> None:
    visitors = [Visitor(app=app, services=services) for _ in range(10)]
    for visitor in visitors:
        await visitor.register()
        await visitor.type_code()
    answers = await asyncio.gather(*(visitor.register_company() for visitor in visitors))
    assert {answer.status for answer in answers} == {200}
    slugs = await fetch_value(services, "SELECT array_agg(slug) FROM companies")
    assert len(set(slugs)) == 10
    assert all(slug.startswith("northwind-training") for slug in slugs)


@pytest.mark.parametrize("taken", ["email", "phone"])
async def test_a_contact_taken_meanwhile_is_refused_and_no_company_is_left(
    verified: Visitor, services: Services, company: Company, taken: str
) -> None:
    theirs = {"email": "quicker@example.com", "phone": "+919111111111", taken: getattr(verified, taken)}
    quicker = await add_person_with(services, company, **theirs)
    refused = await verified.register_company()
    assert (refused.status, refused.code, set(refused.body["errors"])) == (409, "contact_taken", {taken})
    assert await fetch_value(services, "SELECT array_agg(id) FROM companies") == [company.id]
    assert await fetch_value(services, "SELECT array_agg(id) FROM users") == [quicker]
    assert await fetch_value(services, "SELECT count(*) FROM sessions") == 0
    assert await fetch_value(services, "SELECT state FROM flows") == "company_required"


async def test_of_two_with_one_email_at_once_one_has_a_company(app: Quart, services: Services) -> None:
    first = Visitor(app=app, services=services)
    second = Visitor(app=app, services=services, number=first.number)
    for each in (first, second):
        await each.register()
        await each.type_code()
    answers = await asyncio.gather(first.register_company(), second.register_company())
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 1


async def test_a_flow_that_has_run_out_makes_nothing(verified: Visitor, services: Services) -> None:
    await execute(services, "UPDATE flows SET expires_at = now()")
    assert (await verified.register_company()).code == "flow_expired"
    assert await fetch_value(services, "SELECT count(*) FROM companies") == 0


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Northwind Training", "northwind-training"),
        ("  --Café Ümit & Co.--  ", "cafe-umit-co"),
        ("株式会社", "company"),
        ("!!!", "company"),
        ("x" * 200, "x" * 60),
        ("a" * 59 + " b", "a" * 59),
    ],
)
def test_a_slug_is_the_name_in_plain_letters(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@given(name=st.text(max_size=200))
def test_a_slug_can_stand_in_an_address(name: str) -> None:
    slug = slug_of(name)
    assert slug.isascii()
    assert slug.replace("-", "").isalnum()
    assert slug == slug.lower().strip("-")
    assert "--" not in slug
    assert len(slug) <= 60
    assert slug_of(slug) == slug
