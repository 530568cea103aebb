"""The invitations of an import are queued once it has ended: each account's once, under concurrency and failures."""

import asyncio
from uuid import UUID, uuid4

import asyncpg

from server.messaging.messages.kinds import Providers
from server.people.imports.run import invitation_repository
from server.people.imports.run.control_import import notify_undelivered, queue_next_chunk
from server.people.imports.run.create_accounts import create_accounts
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.outbox import send_all
from workers.maintenance import Sweeper

RECIPIENTS = "SELECT recipient FROM messages WHERE kind = 'invitation' ORDER BY recipient"
BLOCKED = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


async def created(office: Office, *, rows: int, chunk: int) -> UUID:
    """An import that has ended, of which nothing is queued yet."""
    import_id = await office.begin(*people(rows))
    await office.cut(import_id, rows=chunk)
    await create_accounts(office.services, import_id=import_id)
    return import_id


async def queued(office: Office) -> list[str]:
    return [row["recipient"] for row in await office.fetch(RECIPIENTS)]


async def test_invitations_wait_until_their_import_has_ended(office: Office, capturing: Providers) -> None:
    import_id = await office.begin(*people(5))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    assert await queue_next_chunk(office.services) is False
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("send_messages") == 0, "nothing can be sent yet"
    await create_accounts(office.services, import_id=import_id)
    assert await queued(office) == []
    await send_all(office.services, capturing)
    assert await queued(office) == [f"imported{number}@example.org" for number in range(1, 6)]
    await office.check_books(import_id)
    assert (await office.snapshot(import_id)).invited == 5


async def test_undelivered_invitations_are_told_to_the_company_of_the_import(office: Office) -> None:
    import_id = await office.check(person(1))
    told = []
    for company_id in (uuid4(), office.person.company.id):
        await notify_undelivered(office.services, [(company_id, import_id)])
        told.append(await office.fetch_value("SELECT count(*) FROM notifications WHERE kind = 'invitation_failed'"))
    assert told == [0, 1]


async def test_what_a_cancelled_import_created_is_invited(office: Office, capturing: Providers) -> None:
    import_id = await office.begin(*people(5))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await office.cancel(import_id)
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("send_messages") >= 1
    await send_all(office.services, capturing)
    assert await queued(office) == ["imported1@example.org", "imported2@example.org"]


async def test_many_senders_queue_each_invitation_once(office: Office) -> None:
    import_id = await created(office, rows=20, chunk=3)
    await asyncio.gather(*(queue_next_chunk(office.services) for _ in range(12)))
    await office.queue_invitations()
    assert len(await queued(office)) == 20
    await office.check_books(import_id)


async def test_a_sender_that_dies_has_queued_nothing(office: Office) -> None:
    import_id = await created(office, rows=4, chunk=2)
    async with office.dying() as connection:
        chunk = await invitation_repository.claim_chunk_to_invite(connection)
        assert chunk is not None
        await invitation_repository.queue_invitations(connection, chunk)
        assert await queue_next_chunk(office.services), "another sender takes the next chunk meanwhile"

    async def all_queued() -> bool:
        await queue_next_chunk(office.services)
        return len(await queued(office)) == 4

    await eventually(all_queued, within=30, what="the dead connection's chunk")
    await office.check_books(import_id)


async def test_an_account_that_is_deleted_meanwhile_is_left_out(office: Office) -> None:
    """Its deletion is not committed yet when the invitations are queued."""
    await created(office, rows=3, chunk=3)
    deleting = await asyncpg.connect(str(office.services.settings.database_url))
    await deleting.execute("BEGIN")
    await deleting.execute("DELETE FROM users WHERE email = 'imported2@example.org'")
    queueing = asyncio.create_task(queue_next_chunk(office.services))
    await eventually(lambda: office.fetch_value(BLOCKED), within=30, what="the lock of the account")
    await deleting.execute("COMMIT")
    await deleting.close()
    assert await queueing
    assert await queued(office) == ["imported1@example.org", "imported3@example.org"]


async def test_accounts_changed_before_their_invitation_is_queued(office: Office, capturing: Providers) -> None:
    """One that was deactivated gets none; one whose address was corrected gets it there; one with a mail no second."""
    import_id = await created(office, rows=4, chunk=4)
    await office.execute("UPDATE users SET is_active = false WHERE email = 'imported1@example.org'")
    await office.execute("UPDATE users SET email = 'corrected@example.org' WHERE email = 'imported2@example.org'")
    await office.execute(
        "INSERT INTO messages (company_id, user_id, kind, channel, recipient)"
        " SELECT company_id, id, 'invitation', 'EMAIL', email FROM users WHERE email = 'imported3@example.org'"
    )
    await send_all(office.services, capturing)
    sent = await office.fetch("SELECT recipient FROM messages WHERE state = 'sent' ORDER BY recipient")
    assert [row["recipient"] for row in sent] == [
        "corrected@example.org",
        "imported3@example.org",
        "imported4@example.org",
    ]
    states = await office.fetch("SELECT invitation FROM users WHERE email LIKE '%@example.org' ORDER BY email")
    assert [row["invitation"] for row in states if row["invitation"] != "none"] == ["sent"] * 3
    assert (await office.snapshot(import_id)).invited == 2


async def test_accounts_that_an_undo_keeps_wait_for_no_invitation(office: Office) -> None:
    import_id = await created(office, rows=3, chunk=3)
    await office.execute("UPDATE users SET version = 2 WHERE email = 'imported2@example.org'")
    await office.undo(import_id)
    assert await queue_next_chunk(office.services) is False, "what is being undone is not invited"
    await office.undo_all(import_id)
    assert await queue_next_chunk(office.services) is False
    [kept] = await office.fetch("SELECT email, invitation FROM users WHERE email LIKE 'imported%'")
    assert (kept["email"], kept["invitation"]) == ("imported2@example.org", "none")


async def test_a_small_import_does_not_wait_behind_a_large_one(offices: Offices) -> None:
    """The first chunks of all imports are queued first."""
    large, small = await offices.open(), await offices.open()
    await created(large, rows=8, chunk=2)
    import_id = await small.begin(person(100))
    await create_accounts(small.services, import_id=import_id)
    for _ in range(2):
        assert await queue_next_chunk(small.services)
    assert "imported100@example.org" in await queued(small)
