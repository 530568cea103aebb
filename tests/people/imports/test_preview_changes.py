"""Changes of a preview by callers who may not make them, at once, after the start, and far too large."""

import asyncio
from contextlib import closing
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

import pytest

from server.access.sessions.access_token import identify
from server.people.imports.checking.check_import import check_import
from server.people.imports.files.upload_import import read_upload, upload_import
from server.people.imports.mending.judge_again import MOST_AT_ONCE
from server.people.imports.mending.mend_rows import MOST_TOUCHED, delete_rows
from server.people.imports.mending.schemas import MOST_DELETED
from server.people.imports.states import ImportState
from server.vocabulary.profiles import Profile
from tests.fixtures.import_calls import Called, Caller
from tests.fixtures.import_files import csv_file, people, person
from tests.fixtures.imports import Office, Offices, context_of
from tests.fixtures.live_server import LiveServer
from tests.fixtures.loop_lag import TRIES, is_too_long, measured_lag
from tests.fixtures.people import AddCompany, SignIn
from tests.fixtures.socket_client import open_socket
from tests.fixtures.spooled import spooled_file

MAPPING: Final = {"field": "role", "from": "TRAINEE", "to": "HR"}


async def every_change(caller: Caller, import_id: UUID) -> list[Called]:
    edit = {"values": {"fullName": "Another Name"}, "version": 1}
    return [
        await caller.call("PATCH", f"{import_id}/rows/1", json=edit),
        await caller.call("DELETE", f"{import_id}/rows", json={"rows": [1]}),
        await caller.delete(f"{import_id}/rows/2"),
        await caller.post(f"{import_id}/values", MAPPING),
        await caller.post(f"{import_id}/values", MAPPING | {"dryRun": True}),
        await caller.post(f"{import_id}/rows/undo"),
    ]


async def every_look(caller: Caller, import_id: UUID) -> list[Called]:
    return [
        await caller.get(f"{import_id}/problems"),
        await caller.get(f"{import_id}/values", field="role"),
        await caller.get(f"{import_id}/rows", field="email", problem="Invalid email format"),
    ]


async def state_of(office: Office, import_id: UUID) -> tuple[Any, ...]:
    return (await office.snapshot(import_id)).version, (await office.rows(import_id)).model_dump_json()


@pytest.mark.parametrize("profile", [None, Profile.TRAINER, Profile.TRAINEE])
async def test_who_may_not_create_users_mends_no_row(
    office: Office, offices: Offices, caller: Caller, profile: Profile | None
) -> None:
    import_id = await office.check(person(1), person(2, email="x"))
    before = await state_of(office, import_id)
    stranger = caller.as_person((await offices.open(profile, company=office.person.company)).person)
    answers = [*await every_change(stranger, import_id), *await every_look(stranger, import_id)]
    assert {answer.refusal[:2] for answer in answers} == {(403, "forbidden")}
    anonymous = [*await every_change(caller, import_id), *await every_look(caller, import_id)]
    assert {answer.status for answer in anonymous} == {401}
    assert await state_of(office, import_id) == before


async def test_a_colleague_whose_matrix_does_not_cover_the_file_mends_no_row(
    office: Office, offices: Offices, caller: Caller
) -> None:
    import_id = await office.check(person(1, profile="ADMIN", role="HR"), person(2, email="x"))
    before = await state_of(office, import_id)
    colleague = caller.as_person((await offices.open(Profile.ADMIN, company=office.person.company)).person)
    assert {answer.refusal[:2] for answer in await every_change(colleague, import_id)} == {(403, "forbidden")}
    assert await state_of(office, import_id) == before


async def test_a_colleague_writes_into_no_row_of_an_account_that_only_the_uploader_may_edit(
    office: Office, offices: Offices, caller: Caller
) -> None:
    """The uploader's start would update it with the uploader's rights."""
    company = office.person.company
    boss = (await offices.open(company=company)).person.email
    import_id = await office.check(person(1), person(2, email=boss), person(3, role="Trainer"))
    colleague = caller.as_person((await offices.open(Profile.ADMIN, company=company)).person)
    before = await state_of(office, import_id)
    for row, values in ((1, {"email": boss}), (2, {"phone": "9800000001"}), (2, {"fullName": "Another Name"})):
        answer = await colleague.call("PATCH", f"{import_id}/rows/{row}", json={"values": values, "version": 1})
        assert answer.refusal[:2] == (403, "forbidden"), values
    for field, value, target in (("email", "imported1@example.org", boss), ("workLocation", "Pune", "Delhi")):
        body = {"field": field, "from": value, "to": target}
        assert (await colleague.post(f"{import_id}/values", body)).refusal[:2] == (403, "forbidden"), field
    assert await state_of(office, import_id) == before
    mapped = await colleague.post(f"{import_id}/values", {"field": "role", "from": "Trainer", "to": "TRAINEE"})
    freed = await colleague.call(
        "PATCH", f"{import_id}/rows/2", json={"values": {"email": "new@example.org"}, "version": 1}
    )
    assert (mapped.status, freed.status) == (200, 200)


async def test_of_edits_of_one_version_one_is_made(office: Office, caller: Caller) -> None:
    owner, import_id = caller.as_person(office.person), await office.check(*people(2))

    async def edit(name: str) -> Called:
        body = {"values": {"fullName": f"Asha {name}"}, "version": 1}
        return await owner.call("PATCH", f"{import_id}/rows/1", json=body)

    answers = await asyncio.gather(*(edit(name) for name in "ABCDEFGH"))
    assert sorted(answer.status for answer in answers) == [200, *[409] * 7]
    made = next(answer.body for answer in answers if answer.status == 200)
    assert all(answer.body["row"] == made for answer in answers if answer.status == 409)


async def test_changes_at_once_leave_the_counters_exact(office: Office, caller: Caller) -> None:
    owner = caller.as_person(office.person)
    import_id = await office.check(*(person(each, email=f"same{each % 3}@example.org") for each in range(1, 13)))
    edits = [
        owner.call(
            "PATCH", f"{import_id}/rows/{row}", json={"values": {"email": f"same{row % 2}@example.org"}, "version": 1}
        )
        for row in range(1, 7)
    ]
    deletions = [owner.call("DELETE", f"{import_id}/rows", json={"rows": [row, row + 1]}) for row in (7, 8, 9)]
    mappings = [owner.post(f"{import_id}/values", MAPPING), owner.post(f"{import_id}/rows/undo")]
    answers = await asyncio.gather(*edits, *deletions, *mappings)
    assert {answer.status for answer in answers} <= {200, 409}
    before = await office.snapshot(import_id)
    counted = (before.total_rows, before.checked_rows, before.valid_rows, before.warning_rows, before.invalid_rows)
    await office.execute("UPDATE imports SET state = 'validating' WHERE id = $1", import_id)
    await check_import(office.services, import_id=import_id)
    after = await office.snapshot(import_id)
    assert counted == (
        after.total_rows,
        after.checked_rows,
        after.valid_rows,
        after.warning_rows,
        after.invalid_rows,
    )


async def test_a_start_and_an_edit_at_once_create_what_was_judged(office: Office, caller: Caller) -> None:
    owner, import_id = caller.as_person(office.person), await office.check(*people(3))
    body = {"values": {"email": "edited@example.org"}, "version": 1}
    edited, _ = await asyncio.gather(
        owner.call("PATCH", f"{import_id}/rows/1", json=body), owner.post(f"{import_id}/start")
    )
    await office.work(import_id)
    emails = {row["email"] for row in await office.fetch("SELECT email FROM users WHERE email LIKE '%@example.org'")}
    assert ("edited@example.org" in emails) == (edited.status == 200)
    assert ("imported1@example.org" in emails) == (edited.status != 200)
    await office.check_books(import_id)


async def test_numbers_of_rows_have_their_limits(office: Office, caller: Caller) -> None:
    owner, import_id = caller.as_person(office.person), await office.check(*people(2))
    largest = list(range(150_000 - MOST_DELETED + 1, 150_001))
    for rows, status in (
        ([], 422),
        ([0], 422),
        ([-1], 422),
        ([150_001], 422),
        (["1; DROP TABLE users"], 422),
        ([1, None], 422),
        ([*largest, 1], 422),
        ([*largest, *largest], 413),
        (largest, 200),
    ):
        answer = await owner.call("DELETE", f"{import_id}/rows", json={"rows": rows})
        assert answer.status == status, (rows[:2], answer.body)
    assert (await office.snapshot(import_id)).total_rows == 2
    edit: dict[str, Any] = {"values": {"fullName": "A"}, "version": 1}
    for row in ("0", "3", "150001", "99999999999999999999"):
        assert (await owner.call("PATCH", f"{import_id}/rows/{row}", json=edit)).status == 404
    edit["version"] = 2**63
    assert (await owner.call("PATCH", f"{import_id}/rows/1", json=edit)).refusal[:2] == (409, "row_changed")


async def test_texts_of_a_mapping_are_no_patterns(office: Office, caller: Caller) -> None:
    owner = caller.as_person(office.person)
    hostile = "%' OR 1=1 --"
    import_id = await office.check(person(1, role=hostile), person(2, role="Trainer"), person(3, role="(.*)+$"))
    for value in ("%", ".*", "'", "Train_r"):
        body = {"field": "role", "from": value, "to": "HR", "dryRun": True}
        assert (await owner.post(f"{import_id}/values", body)).body == {"rows": 0}
    assert (await owner.post(f"{import_id}/values", {"field": "role", "from": hostile, "to": "HR"})).body == {"rows": 1}


async def test_a_phone_of_more_rows_than_a_call_judges_is_left_to_a_worker(office: Office, caller: Caller) -> None:
    """The whole file is checked again; the answer shows the row as it is judged alone."""
    owner, shared = caller.as_person(office.person), "+919000000001"
    rows = [each.with_cells({"phone": shared}) for each in people(MOST_AT_ONCE + 2)]
    import_id = await office.upload(csv_file(*rows))
    await check_import(office.services, import_id=import_id)
    edit = {"values": {"phone": "+919000099999"}, "version": 1}
    answer = await owner.call("PATCH", f"{import_id}/rows/2", json=edit)
    assert (answer.status, answer.body["values"]["phone"], answer.body["version"]) == (200, "+919000099999", 2)
    assert (await office.snapshot(import_id)).state is ImportState.VALIDATING
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.warning_rows, snapshot.total_rows) == (len(rows), len(rows) - 1, len(rows))
    first, second = (await office.rows(import_id, page_size=2)).data
    assert [each.message for each in first.warnings] == [f"Also the phone of {MOST_AT_ONCE:,} others"]
    assert (second.warnings, second.version) == ([], 2)


async def test_very_many_rows_are_deleted_and_restored_by_a_worker(office: Office, caller: Caller) -> None:
    owner, count = caller.as_person(office.person), MOST_TOUCHED + 3
    import_id = await office.upload(csv_file(*people(count), person(1)))
    await check_import(office.services, import_id=import_id)
    deleted = await owner.call("DELETE", f"{import_id}/rows", json={"rows": list(range(1, count))})
    assert (deleted.status, deleted.body["state"], deleted.body["totalRows"]) == (200, "validating", 2)
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.total_rows, snapshot.checked_rows, snapshot.valid_rows) == (2, 2, 2)
    restored = await owner.post(f"{import_id}/rows/undo")
    assert (restored.body["state"], restored.body["totalRows"]) == ("validating", count + 1)
    await check_import(office.services, import_id=import_id)
    snapshot = await office.snapshot(import_id)
    assert (snapshot.total_rows, snapshot.valid_rows, snapshot.invalid_rows) == (count + 1, count, 1)


async def test_only_watchers_of_the_import_receive_which_rows_changed(
    server: LiveServer, sign_in: SignIn, add_company: AddCompany
) -> None:
    services = replace(server.services, publisher=server.publisher)
    ours, stranger = await sign_in(), await sign_in(company=await add_company())
    identity = await identify(services, token=ours.token)
    with closing(spooled_file(csv_file(*people(2)))) as spooled:
        file = await read_upload(context := context_of(services, identity), spooled, name="people.csv")
        import_id = (await upload_import(context, file)).id
    await check_import(services, import_id=import_id)
    async with (
        open_socket(server.url, {"token": ours.token}) as watching,
        open_socket(server.url, {"token": ours.token}) as elsewhere,
        open_socket(server.url, {"token": stranger.token}) as theirs,
    ):
        assert (await watching.ask("import:watch", {"importId": str(import_id)}))["ok"]
        assert not (await theirs.ask("import:watch", {"importId": str(import_id)}))["ok"]
        await delete_rows(context_of(services, identity), import_id, rows=[2])
        event = await watching.receive("import:rows")
        assert (event["id"], event["rows"], event["by"]["id"]) == (str(import_id), [2], str(ours.id))
        # The summary is published after the rows, to the whole company.
        await elsewhere.receive("import:summary")
        assert [elsewhere.payloads("import:rows"), theirs.payloads("import:rows")] == [[], []]


async def test_deleting_ten_thousand_rows_leaves_the_event_loop_its_time(office: Office) -> None:
    """Their numbers are read, and not their cells; the least of some tries counts."""
    import_id, context = await office.check(person(1)), await office.context()
    await office.execute(
        """
        INSERT INTO import_rows (import_id, row, line, status, full_name, email, phone, date_of_birth, gender,
                                 work_location, role, profile)
        SELECT $1, n, n + 1, 'valid', 'Asha Rao', 'asha' || n || '@example.org', '+919000000001', '1990-04-12',
               'FEMALE', 'Pune', 'TRAINEE', 'TRAINEE' FROM generate_series(2, $2::int) AS n
        """,
        import_id,
        TRIES * MOST_DELETED,
    )
    lags = []
    for number in range(TRIES):
        await office.execute("UPDATE imports SET state = 'ready' WHERE id = $1", import_id)
        rows = range(number * MOST_DELETED + 1, (number + 1) * MOST_DELETED + 1)
        async with measured_lag() as lag:
            await delete_rows(context, import_id, rows=list(rows))
        lags.append(lag.longest)
    deleted = "SELECT count(*) FROM import_rows WHERE import_id = $1 AND status = 'deleted'"
    assert await office.fetch_value(deleted, import_id) == TRIES * MOST_DELETED
    assert not is_too_long(min(lags))
