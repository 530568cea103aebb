"""Creating a single account: the rules of the form, the written rows, and the first sign-in."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from server.messaging.messages.kinds import Providers
from server.messaging.messages.repository import unseal
from server.people.account.events import USERS_CHANGED, UsersChanged
from server.platform.events import VIEWERS
from server.platform.services import Services
from server.vocabulary.fields import FIELD
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import Answer, Browser, execute
from tests.fixtures.user_calls import TYPED, Desk, Desks, user_form

MISSING = {
    "fullName": "Full name is required",
    "email": "Email is required",
    "phone": "Phone is required",
    "dateOfBirth": "Date of birth is required",
    "gender": "Gender is required",
    "workLocation": "Work location is required",
    "role": "Role is required",
    "profile": "Profile is required",
    "temporaryPassword": "Password is required",
}
THIS_YEAR = datetime.now(UTC).year
TOO_YOUNG = "User must be at least 17 years old"
NO_EMAIL = "Please enter a valid email address"
NO_PHONE = "Please enter a valid phone number"


def errors_of(answer: Answer) -> dict[str, str]:
    assert (answer.status, answer.code, answer.body["message"]) == (422, "validation_failed", "Validation failed")
    errors: dict[str, str] = answer.body["errors"]
    return errors


async def test_the_record_has_the_given_values(desk: Desk) -> None:
    form = user_form(fullName="  Meera Nair ", email="Meera.Nair@Example.ORG", phone="98470 12345")
    answer = await desk.send(form)
    assert answer.status == 201
    record = answer.body
    assert record == {
        # What the form does not say of a field is null.
        **dict.fromkeys(FIELD),
        "id": record["id"],
        "fullName": "Meera Nair",
        "email": "meera.nair@example.org",
        "pendingEmail": None,
        "phone": "+919847012345",
        "role": "TRAINEE",
        "profile": "TRAINEE",
        "dateOfBirth": "1994-06-30",
        "gender": "FEMALE",
        "workLocation": "Kochi",
        "isActive": True,
        "invitation": "queued",
        "lastSignInAt": None,
        "createdAt": record["createdAt"],
        "version": 1,
        "batches": [],
        "application": None,
        "fields": {},
    }
    assert (await desk.row(record["id"]))["company_id"] == desk.person.company.id


@pytest.mark.parametrize("form", [{}, dict.fromkeys(MISSING), dict.fromkeys(MISSING, "")])
async def test_all_missing_fields_are_reported_at_once(desk: Desk, form: dict[str, Any]) -> None:
    assert errors_of(await desk.send(form)) == MISSING


async def test_a_blank_field_is_missing_except_a_password(desk: Desk) -> None:
    too_short = {"temporaryPassword": "Password must be at least 8 characters long"}
    assert errors_of(await desk.send(dict.fromkeys(MISSING, "  "))) == MISSING | too_short


async def test_each_rule_has_its_sentence(desk: Desk) -> None:
    cases: list[tuple[str, str, str]] = [
        ("fullName", "x" * 201, "Full name must be at most 200 characters"),
        ("email", "asha", NO_EMAIL),
        ("email", "a@b", NO_EMAIL),
        ("email", "a b@example.org", NO_EMAIL),
        ("phone", "12345", NO_PHONE),
        ("phone", "098765 4321", NO_PHONE),
        ("phone", "98470-1234x", NO_PHONE),
        ("dateOfBirth", "30/06/1994", "Invalid date of birth format"),
        ("dateOfBirth", "1994-02-30", "Invalid date of birth format"),
        ("dateOfBirth", "1994-06-30T00:00:00Z", "Invalid date of birth format"),
        ("dateOfBirth", f"{THIS_YEAR - 16}-01-01", TOO_YOUNG),
        ("dateOfBirth", f"{THIS_YEAR + 1}-01-01", TOO_YOUNG),
        ("gender", "Woman", "Invalid gender (must be: Male, Female, Other, or Prefer not to say)"),
        ("workLocation", "K", "Work location must be at least 2 characters"),
        ("workLocation", "K" * 201, "Work location must be at most 200 characters"),
        ("role", "CAPTAIN", "Invalid role"),
        ("role", "APPLICANT", "Invalid role"),
        ("role", "FACULTY", "Invalid role"),
        ("profile", "CAPTAIN", "Invalid profile"),
        ("temporaryPassword", "aB1", "Password must be at least 8 characters long"),
        ("temporaryPassword", "lettersonly", "Password must be at least medium strength"),
        (
            "temporaryPassword",
            "Password1!",
            "This password is one of the most common ones. Please choose another.",
        ),
        ("temporaryPassword", "MeeraNair1", "Password must not be built from your name or email address"),
    ]
    for field, value, message in cases:
        assert errors_of(await desk.create(**{field: value})) == {field: message}, value


async def test_age_is_the_difference_of_years(desk: Desk) -> None:
    assert (await desk.create(dateOfBirth=f"{THIS_YEAR - 17}-12-31")).status == 201


@pytest.mark.settings(minimum_age_single=30)
async def test_the_least_age_is_a_setting(desk: Desk) -> None:
    errors = errors_of(await desk.create(dateOfBirth=f"{THIS_YEAR - 29}-01-01"))
    assert errors == {"dateOfBirth": "User must be at least 30 years old"}


async def test_the_matrix_comes_before_the_other_fields(desks: Desks, sign_in: SignIn) -> None:
    desk = desks.of(await sign_in(Profile.ADMIN))
    answer = await desk.send({"profile": "ADMIN"})
    assert (answer.status, answer.code, answer.body["message"]) == (
        403,
        "forbidden",
        "Admin users cannot create other Admin or Super Admin profiles",
    )


@pytest.mark.parametrize("taken", [{"email"}, {"email", "phone"}])
async def test_an_email_that_an_account_has_is_a_conflict_of_its_field(
    desks: Desks, desk: Desk, sign_in: SignIn, add_company: AddCompany, *, taken: set[str]
) -> None:
    """The account may be another company's: emails are unique over all of them. A phone may be shared."""
    other = desks.of(await sign_in(company=await add_company()))
    first = user_form()
    assert (await other.send(first)).status == 201
    answer = await desk.create(**{name: first[name] for name in taken})
    assert (answer.status, answer.code) == (409, "contact_taken")
    assert answer.body["errors"] == {"email": "Email already registered"}


async def test_of_ten_concurrent_calls_with_one_form_one_creates_the_account(desk: Desk) -> None:
    form = user_form()
    answers = await asyncio.gather(*(desk.send(form) for _ in range(6)))
    assert sorted(answer.status for answer in answers) == [201] + [409] * 5
    assert await desk.value("SELECT count(*) FROM messages WHERE recipient = $1", form["email"]) == 1


async def test_a_repeated_call_with_its_key_gives_the_same_answer(desk: Desk) -> None:
    form = user_form()
    answers = await asyncio.gather(*(desk.send(form, key="one") for _ in range(4)))
    assert [answer.status for answer in answers] == [201] * 4
    assert len({answer.body["id"] for answer in answers}) == 1
    assert TYPED not in str(await desk.value("SELECT answer FROM idempotency_keys"))
    reused = await desk.create(key="one")
    assert (reused.status, reused.code) == (409, "idempotency_key_reused")
    another_password = await desk.send({**form, "temporaryPassword": "Other-Meadow-59"}, key="one")
    assert another_password.code == "idempotency_key_reused"


async def test_the_typed_password_is_kept_as_argon2id_for_72_hours(desk: Desk, services: Services) -> None:
    created = await desk.create()
    row = await desk.row(created.body["id"])
    assert row["password_hash"].startswith("$argon2id$")
    assert await services.passwords.verify(row["password_hash"], TYPED)
    assert (row["password_is_temporary"], row["temporary_password_mac"]) == (True, None)
    life = "SELECT temporary_password_expires_at - created_at = interval '72 hours' FROM users WHERE id = $1"
    assert await desk.value(life, row["id"])


async def test_the_invitation_has_the_typed_password_which_is_then_deleted(
    desk: Desk, services: Services, jobs: RecordingJobQueue, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await services.database.settle()
    assert [job.name for job in jobs.jobs] == ["send_messages"]
    (message,) = await desk.invitations(created["id"])
    assert unseal(services.keys, message["id"], message["secret"]) == TYPED
    await send_all(services, smtp)
    (mail,) = mail_server.received
    assert mail.recipients == [created["email"]]
    assert TYPED in mail.text
    (message,) = await desk.invitations(created["id"])
    assert (message["state"], message["secret"]) == ("sent", None)
    row = await desk.row(created["id"])
    assert (row["invitation"], row["temporary_password_mac"]) == ("sent", None)


async def test_the_user_signs_in_with_it_and_replaces_it(desk: Desk, browser: Browser, services: Services) -> None:
    created = (await desk.create()).body
    started = await browser.authenticate(created["email"], TYPED)
    assert (started.status, started.body["temporaryPassword"]) == (200, True)
    assert (await browser.complete()).code == "password_change_required"
    person = Account(
        id=created["id"],
        company=desk.person.company,
        email=created["email"],
        phone=created["phone"],
        full_name=created["fullName"],
        profile=Profile.TRAINEE,
        password=TYPED,
    )
    await browser.sign_in(person)
    assert (await browser.get("users/profile")).body["profile"] == "TRAINEE"
    assert (await desk.row(created["id"]))["invitation"] == "accepted"
    assert (await browser.authenticate(created["email"], TYPED)).status == 401


async def test_after_72_hours_it_is_refused(desk: Desk, browser: Browser, services: Services) -> None:
    created = (await desk.create()).body
    await execute(services, "UPDATE users SET temporary_password_expires_at = now() WHERE email = $1", created["email"])
    assert (await browser.authenticate(created["email"], TYPED)).code == "invalid_credentials"


async def test_a_mail_that_is_late_is_not_sent_with_a_password_that_has_run_out(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    (message,) = await desk.invitations(created["id"])
    assert message["expires_at"] == (await desk.row(created["id"]))["temporary_password_expires_at"]
    await execute(services, "UPDATE messages SET expires_at = now()")
    await send_all(services, smtp)
    assert mail_server.received == []
    assert (await desk.row(created["id"]))["invitation"] == "failed"


async def test_an_inactive_account_is_neither_invited_nor_signed_in(
    desk: Desk, browser: Browser, jobs: RecordingJobQueue, services: Services
) -> None:
    created = await desk.create(isActive=False)
    assert (created.status, created.body["isActive"], created.body["invitation"]) == (201, False, "none")
    assert await desk.invitations(created.body["id"]) == []
    await services.database.settle()
    assert jobs.jobs == []
    assert (await browser.authenticate(created.body["email"], TYPED)).status == 401


@pytest.mark.settings(company_daily_rows=1)
async def test_invitations_count_towards_the_company_s_limit_of_the_day(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    first, second = (await desk.create()).body, (await desk.create()).body
    await send_all(services, smtp)
    assert len(mail_server.received) == 1
    rows = [await desk.row(first["id"]), await desk.row(second["id"])]
    assert sorted(row["invitation"] for row in rows) == ["queued", "sent"]


async def test_it_is_audited_and_published(desk: Desk, publisher: RecordingPublisher, services: Services) -> None:
    created = (await desk.create(email="meera@example.org")).body
    entry = await desk.audit_entry("user_created")
    assert (str(entry["subject_id"]), entry["actor_id"]) == (created["id"], desk.person.id)
    assert (entry["subject_label"], entry["address"]) == ("m***a@example.org", "203.0.113.7")
    assert entry["after"] == {"role": "TRAINEE", "profile": "TRAINEE", "isActive": True}
    await services.database.settle()
    (event,) = [each for each in publisher.published if each.event is USERS_CHANGED]
    assert event.room == VIEWERS.of(desk.person.company.id)
    assert isinstance(event.payload, UsersChanged)
    assert (event.payload.kind, [str(user_id) for user_id in event.payload.ids]) == ("created", [created["id"]])


async def test_the_password_is_in_no_answer_log_or_event(
    desk: Desk, publisher: RecordingPublisher, *, capfd: pytest.CaptureFixture[str]
) -> None:
    answers = [await desk.create(), await desk.create(role="FACULTY"), await desk.create(gender="?")]
    await desk.services.database.settle()
    captured = capfd.readouterr()
    events = "".join(each.payload.model_dump_json() for each in publisher.published)
    assert len(captured.out + captured.err) > 10
    assert TYPED not in captured.out + captured.err + events + "".join(str(answer.body) for answer in answers)
