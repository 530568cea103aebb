"""Creating without inviting, and inviting later: each account once, under concurrency and failures."""

import asyncio
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.people.imports.errors import WrongImportStateError
from server.people.imports.read_import import IMPORT_PROGRESS, IMPORT_SUMMARY
from server.people.imports.run import invitation_repository
from server.people.imports.run.control_import import queue_next_chunk
from server.people.imports.states import ImportState
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.outbox import send_all
from tests.fixtures.publisher import RecordingPublisher
from workers.maintenance import Sweeper

NOT_ENDED = "The invitations can be sent once the import has ended."
NONE_CREATED = "This import has created no account that could be invited."

INVITATIONS = "SELECT count(*) FROM messages WHERE kind = 'invitation'"


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def created_without_inviting(office: Office, *, rows: int = 5) -> UUID:
    import_id = await office.check(*people(rows))
    await office.start(import_id, invite=False)
    await office.cut(import_id, rows=2)
    await office.work(import_id)
    return import_id


async def test_an_import_that_is_not_to_invite_creates_and_mails_no_one(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(3), person(4, email="x"))
    started = await owner.post(f"{import_id}/start", {"invite": False})
    assert (started.status, started.body["state"], started.body["invite"]) == (200, "processing", False)
    ended = await office.work(import_id)
    assert (ended.state, ended.invite, ended.success_count, ended.failed_count) == (ImportState.COMPLETED, False, 3, 0)
    assert await office.fetch_value(INVITATIONS) == 0
    assert [row.invitation for row in (await office.rows(import_id)).data[:3]] == [Invitation.NONE] * 3
    [entry] = await office.fetch("SELECT after FROM audit_entries WHERE action = 'import_started'")
    assert entry["after"]["invite"] is False
    [notice] = await office.fetch("SELECT body FROM notifications WHERE kind = 'import_finished'")
    assert notice["body"].endswith("No invitation has been sent yet: the results offer it.")


@pytest.mark.parametrize("body", [None, {}, {"invite": True}])
async def test_an_import_invites_by_default(owner: Caller, office: Office, body: object) -> None:
    import_id = await office.check(*people(2))
    assert (await owner.post(f"{import_id}/start", body)).body["invite"] is True
    await office.work(import_id)
    assert await office.fetch_value(INVITATIONS) == 2
    assert (await owner.post(f"{import_id}/invite")).body["invite"] is True
    assert await queue_next_chunk(office.services) is False, "all are invited already"


@pytest.mark.parametrize("body", [{"invite": None}, {"invite": "perhaps"}, {"invited": False}, []])
async def test_an_invalid_choice_of_inviting_is_refused(owner: Caller, office: Office, body: object) -> None:
    import_id = await office.check(person(1))
    assert (await owner.post(f"{import_id}/start", body)).status == 422
    assert (await office.snapshot(import_id)).state is ImportState.READY


async def test_the_second_start_does_not_change_the_choice(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(3))
    choices = [{"invite": number % 2 == 0} for number in range(6)]
    answers = await asyncio.gather(*(owner.post(f"{import_id}/start", choice) for choice in choices))
    assert {answer.status for answer in answers} == {200}
    [invite] = {answer.body["invite"] for answer in answers}
    await office.work(import_id)
    assert await office.fetch_value(INVITATIONS) == (3 if invite else 0)
    assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE action = 'import_started'") == 1


async def test_invite_now_invites_each_account_once(
    owner: Caller, office: Office, capturing: Providers, publisher: RecordingPublisher
) -> None:
    import_id = await created_without_inviting(office)
    answers = await asyncio.gather(*(owner.post(f"{import_id}/invite") for _ in range(5)))
    assert {(answer.status, answer.body["invite"]) for answer in answers} == {(200, True)}
    await office.services.database.settle()
    for event in (IMPORT_PROGRESS, IMPORT_SUMMARY):
        assert publisher.shown(event)[-1].invite is True
    assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE action = 'import_invited'") == 1
    assert office.enqueued("send_messages") >= 1
    await asyncio.gather(*(queue_next_chunk(office.services) for _ in range(8)))
    await send_all(office.services, capturing)
    sent = await office.fetch("SELECT recipient, state FROM messages WHERE kind = 'invitation' ORDER BY recipient")
    assert [(message["recipient"], message["state"]) for message in sent] == [
        (f"imported{number}@example.org", "sent") for number in range(1, 6)
    ]
    ended = (await owner.get(import_id)).body
    assert (ended["invited"], ended["successCount"], ended["errorCount"]) == (5, 5, 0)
    assert (await owner.post(f"{import_id}/invite")).status == 200
    assert await queue_next_chunk(office.services) is False


async def test_a_worker_that_dies_while_it_queues_has_queued_nothing(office: Office, capturing: Providers) -> None:
    """Its transaction is rolled back when its connection ends; the sweeper enqueues the rest."""
    import_id = await created_without_inviting(office)
    await office.invite(import_id)
    async with office.dying() as connection:
        chunk = await invitation_repository.claim_chunk_to_invite(connection)
        assert chunk is not None
        await invitation_repository.queue_invitations(connection, chunk)
        assert await queue_next_chunk(office.services), "another worker takes the next chunk meanwhile"
    before = office.enqueued("send_messages")
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("send_messages") == before + 1
    await eventually(lambda: is_queued(office, 5), within=30, what="the dead connection's chunk")
    await send_all(office.services, capturing)
    await office.check_books(import_id)
    assert (await office.snapshot(import_id)).invited == 5


async def is_queued(office: Office, people: int) -> bool:
    await queue_next_chunk(office.services)
    return bool(await office.fetch_value(INVITATIONS) == people)


async def test_invite_now_skips_accounts_that_cannot_or_need_not_be_invited(
    office: Office, capturing: Providers
) -> None:
    """Deleted, inactive, already invited, or with a password of their own."""
    import_id = await created_without_inviting(office, rows=6)
    ids = [row.user_id for row in (await office.rows(import_id)).data]
    await office.execute("DELETE FROM users WHERE id = $1", ids[0])
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", ids[1])
    await office.execute("UPDATE users SET invitation = 'sent' WHERE id = $1", ids[2])
    await office.execute("UPDATE users SET password_hash = 'own' WHERE id = $1", ids[3])
    await office.invite(import_id)
    await send_all(office.services, capturing)
    sent = await office.fetch("SELECT recipient FROM messages WHERE kind = 'invitation' ORDER BY recipient")
    assert [message["recipient"] for message in sent] == ["imported5@example.org", "imported6@example.org"]


async def test_accounts_of_a_cancelled_import_can_be_invited(office: Office, capturing: Providers) -> None:
    import_id = await office.check(*people(5))
    await office.start(import_id, invite=False)
    await office.cut(import_id, rows=2)
    with pytest.raises(WrongImportStateError):
        await office.invite(import_id)
    await office.create_chunk(import_id)
    await office.cancel(import_id)
    assert (await office.invite(import_id)).invite
    await send_all(office.services, capturing)
    assert (await office.snapshot(import_id)).invited == 2


async def test_there_is_nothing_to_invite_before_the_end_or_without_accounts(owner: Caller, office: Office) -> None:
    checked = await office.check(person(1))
    assert (await owner.post(f"{checked}/invite")).refusal == (409, "wrong_import_state", NOT_ENDED)
    await office.cancel(checked)
    assert (await owner.post(f"{checked}/invite")).refusal == (409, "wrong_import_state", NONE_CREATED)
    assert (await owner.post(f"{checked}/invite", {"all": True})).status == 422


async def test_inviting_needs_the_right_to_create_every_profile_of_the_file(caller: Caller, offices: Offices) -> None:
    owner, management = await offices.open(Profile.SUPER_ADMIN), await offices.open(Profile.MANAGEMENT)
    import_id = await owner.check(person(1), person(2, profile="ADMIN", role="HR"))
    await owner.start(import_id, invite=False)
    await owner.work(import_id)
    assert (await caller.as_person(management.person).post(f"{import_id}/invite")).status == 403
    assert await owner.fetch_value("SELECT count(*) FROM work_chunks WHERE to_do = 'invite'") == 0
    assert (await caller.as_person(owner.person).post(f"{import_id}/invite")).status == 200
