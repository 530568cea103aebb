"""The details of another account: each is corrected by the rule of its creation."""

from typing import Any

import pytest

from server.people.account.events import USERS_CHANGED
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.user_calls import Desk, Desks

DETAILS = {
    "fullName": "Asha Rao",
    "phone": "+91 90000 00001",
    "dateOfBirth": "1991-02-28",
    "gender": "OTHER",
    "workLocation": "Kochi",
}
KEPT = DETAILS | {"phone": "+919000000001"}


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


async def shown(desk: Desk, user_id: object) -> dict[str, Any]:
    body: dict[str, Any] = (await desk.browser.get(f"users/{user_id}")).body
    return body


async def test_every_detail_can_be_corrected(desk: Desk, trainee: Person, publisher: RecordingPublisher) -> None:
    answer = await desk.edit(trainee.id, **DETAILS, version=1)
    assert answer.status == 200
    assert {name: answer.body[name] for name in KEPT} == KEPT
    assert answer.body["version"] == 2
    assert answer.body | {"photoId": None, "pendingEmailSentTo": None} == await shown(desk, trainee.id)
    await desk.services.database.settle()
    assert USERS_CHANGED in {event.event for event in publisher.published}


@pytest.mark.parametrize(("name", "value"), DETAILS.items())
async def test_one_detail_leaves_the_others(desk: Desk, trainee: Person, *, name: str, value: str) -> None:
    before = await shown(desk, trainee.id)
    assert (await desk.edit(trainee.id, **{name: value})).status == 200
    assert await shown(desk, trainee.id) == before | {name: KEPT[name], "version": 2}


async def test_null_and_what_is_there_already_change_nothing(desk: Desk, trainee: Person) -> None:
    assert (await desk.edit(trainee.id, **DETAILS)).body["version"] == 2
    for fields in (dict.fromkeys(DETAILS), DETAILS, {"fullName": "  Asha  Rao "}):
        assert (await desk.edit(trainee.id, **fields)).body["version"] == 2


async def test_a_wrong_detail_is_refused_and_nothing_is_changed(desk: Desk, trainee: Person) -> None:
    cases: list[tuple[dict[str, str], dict[str, str] | None]] = [
        ({"fullName": " "}, {"fullName": "Full name is required"}),
        ({"fullName": "Asha\r\nBcc: x@example.org"}, None),
        ({"fullName": "https://example.org"}, None),
        ({"phone": ""}, {"phone": "Phone is required"}),
        ({"phone": "12"}, {"phone": "Please enter a valid phone number"}),
        ({"dateOfBirth": "28-02-1991"}, {"dateOfBirth": "Invalid date of birth format"}),
        ({"dateOfBirth": "2024-01-01"}, {"dateOfBirth": "User must be at least 17 years old"}),
        ({"gender": "?"}, {"gender": "Invalid gender (must be: Male, Female, Other, or Prefer not to say)"}),
        ({"workLocation": "x"}, {"workLocation": "Work location must be at least 2 characters"}),
    ]
    for fields, errors in cases:
        refused = await desk.edit(trainee.id, **DETAILS | fields)
        assert (refused.status, refused.code) == (422, "validation_failed"), fields
        assert errors is None or refused.body["errors"] == errors, fields
        assert (await desk.row(trainee.id))["version"] == 1, fields


async def test_all_wrong_fields_are_reported_together(desk: Desk, trainee: Person) -> None:
    refused = await desk.edit(trainee.id, fullName=" ", phone="1", role="MENTOR", profile="TRAINEE")
    assert refused.body["errors"].keys() == {"fullName", "phone", "role"}


async def test_details_that_stay_are_not_judged(desk: Desk, trainee: Person, services: Services) -> None:
    """They may be of an import with other rules, or older than the rules."""
    odd = {"full_name": "A@B", "phone": "+1", "work_location": "x"}
    async with services.database.reading() as connection:
        await connection.raw.execute(
            "UPDATE users SET full_name = $2, phone = $3, work_location = $4, date_of_birth = '2024-01-01'"
            " WHERE id = $1",
            trainee.id,
            *odd.values(),
        )
    sent = {"fullName": "A@B", "phone": "+1", "workLocation": "x", "dateOfBirth": "2024-01-01", "gender": "FEMALE"}
    assert (await desk.edit(trainee.id, **sent)).body["gender"] == "FEMALE"
    assert (await desk.row(trainee.id))["full_name"] == "A@B"


async def test_a_new_phone_is_not_verified_and_ends_codes_to_the_old_one(
    desk: Desk, trainee: Person, publisher: RecordingPublisher
) -> None:
    flow = await desk.value(
        """
        WITH verified AS (UPDATE users SET phone_verified_at = now() WHERE id = $2)
        INSERT INTO flows (company_id, user_id, secret_hash, handle, context, state, channel, expires_at)
        VALUES ($1, $2, '\\x01', $2, 'LOGIN', 'code_required', 'SMS', now() + interval '1 hour') RETURNING id
        """,
        trainee.company.id,
        trainee.id,
    )
    await desk.edit(trainee.id, fullName="Asha Rao")
    assert (await desk.row(trainee.id))["phone_verified_at"] is not None
    await desk.edit(trainee.id, phone="9000000001")
    await desk.services.database.settle()
    assert (await desk.row(trainee.id))["phone_verified_at"] is None
    assert publisher.ended_flows == [flow]


async def test_the_trail_has_no_phone_birth_or_gender(desk: Desk, trainee: Person) -> None:
    await desk.edit(trainee.id, **DETAILS)
    entry = await desk.audit_entry("user_edited")
    assert entry["before"].keys() == entry["after"].keys() == DETAILS.keys()
    assert entry["after"] == {
        "fullName": "Asha Rao",
        "phone": "+91********01",
        "dateOfBirth": "***",
        "gender": "***",
        "workLocation": "Kochi",
    }


@pytest.mark.security("S29")
async def test_details_are_changed_by_the_matrix_of_the_account_s_profile(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    management, admin = desks.of(await sign_in(Profile.MANAGEMENT)), await sign_in(Profile.ADMIN)
    stranger = await sign_in(Profile.TRAINEE, company=await add_company())
    for user_id, status, code in (
        (admin.id, 403, "forbidden"),
        (desk.person.id, 403, "forbidden"),
        (management.person.id, 403, "self_forbidden"),
        (stranger.id, 404, "not_found"),
    ):
        refused = await management.edit(user_id, fullName="Asha Rao")
        assert (refused.status, refused.code) == (status, code)
    assert (await desks.of(await sign_in(Profile.TRAINER)).edit(admin.id, fullName="Asha Rao")).status == 403
    assert (await desk.row(stranger.id))["version"] == 1
