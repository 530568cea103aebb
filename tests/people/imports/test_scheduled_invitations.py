"""Invitations at a time that is chosen at the start."""

import asyncio
from datetime import timedelta
from typing import Final
from uuid import UUID

import pytest

from server.messaging.messages.kinds import Providers
from server.people.imports.run.control_import import invite_planned
from server.people.imports.states import ImportState
from server.platform.process.clock import utc_now
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.outbox import send_all

NO_MOMENT: Final = "Please give true, false, or a time with its offset, such as 2026-12-01T09:00+05:30"
TOO_EARLY: Final = "The time of the invitations must lie in the future."
TOO_LATE: Final = "The time of the invitations must be at most 30 days away."
SENT: Final = "SELECT count(*) FROM messages WHERE kind = 'invitation' AND state = 'sent'"


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


def in_days(days: float) -> str:
    return (utc_now() + timedelta(days=days)).isoformat()


async def planned(office: Office) -> UUID:
    """An import that has ended and invites in two days."""
    import_id = await office.check(*people(4))
    await office.start(import_id, invite=utc_now() + timedelta(days=2))
    await office.cut(import_id, rows=2)
    await office.work(import_id)
    return import_id


async def bring_time(office: Office) -> None:
    await office.execute("UPDATE imports SET invite_at = now() WHERE invite_at IS NOT NULL")


async def test_people_are_invited_when_the_time_has_come(owner: Caller, office: Office, capturing: Providers) -> None:
    import_id = await office.check(*people(4))
    started = await owner.post(f"{import_id}/start", {"invite": "2126-12-01T09:00+05:30"})
    assert started.status == 422
    moment = in_days(3)
    started = await owner.post(f"{import_id}/start", {"invite": moment})
    assert (started.status, started.body["invite"]) == (200, False)
    assert started.body["inviteAt"][:19] == moment[:19]
    await office.work(import_id)
    [notice] = await office.fetch("SELECT body FROM notifications WHERE kind = 'import_finished'")
    assert notice["body"].endswith("Invitations go out at the chosen time.")
    await invite_planned(office.services)
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 0
    await bring_time(office)
    await asyncio.gather(*(invite_planned(office.services) for _ in range(4)))
    await send_all(office.services, capturing)
    ended = (await owner.get(import_id)).body
    assert (ended["invite"], ended["inviteAt"], ended["invited"]) == (True, None, 4)
    assert await office.fetch_value(SENT) == 4
    [entry] = await office.fetch("SELECT after, actor_id FROM audit_entries WHERE action = 'import_invited'")
    assert (entry["after"], entry["actor_id"]) == ({"created": 4, "planned": True}, office.person.id)
    [start] = await office.fetch("SELECT after FROM audit_entries WHERE action = 'import_started'")
    assert start["after"]["invite"][:19] == moment[:19]


async def test_an_import_that_still_runs_or_is_paused_invites_at_its_end(
    owner: Caller, office: Office, capturing: Providers
) -> None:
    import_id = await office.check(*people(4))
    await office.start(import_id, invite=utc_now() + timedelta(days=1))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await owner.post(f"{import_id}/pause")
    await bring_time(office)
    await invite_planned(office.services)
    assert (await office.snapshot(import_id)).invite is False
    await owner.post(f"{import_id}/resume")
    await office.work(import_id)
    await invite_planned(office.services)
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 4


async def test_planned_invitations_can_be_sent_now(owner: Caller, office: Office, capturing: Providers) -> None:
    import_id = await planned(office)
    now = await owner.post(f"{import_id}/invite")
    assert (now.body["invite"], now.body["inviteAt"]) == (True, None)
    await bring_time(office)
    await invite_planned(office.services)
    await send_all(office.services, capturing)
    assert (await office.snapshot(import_id)).invited == 4
    assert await office.fetch_value("SELECT count(*) FROM audit_entries WHERE action = 'import_invited'") == 1


async def test_cancelling_stops_planned_invitations(office: Office, owner: Caller, capturing: Providers) -> None:
    import_id = await office.check(*people(4))
    await office.start(import_id, invite=utc_now() + timedelta(days=1))
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    assert (await owner.post(f"{import_id}/cancel")).body["inviteAt"] is None
    await bring_time(office)
    await invite_planned(office.services)
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 0
    assert (await owner.post(f"{import_id}/invite")).body["invite"] is True, "by a call they can still be sent"


async def test_undoing_stops_planned_invitations(office: Office, capturing: Providers) -> None:
    import_id = await planned(office)
    await office.execute("UPDATE users SET version = 2 WHERE email = 'imported1@example.org'")
    await office.undo(import_id)
    await bring_time(office)
    await invite_planned(office.services)
    assert (await office.undo_all(import_id)).undone == 3
    await invite_planned(office.services)
    await send_all(office.services, capturing)
    assert await office.fetch_value(SENT) == 0


@pytest.mark.parametrize(
    ("days", "sentence"), [(-1, TOO_EARLY), (-0.0001, TOO_EARLY), (30.01, TOO_LATE), (365, TOO_LATE)]
)
async def test_a_time_that_has_passed_or_is_too_far_away_is_refused(
    owner: Caller, office: Office, *, days: float, sentence: str
) -> None:
    import_id = await office.check(*people(1))
    refused = await owner.post(f"{import_id}/start", {"invite": in_days(days)})
    assert (refused.status, refused.body["errors"]) == (422, {"invite": sentence})
    assert (await office.snapshot(import_id)).state is ImportState.READY


async def test_a_time_without_offset_is_refused(owner: Caller, office: Office) -> None:
    cases: list[object] = [
        *("2026-12-01", "2026-12-01T09:00", "tomorrow", "", "9999-12-31T23:59-14:00", "0001-01-01T00:00+14:00"),
        *("2026-12-01T09:00+99:00", 0, 1, 1.5, 4_000_000_000_000, None, [], {"at": "2026-12-01T09:00Z"}),
    ]
    import_id = await office.check(*people(1))
    for moment in cases:
        refused = await owner.post(f"{import_id}/start", {"invite": moment})
        assert (refused.status, refused.body["code"]) == (422, "validation_failed"), moment
        assert refused.body["errors"] == {"invite": NO_MOMENT}, moment
        assert (await office.snapshot(import_id)).state is ImportState.READY, moment


async def test_the_second_start_does_not_change_the_time(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(1))
    first = await owner.post(f"{import_id}/start", {"invite": in_days(1)})
    for other in (in_days(2), in_days(-2), True):
        again = await owner.post(f"{import_id}/start", {"invite": other})
        assert (again.status, again.body["inviteAt"]) == (200, first.body["inviteAt"])
