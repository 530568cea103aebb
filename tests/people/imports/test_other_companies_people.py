"""S53: whether another company has an account cannot be probed before creation, and emails cannot be squatted."""

import asyncio
from uuid import UUID

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.run.create_accounts import create_accounts
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file
from tests.fixtures.import_files import person as row_of
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.sign_in import execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of
from tests.fixtures.user_calls import Desk

TAKEN = "Email already registered"
NOT_TRIED = (
    "Not tried: too many people of today's imports are registered elsewhere. Import the failed rows again tomorrow"
)


@pytest.fixture
async def stranger(desk: Desk, add_company: AddCompany) -> Account:
    """An account of another company, to which its owner has signed in."""
    account = await add_account(desk.services.database, await add_company(), profile=None)
    await execute(desk.services, "UPDATE users SET phone_verified_at = now() WHERE id = $1", account.id)
    return account


async def invited_elsewhere(desk: Desk, add_company: AddCompany, *, email: str, phone: str) -> tuple[Company, UUID]:
    """An account that an administrator of another company created with another person's contacts."""
    company = await add_company()
    await add_account(desk.services.database, company)
    query = """
        INSERT INTO users (company_id, email, phone, full_name, role, profile, invitation)
        VALUES ($1, $2, $3, 'Squatted Person', 'TRAINEE', 'TRAINEE', 'sent') RETURNING id
    """
    return company, await fetch_value(desk.services, query, company.id, email, phone)


async def preview(desk: Desk, caller: Caller, *rows: tuple[str, ...]) -> tuple[str, list[tuple[str, list[str]]]]:
    owner = caller.as_person(desk.person)
    import_id = (await owner.upload(csv_file(*rows))).body["id"]
    await check_import(desk.services, import_id=UUID(import_id))
    shown = (await owner.get(f"{import_id}/rows")).body["data"]
    problems = [(row["status"], [p["message"] for p in (*row["errors"], *row["warnings"])]) for row in shown]
    return import_id, problems


async def results(desk: Desk, caller: Caller, import_id: str) -> list[tuple[str, str]]:
    owner = caller.as_person(desk.person)
    assert (await owner.post(f"{import_id}/start")).status == 200
    await create_accounts(desk.services, import_id=UUID(import_id))
    return [(row["status"], row["message"]) for row in (await owner.get(f"{import_id}/rows")).body["data"]]


@pytest.mark.security("S53")
async def test_a_preview_reveals_nothing_of_another_company_s_people(
    desk: Desk, caller: Caller, stranger: Account
) -> None:
    own = (await desk.create()).body
    import_id, shown = await preview(
        desk,
        caller,
        row_of(1, email=stranger.email, phone=stranger.phone),
        row_of(2, email=own["email"]),
        row_of(3, phone=own["phone"]),
        row_of(4),
    )
    assert shown == [
        ("valid", []),
        ("invalid", [TAKEN]),
        ("warning", ["Also the phone of 1 other"]),
        ("valid", []),
    ]
    assert [found for found in await results(desk, caller, import_id) if found[0] != "invalid"] == [
        ("failed", TAKEN),
        ("created", "Created"),
        ("created", "Created"),
    ]
    assert await fetch_value(desk.services, "SELECT taken_elsewhere FROM company_daily_usage") == 1


@pytest.mark.security("S53")
@pytest.mark.settings(company_daily_taken=2)
async def test_after_the_limit_a_single_account_is_not_tried_any_more(desk: Desk, stranger: Account) -> None:
    own = (await desk.create()).body
    assert (await desk.create(email=own["email"])).body["errors"] == {"email": TAKEN}
    for _ in range(2):
        refused = await desk.create(email=stranger.email)
        assert (refused.status, refused.body["errors"]) == (409, {"email": TAKEN})
    # Taken, free and invented: the answer is the same.
    for email in (stranger.email, "free@example.org", own["email"]):
        limited = await desk.create(email=email)
        assert (limited.status, limited.code) == (429, "too_many_requests")
        assert int(limited.headers["Retry-After"]) > 0


@pytest.mark.security("S53")
@pytest.mark.settings(company_daily_taken=2)
async def test_of_a_hundred_at_once_no_more_than_the_limit_learn_something(desk: Desk, stranger: Account) -> None:
    answers = await asyncio.gather(*(desk.create(email=stranger.email) for _ in range(12)))
    assert sorted(answer.status for answer in answers) == [409, 409, *[429] * 10]


@pytest.mark.security("S53")
@pytest.mark.settings(company_daily_taken=1)
async def test_beyond_the_limit_an_import_does_not_show_who_is_registered(
    desk: Desk, caller: Caller, stranger: Account, add_company: AddCompany
) -> None:
    other = await add_account(desk.services.database, await add_company(), profile=None)
    import_id, _ = await preview(desk, caller, row_of(1, email=stranger.email), row_of(2, email=other.email), row_of(3))
    assert await results(desk, caller, import_id) == [("failed", NOT_TRIED)] * 3
    import_id, _ = await preview(desk, caller, row_of(5))
    assert await results(desk, caller, import_id) == [("failed", NOT_TRIED)]
    assert (await desk.create()).status == 429


@pytest.mark.security("S53")
async def test_a_phone_of_another_company_is_neither_refused_nor_shown(desk: Desk, stranger: Account) -> None:
    created = await desk.create(phone=stranger.phone)
    assert created.status == 201
    changed = await desk.browser.call("PUT", "users/profile", json={"phone": stranger.phone})
    assert (changed.status, changed.body["phone"]) == (200, stranger.phone)


@pytest.mark.security("S53")
async def test_a_squatted_email_is_freed_when_its_owner_proves_it(
    desk: Desk, visitor: Visitor, add_company: AddCompany
) -> None:
    company, squatted = await invited_elsewhere(desk, add_company, email=visitor.email, phone=visitor.phone)
    answer = await visitor.get("signup/check-email", query={"email": visitor.email})
    assert answer.body == {"available": True, "didYouMean": None}
    assert (await visitor.get("signup/check-phone", query={"phone": visitor.phone})).body == {"available": True}
    assert (await visitor.register()).status == 200
    assert (await visitor.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    # Abandoned here, the sign-up would have changed nothing.
    exists = "SELECT EXISTS (SELECT FROM users WHERE id = $1)"
    assert await fetch_value(desk.services, exists, squatted)
    assert (await visitor.register_company()).status == 200
    assert not await fetch_value(desk.services, exists, squatted)
    audited = "SELECT count(*) FROM audit_entries WHERE company_id = $1 AND subject_id = $2 AND action = 'user_deleted'"
    assert await fetch_value(desk.services, audited, company.id, squatted) == 1
    title = "SELECT title FROM notifications WHERE company_id = $1"
    assert await fetch_value(desk.services, title, company.id) == "An invited person has registered elsewhere"


@pytest.mark.security("S53")
async def test_without_the_code_nothing_is_freed(desk: Desk, visitor: Visitor, add_company: AddCompany) -> None:
    _, squatted = await invited_elsewhere(desk, add_company, email=visitor.email, phone=visitor.phone)
    await visitor.register()
    assert (await visitor.type_code(otp="000000")).status >= 400
    assert (await visitor.register_company()).status == 401
    assert await fetch_value(desk.services, "SELECT count(*) FROM users WHERE id = $1", squatted) == 1


@pytest.mark.security("S53")
@pytest.mark.parametrize(
    "proof", ["email_verified_at = now()", "last_sign_in_at = now()", "password_hash = 'own', invitation = 'accepted'"]
)
async def test_an_account_that_its_owner_has_entered_stays(
    desk: Desk, visitor: Visitor, add_company: AddCompany, proof: str
) -> None:
    """The owner signs in before the sign-up, or during it."""
    _, invited = await invited_elsewhere(desk, add_company, email=visitor.email, phone="+919000000001")
    await visitor.register()
    await visitor.type_code()
    await execute(desk.services, f"UPDATE users SET {proof} WHERE id = $1", invited)  # noqa: S608 - a test's own columns
    refused = await visitor.register_company()
    assert (refused.status, refused.body["errors"]) == (409, {"email": TAKEN})
    again = await visitor.register()
    assert (again.status, again.body["errors"]) == (409, {"email": TAKEN})
    assert await fetch_value(desk.services, "SELECT count(*) FROM users WHERE id = $1", invited) == 1


@pytest.mark.security("S53")
async def test_an_invited_person_does_not_apply_to_the_same_company(
    desk: Desk, visitor: Visitor, add_company: AddCompany
) -> None:
    """They have an account in that company already, which the invitation opens."""
    company, _ = await invited_elsewhere(desk, add_company, email=visitor.email, phone=visitor.phone)
    answer = await visitor.register(applyTo=await slug_of(desk.services, company))
    assert (answer.status, answer.body["errors"]) == (409, {"email": TAKEN})
