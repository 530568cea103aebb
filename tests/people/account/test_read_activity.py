"""Sessions, messages and audit entries of one account, for its editors."""

from typing import Any
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.sign_in import execute
from tests.fixtures.user_calls import Desk, Desks

MESSAGE = """
    INSERT INTO messages (company_id, user_id, kind, channel, recipient, state, attempts, error, next_attempt_at,
                          created_at)
    VALUES ($1, $2, $3, 'EMAIL', 'x@example.org', $4, $5, $6, NULL, now() - interval '1 minute' * $7)
"""


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


async def test_sessions_are_listed_with_device_and_times(desk: Desk, trainee: Person) -> None:
    answer = await desk.browser.get(f"users/{trainee.id}/sessions")
    [session] = answer.body["sessions"]
    assert session == {
        "id": str(trainee.session_id),
        "device": "Test",
        "address": "127.0.0.1",
        "firstSeenAt": session["firstSeenAt"],
        "lastSeenAt": session["lastSeenAt"],
    }
    await desk.browser.delete(f"users/{trainee.id}/sessions")
    assert (await desk.browser.get(f"users/{trainee.id}/sessions")).body == {"sessions": [], "ssoLinks": []}


async def test_addresses_are_shown_to_readers_of_the_audit_trail_alone(
    desks: Desks, trainee: Person, sign_in: SignIn
) -> None:
    for profile, address in ((Profile.ADMIN, "127.0.0.1"), (Profile.MANAGEMENT, None)):
        reader = desks.of(await sign_in(profile)).browser
        [session] = (await reader.get(f"users/{trainee.id}/sessions")).body["sessions"]
        assert session["address"] == address


async def test_messages_have_their_delivery_and_never_their_content(
    desk: Desk, services: Services, smtp: Providers
) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    page = (await desk.browser.get(f"users/{created['id']}/messages")).body
    [message] = page["data"]
    assert message == {
        "id": message["id"],
        "kind": "invitation",
        "channel": "EMAIL",
        "state": "sent",
        "at": message["at"],
        "reason": None,
    }
    assert (page["total"], page["totalIsExact"], page["page"]) == (1, True, 1)


async def test_the_reason_says_nothing_of_our_own_servers(desk: Desk, trainee: Person) -> None:
    rows: tuple[tuple[str, str, int, str | None], ...] = (
        ("invitation", "failed", 1, "550 5.1.1 no such user"),
        ("invitation", "failed", 6, "Cannot connect to relay.internal:25"),
        ("welcome", "failed", 6, "535 5.7.8 bad login of relay@internal"),
        ("invitation", "failed", 0, "The recipient has asked not to be invited by this company."),
        ("invitation", "expired", 0, "No longer wanted"),
        ("code", "queued", 1, "450 try again"),
    )
    for age, row in enumerate(rows):
        await execute(desk.services, MESSAGE, trainee.company.id, trainee.id, *row, float(age))
    page = (await desk.browser.get(f"users/{trainee.id}/messages", query={"pageSize": 4})).body
    assert [each["reason"] for each in page["data"]] == [
        "550 5.1.1 no such user",
        "It could not be sent",
        "It could not be sent",
        "The recipient has asked not to be invited by this company.",
    ]
    rest = (await desk.browser.get(f"users/{trainee.id}/messages", query={"pageSize": 4, "page": 2})).body
    assert [each["reason"] for each in rest["data"]] == ["No longer wanted", None]


async def test_the_trail_of_one_account(desk: Desk, trainee: Person, sign_in: SignIn) -> None:
    other = await sign_in(Profile.TRAINEE)
    for person in (trainee, other, trainee):
        await desk.edit(person.id, fullName=f"Asha {'R' * (await desk.row(person.id))['version']}")
    await desk.delete(trainee.id)

    async def trail(**query: Any) -> list[str]:
        page = (await desk.browser.get("audit", query=query)).body
        assert page["total"] == len(page["data"])
        return [entry["action"] for entry in page["data"]]

    assert await trail(subject=str(trainee.id)) == ["user_deleted", "user_edited", "user_edited"]
    assert await trail(subject=str(trainee.id), action="user_edited") == ["user_edited"] * 2
    assert await trail(subject=str(UUID(int=7))) == []
    assert (await desk.browser.get("audit", query={"subject": "x"})).status == 422


@pytest.mark.security("S29")
@pytest.mark.parametrize("what", ["sessions", "messages"])
async def test_activity_is_read_by_the_matrix(
    desk: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany, *, what: str
) -> None:
    admin, management = await sign_in(Profile.ADMIN), await sign_in(Profile.MANAGEMENT)
    stranger = await sign_in(Profile.TRAINEE, company=await add_company())
    path = f"users/{{}}/{what}"
    browser = desks.of(management).browser
    assert (await browser.get(path.format(management.id))).status == 200, "their own"
    for user_id, status in ((admin.id, 403), (desk.person.id, 403), (stranger.id, 404), (UUID(int=7), 404)):
        refused = await browser.get(path.format(user_id))
        assert (refused.status, set(refused.body)) == (status, {"message", "code"})
    trainer = desks.of(await sign_in(Profile.TRAINER)).browser
    assert (await trainer.get(path.format(admin.id))).status == 403
