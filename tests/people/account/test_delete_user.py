"""Deleting an account, with its sessions, flows and messages."""

import asyncio
from dataclasses import replace
from uuid import uuid4

import pytest
from quart import Quart

from server.access.sessions.access_token import identify
from server.access.sessions.events import SessionEndReason
from server.messaging.messages.kinds import Providers
from server.messaging.messages.repository import unseal
from server.people.account.events import USERS_CHANGED, UsersChanged
from server.people.edit.edit_user import delete_user
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.imports import context_of
from tests.fixtures.live_server import LiveServer
from tests.fixtures.mail_server import MailServer
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.sign_in import NEW_PASSWORD, Answer, Browser, newest_code
from tests.fixtures.socket_client import open_socket
from tests.fixtures.user_calls import Desk, Desks

DONE = (200, {"message": "User deleted successfully"})


@pytest.fixture
async def trainee(sign_in: SignIn) -> Person:
    return await sign_in(Profile.TRAINEE)


@pytest.fixture
async def known(services: Services, desk: Desk) -> Account:
    """A user of the company with a password."""
    return await add_account(services.database, desk.person.company, profile=Profile.TRAINEE)


async def initiate_reset(browser: Browser, email: str) -> Answer:
    answer = await browser.post("password-reset/initiate", json={"email": email})
    browser.user_id = answer.body["userId"]
    return answer


async def test_the_row_is_gone_and_a_second_time_is_the_same_success(desk: Desk, trainee: Person) -> None:
    done, again = await desk.delete(trainee.id), await desk.delete(trainee.id)
    assert (done.status, done.body) == (again.status, again.body) == DONE
    assert await desk.row(trainee.id) is None
    assert await desk.value("SELECT count(*) FROM audit_entries WHERE action = 'user_deleted'") == 1
    unknown = await desk.delete(uuid4())
    assert (unknown.status, unknown.code) == (404, "not_found")


async def test_another_company_never_had_a_deleted_account(
    desk: Desk, desks: Desks, trainee: Person, *, sign_in: SignIn, add_company: AddCompany
) -> None:
    await desk.delete(trainee.id)
    stranger = await desks.of(await sign_in(Profile.SUPER_ADMIN, company=await add_company())).delete(trainee.id)
    assert (stranger.status, stranger.code) == (404, "not_found")
    admin = await desks.of(await sign_in(Profile.ADMIN)).delete(trainee.id)
    assert (admin.status, admin.code) == (403, "forbidden")


async def test_of_five_concurrent_deletions_one_succeeds(desk: Desk, trainee: Person) -> None:
    answers = await asyncio.gather(*(desk.delete(trainee.id) for _ in range(5)))
    assert [(answer.status, answer.body) for answer in answers] == [DONE] * 5
    assert await desk.value("SELECT count(*) FROM audit_entries WHERE action = 'user_deleted'") == 1


@pytest.mark.security("S28")
async def test_their_sessions_end_at_once(
    desk: Desk, desks: Desks, trainee: Person, publisher: RecordingPublisher
) -> None:
    await desk.delete(trainee.id)
    assert (await desks.of(trainee).browser.status()).status == 401
    await desk.services.database.settle()
    assert publisher.ended == [(trainee.session_id, SessionEndReason.DELETED)]
    (change,) = [each.payload for each in publisher.published if each.event is USERS_CHANGED]
    assert isinstance(change, UsersChanged)
    assert (change.kind, change.ids) == ("deleted", [trainee.id])


async def test_their_sockets_receive_the_reason_and_close(server: LiveServer, desk: Desk, trainee: Person) -> None:
    services = replace(desk.services, publisher=server.publisher)
    boss = await identify(services, token=desk.person.token)
    async with open_socket(server.url, {"token": trainee.token}) as socket:
        await socket.receive("session:state")
        await delete_user(context_of(services, boss), trainee.id)
        assert await socket.receive("session:ended") == {"reason": "deleted", "limit": None}
        await socket.closed()


async def test_the_audit_trail_keeps_the_deleted_user_s_label(desk: Desk, known: Account) -> None:
    await desk.delete(known.id)
    entry = await desk.audit_entry("user_deleted")
    local, _, domain = known.email.partition("@")
    assert (entry["actor_id"], entry["subject_id"]) == (desk.person.id, known.id)
    assert entry["subject_label"] == f"{local[0]}***{local[-1]}@{domain}"
    assert entry["before"] == {"role": "TRAINEE", "profile": "TRAINEE", "isActive": True}
    assert known.email not in str(dict(entry))
    assert known.full_name not in str(dict(entry))


async def test_a_sign_in_that_had_begun_ends(desk: Desk, browser: Browser, known: Account) -> None:
    await browser.authenticate(known.email)
    code = await newest_code(desk.services, recipient=known.email)
    await desk.delete(known.id)
    assert (await browser.verify(code)).code == "flow_expired"
    assert (await browser.complete()).code == "flow_expired"
    assert (await browser.authenticate(known.email)).code == "invalid_credentials"


async def test_a_code_on_its_way_is_not_sent(
    desk: Desk, browser: Browser, known: Account, *, smtp: Providers, mail_server: MailServer
) -> None:
    await browser.authenticate(known.email)
    await desk.delete(known.id)
    await send_all(desk.services, smtp)
    assert mail_server.received == []
    assert await desk.value("SELECT count(*) FROM messages WHERE recipient = $1", known.email) == 0


async def test_a_waiting_reset_continues_as_one_without_an_account(app: Quart, desk: Desk, known: Account) -> None:
    """The caller does not learn that there was an account, and the code resets no password."""
    theirs, unknown = (Browser(app=app, services=desk.services) for _ in range(2))
    await initiate_reset(theirs, known.email)
    code = await newest_code(desk.services, recipient=known.email)
    await desk.delete(known.id)
    await initiate_reset(unknown, "unknown@example.org")
    answers = [await each.verify(code, context="PASSWORD_RESET") for each in (theirs, unknown)]
    assert {(answer.status, answer.code, answer.body["attemptsRemaining"]) for answer in answers} == {
        (400, "otp_invalid", 4)
    }
    states = [(await each.state()).body for each in (theirs, unknown)]
    shown = [{name: state[name] for name in ("nextStep", "state", "delivery", "attemptsRemaining")} for state in states]
    assert shown[0] == shown[1]


async def test_a_reset_past_its_code_sets_no_password(desk: Desk, browser: Browser, known: Account) -> None:
    await initiate_reset(browser, known.email)
    code = await newest_code(desk.services, recipient=known.email)
    assert (await browser.verify(code, context="PASSWORD_RESET")).status == 200
    await desk.delete(known.id)
    payload = {"userId": browser.user_id, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD}
    assert (await browser.post("password-reset/complete", json=payload)).code == "flow_expired"


async def test_email_and_phone_are_free_again(desk: Desk) -> None:
    created = (await desk.create()).body
    await desk.delete(created["id"])
    assert (await desk.create(email=created["email"], phone=created["phone"])).status == 201


async def test_deleting_needs_its_own_permission(desks: Desks, sign_in: SignIn, trainee: Person) -> None:
    for profile in (Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINER, Profile.TRAINEE, None):
        answer = await desks.of(await sign_in(profile)).delete(trainee.id)
        assert (answer.status, answer.code) == (403, "forbidden"), profile
    assert (await desks.of(trainee).browser.status()).status == 200


async def test_imports_of_a_deleted_user_stay(desk: Desk, desks: Desks, sign_in: SignIn) -> None:
    """The history keeps the import, without a name."""
    admin = await sign_in(Profile.ADMIN)
    query = """
        INSERT INTO imports (company_id, file_name, delimiter, encoding, uploaded_by, uploader_profile)
        VALUES ($1, 'people.csv', ',', 'utf-8', $2, 'ADMIN') RETURNING id
    """
    import_id = await desk.value(query, admin.company.id, admin.id)
    assert (await desk.delete(admin.id)).status == 200
    assert await desk.value("SELECT uploaded_by IS NULL FROM imports WHERE id = $1", import_id)


async def test_a_sealed_password_is_deleted_with_its_account(desk: Desk, services: Services) -> None:
    """The invitation is deleted with its account."""
    created = (await desk.create()).body
    (message,) = await desk.invitations(created["id"])
    assert unseal(services.keys, message["id"], message["secret"])
    await desk.delete(created["id"])
    assert await desk.invitations(created["id"]) == []
