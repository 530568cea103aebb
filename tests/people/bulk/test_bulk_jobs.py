"""A job on many people: tried, started, done, and its results person by person."""

from typing import Any, Final
from uuid import UUID

import pytest

from server.people.account.errors import HAS_SIGNED_IN, IS_INACTIVE, SelfForbiddenError
from server.people.bulk.rules import NOT_FOUND, OWN_SESSIONS
from server.people.invitations.limits import STOPPED, remembered_as
from server.people.invitations.repository import add_stop
from server.vocabulary.fields import BULK_FIELDS
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.bulk_calls import Clipboard, Clipboards
from tests.fixtures.people import SignIn
from tests.fixtures.services import RecordingJobQueue

STATES: Final = "SELECT is_active, profile, role, work_location FROM users WHERE id = ANY($1::uuid[]) ORDER BY id"
ENTRIES: Final = """
    SELECT subject_id, actor_id, before, after FROM audit_entries
     WHERE action = $1 AND subject_id = ANY($2::uuid[]) ORDER BY subject_id
"""
UNKNOWN: Final = UUID(int=7)


async def states(clipboard: Clipboard, ids: list[UUID]) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await clipboard.fetch(STATES, ids)]


def counts(job: dict[str, Any]) -> tuple[int, ...]:
    return tuple(job[name] for name in ("total", "processed", "done", "unchanged", "failed"))


async def test_people_are_deactivated(clipboard: Clipboard, sign_in: SignIn) -> None:
    """With their sessions; those who are inactive already stay unchanged, and one's own account is refused."""
    person = await sign_in(Profile.TRAINER)
    active, inactive = await clipboard.add_people(2), await clipboard.add_people(1, name="away", is_active=False)
    everyone = [*active, *inactive, person.id, clipboard.person.id, UNKNOWN]
    own = SelfForbiddenError.message
    assert await clipboard.preview("deactivate", everyone) == {
        "total": 6,
        "allowed": 3,
        "unchanged": 1,
        "refused": [{"reason": reason, "count": 1} for reason in sorted([NOT_FOUND, own])],
    }
    job_id = await clipboard.start("deactivate", everyone)
    running = await clipboard.read(job_id)
    assert (running["state"], running["total"], running["processed"], running["canUndo"]) == ("processing", 6, 0, False)
    job = await clipboard.work(job_id)
    assert (job["state"], counts(job)) == ("completed", (6, 6, 3, 1, 2))
    assert job["startedBy"]["id"] == str(clipboard.person.id)
    assert (job["canUndo"], job["etaSeconds"], job["set"], job["batch"]) == (True, None, None, None)
    by_id = {row["userId"]: row for row in await clipboard.rows(job_id)}
    assert {by_id[str(each)]["status"] for each in [*active, person.id]} == {"done"}
    assert by_id[str(inactive[0])]["status"] == "unchanged"
    assert by_id[str(clipboard.person.id)]["message"] == own
    assert (by_id[str(UNKNOWN)]["message"], by_id[str(UNKNOWN)]["fullName"]) == (NOT_FOUND, "")
    assert [row["status"] for row in await clipboard.rows(job_id, status="failed")] == ["failed"] * 2
    assert not any(state[0] for state in await states(clipboard, [*active, person.id]))
    assert await clipboard.value("SELECT end_reason FROM sessions WHERE id = $1", person.session_id) == "deactivated"
    entries = await clipboard.fetch(ENTRIES, "user_edited", [*active, *inactive, person.id])
    assert [entry["subject_id"] for entry in entries] == sorted([*active, person.id])
    assert all(entry["after"] == {"isActive": False} for entry in entries)
    assert {entry["actor_id"] for entry in entries} == {clipboard.person.id}


async def test_a_job_says_that_no_worker_runs_while_it_waits_for_one(
    clipboard: Clipboard, jobs: RecordingJobQueue
) -> None:
    jobs.has_worker = False
    job_id = await clipboard.start("deactivate", await clipboard.add_people(1))
    assert (await clipboard.read(job_id))["isWorkerAway"]
    assert "isWorkerAway" not in await clipboard.work(job_id)


async def test_people_get_a_profile_a_role_and_a_work_location(clipboard: Clipboard) -> None:
    trainees = await clipboard.add_people(2)
    mentors = await clipboard.add_people(1, name="mentor", profile=Profile.TRAINER, role="MENTOR")
    given = {"profile": "TRAINER", "role": "MENTOR", "workLocation": " Pune "}
    job_id = await clipboard.run("set", [*trainees, *mentors], set=given)
    assert await states(clipboard, [*trainees, *mentors]) == [(True, "TRAINER", "MENTOR", "Pune")] * 3
    job = await clipboard.read(job_id)
    not_given = dict.fromkeys(field.name for field in BULK_FIELDS)
    assert job["set"] == not_given | {"profile": "TRAINER", "role": "MENTOR", "workLocation": "Pune"}
    assert counts(job) == (3, 3, 3, 0, 0)
    entries = {row["subject_id"]: row["after"] for row in await clipboard.fetch(ENTRIES, "user_edited", mentors)}
    assert entries == {mentors[0]: {"workLocation": "Pune"}}, "what has changed of each"


async def test_a_role_that_does_not_fit_is_refused_by_person(clipboard: Clipboard) -> None:
    trainees = await clipboard.add_people(1)
    trainers = await clipboard.add_people(1, name="trainer", profile=Profile.TRAINER, role="FACULTY")
    given = {"role": "MENTOR"}
    assert await clipboard.preview("set", [*trainees, *trainers], set=given) == {
        "total": 2,
        "allowed": 1,
        "unchanged": 0,
        "refused": [{"reason": "The role Mentor does not fit the profile Trainee.", "count": 1}],
    }
    job = await clipboard.read(await clipboard.run("set", [*trainees, *trainers], set=given))
    assert counts(job) == (2, 2, 1, 0, 1)


async def test_people_are_deleted(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(3)
    job_id = await clipboard.run("delete", ids)
    assert await states(clipboard, ids) == []
    rows = await clipboard.rows(job_id)
    assert [row["email"] for row in rows] == [f"member{number}@example.org" for number in (1, 2, 3)]
    assert {row["status"] for row in rows} == {"done"}
    assert len(await clipboard.fetch(ENTRIES, "user_deleted", ids)) == 3
    assert (await clipboard.read(job_id))["undoUntil"] is None


async def test_people_are_activated_and_invited_if_they_never_were(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(2, is_active=False)
    invited = await clipboard.add_people(1, name="sent", is_active=False, invitation="failed")
    await clipboard.run("activate", [*ids, *invited])
    assert all(state[0] for state in await states(clipboard, [*ids, *invited]))
    sent = await clipboard.fetch("SELECT user_id FROM messages WHERE kind = 'invitation' ORDER BY user_id")
    assert [row["user_id"] for row in sent] == ids


async def test_people_are_invited_again(clipboard: Clipboard, sign_in: SignIn) -> None:
    """But those who have signed in, are inactive, wait already or were invited a moment ago."""
    signed_in = await sign_in(Profile.TRAINEE)
    await clipboard.execute("UPDATE users SET password_hash = 'x' WHERE id = $1", signed_in.id)
    new, failed = await clipboard.add_people(1), await clipboard.add_people(1, name="failed", invitation="failed")
    queued = await clipboard.add_people(1, name="queued", invitation="queued")
    away = await clipboard.add_people(1, name="away", is_active=False)
    recent = await clipboard.add_people(1, name="recent", invitation="sent")
    old = await clipboard.add_people(1, name="old", invitation="sent")
    life = "UPDATE users SET temporary_password_expires_at = now() + $2::interval WHERE id = ANY($1::uuid[])"
    await clipboard.execute(life.replace("$2", "'71 hours 55 minutes'"), recent)
    await clipboard.execute(life.replace("$2", "'2 hours'"), old)
    everyone = [*new, *failed, *queued, *away, *recent, *old, signed_in.id]
    preview = await clipboard.preview("invite", everyone)
    assert (preview["total"], preview["allowed"], preview["unchanged"]) == (7, 3, 1)
    job_id = await clipboard.run("invite", everyone)
    assert counts(await clipboard.read(job_id)) == (7, 7, 3, 1, 3)
    messages = await clipboard.messages(job_id)
    assert messages[HAS_SIGNED_IN] == messages[IS_INACTIVE] == 1
    sent = await clipboard.fetch("SELECT user_id FROM messages WHERE kind = 'invitation' ORDER BY user_id")
    assert [row["user_id"] for row in sent] == sorted([*new, *failed, *old])
    assert len(await clipboard.fetch(ENTRIES, "user_invited", everyone)) == 3


async def test_recipients_who_want_no_invitation_get_none(clipboard: Clipboard) -> None:
    """The others are invited; their number is not known before."""
    ids = await clipboard.add_people(3)
    async with clipboard.services.unit_of_work() as unit:
        mailbox = remembered_as("member2@example.org")
        await add_stop(unit.connection, company_id=clipboard.person.company.id, mailbox=mailbox)
    assert (await clipboard.preview("invite", ids))["allowed"] == 3
    job_id = await clipboard.run("invite", ids)
    assert counts(await clipboard.read(job_id)) == (3, 3, 2, 0, 1)
    assert (await clipboard.rows(job_id))[1]["message"] == STOPPED
    queued = await clipboard.fetch("SELECT user_id FROM messages WHERE kind = 'invitation' ORDER BY user_id")
    assert [row["user_id"] for row in queued] == [ids[0], ids[2]]
    states_now = await clipboard.fetch("SELECT invitation FROM users WHERE id = ANY($1::uuid[]) ORDER BY id", ids)
    assert [row["invitation"] for row in states_now] == ["queued", "none", "queued"]


async def test_people_are_signed_out_everywhere(clipboard: Clipboard, sign_in: SignIn) -> None:
    person, other = await sign_in(Profile.TRAINER), await sign_in(Profile.TRAINEE)
    [absent] = await clipboard.add_people(1)
    job_id = await clipboard.run("sign-out", [person.id, other.id, absent, clipboard.person.id])
    assert counts(await clipboard.read(job_id)) == (4, 4, 2, 1, 1)
    assert OWN_SESSIONS in await clipboard.messages(job_id)
    ended = await clipboard.fetch("SELECT id FROM sessions WHERE ended_at IS NOT NULL")
    assert {row["id"] for row in ended} == {person.session_id, other.session_id}
    entries = await clipboard.fetch(ENTRIES, "session_revoked", [person.id])
    assert [entry["after"] for entry in entries] == [{"sessions": [str(person.session_id)]}]


async def test_people_are_put_into_a_batch_and_taken_out(clipboard: Clipboard, shelf: Shelf) -> None:
    ids, batch_id = await clipboard.add_people(4), await shelf.make("July 2026")
    await shelf.put_in(batch_id, ids[:1])
    job = await clipboard.read(await clipboard.run("add-to-batch", ids, batchId=str(batch_id)))
    assert (counts(job), job["batch"]) == ((4, 4, 3, 1, 0), {"id": str(batch_id), "name": "July 2026"})
    assert (await shelf.figures(batch_id))[0] == 4
    entries = await clipboard.fetch(ENTRIES, "user_added_to_batch", ids)
    assert [(entry["subject_id"], entry["after"]) for entry in entries] == [
        (each, {"batch": "July 2026"}) for each in ids[1:]
    ]
    begun = await clipboard.value("SELECT after FROM audit_entries WHERE action = 'bulk_started'")
    assert begun == {"action": "add-to-batch", "people": 4, "batch": "July 2026"}
    out = await clipboard.read(await clipboard.run("remove-from-batch", ids[:2], batchId=str(batch_id)))
    assert counts(out) == (2, 2, 2, 0, 0)
    left = await clipboard.fetch(ENTRIES, "user_removed_from_batch", ids)
    assert [(entry["subject_id"], entry["after"]) for entry in left] == [(each, {"batch": None}) for each in ids[:2]]
    assert await clipboard.fetch(ENTRIES, "user_edited", ids) == []
    assert (await shelf.figures(batch_id))[0] == 2


async def test_the_trail_lists_a_job_once_and_its_people_where_they_are_looked_for(clipboard: Clipboard) -> None:
    """The export has every entry."""
    browser, ids = clipboard.browser, await clipboard.add_people(2)
    job_id = await clipboard.run("deactivate", ids)

    async def listed(**query: str) -> list[tuple[str, str]]:
        trail = (await browser.get("audit", query=query)).body
        entries = [(each["action"], each["subjectId"]) for each in trail["data"]]
        assert trail["total"] == len(entries)
        return entries

    job, people = ("bulk_started", str(job_id)), {("user_edited", str(each)) for each in ids}
    assert await listed() == [job]
    assert [each["action"] for each in (await browser.get("users/summary")).body["recent"]] == ["bulk_started"]
    assert set(await listed(action="user_edited")) == set(await listed(search="member")) == people
    assert await listed(subject=str(ids[0])) == [("user_edited", str(ids[0]))]
    file = await browser.client.get("/api/v1/audit.csv", headers=clipboard.person.headers)
    assert (await file.get_data(as_text=True)).count("Person edited") == 2


async def test_all_who_match_a_filter_are_selected(clipboard: Clipboard) -> None:
    ids = await clipboard.add_people(3)
    await clipboard.add_people(2, name="other", profile=Profile.PLACEMENT, role="EMPLOYEE")
    matching = {"profile": "TRAINEE", "search": "member", "sort": "fullName"}
    assert (await clipboard.preview("deactivate", matching))["allowed"] == 3
    job_id = await clipboard.start("deactivate", matching)
    assert [row["userId"] for row in await clipboard.rows(job_id)] == [str(each) for each in ids]
    late = await clipboard.add_people(1, name="memberlate")
    assert counts(await clipboard.work(job_id)) == (3, 3, 3, 0, 0)
    assert (await states(clipboard, late))[0][0], "who matches later is not selected"


async def test_the_people_of_a_batch_are_selected_and_moved_to_the_next(clipboard: Clipboard, shelf: Shelf) -> None:
    """A filter by one batch does not mix with the batch that the action is about, nor a location with the new one."""
    ids, july, october = await clipboard.add_people(3), await shelf.make("July"), await shelf.make("October")
    await shelf.put_in(july, ids[:2])
    of_july = {"batch": str(july), "workLocation": "Kochi", "status": "active"}
    assert (await clipboard.preview("add-to-batch", of_july, batchId=str(october)))["allowed"] == 2
    await clipboard.run("add-to-batch", of_july, batchId=str(october))
    await clipboard.run("set", of_july, set={"workLocation": "Pune"})
    assert (await clipboard.preview("remove-from-batch", of_july, batchId=str(july)))["total"] == 0
    await clipboard.run("remove-from-batch", {"batch": str(october)}, batchId=str(july))
    assert [(await shelf.figures(each))[0] for each in (july, october)] == [0, 2]
    assert [state[3] for state in await states(clipboard, ids)] == ["Pune", "Pune", "Kochi"]


@pytest.mark.parametrize(
    ("profile", "allowed"), [(Profile.SUPER_ADMIN, 5), (Profile.ADMIN, 3), (Profile.MANAGEMENT, 2)]
)
async def test_the_matrix_decides_person_by_person(
    clipboards: Clipboards, sign_in: SignIn, profile: Profile, allowed: int
) -> None:
    clipboard = clipboards.of(await sign_in(profile))
    ids = [
        (await sign_in(each)).id
        for each in (Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE, None)
    ]
    preview = await clipboard.preview("sign-out", ids)
    assert preview["allowed"] == allowed
    above = {Profile.ADMIN: ["Admin", "Super Admin"], Profile.MANAGEMENT: ["Admin", "Management", "Super Admin"]}
    reasons = [f"You may not log out people with the profile {each}." for each in above.get(profile, [])]
    assert preview["refused"] == [{"reason": reason, "count": 1} for reason in reasons]
    job_id = await clipboard.run("sign-out", ids)
    assert counts(await clipboard.read(job_id)) == (5, 5, allowed, 0, 5 - allowed)
    failed = await clipboard.rows(job_id, status="failed")
    assert sorted(row["message"] for row in failed) == reasons, "a row has the sentence of the dry run"
