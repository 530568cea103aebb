"""Role, profile and active flag of an account: who may change what, and what follows at once."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from server.access.sessions.access_token import identify
from server.access.sessions.events import SessionEndReason
from server.messaging.messages.kinds import Providers
from server.people.account.schemas import EditUserRequest
from server.people.edit.edit_user import edit_user
from server.platform.coalescer import Coalescer
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import add_account
from tests.fixtures.imports import context_of
from tests.fixtures.live_server import LiveServer, StartServer
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import Person, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import Answer
from tests.fixtures.socket_client import open_socket
from tests.fixtures.user_calls import TYPED, Desk, Desks

INVALID_ROLE = {"role": "Invalid role"}


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


def kept(answer: Answer) -> tuple[object, ...]:
    return tuple(answer.body[name] for name in ("profile", "role", "isActive", "version"))


def refusal(answer: Answer) -> tuple[int, str | None, Any]:
    return answer.status, answer.code, answer.body.get("errors")


async def test_role_and_profile_change_together(desk: Desk, trainee: Person) -> None:
    answer = await desk.edit(trainee.id, role="MENTOR", profile="TRAINER")
    assert (answer.status, kept(answer)) == (200, ("TRAINER", "MENTOR", True, 2))
    row = await desk.row(trainee.id)
    assert (row["profile"], row["role"], row["version"]) == ("TRAINER", "MENTOR", 2)


async def test_each_may_be_given_alone_where_it_fits_the_other(desk: Desk, sign_in: SignIn) -> None:
    trainer = await sign_in(Profile.TRAINER)
    assert kept(await desk.edit(trainer.id, role="MENTOR"))[:2] == ("TRAINER", "MENTOR")
    admin = await sign_in(Profile.ADMIN)
    assert (await desk.row(admin.id))["role"] == "MANAGER"
    assert kept(await desk.edit(admin.id, profile="MANAGEMENT"))[:2] == ("MANAGEMENT", "MANAGER")


async def test_a_role_that_does_not_fit_the_profile_is_refused(desk: Desk, trainee: Person) -> None:
    cases: list[tuple[dict[str, Any], dict[str, str]]] = [
        ({"role": "ADMIN"}, INVALID_ROLE),
        ({"role": "APPLICANT"}, INVALID_ROLE),
        ({"profile": "TRAINER"}, INVALID_ROLE),
        ({"role": "TRAINEE", "profile": "TRAINER"}, INVALID_ROLE),
        ({"role": "CAPTAIN"}, INVALID_ROLE),
        ({"role": ""}, INVALID_ROLE),
        ({"profile": "CAPTAIN"}, {"profile": "Invalid profile"}),
        ({"role": "x", "profile": "y"}, INVALID_ROLE | {"profile": "Invalid profile"}),
        ({"isActive": "no"}, {"isActive": "Must be true or false"}),
        ({"version": "1"}, {"version": "Must be a whole number"}),
        ({"role": "x", "phone": "1"}, INVALID_ROLE | {"phone": "Please enter a valid phone number"}),
        ({"password": "Another-Word-58"}, {"password": "Unknown field"}),
    ]
    for fields, errors in cases:
        assert refusal(await desk.edit(trainee.id, **fields)) == (422, "validation_failed", errors), fields
        assert (await desk.row(trainee.id))["version"] == 1, fields


async def test_an_unusual_role_of_an_import_may_be_kept_but_not_given(desk: Desk, services: Services) -> None:
    imported = await add_account(services.database, desk.person.company, profile=Profile.TRAINEE, role="MENTOR")
    unchanged = await desk.edit(imported.id, role="MENTOR", profile="TRAINEE", isActive=False)
    assert kept(unchanged) == ("TRAINEE", "MENTOR", False, 2)
    assert refusal(await desk.edit(imported.id, role="FACULTY"))[0] == 422


async def test_nothing_to_change_changes_nothing(desk: Desk, trainee: Person, publisher: RecordingPublisher) -> None:
    for fields in ({}, {"role": None, "profile": None}, {"role": "TRAINEE", "profile": "TRAINEE", "isActive": True}):
        assert kept(await desk.edit(trainee.id, **fields)) == ("TRAINEE", "TRAINEE", True, 1)
    assert await desk.audit_entry("user_edited") is None
    await desk.services.database.settle()
    assert list(publisher.published) == []


async def test_an_applicant_is_given_a_profile_and_its_role(desks: Desks, sign_in: SignIn) -> None:
    management = desks.of(await sign_in(Profile.MANAGEMENT))
    applicant = await sign_in(None)
    assert refusal(await management.edit(applicant.id, profile="TRAINEE")) == (422, "validation_failed", INVALID_ROLE)
    assert refusal(await management.edit(applicant.id, role="TRAINEE")) == (422, "validation_failed", INVALID_ROLE)
    refused = await management.edit(applicant.id, profile="TRAINER", role="MENTOR")
    assert (refused.status, refused.body["message"]) == (
        403,
        "Management users can only create Trainee and Interview Panelist profiles",
    )
    assert kept(await management.edit(applicant.id, profile="TRAINEE", role="TRAINEE"))[:2] == ("TRAINEE", "TRAINEE")


async def test_a_record_that_was_changed_meanwhile_is_not_overwritten(desk: Desk, trainee: Person) -> None:
    assert (await desk.edit(trainee.id, isActive=False, version=1)).status == 200
    stale = await desk.edit(trainee.id, isActive=True, version=1)
    assert refusal(stale) == (409, "edit_conflict", None)
    assert not (await desk.row(trainee.id))["is_active"]
    assert kept(await desk.edit(trainee.id, isActive=True, version=2))[2:] == (True, 3)


async def test_of_two_concurrent_edits_of_one_version_one_succeeds(desk: Desk, trainee: Person) -> None:
    edits = [
        desk.edit(trainee.id, version=1, **fields)
        for fields in ({"isActive": False}, {"role": "EMPLOYEE", "profile": "PLACEMENT"}) * 3
    ]
    statuses = [answer.status for answer in await asyncio.gather(*edits)]
    assert sorted(statuses) == [200] + [409] * 5


@pytest.mark.security("S28")
async def test_a_changed_profile_counts_from_the_next_request_on(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    admin = await sign_in(Profile.ADMIN)
    theirs = desks.of(admin)
    assert (await theirs.create()).status == 201
    await desk.edit(admin.id, profile="TRAINEE", role="TRAINEE")
    assert (await theirs.create()).status == 403
    profile = await theirs.browser.get("users/profile")
    assert (profile.body["profile"], profile.body["permissions"]) == ("TRAINEE", ["dashboard.view"])


@pytest.mark.security("S28")
async def test_deactivation_ends_every_session_at_once(
    desk: Desk, desks: Desks, trainee: Person, publisher: RecordingPublisher
) -> None:
    assert kept(await desk.edit(trainee.id, isActive=False))[2] is False
    assert (await desks.of(trainee).browser.status()).status == 401
    await desk.services.database.settle()
    assert publisher.ended == [(trainee.session_id, SessionEndReason.DEACTIVATED)]
    assert kept(await desk.edit(trainee.id, isActive=True))[2] is True
    assert (await desks.of(trainee).browser.status()).status == 401


async def test_the_rights_of_the_user_s_tabs_are_read_again(
    desk: Desk, trainee: Person, publisher: RecordingPublisher
) -> None:
    await desk.edit(trainee.id, profile="PLACEMENT", role="EMPLOYEE")
    await desk.services.database.settle()
    assert publisher.moved == [trainee.id]


async def test_it_is_audited_with_the_values_before(desk: Desk, trainee: Person) -> None:
    await desk.edit(trainee.id, profile="PLACEMENT", role="EMPLOYEE")
    entry = await desk.audit_entry("user_edited")
    assert (entry["actor_id"], entry["subject_id"]) == (desk.person.id, trainee.id)
    assert entry["subject_label"].endswith("***" + trainee.email.partition("@")[0][-1] + "@example.com")
    assert entry["before"] == {"role": "TRAINEE", "profile": "TRAINEE"}
    assert entry["after"] == {"role": "EMPLOYEE", "profile": "PLACEMENT"}
    await desk.edit(trainee.id, isActive=False)
    entry = await desk.audit_entry("user_edited")
    assert (entry["before"], entry["after"]) == ({"isActive": True}, {"isActive": False})


async def test_activation_invites_a_user_without_an_invitation(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    """The typed password may have expired by then: the mail has one that the server generates."""
    created = (await desk.create(isActive=False)).body
    activated = await desk.edit(created["id"], isActive=True)
    assert activated.body["invitation"] == "queued"
    await send_all(services, smtp)
    (mail,) = mail_server.received
    assert (mail.to, TYPED in mail.text) == (created["email"], False)
    assert (await desk.row(created["id"]))["temporary_password_mac"] is not None


async def test_activation_does_not_repeat_an_invitation(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await send_all(services, smtp)
    await desk.edit(created["id"], isActive=False)
    assert (await desk.edit(created["id"], isActive=True)).body["invitation"] == "sent"
    await send_all(services, smtp)
    assert len(mail_server.received) == 1


async def test_activation_does_not_invite_a_user_with_a_password(desk: Desk, services: Services) -> None:
    person = await add_account(services.database, desk.person.company, profile=Profile.TRAINEE, is_active=False)
    assert (await desk.edit(person.id, isActive=True)).body["invitation"] == "none"
    assert await desk.invitations(person.id) == []


async def test_an_invitation_of_an_account_made_inactive_is_not_sent_until_it_is_active_again(
    desk: Desk, services: Services, *, smtp: Providers, mail_server: MailServer
) -> None:
    created = (await desk.create()).body
    await desk.edit(created["id"], isActive=False)
    await send_all(services, smtp)
    assert mail_server.received == []
    assert (await desk.row(created["id"]))["invitation"] == "none"
    assert (await desk.edit(created["id"], isActive=True)).body["invitation"] == "queued"
    await send_all(services, smtp)
    assert [mail.to for mail in mail_server.received] == [created["email"]]


@pytest.mark.security("S34")
async def test_a_demoted_user_leaves_the_rooms_of_managers_in_every_process(
    start_server: StartServer, sign_in: SignIn, services: Services
) -> None:
    """Before their browser refreshes its token, and even if it never does."""
    boss, admin = await sign_in(), await sign_in(Profile.ADMIN)
    async with start_server() as one, start_server() as two, open_socket(two.url, {"token": admin.token}) as socket:
        await socket.receive("session:state")
        await two.publisher.subscribed.wait()
        assert rooms_of_all_sockets(two) == {"user", "session", "company", "viewers", "importers", "editors"}
        there = replace(services, publisher=one.publisher, coalescer=Coalescer(one.publisher))
        demotion = EditUserRequest.model_validate({"role": "TRAINEE", "profile": "TRAINEE"})
        await edit_user(context_of(there, await identify(there, token=boss.token)), demotion, user_id=admin.id)
        assert await socket.receive("session:changed") == {"role": "TRAINEE", "profile": "TRAINEE"}
        assert rooms_of_all_sockets(two) == {"user", "session", "company"}


def rooms_of_all_sockets(server: LiveServer) -> set[str]:
    sessions = server.gateway.held.all()
    return {room.partition(":")[0] for session in sessions for room in session.rooms}
