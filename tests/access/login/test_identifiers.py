"""S93 to S96: people without an email sign in by a phone that is theirs alone, or by a code of their company."""

from typing import Any

import pytest
from quart import Quart

from server.access.passwords.set_password import temporary_password_mac
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.reset import RESET, Forgetful
from tests.fixtures.sign_in import NEW_PASSWORD, Browser, execute, fetch_value, newest_code
from tests.fixtures.work import counted_statements

PHONE = "+919812300001"
CODE = "21CS042"
ELSEWHERE = "Other-Meadow-21"
UNKNOWN = ("+919812399999", "unknown@example.com", "company-0/21CS042")
anyone = pytest.mark.settings(sign_in_by="email,phone,code")


async def add_learner(services: Services, company: Company, **columns: Any) -> Account:
    """A trainee without an email, whose phone is verified."""
    given = {"email": None, "phone": PHONE, "code": CODE, **columns}
    if "phone_verified_at" not in given:
        now = await fetch_value(services, "SELECT now()")
        given = {**given, "phone_verified_at": now, "last_sign_in_at": now}
    return await add_account(services.database, company, profile=Profile.TRAINEE, **given)


async def slug_of(services: Services, company: Company) -> str:
    slug: str = await fetch_value(services, "SELECT slug FROM companies WHERE id = $1", company.id)
    return slug


async def reset_person(services: Services) -> Any:
    """Of the newest reset, the account that its code is for."""
    return await fetch_value(services, "SELECT user_id FROM flows WHERE context = $1 ORDER BY id DESC LIMIT 1", RESET)


@pytest.mark.security("S93")
@anyone
async def test_all_unknown_identifiers_are_answered_alike(
    browser: Browser, services: Services, company: Company
) -> None:
    learner = await add_learner(services, company)
    work, answers = [], set[tuple[Any, ...]]()
    for typed in (learner.phone, f"{await slug_of(services, company)}/{CODE}", *UNKNOWN):
        async with counted_statements(services) as statements:
            answer = await browser.authenticate(typed, "Wrong-Password-1")
        answers.add((answer.status, str(answer.body)))
        work.append(len(statements))
    assert answers == {(401, str({"message": "Invalid email or password", "code": "invalid_credentials"}))}
    assert len(set(work)) == 1, work


@pytest.mark.security("S93")
@anyone
async def test_a_reset_does_not_say_whether_a_phone_or_code_is_known(
    app: Quart, services: Services, company: Company
) -> None:
    learner = await add_learner(services, company)
    slug = await slug_of(services, company)
    for known, unknown in ((learner.phone, "+919812300901"), (f"{slug}/{CODE}", f"{slug}/21CS992")):
        work, answers = [], []
        for typed in (known, unknown):
            async with counted_statements(services) as statements:
                answer = await Forgetful(app=app, services=services).ask(typed)
            assert answer.status == 200, answer
            work.append(statements)
            answers.append(answer.body)
        assert len(work[0]) == len(work[1])
        # Masked, what was typed is the same; all else is random or a time.
        varying = {"userId", "email", "resendAt", "expiresAt", "serverTime"}
        shown = [{name: value for name, value in body.items() if name not in varying} for body in answers]
        assert shown[0] == shown[1]
        assert shown[0]["nextStep"] == "SMS_VERIFICATION_REQUIRED"


@pytest.mark.security("S94")
@anyone
async def test_the_first_who_has_verified_a_phone_logs_in_by_it_and_neither_resets(
    browser: Browser, forgetful: Forgetful, services: Services, company: Company, add_company: AddCompany
) -> None:
    await add_learner(services, company)
    await add_learner(services, await add_company(), password=ELSEWHERE)
    assert (await browser.authenticate(PHONE)).status == 200
    assert (await browser.authenticate(PHONE, ELSEWHERE)).status == 401
    # Who has the number could be either.
    assert (await forgetful.ask(PHONE)).status == 200
    assert await reset_person(services) is None
    # Each has a code of their own.
    assert (await browser.authenticate(f"{await slug_of(services, company)}/{CODE}")).status == 200


@pytest.mark.security("S94")
@anyone
async def test_another_company_cannot_take_a_verified_phone_away(
    browser: Browser, forgetful: Forgetful, services: Services, company: Company, add_company: AddCompany
) -> None:
    elsewhere = await add_company()
    await add_learner(services, elsewhere, phone_verified_at=None, password=ELSEWHERE)
    learner = await add_learner(services, company)
    assert (await browser.authenticate(PHONE, ELSEWHERE)).status == 401
    assert (await browser.authenticate(PHONE)).status == 200
    assert (await forgetful.ask(PHONE)).status == 200
    assert await reset_person(services) == learner.id
    # Nor does one who has left it keep it.
    await execute(services, "UPDATE users SET is_active = false WHERE id = $1", learner.id)
    assert (await browser.authenticate(PHONE, ELSEWHERE)).status == 200


@pytest.mark.security("S94")
@anyone
async def test_of_companies_that_have_added_a_phone_the_first_to_verify_it_has_it(
    browser: Browser, forgetful: Forgetful, services: Services, company: Company, add_company: AddCompany
) -> None:
    """Until then each logs in with their own password and a code to the phone, and none resets."""
    await add_learner(services, await add_company(), phone_verified_at=None, password=ELSEWHERE)
    learner = await add_learner(services, company, phone_verified_at=None, password_hash=None)
    await execute(
        services,
        """
        UPDATE users SET password_is_temporary = true, temporary_password_mac = $2,
               temporary_password_expires_at = now() + interval '1 hour' WHERE id = $1
        """,
        learner.id,
        temporary_password_mac(services.keys, learner.id, "aB3@dE5#gH7$"),
    )
    assert (await browser.authenticate(PHONE, ELSEWHERE)).body["nextStep"] == "SMS_VERIFICATION_REQUIRED"
    assert (await forgetful.ask(PHONE)).status == 200
    assert await reset_person(services) is None
    assert (await browser.authenticate(PHONE, "aB3@dE5#gH7$")).body["temporaryPassword"]
    assert (await browser.initiate(channel="SMS")).status == 200
    assert (await browser.verify(await newest_code(services, recipient=PHONE), channel="SMS")).status == 200
    assert (await browser.authenticate(PHONE, ELSEWHERE)).status == 401
    assert (await forgetful.ask(PHONE)).status == 200
    assert await reset_person(services) == learner.id


@pytest.mark.security("S94")
@anyone
async def test_a_number_that_was_given_to_another_person_resets_nothing(
    forgetful: Forgetful, services: Services, company: Company
) -> None:
    learner = await add_learner(services, company)
    await execute(services, "UPDATE users SET last_sign_in_at = now() - interval '91 days' WHERE id = $1", learner.id)
    assert (await forgetful.ask(PHONE)).status == 200
    assert await reset_person(services) is None
    # The code of the company is not known to who has the number now.
    assert (await forgetful.ask(f"{await slug_of(services, company)}/{CODE}")).status == 200
    assert await reset_person(services) == learner.id


@pytest.mark.security("S94")
@anyone
async def test_a_changed_phone_has_to_be_proved_and_ends_what_was_open(
    browser: Browser, services: Services, company: Company, desk: Any
) -> None:
    learner = await add_learner(services, desk.person.company)
    assert (await browser.authenticate(PHONE)).body["channel"] == "SMS"
    assert (await browser.verify(await newest_code(services, recipient=PHONE), channel="SMS")).status == 200
    assert (await browser.complete()).status == 200
    assert (await desk.edit(learner.id, phone="+919812300777")).status == 200
    assert (await browser.status()).status == 401
    assert (await browser.authenticate(PHONE)).status == 401
    # Also from a browser that was remembered.
    started = await browser.authenticate("+919812300777")
    assert (started.status, started.body["nextStep"]) == (200, "SMS_VERIFICATION_REQUIRED")


@pytest.mark.security("S95")
@anyone
async def test_a_code_is_of_one_company_however_it_is_written(
    browser: Browser, services: Services, company: Company, add_company: AddCompany
) -> None:
    other = await add_company()
    await add_learner(services, company)
    await add_learner(services, other, phone="+919812300002", password=ELSEWHERE)
    slug, elsewhere = await slug_of(services, company), await slug_of(services, other)
    assert (await browser.authenticate(f" {slug.upper()} / {CODE.lower()} ")).status == 200
    refused = [
        (f"{elsewhere}/{CODE}", PASSWORD),
        (f"{slug}/{CODE}", ELSEWHERE),
        (f"{slug}//{CODE}", PASSWORD),
        (f"{elsewhere}/../{slug}/{CODE}", PASSWORD),
        (f"{slug}/{CODE}%", PASSWORD),
        (f"{slug}/21CS04\uff12", PASSWORD),
        (CODE, PASSWORD),
        (f"{company.id}/{CODE}", PASSWORD),
    ]
    assert {(await browser.authenticate(*each)).status for each in refused} == {401}


@pytest.mark.security("S95")
@anyone
async def test_a_code_is_given_once_in_a_company(desk: Any, services: Services, add_company: AddCompany) -> None:
    await add_learner(services, await add_company())
    first = await desk.create(email=None, code="21cs042")
    assert (first.status, first.body["code"], first.body["email"]) == (201, CODE, None)
    second = await desk.create(email=None, code=" 21Cs042 ")
    assert (second.status, second.code) == (409, "code_taken")
    third = await desk.create(code="7")
    assert (await desk.edit(third.body["id"], code="21cs042")).code == "code_taken"
    assert (await desk.edit(third.body["id"], code="x_1")).body["errors"].keys() == {"code"}
    assert (await desk.edit(third.body["id"], code="")).body["code"] is None


@pytest.mark.security("S96")
async def test_by_email_alone_no_phone_and_no_code_names_an_account(
    browser: Browser, forgetful: Forgetful, services: Services, company: Company, desk: Any
) -> None:
    now = await fetch_value(services, "SELECT now()")
    account = await add_account(services.database, company, phone=PHONE, phone_verified_at=now, code=CODE)
    await add_learner(services, company, phone="+919812300002", code="7")
    slug = await slug_of(services, company)
    for typed in (PHONE, f"{slug}/{CODE}", "+919812300002", f"{slug}/7"):
        assert (await browser.authenticate(typed)).status == 401
        asked = await forgetful.ask(typed)
        assert asked.body["errors"] == {"email": "Please enter a valid email address"}
    assert (await desk.create(email=None, code="8")).body["errors"] == {"email": "Email is required"}
    assert (await browser.authenticate(account.email)).status == 200


@pytest.mark.security("S96")
@anyone
async def test_who_has_an_email_is_reset_by_it_alone(
    forgetful: Forgetful, services: Services, company: Company
) -> None:
    now = await fetch_value(services, "SELECT now()")
    account = await add_account(services.database, company, phone=PHONE, phone_verified_at=now, code=CODE)
    for typed in (PHONE, f"{await slug_of(services, company)}/{CODE}"):
        assert (await forgetful.ask(typed)).status == 200
        assert await reset_person(services) is None
    assert (await forgetful.ask(account.email)).status == 200
    assert await reset_person(services) == account.id


@pytest.mark.security("S96")
@anyone
async def test_an_administrator_needs_an_email(desk: Any, services: Services) -> None:
    refused = await desk.create(email=None, code="9", profile="ADMIN", role="MANAGER")
    assert refused.body["errors"] == {"email": "An administrator needs an email"}
    learner = await add_learner(services, desk.person.company)
    raised = await desk.edit(learner.id, profile="ADMIN", role="MANAGER")
    assert raised.body["errors"] == {"profile": "An administrator needs an email"}


@pytest.mark.security("S93")
@anyone
async def test_a_person_without_an_email_resets_by_sms(
    forgetful: Forgetful, browser: Browser, services: Services, company: Company
) -> None:
    await add_learner(services, company)
    assert (await forgetful.ask("98123 00001")).status == 200
    code = await newest_code(services, recipient=PHONE)
    assert (await forgetful.verify(code, channel="SMS", context=RESET)).status == 200
    assert (await forgetful.choose()).status == 200
    assert (await browser.authenticate(PHONE, NEW_PASSWORD)).status == 200


@anyone
async def test_the_list_names_people_by_their_label(desk: Any, services: Services) -> None:
    await add_learner(services, desk.person.company, full_name="Zoya Khan")
    await add_learner(services, desk.person.company, full_name="Yash Rao", code=None, phone="+919812300003")
    listed = (await desk.browser.get("users", query={"sort": "email", "pageSize": "10", "page": "1"})).body["data"]
    labels = [each["email"] or each["code"] or each["phone"] for each in listed]
    assert labels == sorted(labels)
    assert {"+919812300003", CODE} < set(labels)
    found = (await desk.browser.get("users", query={"search": "21cs04", "pageSize": "10", "page": "1"})).body["data"]
    assert [each["fullName"] for each in found] == ["Zoya Khan"]
