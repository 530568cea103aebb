"""The codes of a sign-up: which contacts are verified, and the next step."""

import asyncio

import pytest
from quart import Quart

from server.access.flows.own_flow import OTP_STATE
from server.company.audit.record import AuditAction
from server.people.account.events import USERS_CHANGED
from server.platform.services import Services
from tests.fixtures.people import Company
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Answer, another_code, execute, fetch_value, newest_code
from tests.fixtures.sign_up import Visitor, add_person_with, slug_of

CODES = "SELECT array_agg(channel ORDER BY created_at) FROM messages WHERE kind = 'code'"


async def test_after_a_verified_email_the_company_is_the_next_step(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    verified = await visitor.type_code()
    assert verified.body["verified"] is True
    assert verified.body["message"] == "Verification successful"
    assert (verified.body["nextStep"], verified.body["state"]) == ("COMPANY_DETAILS_REQUIRED", "company_required")
    assert await fetch_value(services, "SELECT email_verified_at IS NOT NULL FROM signups")
    assert await fetch_value(services, "SELECT count(*) FROM users") == 0


def step(answer: Answer) -> tuple[int, int]:
    return answer.body["codeNumber"], answer.body["codeCount"]


async def test_a_wrong_code_changes_no_state(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    refused = await visitor.type_code(otp=another_code(await newest_code(services)))
    assert (refused.code, refused.body["attemptsRemaining"]) == ("otp_invalid", 4)
    assert await fetch_value(services, "SELECT email_verified_at IS NULL FROM signups")


@pytest.mark.settings(sms_url="capture:")
async def test_with_sms_the_phone_comes_first_and_the_server_sends_the_email_code(
    visitor: Visitor, services: Services
) -> None:
    started = await visitor.register()
    assert (started.body["nextStep"], started.body["channels"]) == ("SMS_VERIFICATION_REQUIRED", ["SMS", "EMAIL"])
    assert started.body["maskedContact"] == f"+91********{visitor.phone[-2:]}"
    assert step(started) == (1, 2)
    verified = await visitor.type_code(channel="SMS")
    assert step(verified) == (2, 2)
    body = verified.body
    assert (body["nextStep"], body["channel"], body["channels"]) == ("EMAIL_VERIFICATION_REQUIRED", "EMAIL", ["EMAIL"])
    assert (body["delivery"], body["attemptsRemaining"]) == ("queued", 5)
    assert body["serverTime"] < body["resendAt"] < body["expiresAt"]
    assert (await visitor.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    assert await fetch_value(services, CODES) == ["SMS", "EMAIL"]


@pytest.mark.settings(sms_url="capture:")
async def test_the_email_is_enough_where_it_is_chosen(visitor: Visitor) -> None:
    await visitor.register()
    changed = await visitor.change_type("EMAIL", context="SIGNUP")
    assert (changed.status, step(changed)) == (200, (1, 1))
    assert (await visitor.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"


async def test_without_a_provider_sms_may_be_chosen_in_development(visitor: Visitor) -> None:
    await visitor.register()
    assert (await visitor.change_type("SMS", context="SIGNUP")).body["channel"] == "SMS"
    assert (await visitor.type_code(channel="SMS")).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"


async def test_the_email_that_is_still_due_waits_for_no_cooldown(visitor: Visitor, services: Services) -> None:
    """Its first code was sent a moment ago, before the phone was chosen."""
    await visitor.register()
    await visitor.change_type("SMS", context="SIGNUP")
    due = await visitor.type_code(channel="SMS")
    assert due.body["expiresAt"] is not None
    assert await fetch_value(services, CODES) == ["EMAIL", "SMS", "EMAIL"]
    assert (await visitor.resend(context="SIGNUP")).code == "resend_too_soon"
    assert (await visitor.type_code()).status == 200


@pytest.mark.settings(otp_cooldown=0)
async def test_without_a_code_left_a_request_for_one_is_refused(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    for _ in range(4):
        assert (await visitor.change_type("SMS", context="SIGNUP")).status == 200
    due = await visitor.type_code(channel="SMS")
    assert (due.status, due.body["nextStep"]) == (200, "EMAIL_VERIFICATION_REQUIRED")
    assert due.body["expiresAt"] is due.body["delivery"] is None
    assert (await visitor.type_code(otp="000000")).code == "otp_expired"
    assert (await visitor.resend(context="SIGNUP")).code == "too_many_sends"


@pytest.mark.settings(otp_cooldown=0)
async def test_a_verified_contact_is_not_verified_twice(visitor: Visitor) -> None:
    await visitor.register()
    await visitor.change_type("SMS", context="SIGNUP")
    await visitor.type_code(channel="SMS")
    refused = await visitor.change_type("SMS", context="SIGNUP")
    assert refused.body["errors"] == {"newVerificationType": "A code cannot be sent by SMS here."}


@pytest.mark.settings(signup_verification="both", sms_url="capture:")
async def test_both_contacts_can_be_required(visitor: Visitor, services: Services) -> None:
    assert step(await visitor.register()) == (1, 2)
    assert step(await visitor.change_type("EMAIL", context="SIGNUP")) == (1, 2)
    assert (await visitor.change_type("SMS", context="SIGNUP")).status == 200
    assert (await visitor.type_code(channel="SMS")).body["nextStep"] == "EMAIL_VERIFICATION_REQUIRED"
    assert (await visitor.type_code()).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"
    await visitor.register_company()
    verified = "SELECT email_verified_at IS NOT NULL AND phone_verified_at IS NOT NULL FROM users"
    assert await fetch_value(services, verified)


@pytest.mark.settings(signup_verification="both")
async def test_both_are_required_in_whichever_order(visitor: Visitor) -> None:
    await visitor.register()
    due = await visitor.type_code()
    assert (due.body["nextStep"], due.body["channels"]) == ("SMS_VERIFICATION_REQUIRED", ["SMS"])
    assert (await visitor.register_company()).code == "flow_expired"
    assert (await visitor.type_code(channel="SMS")).body["nextStep"] == "COMPANY_DETAILS_REQUIRED"


async def test_an_applicant_has_an_account_with_the_right_code(
    visitor: Visitor, services: Services, company: Company, publisher: RecordingPublisher
) -> None:
    verified = await visitor.apply(await slug_of(services, company))
    assert (verified.body["nextStep"], verified.body["state"]) == ("SIGNUP_COMPLETE", "ready")
    row = """
        SELECT company_id = $1 AND role = 'APPLICANT' AND profile IS NULL AND email_verified_at IS NOT NULL
               AND phone_verified_at IS NULL AND email = $2 AND phone = $3 FROM users
    """
    assert await fetch_value(services, row, company.id, visitor.email, visitor.phone)
    assert await fetch_value(services, "SELECT count(*) FROM signups") == 0
    await services.database.settle()
    assert USERS_CHANGED in [each.event for each in publisher.published if str(company.id) in each.room]


async def test_an_applicant_s_flow_is_exchanged_once_for_a_session(
    visitor: Visitor, services: Services, company: Company
) -> None:
    await visitor.apply(f" {(await slug_of(services, company)).upper()} ")
    completed = await visitor.complete()
    assert (completed.status, completed.body["email"]) == (200, visitor.email)
    profile = (await visitor.get("users/profile")).body
    assert (profile["role"], profile["profile"], profile["permissions"]) == ("APPLICANT", None, [])
    assert profile["companyName"] == company.name
    assert profile["redirectTo"] == "/applicant-dashboard"
    assert await fetch_value(services, "SELECT last_sign_in_at IS NOT NULL FROM users")
    assert (await visitor.complete()).code == "flow_expired"


async def test_an_applicant_is_welcomed_and_audited(visitor: Visitor, services: Services, company: Company) -> None:
    await visitor.apply(await slug_of(services, company))
    await visitor.complete()
    welcome = """
        SELECT recipient FROM messages
         WHERE kind = 'welcome' AND parameters->>'company_name' = $1 AND NOT parameters ? 'has_founded'
    """
    assert await fetch_value(services, welcome, company.name) == visitor.email
    actions = await fetch_value(services, "SELECT array_agg(action ORDER BY id) FROM audit_entries")
    assert actions == [AuditAction.USER_CREATED, AuditAction.LOGIN]


async def test_an_applicant_s_browser_is_known_and_the_password_works(
    visitor: Visitor, services: Services, company: Company
) -> None:
    await visitor.apply(await slug_of(services, company))
    await visitor.complete()
    visitor.token = None
    assert (await visitor.authenticate(visitor.email)).body["nextStep"] == "VERIFICATION_NOT_REQUIRED"


async def test_an_applicant_registers_no_company(visitor: Visitor, services: Services, company: Company) -> None:
    await visitor.apply(await slug_of(services, company))
    assert (await visitor.register_company()).code == "flow_expired"


async def test_a_deactivated_applicant_gets_no_session(visitor: Visitor, services: Services, company: Company) -> None:
    await visitor.apply(await slug_of(services, company))
    await execute(services, "UPDATE users SET is_active = false")
    assert (await visitor.complete()).code == "flow_expired"


@pytest.mark.parametrize("way", ["applicant", "founder"])
@pytest.mark.parametrize("taken", ["email", "phone"])
async def test_a_contact_taken_meanwhile_is_refused_and_nothing_is_written(
    visitor: Visitor, services: Services, company: Company, taken: str, way: str
) -> None:
    await visitor.register(applyTo=await slug_of(services, company) if way == "applicant" else None)
    theirs = {"email": "quicker@example.com", "phone": "+919111111111", taken: getattr(visitor, taken)}
    quicker = await add_person_with(services, company, **theirs)
    refused = await visitor.type_code()
    sentence = {"email": "Email already registered", "phone": "Phone already registered"}[taken]
    assert (refused.status, refused.code, refused.body["errors"]) == (409, "contact_taken", {taken: sentence})
    assert await fetch_value(services, "SELECT array_agg(id) FROM users") == [quicker]
    assert await fetch_value(services, "SELECT email_verified_at IS NULL FROM signups")
    assert await fetch_value(services, "SELECT array[state, attempts::text] FROM flows") == ["code_required", "1"]
    assert (await visitor.complete()).code == "flow_expired"


async def test_of_two_applicants_with_one_email_one_gets_the_account(
    app: Quart, visitor: Visitor, services: Services, company: Company
) -> None:
    slug = await slug_of(services, company)
    other = Visitor(app=app, services=services, number=visitor.number)
    await visitor.register(applyTo=slug)
    code = await newest_code(services)
    await other.register(applyTo=slug)
    assert (await other.type_code()).status == 200
    assert (await visitor.type_code(otp=code)).code == "contact_taken"
    assert await fetch_value(services, "SELECT count(*) FROM users") == 1


async def test_of_two_at_the_same_time_one_gets_the_account_and_the_other_s_flow_is_as_it_was(
    app: Quart, visitor: Visitor, services: Services, company: Company
) -> None:
    slug = await slug_of(services, company)
    other = Visitor(app=app, services=services, number=visitor.number)
    await visitor.register(applyTo=slug)
    code = await newest_code(services)
    await other.register(applyTo=slug)
    answers = await asyncio.gather(visitor.type_code(otp=code), other.type_code())
    assert sorted(answer.status for answer in answers) == [200, 409]
    assert await fetch_value(services, "SELECT count(*) FROM users") == 1
    assert await fetch_value(services, "SELECT array_agg(email_verified_at) FROM signups") == [None]
    assert await fetch_value(services, "SELECT count(*) FROM messages WHERE kind = 'welcome'") == 1


@pytest.mark.settings(sms_url="capture:")
async def test_every_step_is_published_to_the_page(
    visitor: Visitor, services: Services, publisher: RecordingPublisher
) -> None:
    await visitor.register()
    await visitor.type_code(channel="SMS")
    # What is published is the state at that moment: the next step waits for it.
    await services.database.settle()
    await visitor.type_code()
    await services.database.settle()
    flow_id = await fetch_value(services, "SELECT id FROM flows")
    published = [each for each in publisher.published if each.event is OTP_STATE]
    assert {each.room for each in published} == {f"flow:{flow_id}"}
    payloads = [each.payload.model_dump(mode="json", by_alias=True) for each in published]
    assert {payload["nextStep"] for payload in payloads} >= {"EMAIL_VERIFICATION_REQUIRED", "COMPANY_DETAILS_REQUIRED"}
    last = max(payloads, key=lambda payload: int(payload["version"]))
    assert last["nextStep"] == "COMPANY_DETAILS_REQUIRED"


async def test_an_abandoned_sign_up_leaves_nothing(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    await execute(services, "DELETE FROM flows")
    assert await fetch_value(services, "SELECT count(*) FROM signups") == 0


async def test_a_flow_lasts_half_an_hour(visitor: Visitor, services: Services) -> None:
    await visitor.register()
    await execute(services, "UPDATE flows SET expires_at = expires_at - interval '30 minutes'")
    assert (await visitor.type_code()).code == "flow_expired"
