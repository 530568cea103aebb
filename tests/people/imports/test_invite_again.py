"""Inviting again all of an import who have never signed in."""

import asyncio
from typing import Final
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.people.imports.run.control_import import queue_next_chunk
from server.people.imports.run.create_accounts import create_accounts
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.outbox import end_cooldown, send_all

SENT: Final = "SELECT count(*) FROM messages WHERE kind = 'invitation' AND state = 'sent'"
A_DAY_AGO: Final = "UPDATE users SET temporary_password_expires_at = temporary_password_expires_at - interval '1 day'"


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def invited(office: Office, capturing: Providers, *, rows: int = 5) -> UUID:
    """An import whose people were invited a day ago."""
    import_id = await office.begin(*people(rows))
    await office.cut(import_id, rows=2)
    await office.work(import_id)
    await send_all(office.services, capturing)
    await office.execute(A_DAY_AGO)
    await end_cooldown(office.services)
    return import_id


async def test_those_who_have_never_signed_in_get_a_new_password(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await invited(office, capturing, rows=6)
    ids = [row.user_id for row in (await office.rows(import_id)).data]
    await office.execute("UPDATE users SET last_sign_in_at = now() WHERE id = $1", ids[0])
    await office.execute("UPDATE users SET is_active = false WHERE id = $1", ids[1])
    await office.execute(
        "UPDATE users SET password_hash = 'own', temporary_password_mac = NULL, "
        "password_is_temporary = false WHERE id = $1",
        ids[2],
    )
    await office.execute("UPDATE users SET invitation = 'failed' WHERE id = $1", ids[3])
    macs = "SELECT id, temporary_password_mac AS mac FROM users WHERE temporary_password_mac IS NOT NULL"
    before = {row["id"]: row["mac"] for row in await office.fetch(macs)}
    answers = await asyncio.gather(*(owner.post(f"{import_id}/invite") for _ in range(4)))
    assert {answer.status for answer in answers} == {200}
    await send_all(office.services, capturing)
    after = {row["id"]: row["mac"] for row in await office.fetch(macs)}
    assert {each for each in before if before[each] != after[each]} == set(ids[3:])
    assert await office.fetch_value(SENT) == 6 + 3
    entries = await office.fetch("SELECT after FROM audit_entries WHERE action = 'import_invited'")
    assert [entry["after"] for entry in entries] == [{"created": 6, "again": True}]


async def test_an_import_counts_the_people_it_has_reached_not_the_mails(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await invited(office, capturing)
    assert (await office.snapshot(import_id)).invited == 5
    await owner.post(f"{import_id}/invite")
    await send_all(office.services, capturing)
    assert (await office.fetch_value(SENT), (await office.snapshot(import_id)).invited) == (10, 5)


async def test_right_after_an_invitation_nothing_is_sent_again(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await invited(office, capturing)
    for _ in range(2):
        await owner.post(f"{import_id}/invite")
        await send_all(office.services, capturing)
        await end_cooldown(office.services)
    assert await queue_next_chunk(office.services) is False
    assert await office.fetch_value(SENT) == 10
    assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE action = 'import_invited'") == 1
    await office.execute(A_DAY_AGO)
    await office.execute("UPDATE imports SET invited_at = invited_at - interval '1 day'")
    await owner.post(f"{import_id}/invite")
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 15


async def test_a_mailbox_gets_no_second_mail_within_its_limit(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    """The invitation waits until the mailbox may be sent the next one."""
    import_id = await invited(office, capturing)
    await office.execute("UPDATE invitation_destinations SET last_sent_at = now()")
    await owner.post(f"{import_id}/invite")
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 5
    await end_cooldown(office.services)
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 10


async def test_nobody_left_to_invite_changes_nothing(owner: Caller, office: Office, capturing: Providers) -> None:
    import_id = await invited(office, capturing)
    await office.execute("UPDATE users SET last_sign_in_at = now() WHERE email LIKE 'imported%'")
    version = (await office.snapshot(import_id)).version
    assert (await owner.post(f"{import_id}/invite")).body["version"] == version
    assert await queue_next_chunk(office.services) is False


async def test_first_invitations_that_are_on_their_way_are_counted_and_not_sent_again(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await office.begin(*people(6))
    await office.cut(import_id, rows=2)
    assert (await office.snapshot(import_id)).invitations_left == 0
    await create_accounts(office.services, import_id=import_id)
    assert (await office.snapshot(import_id)).invitations_left == 6, "not in the outbox yet"
    await office.queue_invitations()
    await office.execute(
        "UPDATE messages SET next_attempt_at = now() + interval '1 hour' WHERE recipient ~ '^imported[12]@'"
    )
    assert (await owner.get(import_id)).body["invitationsLeft"] == 6
    await send_all(office.services, capturing)
    ended = await office.snapshot(import_id)
    assert (ended.invited, ended.invitations_left) == (4, 2)
    await office.execute(A_DAY_AGO)
    await end_cooldown(office.services)
    await owner.post(f"{import_id}/invite")
    await send_all(office.services, capturing)
    again = await office.fetch("SELECT recipient, occasion FROM messages WHERE kind = 'invitation' ORDER BY id")
    assert sorted(row["recipient"] for row in again if row["occasion"]) == [
        f"imported{number}@example.org" for number in range(3, 7)
    ]
    assert len(again) == 6 + 4
    ended = await office.snapshot(import_id)
    assert (ended.invited, ended.invitations_left) == (6, 0)


async def test_an_invitation_that_fails_is_not_on_its_way(office: Office, capturing: Providers) -> None:
    import_id = await office.begin(*people(3))
    await office.work(import_id)
    await office.execute("UPDATE messages SET state = 'failed', next_attempt_at = NULL WHERE recipient ~ '^imported1@'")
    await office.execute("UPDATE users SET invitation = 'failed' WHERE email ~ '^imported1@'")
    assert (await office.snapshot(import_id)).invitations_left == 2
    await send_all(office.services, capturing)
    assert (await office.snapshot(import_id)).invitations_left == 0
