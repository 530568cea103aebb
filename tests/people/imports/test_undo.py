"""Undoing an import: the accounts without a sign-in or a change since, each once."""

import asyncio
from typing import Final
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.people.account.events import USERS_CHANGED, UsersChanged, UsersChangeKind
from server.people.account.people_repository import delete_users
from server.people.chunks.chunk_repository import Step, claim_chunk
from server.people.chunks.engine import do_next
from server.people.imports.read_import import IMPORT_PROGRESS
from server.people.imports.run import undo_repository
from server.people.imports.run.chunk_repository import read_order
from server.people.imports.run.undo_import import ImportUndo
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.outbox import send_all
from tests.fixtures.people import AddCompany
from tests.fixtures.publisher import RecordingPublisher
from workers.maintenance import Sweeper

NOT_ENDED = "An import can be undone once it has ended."
NOTHING_DONE = "This import has created and changed no account that could be undone."
UNDONE_ALREADY = "This import is undone already."

SIGNED_IN, CHANGED = "The person has logged in", "The account has been changed since"
DELETED, NOT_ALLOWED = "The account has been deleted already", "Your profile may not delete this account"
IMPORTED: Final = "SELECT count(*) FROM users WHERE email LIKE 'imported%'"
# What shows that a person has used the invitation, or an administrator the account.
TRACES: Final = (
    ("last_sign_in_at = now()", SIGNED_IN),
    ("email_verified_at = now()", SIGNED_IN),
    ("phone_verified_at = now()", SIGNED_IN),
    ("password_hash = 'own'", SIGNED_IN),
    ("invitation = 'accepted'", SIGNED_IN),
    ("version = 2", CHANGED),
    # A profile of a newer version, which no one here covers.
    ("profile = 'NEWER'", NOT_ALLOWED),
)


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def created(office: Office, *, rows: int = 6, chunk: int = 2) -> UUID:
    import_id = await office.begin(*people(rows))
    await office.cut(import_id, rows=chunk)
    await office.work(import_id)
    return import_id


async def test_an_undone_import_leaves_nothing_of_its_people(
    owner: Caller, office: Office, capturing: Providers, publisher: RecordingPublisher
) -> None:
    """Neither accounts nor invitations, and everyone who watches sees it."""
    import_id = await created(office)
    assert (await owner.get(f"{import_id}/undo")).body == {
        "accounts": 6,
        "kept": [],
        "updates": 0,
        "keptUpdates": [],
        "reactivated": 0,
        "keptInactive": [],
    }
    started = await owner.post(f"{import_id}/undo")
    assert (started.status, started.body["state"], started.body["undone"]) == (200, "undoing", 0)
    await office.services.database.settle()
    assert office.enqueued("undo_accounts") == 1
    ended = await office.undo_all(import_id)
    assert (ended.state, ended.undone, ended.success_count) == (ImportState.UNDONE, 6, 6)
    assert await office.fetch_value(IMPORTED) == 0
    assert await office.fetch_value("SELECT count(*) FROM messages WHERE import_id = $1", import_id) == 0
    await send_all(office.services, capturing)
    assert await office.fetch_value("SELECT count(*) FROM captured_messages WHERE kind = 'invitation'") == 0
    await office.services.database.settle()
    last = publisher.shown(IMPORT_PROGRESS)[-1]
    assert (last.state, last.undone) == (ImportState.UNDONE, 6)
    await eventually(lambda: tells_of_a_deletion(publisher), within=30, what="the event of the lists")
    entries = await office.fetch("SELECT action, after FROM audit_entries WHERE action LIKE 'import_und%' ORDER BY id")
    assert [(entry["action"], entry["after"]) for entry in entries] == [
        ("import_undo_started", {"created": 6, "changed": 0}),
        ("import_undone", {"undone": 6, "kept": 0}),
    ]
    (notice,) = await office.fetch("SELECT title, body FROM notifications WHERE about = $1", import_id)
    assert notice["title"].endswith(" was undone")
    assert notice["body"] == "It was undone for 6 rows."
    assert (await office.rows(import_id)).data[0].user_id is None
    again = await office.begin(*people(6))
    assert (await office.work(again)).success_count == 6, "the same people can be imported again"


async def tells_of_a_deletion(publisher: RecordingPublisher) -> bool:
    changes = [each.payload for each in publisher.published if each.event is USERS_CHANGED]
    return any(isinstance(each, UsersChanged) and each.kind is UsersChangeKind.DELETED for each in changes)


@pytest.mark.parametrize(("trace", "reason"), TRACES)
async def test_an_account_in_use_stays_and_the_reason_is_given(
    owner: Caller, office: Office, *, trace: str, reason: str
) -> None:
    import_id = await created(office)
    await office.execute(f"UPDATE users SET {trace} WHERE email = 'imported2@example.org'")  # noqa: S608 - constants
    told = (await owner.get(f"{import_id}/undo")).body
    assert (told["accounts"], told["kept"]) == (5, [{"reason": reason, "rows": 1}])
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 5
    assert await office.fetch_value(f"{IMPORTED} AND email = 'imported2@example.org'") == 1


async def test_reasons_are_counted_most_first(owner: Caller, office: Office) -> None:
    import_id = await created(office)
    await office.execute("UPDATE users SET version = 2 WHERE email ~ '^imported[14]@'")
    await office.execute("DELETE FROM users WHERE email = 'imported3@example.org'")
    told = (await owner.get(f"{import_id}/undo")).body
    assert (told["accounts"], told["kept"]) == (3, [{"reason": CHANGED, "rows": 2}, {"reason": DELETED, "rows": 1}])


async def test_a_change_by_a_call_counts_as_one(caller: Caller, office: Office) -> None:
    """A sign-in or an edit that ends while a worker waits for the account keeps it."""
    import_id = await created(office, chunk=6)
    await office.undo(import_id)
    async with office.services.unit_of_work() as unit:
        await unit.connection.execute("UPDATE users SET version = version + 1 WHERE email = 'imported2@example.org'")
        undoing = asyncio.create_task(do_next(office.services, ImportUndo(), import_id))
        await eventually(lambda: waits_for_a_lock(office), within=30, what="a worker that waits")
    assert await undoing
    assert (await office.snapshot(import_id)).undone == 5
    assert await office.fetch_value(IMPORTED) == 1


async def waits_for_a_lock(office: Office) -> bool:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    return bool(await office.fetch_value(waiting))


async def test_invitations_that_still_wait_are_stopped_also_for_those_who_stay(
    office: Office, capturing: Providers
) -> None:
    import_id = await created(office)
    await office.execute("UPDATE users SET version = 2 WHERE email = 'imported2@example.org'")
    await office.undo(import_id)
    await send_all(office.services, capturing)
    assert await office.fetch_value("SELECT count(*) FROM messages WHERE state = 'sent'") == 0, "nothing goes meanwhile"
    await office.undo_all(import_id)
    # Before the sender has seen it: an invitation that is queued again sends no second message.
    [message] = await office.fetch("SELECT state, secret, error FROM messages WHERE import_id = $1", import_id)
    assert tuple(message) == ("expired", None, "The import was undone")
    await send_all(office.services, capturing)
    [message] = await office.fetch("SELECT state, next_attempt_at FROM messages WHERE import_id = $1", import_id)
    assert (message["state"], message["next_attempt_at"]) == ("expired", None)
    stays = "SELECT invitation FROM users WHERE email = 'imported2@example.org'"
    assert await office.fetch_value(stays) == "none"


async def test_undoing_twice_or_by_many_workers_undoes_once(owner: Caller, office: Office) -> None:
    import_id = await created(office, rows=9)
    answers = await asyncio.gather(*(owner.post(f"{import_id}/undo") for _ in range(4)))
    assert {(answer.status, answer.body["state"]) for answer in answers} == {(200, "undoing")}
    await asyncio.gather(*(do_next(office.services, ImportUndo(), import_id) for _ in range(8)))
    ended = await office.snapshot(import_id)
    assert (ended.state, ended.undone) == (ImportState.UNDONE, 9)
    assert (await owner.post(f"{import_id}/undo")).body["version"] == ended.version
    assert (await owner.get(f"{import_id}/undo")).refusal == (409, "wrong_import_state", UNDONE_ALREADY)
    for action in ("import_undo_started", "import_undone"):
        assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE action = $1", action) == 1


async def test_a_worker_that_dies_in_a_chunk_has_undone_nothing_of_it(office: Office) -> None:
    """Its transaction is rolled back with its connection; the sweeper enqueues the rest."""
    import_id = await created(office)
    await office.undo(import_id)
    await office.services.database.settle()
    async with office.dying() as connection:
        chunk = await claim_chunk(connection, work_id=import_id, step=Step.UNDO)
        order = await read_order(connection, import_id=import_id, step=Step.UNDO)
        assert chunk is not None
        assert order is not None
        found = await undo_repository.lock_unused(connection, order, chunk)
        await delete_users(connection, [user_id for user_id, _ in found], company_id=order.company_id)
        assert await do_next(office.services, ImportUndo(), import_id), "another worker takes the next chunk meanwhile"
    await office.execute("UPDATE imports SET touched_at = now() - interval '1 minute' WHERE id = $1", import_id)
    await Sweeper(office.services).sweep()
    await office.services.database.settle()
    assert office.enqueued("undo_accounts") == 2
    ended = await office.undo_all(import_id)
    assert (ended.undone, await office.fetch_value(IMPORTED)) == (6, 0)


async def test_a_cancelled_import_can_be_undone_and_a_running_one_cannot(owner: Caller, office: Office) -> None:
    checked = await office.check(person(90))
    for method in ("GET", "POST"):
        assert (await owner.call(method, f"{checked}/undo")).refusal == (409, "wrong_import_state", NOT_ENDED)
    import_id = await office.begin(*people(6))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    assert (await owner.post(f"{import_id}/undo")).refusal == (409, "wrong_import_state", NOT_ENDED)
    await office.cancel(import_id)
    assert (await owner.get(f"{import_id}/undo")).body["accounts"] == 2
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 2
    await office.cancel(checked)
    assert (await owner.post(f"{checked}/undo")).refusal == (409, "wrong_import_state", NOTHING_DONE)


async def test_an_import_being_undone_takes_no_other_step(owner: Caller, office: Office) -> None:
    import_id = await created(office)
    await office.undo(import_id)
    for step in ("cancel", "pause", "resume", "invite", "start"):
        assert (await owner.post(f"{import_id}/{step}")).refusal[:2] == (409, "wrong_import_state"), step
    await office.undo_all(import_id)
    for step in ("cancel", "pause", "resume", "invite", "start"):
        assert (await owner.post(f"{import_id}/{step}")).refusal[:2] == (409, "wrong_import_state"), step


async def test_undoing_needs_the_right_to_delete(caller: Caller, offices: Offices, add_company: AddCompany) -> None:
    owner = await offices.open()
    import_id = await created(owner, rows=2)
    stranger = await offices.open(company=await add_company())
    for method in ("GET", "POST"):
        for profile in (Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINER, None):
            other = caller.as_person((await offices.open(profile)).person)
            assert (await other.call(method, f"{import_id}/undo")).status == 403
        assert (await caller.as_person(stranger.person).call(method, f"{import_id}/undo")).status == 404
        assert (await caller.call(method, f"{import_id}/undo")).status == 401
    assert (await owner.snapshot(import_id)).state is ImportState.COMPLETED


@pytest.mark.parametrize("change", ["is_active = false", "profile = 'ADMIN', role = 'HR'", "profile = NULL"])
async def test_the_right_is_checked_again_when_a_worker_deletes(office: Office, offices: Offices, change: str) -> None:
    await offices.open()
    import_id = await created(office)
    await office.undo(import_id)
    assert await do_next(office.services, ImportUndo(), import_id)
    other = await offices.open()
    await office.execute(f"UPDATE users SET {change} WHERE id = $1", office.person.id)  # noqa: S608 - constants
    ended = await other.undo_all(import_id)
    assert (ended.state, ended.undone, await office.fetch_value(IMPORTED)) == (ImportState.UNDONE, 2, 4)


async def test_the_last_super_admin_stays(office: Office, offices: Offices) -> None:
    """The user who undoes leaves; the imported Super Admin is the only one left."""
    import_id = await office.begin(person(1, profile="SUPER_ADMIN", role="ADMIN"))
    await office.work(import_id)
    await office.undo(import_id)
    watcher = await offices.open(Profile.ADMIN)
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", office.person.id)
    assert (await watcher.undo_all(import_id)).undone == 0
    admins = "SELECT count(*) FROM users WHERE profile = 'SUPER_ADMIN' AND is_active AND company_id = $1"
    assert await office.fetch_value(admins, office.person.company.id) == 1


async def test_the_code_and_the_password_of_an_undone_account_end(
    caller: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await created(office, rows=1)
    await send_all(office.services, capturing)
    assert await office.fetch_value("SELECT temporary_password_mac FROM users WHERE email LIKE 'imported1@%'")
    await office.undo(import_id)
    await office.undo_all(import_id)
    client = caller.app.test_client()
    answer = await client.post(
        "/api/v1/login/authenticate", json={"email": "imported1@example.org", "password": "Anything-1"}
    )
    assert answer.status_code in {401, 422}
    assert await office.fetch_value(IMPORTED) == 0
