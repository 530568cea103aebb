"""Updating accounts by import: the rights of the starter, and what follows from a change of rights or phone."""

import asyncio
from functools import partial
from typing import Final

from server.people.account.errors import LastSuperAdminError
from server.people.account.people_repository import lock_super_admins
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import ImportMode, ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.eventually import eventually
from tests.fixtures.import_files import people, person
from tests.fixtures.import_modes import account, messages, run
from tests.fixtures.imports import Office, Offices
from tests.fixtures.publisher import RecordingPublisher

FORBIDDEN: Final = "Access denied. You do not have permission to perform this action."
BLOCKED: Final = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
UPDATE, UPSERT = ImportMode.UPDATE, ImportMode.UPSERT


async def test_rights_are_those_of_the_starter_when_the_chunk_runs(offices: Offices, office: Office) -> None:
    await office.work(await office.begin(*people(3)))
    management = await offices.open(Profile.MANAGEMENT, company=office.person.company)
    import_id = await management.check(*(person(number, workLocation="Delhi") for number in (1, 2, 3)))
    await management.start(import_id, mode=UPDATE)
    await management.cut(import_id, rows=2)
    await office.execute("UPDATE users SET profile = 'TRAINER', role = 'MENTOR' WHERE email = 'imported1@example.org'")
    await management.create_chunk(import_id)
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", management.person.id)
    ended = await office.work(import_id)
    assert (ended.changed, ended.failed_count, ended.state) == (1, 2, ImportState.COMPLETED)
    assert await messages(office, import_id) == [FORBIDDEN, "Updated", FORBIDDEN]
    await office.check_books(import_id)


async def test_a_company_keeps_a_super_admin(office: Office, offices: Offices) -> None:
    """The starter is deactivated after the chunk has read their rights."""
    company = office.person.company
    second = await offices.open(company=company)
    import_id = await office.check(person(1, email=second.person.email, profile="ADMIN", role="HR"))
    await office.start(import_id, mode=UPDATE)
    async with office.services.unit_of_work() as unit:
        await lock_super_admins(unit.connection, company_id=company.id)
        work = asyncio.create_task(second.create_chunk(import_id))
        await eventually(partial(office.fetch_value, BLOCKED), within=30, what="the chunk at the lock")
        await unit.connection.execute("UPDATE users SET is_active = false WHERE id = :id", id=office.person.id)
    assert await work
    assert await messages(second, import_id) == [LastSuperAdminError.message]
    assert await office.fetch_value("SELECT profile FROM users WHERE id = $1", second.person.id) == "SUPER_ADMIN"


async def test_those_whose_rights_change_are_notified_and_recorded(
    office: Office, offices: Offices, publisher: RecordingPublisher
) -> None:
    trainee = await offices.open(Profile.TRAINEE, company=office.person.company)
    role = await office.fetch_value("SELECT role FROM users WHERE id = $1", trainee.person.id)
    own = {"email": trainee.person.email, "profile": "TRAINEE", "role": role}
    await run(office, await office.check(person(1, **own)), UPDATE)
    assert publisher.moved == [], "neither role nor profile"
    import_id = await office.check(person(1, **own | {"profile": "TRAINER", "role": "MENTOR"}), person(2))
    await run(office, import_id, UPSERT)
    assert publisher.moved == [trainee.person.id]
    [entry] = await office.fetch("SELECT * FROM audit_entries WHERE subject_id = $1", trainee.person.id)
    assert (entry["action"], entry["actor_id"]) == ("user_edited", office.person.id)
    assert (entry["before"], entry["after"]) == (
        {"role": role, "profile": "TRAINEE"},
        {"role": "MENTOR", "profile": "TRAINER"},
    )
    entries = await office.fetch("SELECT * FROM audit_entries WHERE subject_id = $1 ORDER BY id", import_id)
    assert [entry["action"] for entry in entries] == ["import_uploaded", "import_started", "import_ended"]
    assert entries[1]["after"] == {
        "mode": "upsert",
        "new_rows": 1,
        "changed_rows": 1,
        "unchanged_rows": 0,
        "invite": True,
    }
    assert entries[2]["after"] == {
        "state": "completed",
        "mode": "upsert",
        "created": 1,
        "changed": 1,
        "unchanged": 0,
        "failed": 0,
    }


async def test_a_new_phone_is_not_verified_and_ends_codes_to_the_old_one(
    office: Office, publisher: RecordingPublisher
) -> None:
    await office.work(await office.begin(*people(2)))
    await office.execute("UPDATE users SET phone_verified_at = now() WHERE email LIKE 'imported%'")
    first = await account(office, 1)
    flow = await office.fetch_value(
        """
        INSERT INTO flows (company_id, user_id, secret_hash, handle, context, state, channel, expires_at)
        VALUES ($1, $2, '\\x01', $2, 'LOGIN', 'code_required', 'SMS', now() + interval '1 hour') RETURNING id
        """,
        first["company_id"],
        first["id"],
    )
    await run(office, await office.check(person(1, phone="+919000000099"), person(2, fullName="Asha Rao")), UPDATE)
    assert (await account(office, 1))["phone_verified_at"] is None
    assert (await account(office, 2))["phone_verified_at"] is not None
    assert publisher.ended_flows == [flow]


async def test_two_imports_that_change_the_same_accounts_at_once(office: Office, offices: Offices) -> None:
    """In opposite orders: each account has what the first of them says, and the other one leaves it alone."""
    await office.work(await office.begin(*people(40)))
    colleague = await offices.open(company=office.person.company)
    numbers = range(1, 41)
    forward = await office.check(*(person(number, workLocation="Delhi") for number in numbers))
    backward = await colleague.check(*(person(number, workLocation="Kochi") for number in reversed(numbers)))
    for each, import_id in ((office, forward), (colleague, backward)):
        await each.start(import_id, mode=UPDATE)
        await each.cut(import_id, rows=5)
    both = (forward, backward)
    await asyncio.gather(*(create_accounts(office.services, import_id=import_id) for import_id in both * 2))
    ended = [await office.work(import_id) for import_id in both]
    assert [sum(counts) for counts in zip(*((each.changed, each.failed_count) for each in ended), strict=True)] == [
        40
    ] * 2
    for import_id in both:
        await office.check_books(import_id)
    chains = await office.fetch(
        """
        SELECT u.version, u.work_location, array_agg(ROW(k.before ->> 'workLocation', k.after ->> 'workLocation')::text
                                                     ORDER BY k.version) AS kept
        FROM users u JOIN import_updates k ON k.user_id = u.id GROUP BY u.id
        """
    )
    assert len(chains) == 40
    assert all((each["version"], each["kept"]) == (2, [f"(Pune,{each['work_location']})"]) for each in chains)


async def test_a_starter_who_has_been_deactivated_changes_nothing_not_even_the_own_account(
    office: Office, offices: Offices
) -> None:
    admin = await offices.open(Profile.ADMIN, company=office.person.company)
    import_id = await admin.check(person(1, email=admin.person.email, profile="ADMIN", role="MANAGER"))
    position = "role = 'MANAGER', work_location = 'Pune'"
    await office.execute(f"UPDATE users SET {position} WHERE id = $1", admin.person.id)  # noqa: S608 - a constant
    await admin.start(import_id, mode=UPDATE)
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", admin.person.id)
    assert (await office.work(import_id)).failed_count == 1
    assert await messages(office, import_id) == [FORBIDDEN]
