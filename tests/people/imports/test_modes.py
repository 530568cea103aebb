"""Imports that update accounts, or create and update: each account once, by present rights, with what it had kept."""

import asyncio
from typing import Final

import pytest

from server.people.account.events import USERS_CHANGED
from server.people.imports.checking.check_import import check_import
from server.people.imports.errors import ColumnsNeededError, DailyRowsExceededError, NoValidRowError
from server.people.imports.files.choose_columns import choose_columns
from server.people.imports.files.schemas import ColumnsRequest
from server.people.imports.run.create_accounts import create_accounts
from server.people.imports.states import CHANGED_SINCE_PREVIEW, ImportMode, ImportState, RowChange, RowFilter, RowStatus
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.import_modes import account, messages, run
from tests.fixtures.imports import Office
from tests.fixtures.people import AddCompany
from tests.fixtures.publisher import RecordingPublisher

FORBIDDEN: Final = "Access denied. You do not have permission to perform this action."
BLOCKED: Final = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
NO_ACCOUNT: Final = "No account has this email"
UPDATE, UPSERT = ImportMode.UPDATE, ImportMode.UPSERT


async def test_an_update_changes_accounts_and_creates_none(office: Office, publisher: RecordingPublisher) -> None:
    await office.work(await office.begin(*people(3)))
    before = [await account(office, number) for number in (1, 2, 3)]
    import_id = await office.check(
        person(1, fullName="Asha Rao", workLocation="Delhi", dateOfBirth="1980-01-01", gender="Other"),
        person(2, dateOfBirth="?"),
        person(3, phone="90000 00099"),
        person(4),
        person(5, email="x"),
    )
    publisher.published.clear()
    ended = await run(office, import_id, UPDATE)
    assert (ended.mode, ended.changed, ended.unchanged, ended.success_count) == (UPDATE, 2, 1, 3)
    assert (ended.processed, ended.failed_count, ended.error_count) == (4, 1, 2)
    after = [await account(office, number) for number in (1, 2, 3)]
    assert (after[0]["full_name"], after[0]["work_location"]) == ("Asha Rao", "Delhi")
    assert (after[0]["date_of_birth"], after[0]["gender"]) == (before[0]["date_of_birth"], "FEMALE")
    assert after[2]["phone"] == "+919000000099"
    assert [user["version"] for user in after] == [2, 1, 2]
    assert after[1]["xmin"] == before[1]["xmin"], "nothing is written to an account without a change"
    assert await messages(office, import_id) == [
        "Updated",
        "No change",
        "Updated",
        NO_ACCOUNT,
        "Invalid email format",
    ]
    assert await messages(office, import_id, RowFilter.CREATED) == []
    assert await messages(office, import_id, RowFilter.CHANGED) == ["Updated", "Updated"]
    assert await messages(office, import_id, RowFilter.UNCHANGED) == ["No change"]
    assert await messages(office, import_id, RowFilter.FAILED) == [NO_ACCOUNT, "Invalid email format"]

    async def is_published() -> bool:
        return USERS_CHANGED in {event.event for event in publisher.published}

    await eventually(is_published, within=30, what="the event")
    assert [row.status for row in ended.recent] == ["failed", "updated", "unchanged", "updated"]


async def test_what_an_account_had_is_kept(office: Office) -> None:
    await office.work(await office.begin(person(1)))
    user = await account(office, 1)
    import_id = await office.check(person(1, fullName="Asha Rao", profile="TRAINER", role="MENTOR"))
    await run(office, import_id, UPDATE)
    [row] = (await office.rows(import_id)).data
    assert (row.user_id, row.errors, row.invitation) == (user["id"], [], None)
    assert row.before == {"fullName": "Imported 1", "role": "TRAINEE", "profile": "TRAINEE"}
    [kept] = await office.fetch("SELECT * FROM import_updates")
    assert (kept["import_id"], kept["row"], kept["user_id"], kept["version"]) == (import_id, 1, user["id"], 2)
    assert kept["before"] == {"fullName": "Imported 1", "role": "TRAINEE", "profile": "TRAINEE"}
    assert kept["after"] == {"fullName": "Asha Rao", "role": "MENTOR", "profile": "TRAINER"}


async def test_an_upsert_creates_and_updates(office: Office) -> None:
    await office.work(await office.begin(*people(2)))
    await office.execute("UPDATE users SET full_name = 'Asha Rao' WHERE email = 'imported1@example.org'")
    import_id = await office.check(*people(3), person(4, fullName=""), person(2, email="imported1@example.org"))
    ended = await run(office, import_id, UPSERT)
    assert (ended.success_count, ended.changed, ended.unchanged, ended.error_count) == (3, 1, 1, 2)
    assert await messages(office, import_id) == [
        "Updated",
        "No change",
        "Created",
        "Missing full name",
        "Duplicate email in file (row 1)",
    ]
    assert await messages(office, import_id, RowFilter.CREATED) == ["Created"]
    assert await messages(office, import_id, RowFilter.VALID) == ["Updated", "No change", "Created"]
    assert (await account(office, 1))["full_name"] == "Imported 1"


async def test_a_creation_leaves_accounts_as_they_are(office: Office) -> None:
    await office.work(await office.begin(person(1)))
    import_id = await office.check(person(1, fullName="Asha Rao"), person(2))
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.success_count, ended.changed, ended.error_count) == (1, 0, 1)
    assert (await account(office, 1))["full_name"] == "Imported 1"
    assert await messages(office, import_id, RowFilter.CHANGED) == ["Email already registered"]


async def test_accounts_are_compared_as_they_are_when_the_chunk_runs(office: Office, add_company: AddCompany) -> None:
    await office.work(await office.begin(*people(4)))
    import_id = await office.check(
        person(1, fullName="Asha Rao"),
        person(2),
        person(3, fullName="Bina Das"),
        person(4, fullName="Chitra"),
        person(5),
        person(6),
    )
    await office.start(import_id, mode=UPSERT)
    await office.execute("UPDATE users SET full_name = 'Asha Rao' WHERE email = 'imported1@example.org'")
    await office.execute("UPDATE users SET full_name = 'Changed' WHERE email = 'imported2@example.org'")
    await office.execute("UPDATE users SET full_name = 'Meanwhile' WHERE email = 'imported3@example.org'")
    await office.execute("DELETE FROM users WHERE email = 'imported4@example.org'")
    await office.add_user(office.person.company, email="imported5@example.org", phone="+919000000005")
    await office.add_user(await add_company(), email="imported6@example.org", phone="+919000000006")
    ended = await office.work(import_id)
    assert (ended.changed, ended.unchanged, ended.failed_count) == (0, 1, 5)
    assert ended.success_count + ended.error_count == ended.total_rows
    rows = (await office.rows(import_id)).data
    assert [row.message for row in rows] == [
        "No change",
        CHANGED_SINCE_PREVIEW,
        CHANGED_SINCE_PREVIEW,
        "The account has been deleted since the preview",
        CHANGED_SINCE_PREVIEW,
        "Email already registered",
    ]
    assert rows[1].before == {"fullName": "Changed"}
    assert [row.errors for row in rows] == [[]] * 6, "the reason of a failed row is its message"
    assert [row.change for row in rows] == [RowChange.UNCHANGED, *[None] * 5]


async def test_nothing_changed_is_no_event(office: Office, publisher: RecordingPublisher) -> None:
    await office.add_user(office.person.company, email="imported1@example.org", phone="+919000000001")
    await office.execute("UPDATE users SET work_location = 'Pune' WHERE email = 'imported1@example.org'")
    import_id = await office.check(person(1, fullName="Already Here"))
    assert (await run(office, import_id, UPSERT)).unchanged == 1
    assert USERS_CHANGED not in {event.event for event in publisher.published}


async def test_a_mode_without_rows_is_not_started(office: Office) -> None:
    await office.work(await office.begin(person(1)))
    only_new, only_old = await office.check(person(2)), await office.check(person(1))
    with pytest.raises(NoValidRowError, match="no row that can update an account"):
        await office.start(only_new, mode=UPDATE)
    with pytest.raises(NoValidRowError, match="no valid row to create an account from"):
        await office.start(only_old)
    for mode in ImportMode:
        with pytest.raises(NoValidRowError):
            await office.start(await office.check(person(3, email="x")), mode=mode)
    started = await office.start(only_old, mode=UPSERT)
    again = await office.start(only_old, mode=UPDATE)
    assert (started.mode, again.mode, again.version) == (UPSERT, UPSERT, started.version), "starting twice is once"


@pytest.mark.settings(company_daily_rows=3)
async def test_only_new_accounts_count_towards_the_daily_limit(office: Office) -> None:
    await office.work(await office.begin(*people(2)))
    await run(office, await office.check(*(person(n, fullName="Asha") for n in (1, 2, 3, 4))), UPDATE)
    with pytest.raises(DailyRowsExceededError):
        await office.start(await office.check(*people(4)), mode=UPSERT)
    running = await office.check(*people(3))
    await office.start(running, mode=UPSERT)
    with pytest.raises(DailyRowsExceededError):
        await office.start(await office.check(person(9)))
    assert (await office.work(running)).success_count == 3


async def test_a_file_of_emails_and_phones_updates_the_phones(office: Office, caller: Caller) -> None:
    await office.work(await office.begin(*people(2)))
    file = csv_file(
        ("imported1@example.org", "9000000099"), ("new@example.org", "9000000098"), header=("email", "phone")
    )
    import_id = await office.upload(file)
    assert (await office.snapshot(import_id)).state is ImportState.MAPPING
    with pytest.raises(ColumnsNeededError):
        await office.start(import_id, mode=UPDATE)
    owner = caller.as_person(office.person)
    chosen = await owner.call("PUT", f"{import_id}/columns", json={"mode": "update"})
    assert (chosen.status, chosen.body["state"], chosen.body["mode"]) == (200, "validating", "update")
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.new_rows, snapshot.changed_rows, snapshot.mode) == (0, 1, UPDATE)
    rows = (await office.rows(import_id)).data
    assert [(row.change, row.before) for row in rows] == [(RowChange.CHANGED, {"phone": "+919000000001"}), (None, {})]
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.changed, ended.error_count) == (1, 1)
    user = await account(office, 1)
    assert (user["phone"], user["full_name"], user["profile"]) == ("+919000000099", "Imported 1", "TRAINEE")


async def test_a_file_that_updates_is_judged_by_its_own_columns(office: Office, caller: Caller) -> None:
    """An empty cell keeps what the account has, and an email without an account has one reason."""
    await office.work(await office.begin(*people(3)))
    header = ("E-mail", "Centre", "Gender", "Mobile")
    rows = [
        ("imported1@example.org", "Nashik", "?", ""),
        ("imported2@example.org", "", "", ""),
        ("imported3@example.org", "", "", "12"),
        ("new@example.org", "Nashik", "?", "12"),
        ("new@", "", "", ""),
    ]
    import_id = await office.upload(csv_file(*rows, header=header))
    owner = caller.as_person(office.person)
    await owner.call("PUT", f"{import_id}/columns", json={"mode": "update"})
    await check_import(office.services, import_id=import_id)
    found = (await owner.get(f"{import_id}/rows")).body["data"]
    phone, unknown, bad = ("phone", "Invalid phone format"), ("email", NO_ACCOUNT), ("email", "Invalid email format")
    read = [
        (row["accountName"], row["before"], [(each["field"], each["message"]) for each in row["updateErrors"]])
        for row in found[:3]
    ]
    assert read == [
        ("Imported 1", {"workLocation": "Pune"}, []),
        ("Imported 2", {}, []),
        ("Imported 3", {}, [phone]),
    ]
    assert [[(each["field"], each["message"]) for each in row["errors"]] for row in found[3:]] == [[unknown], [bad]]
    assert [row["accountName"] for row in found[3:]] == [None, None]
    problems = (await owner.get(f"{import_id}/problems", mode="update")).body["problems"]
    assert {(each["field"], each["message"], each["rows"]) for each in problems} == {
        (*phone, 1),
        (*unknown, 1),
        (*bad, 1),
    }
    for field in ("gender", "role", "profile"):
        values = await owner.get(f"{import_id}/values", field=field, status="invalid", mode="update")
        assert values.body["values"] == []
    assert (await office.snapshot(import_id)).columns == ["email", "phone", "gender", "workLocation"]
    await office.start(import_id)
    ended = await office.work(import_id)
    assert (ended.changed, ended.unchanged, ended.error_count) == (1, 1, 3)


async def test_values_are_listed_where_they_refuse_something(office: Office, caller: Caller) -> None:
    await office.work(await office.begin(person(1)))
    import_id = await office.check(person(1, gender="?", fullName="Asha Rao"), person(2, gender="?"))

    async def rows(mode: str) -> list[int]:
        asked = caller.as_person(office.person).get(f"{import_id}/values", field="gender", status="invalid", mode=mode)
        return [each["rows"] for each in (await asked).body["values"]]

    assert [await rows(mode) for mode in ("create", "upsert", "update")] == [[2], [1], []]


async def test_without_the_email_nothing_can_be_updated(office: Office) -> None:
    import_id = await office.upload(csv_file(("Asha Rao", "9000000099"), header=("fullName", "phone")))
    snapshot = await choose_columns(await office.context(), import_id, chosen=ColumnsRequest(mode=UPDATE))
    assert (snapshot.state, snapshot.reason) == (ImportState.MAPPING, "Missing required headers: email")


async def test_many_workers_update_each_account_once(office: Office) -> None:
    await office.work(await office.begin(*people(60)))
    rows = [person(n, fullName=f"Updated {n}") if n % 3 else person(n) for n in range(1, 91)]
    import_id = await office.check(*rows)
    await office.start(import_id, mode=UPSERT)
    await office.cut(import_id, rows=7)
    await asyncio.gather(*(create_accounts(office.services, import_id=import_id) for _ in range(4)))
    ended = await office.work(import_id)
    await office.check_books(import_id)
    assert (ended.changed, ended.unchanged, ended.success_count) == (40, 20, 90)
    versions = await office.fetch("SELECT version, count(*) FROM users WHERE email LIKE 'imported%' GROUP BY 1")
    assert {row["version"]: row["count"] for row in versions} == {1: 50, 2: 40}


async def test_a_cancelled_update_keeps_what_it_has_changed(office: Office) -> None:
    await office.work(await office.begin(*people(4)))
    import_id = await office.check(*(person(n, fullName=f"Asha Rao {n}") for n in range(1, 7)))
    await office.start(import_id, mode=UPSERT)
    await office.cut(import_id, rows=2)
    await office.create_chunk(import_id)
    await office.cancel(import_id)
    assert not await office.create_chunk(import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.state, snapshot.changed, snapshot.processed) == (ImportState.CANCELLED, 2, 2)
    assert [row.status for row in (await office.rows(import_id)).data] == [RowStatus.UPDATED] * 2 + [
        RowStatus.VALID
    ] * 4
    assert await messages(office, import_id, RowFilter.FAILED) == []
    for status in RowFilter:
        page = await office.rows(import_id, status=status)
        assert page.total == len(page.data), status
