"""S57: a job on many people may do no more than single calls, and shows nothing of other companies."""

from typing import Any, Final
from uuid import uuid4

import pytest

from server.people.account.errors import LastSuperAdminError, SelfForbiddenError
from server.people.bulk.control_job import NOTHING_SELECTED
from server.people.bulk.read_job import BULK_PROGRESS, BULK_SUMMARY, EDITORS, JOB
from server.people.bulk.rules import NO_LONGER_ALLOWED, NOT_FOUND
from server.vocabulary.profiles import ADMIN_RULE, MANAGEMENT_RULE, Profile
from tests.fixtures.batch_calls import Shelves
from tests.fixtures.bulk_calls import Clipboard, Clipboards, Stranger
from tests.fixtures.live_server import LiveServer
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.socket_client import open_socket

ORDERS: Final[dict[str, dict[str, Any]]] = {
    "set": {"set": {"workLocation": "Pune"}},
    "activate": {},
    "deactivate": {},
    "invite": {},
    "sign-out": {},
}
VERBS: Final = {"invite": "invite", "sign-out": "log out", "add-to-batch": "change the batches of"}
EVERYONE: Final = "SELECT id, profile, role, is_active, version, invitation, work_location FROM users ORDER BY id"


async def everyone(clipboard: Clipboard) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in await clipboard.fetch(EVERYONE)]


@pytest.mark.security("S57")
@pytest.mark.parametrize("action", [*ORDERS, "delete"])
async def test_ids_of_another_company_count_as_not_found(clipboard: Clipboard, stranger: Stranger, action: str) -> None:
    """They are answered like ids that no account has, by the dry run, by the job and by its rows."""
    theirs = await (await stranger()).add_people(2, name="theirs", is_active=action != "activate")
    own = await clipboard.add_people(1, is_active=action != "activate")
    before = await everyone(clipboard)
    order = ORDERS.get(action, {})
    previews = [await clipboard.preview(action, [*own, *others], **order) for others in (theirs, [uuid4(), uuid4()])]
    assert previews[0] == previews[1]
    assert {"reason": NOT_FOUND, "count": 2} in previews[0]["refused"]
    job_id = await clipboard.run(action, [*own, *theirs], **order)
    rows = {row["userId"]: row for row in await clipboard.rows(job_id)}
    for each in theirs:
        row = rows[str(each)]
        assert (row["fullName"], row["email"], row["status"], row["message"]) == ("", "", "failed", NOT_FOUND)
    after = await everyone(clipboard)
    assert [row for row in after if row[0] in theirs] == [row for row in before if row[0] in theirs]
    answer = await clipboard.send(action, theirs, **order)
    assert (answer.status, answer.body["errors"]) == (422, {"select": NOTHING_SELECTED})


@pytest.mark.security("S57")
async def test_a_filter_finds_no_one_of_another_company(
    clipboard: Clipboard, stranger: Stranger, shelves: Shelves
) -> None:
    other = await stranger()
    theirs = await other.add_people(3, name="theirs")
    batch_id = await shelves.of(other.person).make()
    await shelves.of(other.person).put_in(batch_id, theirs)
    for people in ({"search": "theirs"}, {"batch": str(batch_id)}, {"workLocation": "Kochi"}):
        assert (await clipboard.preview("sign-out", people))["total"] == 0
    assert (await clipboard.preview("sign-out", {}))["total"] == 1
    for dry_run in (True, False):
        foreign = await clipboard.send("add-to-batch", [clipboard.person.id], batchId=str(batch_id), dryRun=dry_run)
        unknown = await clipboard.send("add-to-batch", [clipboard.person.id], batchId=str(uuid4()), dryRun=dry_run)
        assert (foreign.status, foreign.body) == (unknown.status, unknown.body)
        assert foreign.status == 404


@pytest.mark.security("S57")
@pytest.mark.parametrize(
    ("profile", "given", "rule"),
    [
        (Profile.MANAGEMENT, {"profile": "ADMIN", "role": "HR"}, MANAGEMENT_RULE),
        (Profile.ADMIN, {"profile": "SUPER_ADMIN", "role": "ADMIN"}, ADMIN_RULE),
    ],
)
async def test_no_profile_above_one_s_own_is_given(
    clipboards: Clipboards, sign_in: SignIn, profile: Profile, given: dict[str, str], rule: str
) -> None:
    clipboard = clipboards.of(await sign_in(profile))
    ids = await clipboard.add_people(2)
    for dry_run in (True, False):
        answer = await clipboard.send("set", ids, set=given, dryRun=dry_run)
        assert (answer.status, answer.body["message"]) == (403, rule)


@pytest.mark.security("S57")
@pytest.mark.parametrize("action", [*ORDERS, "add-to-batch"])
async def test_people_above_one_s_own_profile_stay_as_they_are(
    clipboards: Clipboards, sign_in: SignIn, shelves: Shelves, clipboard: Clipboard, action: str
) -> None:
    management = clipboards.of(await sign_in(Profile.MANAGEMENT))
    above = [(await sign_in(each)).id for each in (Profile.SUPER_ADMIN, Profile.ADMIN, Profile.MANAGEMENT)]
    if action == "activate":
        await clipboard.execute("UPDATE users SET is_active = false WHERE id = ANY($1::uuid[])", above)
    order = dict(ORDERS.get(action, {}))
    if action == "add-to-batch":
        order = {"batchId": str(await shelves.of(management.person).make())}
    before = await everyone(clipboard)
    job_id = await management.run(action, above, **order)
    kept = "You may not {} people with the profile {}."
    verb = VERBS.get(action, "change")
    assert await management.messages(job_id) == {
        kept.format(verb, name): 1 for name in ("Super Admin", "Admin", "Management")
    }
    assert await everyone(clipboard) == before
    assert await clipboard.value("SELECT count(*) FROM batch_members") == 0
    assert await clipboard.value("SELECT count(*) FROM sessions WHERE ended_at IS NOT NULL") == 0


@pytest.mark.security("S57")
@pytest.mark.parametrize("profile", [Profile.ADMIN, Profile.MANAGEMENT])
async def test_only_super_admins_delete(clipboards: Clipboards, sign_in: SignIn, profile: Profile) -> None:
    clipboard = clipboards.of(await sign_in(profile))
    ids = await clipboard.add_people(1)
    for dry_run in (True, False):
        assert (await clipboard.send("delete", ids, dryRun=dry_run)).status == 403


@pytest.mark.security("S57")
@pytest.mark.parametrize("profile", [Profile.TRAINER, Profile.TRAINEE, None])
async def test_profiles_that_manage_no_one_reach_no_job(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn, profile: Profile | None
) -> None:
    other = clipboards.of(await sign_in(profile))
    job_id = await clipboard.start("sign-out", [other.person.id])
    assert (await other.send("sign-out", [other.person.id])).status == 403
    for path in (f"users/bulk/{job_id}", f"users/bulk/{job_id}/rows", f"users/bulk/{job_id}/results.csv", "users/bulk"):
        assert (await other.browser.get(path)).status == 403
    for verb in ("cancel", "undo"):
        assert (await other.ask(verb, job_id)).status == 403


@pytest.mark.security("S57")
@pytest.mark.parametrize("action", ["deactivate", "delete", "set"])
async def test_one_s_own_account_is_refused(clipboard: Clipboard, action: str) -> None:
    order = {"set": {"workLocation": "Pune"}} if action == "set" else {}
    job_id = await clipboard.run(action, [clipboard.person.id], **order)
    assert await clipboard.messages(job_id) == {SelfForbiddenError.message: 1}


@pytest.mark.security("S57")
@pytest.mark.parametrize("action", ["deactivate", "delete", "set"])
async def test_two_super_admins_cannot_leave_the_company_without_one(
    clipboards: Clipboards, sign_in: SignIn, action: str
) -> None:
    """Each deactivates, deletes or demotes the other at the same time: at least one stays.

    Who is demoted first is an administrator when the own job comes to its turn, and may not change the other.
    """
    one, two = clipboards.of(await sign_in()), clipboards.of(await sign_in())
    order = {"set": {"profile": "ADMIN", "role": "HR"}} if action == "set" else {}
    first, second = await one.start(action, [two.person.id], **order), await two.start(action, [one.person.id], **order)
    await one.work_together(first, second)
    left = "SELECT count(*) FROM users WHERE profile = 'SUPER_ADMIN' AND is_active"
    assert await one.value(left) >= 1
    messages = await one.fetch("SELECT message FROM bulk_rows WHERE status = 'failed'")
    demoted = "You may not change people with the profile Super Admin."
    assert {row["message"] for row in messages} <= {NO_LONGER_ALLOWED, LastSuperAdminError.message, demoted}


@pytest.mark.security("S57")
@pytest.mark.parametrize("change", ["is_active = false", "profile = 'TRAINER', role = 'MENTOR'"])
async def test_the_rest_of_a_job_fails_once_its_starter_has_lost_the_right(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn, change: str
) -> None:
    admin = clipboards.of(await sign_in(Profile.ADMIN))
    ids = await admin.add_people(4)
    job_id = await admin.start("deactivate", ids)
    await admin.cut(job_id, rows=2)
    assert await admin.do_chunk(job_id)
    await clipboard.execute(f"UPDATE users SET {change} WHERE id = $1", admin.person.id)  # noqa: S608 - constants
    job = await clipboard.work(job_id)
    assert (job["state"], job["done"], job["failed"]) == ("completed", 2, 2)
    assert await clipboard.messages(job_id) == {None: 2, NO_LONGER_ALLOWED: 2}
    assert [row[3] for row in await everyone(clipboard) if row[0] in ids] == [False, False, True, True]


@pytest.mark.security("S57")
async def test_a_starter_who_was_demoted_a_little_does_what_is_left_of_the_right(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    admin = clipboards.of(await sign_in(Profile.ADMIN))
    trainer, trainee = (await sign_in(Profile.TRAINER)).id, (await sign_in(Profile.TRAINEE)).id
    job_id = await admin.start("deactivate", [trainer, trainee])
    management = "UPDATE users SET profile = 'MANAGEMENT', role = 'HR' WHERE id = $1"
    await clipboard.execute(management, admin.person.id)
    await clipboard.work(job_id)
    assert await clipboard.messages(job_id) == {
        "You may not change people with the profile Trainer.": 1,
        None: 1,
    }


@pytest.mark.security("S57")
async def test_a_job_is_cancelled_by_its_starter_or_by_those_who_may_give_as_much(
    clipboards: Clipboards, clipboard: Clipboard, sign_in: SignIn
) -> None:
    admin, management = clipboards.of(await sign_in(Profile.ADMIN)), clipboards.of(await sign_in(Profile.MANAGEMENT))
    ids = await clipboard.add_people(1)
    of_admin = await admin.start("sign-out", ids)
    assert (await management.ask("cancel", of_admin)).status == 403
    assert (await clipboard.ask("cancel", of_admin)).body["state"] == "cancelled"
    assert (await clipboard.ask("cancel", of_admin)).status == 200
    assert (await clipboard.work(of_admin))["processed"] == 0


@pytest.mark.security("S57")
async def test_events_reach_those_who_may_edit_users_of_the_company(
    clipboard: Clipboard, publisher: RecordingPublisher
) -> None:
    job_id = await clipboard.run("deactivate", await clipboard.add_people(2))
    await clipboard.services.database.settle()
    rooms = {each.event.name: each.room for each in publisher.published if each.event in {BULK_PROGRESS, BULK_SUMMARY}}
    assert rooms == {"bulk:progress": JOB.of(job_id), "bulk:summary": EDITORS.of(clipboard.person.company.id)}


@pytest.mark.security("S57")
async def test_a_socket_watches_jobs_of_its_own_company_alone(
    server: LiveServer, clipboards: Clipboards, stranger: Stranger, sign_in: SignIn
) -> None:
    boss, trainee = await sign_in(), await sign_in(Profile.TRAINEE)
    own = await clipboards.of(boss).start("sign-out", [trainee.id])
    other = await stranger()
    foreign = await other.start("sign-out", await other.add_people(1, name="theirs"))
    async with (
        open_socket(server.url, {"token": boss.token}) as inside,
        open_socket(server.url, {"token": trainee.token}) as below,
    ):
        assert (await inside.ask("bulk:watch", {"bulkId": str(foreign)}))["code"] == "not_found"
        assert (await below.ask("bulk:watch", {"bulkId": str(own)}))["code"] == "forbidden"
        watched = await inside.ask("bulk:watch", {"bulkId": str(own)})
        assert (watched["ok"], watched["snapshot"]["id"]) == (True, str(own))
        assert (await inside.ask("bulk:watch", {"bulkId": "x"}))["code"] == "validation_failed"
        assert (await inside.ask("bulk:unwatch", {"bulkId": str(own)}))["ok"]
