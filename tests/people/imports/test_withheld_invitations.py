"""Invitations on behalf of a user who may no longer invite: they are withheld, and an administrator can send them."""

import asyncio
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.people.imports.run.control_import import invite_planned, queue_next_chunk
from server.people.imports.run.create_accounts import create_accounts
from server.platform.process.clock import utc_now
from server.vocabulary.profiles import Profile
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office, Offices
from tests.fixtures.outbox import send_all

SENT: Final = "SELECT count(*) FROM messages WHERE kind = 'invitation' AND state = 'sent'"
INVITATIONS: Final = "SELECT invitation FROM users WHERE email LIKE 'imported%' ORDER BY email"
NOTICES: Final = "SELECT user_id, title, body, link FROM notifications WHERE title = 'Invitations were not sent'"
ENTRIES: Final = "SELECT after, actor_id FROM audit_entries WHERE action = 'import_not_invited'"
# What takes the right to invite from the user who has started the import.
CHANGES: Final = ("is_active = false", "profile = 'TRAINER', role = 'MENTOR'", "profile = NULL")


@pytest.fixture
async def colleague(offices: Offices, office: Office) -> Office:
    return await offices.open(company=office.person.company)


async def change(office: Office, what: str) -> None:
    await office.execute(f"UPDATE users SET {what} WHERE id = $1", office.person.id)  # noqa: S608 - constants


async def invitations(office: Office) -> list[Any]:
    return [row["invitation"] for row in await office.fetch(INVITATIONS)]


async def planned(office: Office) -> UUID:
    import_id = await office.check(*people(4))
    await office.start(import_id, invite=utc_now() + timedelta(days=2))
    await office.work(import_id)
    await office.execute("UPDATE imports SET invite_at = now()")
    return import_id


async def created(office: Office) -> UUID:
    """An import in two chunks, whose invitations are still to be queued."""
    import_id = await office.begin(*people(4))
    await office.cut(import_id, rows=2)
    await create_accounts(office.services, import_id=import_id)
    return import_id


@pytest.mark.parametrize("what", CHANGES)
async def test_a_plan_is_dropped_and_the_administrators_know(
    office: Office, colleague: Office, capturing: Providers, what: str
) -> None:
    import_id = await planned(office)
    await change(office, what)
    await asyncio.gather(*(invite_planned(office.services) for _ in range(3)))
    await send_all(office.services, capturing)
    found = await colleague.snapshot(import_id)
    assert (found.invite, found.invite_at, await office.fetch_value(SENT)) == (False, None, 0)
    notices = await office.fetch(NOTICES)
    assert colleague.person.id in {notice["user_id"] for notice in notices}
    assert notices[0]["link"] == f"/dashboard/users/imports/{import_id}"
    assert "people.csv" in notices[0]["body"]
    [entry] = await office.fetch(ENTRIES)
    assert (entry["after"], entry["actor_id"]) == ({"created": 4, "invited": 0}, None)
    assert (await colleague.invite(import_id)).invite is True, "by a colleague they can be sent"
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 4


@pytest.mark.parametrize("what", CHANGES)
async def test_what_is_still_to_be_queued_is_withheld(
    office: Office, colleague: Office, capturing: Providers, what: str
) -> None:
    """What is in the outbox already goes out: these accounts were created and invited by right."""
    import_id = await created(office)
    assert await queue_next_chunk(office.services)
    await change(office, what)
    await asyncio.gather(*(queue_next_chunk(office.services) for _ in range(3)))
    await send_all(office.services, capturing)
    assert await invitations(office) == ["sent", "sent", "none", "none"]
    found = await colleague.snapshot(import_id)
    assert (found.invite, found.invited, found.invitations_left) == (False, 2, 0)
    assert await office.fetch_value("SELECT count(*) FROM work_chunks WHERE to_do = 'invite'") == 0
    assert len(await office.fetch(ENTRIES)) == 1
    await colleague.invite(import_id)
    await send_all(office.services, capturing)
    assert (await office.fetch_value(SENT), (await colleague.snapshot(import_id)).invited) == (4, 4)


async def test_a_deleted_starter_withholds_too(office: Office, colleague: Office) -> None:
    import_id = await created(office)
    await office.execute("DELETE FROM users WHERE id = $1", office.person.id)
    await office.queue_invitations()
    assert (await colleague.snapshot(import_id)).invite is False
    assert await invitations(office) == ["none"] * 4


async def test_a_colleague_who_has_asked_for_them_is_the_one_who_counts(
    office: Office, colleague: Office, capturing: Providers
) -> None:
    import_id = await planned(office)
    await colleague.invite(import_id)
    await change(office, "is_active = false")
    await send_all(office.services, capturing)
    assert (await office.fetch_value(SENT), await office.fetch(ENTRIES)) == (4, [])


async def test_a_smaller_profile_still_invites_whom_it_may_create(
    office: Office, offices: Offices, capturing: Providers
) -> None:
    """An ADMIN may create the people of the file, which a colleague has uploaded."""
    import_id = await office.check(person(1))
    starter = await offices.open(company=office.person.company)
    await starter.start(import_id)
    await create_accounts(office.services, import_id=import_id)
    await change(starter, "profile = 'ADMIN', role = 'HR'")
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 1


async def test_a_profile_that_may_not_create_the_people_invites_none_of_them(
    office: Office, offices: Offices, capturing: Providers
) -> None:
    import_id = await office.check(person(1, profile="ADMIN", role="HR"))
    starter = await offices.open(Profile.SUPER_ADMIN, company=office.person.company)
    await starter.start(import_id)
    await create_accounts(office.services, import_id=import_id)
    await change(starter, "profile = 'MANAGEMENT', role = 'HR'")
    await send_all(office.services, capturing)
    assert await invitations(office) == ["none"]
