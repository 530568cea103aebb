"""S131: two accounts are merged by who may edit and delete both; for a day it is undone whole."""

import asyncio
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from structlog.testing import capture_logs

from server.people.duplicates.find_duplicates import compare_people
from server.people.duplicates.merge_repository import MOST_LISTED
from server.people.duplicates.merge_users import end_merges
from server.platform.services import Services
from server.vocabulary.profiles import Profile
from tests.fixtures.accounts import Account, add_account
from tests.fixtures.bulk_calls import Clipboard
from tests.fixtures.import_files import people
from tests.fixtures.imports import Office
from tests.fixtures.passkey_calls import add_passkey, log_in
from tests.fixtures.people import AddCompany, Person, SignIn
from tests.fixtures.services import RecordingJobQueue
from tests.fixtures.sign_in import Answer, Browser, execute, fetch_value
from tests.fixtures.user_calls import Desk, Desks

PROVED: Final = "UPDATE sessions SET verified_at = now() WHERE id = $1"
A_DAY: Final = "UPDATE merges SET merged_at = merged_at - interval '25 hours'"
STILL_OPEN: Final = "One of these people was merged within the last day. Undo that first, or wait until it has passed"


@pytest.fixture
async def boss(desk: Desk) -> Desk:
    """With a fresh proof."""
    await execute(desk.services, PROVED, desk.person.session_id)
    return desk


async def add(boss: Desk, full_name: str = "Rajeshwari Devi", **columns: Any) -> Account:
    columns = {"profile": Profile.TRAINEE, **columns}
    return await add_account(boss.services.database, boss.person.company, full_name=full_name, **columns)


async def merge(desk: Desk, survivor: UUID, merged: UUID, *take: str, **changes: Any) -> Answer:
    versions = [
        await fetch_value(desk.services, "SELECT version FROM users WHERE id = $1", each) for each in (survivor, merged)
    ]
    form = {"mergedId": str(merged), "take": list(take), "version": versions[0] or 1, "mergedVersion": versions[1] or 1}
    return await desk.browser.post(f"users/{survivor}/merge", json=form | changes)


async def undo(desk: Desk, *, earlier: int = 0) -> Answer:
    """Undo the last merge, or one of the `earlier` ones."""
    merge_id = await fetch_value(desk.services, "SELECT id FROM merges ORDER BY id DESC OFFSET $1 LIMIT 1", earlier)
    return await desk.browser.post(f"users/merges/{merge_id}/undo")


async def add_to_batch(boss: Desk, name: str, *user_ids: UUID) -> UUID:
    batch_id: UUID = await fetch_value(
        boss.services,
        "INSERT INTO batches (company_id, name, folded_name) VALUES ($1, $2, $2) RETURNING id",
        boss.person.company.id,
        name,
    )
    for user_id in user_ids:
        await execute(
            boss.services,
            "INSERT INTO batch_members (company_id, batch_id, user_id) VALUES ($1, $2, $3)",
            boss.person.company.id,
            batch_id,
            user_id,
        )
    return batch_id


async def batches_of(boss: Desk, user_id: UUID) -> list[str]:
    record = (await boss.browser.get(f"users/{user_id}")).body
    return [batch["name"] for batch in record["batches"]]


async def test_the_survivor_takes_what_was_chosen_and_the_batches_and_an_undo_gives_all_back(boss: Desk) -> None:
    survivor = await add(boss, work_location="Pune", code=None)
    merged = await add(boss, "राजेश्वरी", work_location="Kochi", gender="FEMALE", code="R-7")
    await add_to_batch(boss, "july", merged.id)
    await add_to_batch(boss, "june", survivor.id, merged.id)
    before = [(await boss.browser.get(f"users/{each.id}")).body for each in (survivor, merged)]

    done = await merge(boss, survivor.id, merged.id, "workLocation", "code", "gender")

    assert done.status == 200, done.body
    kept = {name: done.body[name] for name in ("fullName", "email", "phone", "workLocation", "code", "gender")}
    assert kept == {
        "fullName": survivor.full_name,
        "email": survivor.email,
        "phone": survivor.phone,
        "workLocation": "Kochi",
        "code": "R-7",
        "gender": "FEMALE",
    }
    gone = (await boss.browser.get(f"users/{merged.id}")).body
    assert (gone["isActive"], gone["code"], gone["email"]) == (False, None, merged.email)
    assert await batches_of(boss, survivor.id) == ["july", "june"]
    assert await batches_of(boss, merged.id) == []
    [listed] = (await boss.browser.get("users/merges")).body["merges"]
    assert (listed["survivor"]["id"], listed["merged"]["fullName"]) == (str(survivor.id), "राजेश्वरी")

    assert (await undo(boss)).status == 200
    after = [(await boss.browser.get(f"users/{each.id}")).body for each in (survivor, merged)]
    assert [each | {"version": 0} for each in after] == [each | {"version": 0} for each in before]
    assert (await boss.browser.get("users/merges")).body["merges"] == []
    assert (await undo(boss)).status == 404


async def test_an_undo_leaves_what_was_changed_since(boss: Desk) -> None:
    survivor, merged = await add(boss, work_location="Pune"), await add(boss, work_location="Kochi")
    assert (await merge(boss, survivor.id, merged.id, "workLocation", "fullName")).status == 200
    assert (await boss.edit(survivor.id, workLocation="Delhi")).status == 200

    assert (await undo(boss)).body["workLocation"] == "Delhi"


async def test_both_histories_are_the_survivor_s_and_both_are_audited(boss: Desk) -> None:
    survivor, merged = await add(boss), await add(boss)
    assert (await boss.edit(merged.id, workLocation="Kochi")).status == 200
    assert (await merge(boss, survivor.id, merged.id)).status == 200
    for action, entries in (("user_merged", 2), ("user_unmerged", 2)):
        if action == "user_unmerged":
            assert (await undo(boss)).status == 200
        query = "SELECT count(*) FROM audit_entries WHERE action = $1 AND subject_id = ANY($2::uuid[])"
        assert await fetch_value(boss.services, query, action, [survivor.id, merged.id]) == entries
        trail = (await boss.browser.get("audit", query={"subject": str(survivor.id)})).body["data"]
        edited = [entry for entry in trail if entry["subjectId"] == str(merged.id) and entry["action"] == "user_edited"]
        assert bool(edited) is (action == "user_merged")


@pytest.mark.security("S131")
async def test_a_passkey_and_a_link_to_a_provider_open_no_survivor_and_come_back_by_an_undo(
    boss: Desk, desks: Desks, sign_in: SignIn
) -> None:
    """The survivor's credentials alone count: those of the merged account stay with it, and open nothing."""
    company = boss.person.company
    survivor: Person = await sign_in(Profile.TRAINEE, company=company)
    merged: Person = await sign_in(Profile.TRAINEE, company=company)
    await execute(boss.services, PROVED, merged.session_id)
    browser = desks.of(merged).browser
    passkey = await add_passkey(browser)
    connection_id = await fetch_value(
        boss.services,
        "INSERT INTO sso_connections (company_id, name, issuer, client_id, create_people, enabled)"
        " VALUES ($1, 'Idp', 'https://idp.example', 'client', false, true) RETURNING id",
        company.id,
    )
    await execute(
        boss.services,
        "INSERT INTO sso_identities (company_id, connection_id, user_id, issuer, subject)"
        " VALUES ($1, $2, $3, 'https://idp.example', 'subject')",
        *(company.id, connection_id, merged.id),
    )
    await execute(boss.services, "UPDATE users SET email_verified_at = now() WHERE id = $1", merged.id)

    assert (await merge(boss, survivor.id, merged.id)).status == 200

    assert (await browser.get("users/profile")).status == 401
    assert (await desks.of(survivor).browser.get("users/profile")).status == 200
    stranger = Browser(app=boss.app, services=boss.services)
    assert (await log_in(stranger, passkey)).status in {401, 403}
    owners = "SELECT array_agg(DISTINCT user_id) FROM {} WHERE company_id = $1"
    for table in ("factors", "sso_identities"):
        assert await fetch_value(boss.services, owners.format(table), company.id) == [merged.id], table

    assert (await undo(boss)).status == 200
    assert (await log_in(stranger, passkey)).status == 200


@pytest.mark.security("S131")
async def test_who_may_not_edit_and_delete_both_merges_and_undoes_nothing(
    boss: Desk, desks: Desks, sign_in: SignIn, add_company: AddCompany
) -> None:
    company, (first, second) = boss.person.company, (await add(boss), await add(boss))
    for profile in (Profile.ADMIN, Profile.MANAGEMENT, Profile.TRAINEE):
        person = await sign_in(profile, company=company)
        await execute(boss.services, PROVED, person.session_id)
        assert (await merge(desks.of(person), first.id, second.id)).status == 403

    own = await merge(boss, boss.person.id, first.id)
    assert (own.status, (await merge(boss, first.id, boss.person.id)).status) == (403, 403)

    other = await sign_in(Profile.SUPER_ADMIN, company=await add_company())
    await execute(boss.services, PROVED, other.session_id)
    assert (await merge(desks.of(other), first.id, second.id)).status == 404
    assert (await merge(boss, first.id, other.id)).status == 404
    assert (await merge(boss, first.id, uuid4())).status == 404

    assert (await merge(boss, first.id, second.id)).status == 200
    assert (await undo(desks.of(other))).status == 404
    assert (await undo(desks.of(await sign_in(Profile.ADMIN, company=company)))).status == 403
    assert (await desks.of(other).browser.get("users/merges")).body["merges"] == []


@pytest.mark.security("S131")
async def test_no_one_gains_a_position_by_a_merge_and_a_proof_is_asked_for(desk: Desk) -> None:
    survivor, merged = await add(desk), await add(desk, profile=Profile.ADMIN)
    await execute(desk.services, "UPDATE sessions SET verified_at = now() - interval '1 hour'")
    assert (await merge(desk, survivor.id, merged.id)).code == "step_up_required"
    await execute(desk.services, PROVED, desk.person.session_id)
    for field in ("profile", "role", "email", "isActive", "id"):
        assert (await merge(desk, survivor.id, merged.id, field)).status == 422, field
    assert (await merge(desk, survivor.id, survivor.id)).status == 422
    done = await merge(desk, survivor.id, merged.id, "fullName", "phone", "dateOfBirth")
    assert (done.status, done.body["profile"], done.body["email"]) == (200, "TRAINEE", survivor.email)


async def test_what_was_changed_since_it_was_shown_is_a_conflict(boss: Desk) -> None:
    survivor, merged = await add(boss), await add(boss)
    for each in (survivor, merged):
        assert (await boss.edit(each.id, workLocation="Kochi")).status == 200
    for stale in ({"version": 1}, {"mergedVersion": 1}, {"version": 9}, {"mergedVersion": 9}):
        answer = await merge(boss, survivor.id, merged.id, **stale)
        assert (answer.status, answer.code) == (409, "edit_conflict")


async def test_a_merge_that_is_open_is_undone_before_another(boss: Desk) -> None:
    first, second, third = await add(boss), await add(boss), await add(boss)
    assert (await merge(boss, first.id, second.id)).status == 200
    for pair in ((third.id, first.id), (third.id, second.id), (second.id, third.id)):
        answer = await merge(boss, *pair)
        assert (answer.status, answer.body["message"]) == (409, STILL_OPEN)
    assert (await merge(boss, first.id, third.id)).status == 200


@pytest.mark.security("S131")
async def test_of_two_merges_into_one_account_the_later_is_undone_first(boss: Desk) -> None:
    """Else the survivor keeps what one had of the other, and a code that both have had comes back to neither."""
    survivor = await add(boss, code=None, work_location="Pune")
    first = await add(boss, code="R-1", work_location="Kochi")
    second = await add(boss, code="R-2", work_location="Goa")
    for merged in (first, second):
        assert (await merge(boss, survivor.id, merged.id, "code", "workLocation")).status == 200

    refused = await undo(boss, earlier=1)
    assert (refused.status, refused.body["message"]) == (409, STILL_OPEN)
    assert [(await undo(boss)).status for _ in range(2)] == [200, 200]

    people = [(await boss.browser.get(f"users/{each.id}")).body for each in (survivor, first, second)]
    restored = [(each["code"], each["workLocation"]) for each in people]
    assert restored == [
        (None, "Pune"),
        ("R-1", "Kochi"),
        ("R-2", "Goa"),
    ]


@pytest.mark.security("S131")
async def test_a_merge_whose_account_was_deleted_is_open_no_longer(boss: Desk) -> None:
    survivor, first, second, third = [await add(boss) for _ in range(4)]
    for merged in (first, second):
        assert (await merge(boss, survivor.id, merged.id)).status == 200
    assert (await boss.delete(second.id)).status == 200

    [listed] = (await boss.browser.get("users/merges")).body["merges"]
    assert listed["merged"]["id"] == str(first.id)
    assert (await undo(boss)).status == 409
    assert (await undo(boss, earlier=1)).status == 200
    assert (await merge(boss, third.id, survivor.id)).status == 200


@pytest.mark.security("S131")
async def test_an_answer_has_so_many_merges_that_it_stays_short(boss: Desk, services: Services) -> None:
    survivor, merged = await add(boss), await add(boss)
    assert (await merge(boss, survivor.id, merged.id)).status == 200
    await execute(
        services,
        """
        WITH people AS (
            INSERT INTO users (company_id, full_name, role, profile, email, phone, work_location)
            SELECT company_id, 'Asha Rao', 'TRAINEE', 'TRAINEE', n || '@crowd.example', '+919812345678', 'Pune'
              FROM merges, generate_series(1, $1::int) n
            RETURNING id)
        INSERT INTO merges (company_id, survivor_id, merged_id, contacts, changes)
        SELECT company_id, survivor_id, people.id, contacts, changes FROM merges, people
        """,
        MOST_LISTED,
    )
    assert len((await boss.browser.get("users/merges")).body["merges"]) == MOST_LISTED


async def test_a_merged_account_is_no_duplicate_and_is_deleted_after_a_day(boss: Desk, services: Services) -> None:
    phone = "+919812345678"
    survivor, merged = await add(boss, phone=phone), await add(boss, phone=phone)
    await compare_people(services, company_id=boss.person.company.id)
    assert len((await boss.browser.get("users/duplicates")).body["pairs"]) == 1
    assert (await merge(boss, survivor.id, merged.id)).status == 200
    assert (await boss.browser.get("users/duplicates")).body["pairs"] == []
    found = await boss.browser.post("users/duplicates", json={"fullName": survivor.full_name, "phone": phone})
    assert [each["id"] for each in found.body["duplicates"]] == [str(survivor.id)]
    await end_merges(services)
    assert (await boss.browser.get(f"users/{merged.id}")).status == 200

    await execute(services, A_DAY)
    assert (await undo(boss)).status == 409
    await end_merges(services)

    assert (await boss.browser.get(f"users/{merged.id}")).status == 404
    assert (await boss.browser.get(f"users/{survivor.id}")).status == 200
    assert await fetch_value(services, "SELECT changes FROM merges") is None
    trail = (await boss.browser.get("audit", query={"subject": str(survivor.id)})).body["data"]
    assert {entry["action"] for entry in trail if entry["subjectId"] == str(merged.id)} >= {"user_deleted"}

    # Where the survivor is merged in its turn, the accounts merged into it are those of the next one.
    heir = await add(boss)
    assert (await merge(boss, heir.id, survivor.id)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)
    exported = await boss.browser.get(f"users/{heir.id}/data.json")
    assert {each["email"] for each in exported.body["merges"]} == {survivor.email, merged.email}


@pytest.mark.parametrize("changes", [{"isActive": True}, {"workLocation": "Kochi"}])
async def test_an_account_that_was_changed_since_stays_and_can_be_merged_again(
    boss: Desk, services: Services, changes: dict[str, Any]
) -> None:
    survivor, merged = await add(boss), await add(boss)
    assert (await merge(boss, survivor.id, merged.id)).status == 200
    assert (await boss.edit(merged.id, **changes)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)
    kept = (await boss.browser.get(f"users/{merged.id}")).body
    assert kept == kept | changes
    # An active one is a person of its own, whose history is not the survivor's.
    query = "SELECT count(*) FROM merges"
    assert await fetch_value(services, query) == (0 if kept["isActive"] else 1)

    assert (await merge(boss, survivor.id, merged.id)).status == 200
    assert await fetch_value(services, query) == 1
    assert (await undo(boss)).status == 200


async def test_a_merged_account_is_deleted_after_its_day_also_where_the_survivor_was_deleted(
    boss: Desk, services: Services
) -> None:
    """Else an inactive account of a deleted person would stay, unnoticed and for ever."""
    survivor, earlier, merged, kept, other = [await add(boss) for _ in range(5)]
    assert (await merge(boss, survivor.id, earlier.id)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)
    for each in (merged, kept):
        assert (await merge(boss, survivor.id, each.id)).status == 200
    assert (await boss.delete(survivor.id)).status == 200

    assert (await undo(boss)).status == 409
    assert (await boss.browser.get("users/merges")).body["merges"] == []
    await end_merges(services)
    assert (await boss.browser.get(f"users/{merged.id}")).status == 200
    assert (await boss.edit(kept.id, isActive=True)).status == 200
    await execute(services, A_DAY)
    await end_merges(services)

    assert (await boss.browser.get(f"users/{merged.id}")).status == 404
    assert await fetch_value(services, "SELECT count(*) FROM merges") == 0
    assert (await merge(boss, other.id, kept.id)).status == 200


async def test_a_merge_that_cannot_be_ended_holds_up_no_other(boss: Desk, services: Services) -> None:
    survivor, broken, whole, merged = [await add(boss) for _ in range(4)]
    assert (await merge(boss, survivor.id, broken.id)).status == 200
    assert (await merge(boss, whole.id, merged.id)).status == 200
    # What is stored of the first is none of ours.
    await execute(services, "UPDATE merges SET changes = '{}' WHERE merged_id = $1", broken.id)
    await execute(services, A_DAY)
    with capture_logs() as logs:
        await end_merges(services)
    assert [(each["event"], each["merged_id"]) for each in logs if each["log_level"] == "error"] == [
        ("merge_not_ended", str(broken.id))
    ]
    assert (await boss.browser.get(f"users/{merged.id}")).status == 404
    assert (await boss.browser.get(f"users/{broken.id}")).status == 200


async def test_the_undo_of_an_import_leaves_a_survivor(boss: Desk, services: Services, jobs: RecordingJobQueue) -> None:
    """Both accounts of the person would be gone, though nothing was taken from the merged one."""
    office = Office(services=services, jobs=jobs, person=boss.person)
    import_id = await office.begin(*people(2))
    await office.work(import_id)
    survivor = await fetch_value(services, "SELECT id FROM users WHERE email = 'imported1@example.org'")
    assert (await merge(boss, survivor, (await add(boss)).id)).status == 200
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 1
    assert (await undo(boss)).status == 200


async def test_the_undo_of_a_job_brings_no_merged_account_back(boss: Desk, services: Services) -> None:
    """It was inactive already when it was merged."""
    clipboard = Clipboard(services=services, browser=boss.browser, person=boss.person)
    survivor, merged = await add(boss), await add(boss)
    job_id = await clipboard.run("deactivate", [merged.id])
    assert (await merge(boss, survivor.id, merged.id)).status == 200
    await clipboard.undo(job_id)
    assert (await boss.browser.get(f"users/{merged.id}")).body["isActive"] is False
    await execute(services, A_DAY)
    await end_merges(services)
    assert (await boss.browser.get(f"users/{merged.id}")).status == 404


@pytest.mark.security("S131")
@pytest.mark.parametrize("is_over", [False, True])
async def test_an_erasure_takes_what_was_merged_and_an_export_has_it(
    boss: Desk, services: Services, *, is_over: bool
) -> None:
    survivor, merged = await add(boss), await add(boss, "राजेश्वरी", phone="+919812345678")
    assert (await merge(boss, survivor.id, merged.id, "phone")).status == 200
    if is_over:
        await execute(services, A_DAY)
        await end_merges(services)
    exported = await boss.browser.get(f"users/{survivor.id}/data.json")
    assert [each["email"] for each in exported.body["merges"]] == [merged.email]

    answer = await boss.browser.post(f"users/{survivor.id}/erase", json={"fullName": survivor.full_name})

    assert answer.status == 200, answer.body
    for table, column in (("users", "id"), ("merges", "merged_id")):
        query = f"SELECT count(*) FROM {table} WHERE {column} = ANY($1::uuid[])"  # noqa: S608 - constants
        assert await fetch_value(services, query, [survivor.id, merged.id]) == 0, table
    erased = await fetch_value(services, "SELECT array_agg(user_id) FROM erasures")
    assert set(erased) == {survivor.id, merged.id}


async def test_a_merge_and_its_reverse_at_once_do_not_deadlock(boss: Desk) -> None:
    for _ in range(3):
        first, second = await add(boss), await add(boss)
        answers = await asyncio.gather(merge(boss, first.id, second.id), merge(boss, second.id, first.id))
        assert sorted(answer.status for answer in answers) == [200, 409]
