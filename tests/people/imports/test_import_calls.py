"""Reading, starting and cancelling an import, and deleting rows of its preview, over HTTP."""

import asyncio
from typing import Any, Final

import pytest

from server.people.imports.checking.check_import import check_import
from server.people.imports.read_import import IMPORT_PROGRESS
from tests.fixtures.eventually import eventually
from tests.fixtures.import_calls import Caller
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.imports import Office
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.services import RecordingJobQueue

NOT_FOUND: Final = (404, "not_found", "The requested resource was not found.")
SNAPSHOT_FIELDS: Final = set(
    "id state reason fileName totalRows validRows warningRows invalidRows processed successCount errorCount invited "  # noqa: SIM905
    "ratePerSecond etaSeconds startedAt finishedAt startedBy version recent serverTime timestamp invite".split()
)
ROW_FIELDS: Final = {
    "row",
    "position",
    "batch",
    "stage",
    "line",
    "status",
    "change",
    "before",
    "updateErrors",
    "accountName",
    "values",
    "errors",
    "warnings",
    "message",
    "userId",
    "invitation",
    "version",
    "editedBy",
}


@pytest.fixture
async def owner(caller: Caller, office: Office) -> Caller:
    """The user of the office."""
    return caller.as_person(office.person)


async def test_a_snapshot_has_all_its_fields_in_every_state(owner: Caller, office: Office) -> None:
    import_id = await office.upload(csv_file(*people(3), person(4, email="x")))
    states = []
    for step in (check_import(office.services, import_id=import_id), office.start(import_id), office.work(import_id)):
        states.append(await owner.get(import_id))
        await step
    states.append(await owner.get(import_id))
    assert [answer.body["state"] for answer in states] == ["validating", "ready", "processing", "completed"]
    for answer in states:
        assert answer.status == 200
        assert set(answer.body) >= SNAPSHOT_FIELDS
        assert answer.body["serverTime"].endswith("Z")
    versions = [answer.body["version"] for answer in states]
    assert versions == sorted(set(versions))
    ended = states[-1].body
    assert (ended["totalRows"], ended["successCount"], ended["errorCount"]) == (4, 3, 1)
    assert ended["timestamp"] == ended["finishedAt"]
    assert ended["startedBy"] == {"id": str(office.person.id), "fullName": ended["startedBy"]["fullName"]}
    assert ended["recent"][0] == {
        "row": 3,
        "email": "imported3@example.org",
        "status": "created",
        "message": "Created",
    }


async def test_a_snapshot_says_that_no_worker_runs_where_it_waits_for_one(
    owner: Caller, office: Office, jobs: RecordingJobQueue, publisher: RecordingPublisher
) -> None:
    jobs.has_worker = False
    import_id = await office.upload(csv_file(*people(1)))
    assert (await owner.get(import_id)).body["isWorkerAway"]
    await check_import(office.services, import_id=import_id)
    assert "isWorkerAway" not in (await owner.get(import_id)).body
    await office.start(import_id)

    async def is_published() -> bool:
        return any(snapshot.is_worker_away for snapshot in publisher.shown(IMPORT_PROGRESS))

    await eventually(is_published, within=30, what="that the started import waits")
    jobs.has_worker = True
    assert "isWorkerAway" not in (await owner.get(import_id)).body


async def test_the_history_shows_the_newest_first(owner: Caller, office: Office, caller: Caller) -> None:
    ids = [str(await office.upload(csv_file(*people(count)), name=f"{count}.csv")) for count in (1, 2, 3)]
    answer = await owner.get(page=1, pageSize=2)
    assert [found["id"] for found in answer.body["data"]] == [ids[2], ids[1]]
    assert {name: answer.body[name] for name in ("page", "pageSize", "total", "totalIsExact")} == {
        "page": 1,
        "pageSize": 2,
        "total": 3,
        "totalIsExact": True,
    }
    assert answer.body["data"][0]["fileName"] == "3.csv"
    assert answer.body["data"][0]["uploadedBy"]["id"] == str(office.person.id)
    assert [found["id"] for found in (await owner.get(page=2, pageSize=2)).body["data"]] == [ids[0]]
    assert (await owner.get(page=9)).body["data"] == []


async def test_rows_are_filtered_and_paged(owner: Caller, office: Office) -> None:
    rows = [person(n, role="HR") if n % 5 == 0 else person(n) for n in range(1, 21)]
    rows[2], rows[6] = person(3, email="x"), person(7, phone="1", gender="?")
    import_id = await office.check(*rows)
    everything = (await owner.get(f"{import_id}/rows")).body
    assert (everything["page"], everything["pageSize"], everything["total"]) == (1, 10, 20)
    assert [row["row"] for row in everything["data"]] == list(range(1, 11))
    assert set(everything["data"][0]) == ROW_FIELDS
    expected = {
        "valid": [n for n in range(1, 21) if n not in {3, 7}],
        "warning": [5, 10, 15, 20],
        "invalid": [3, 7],
        "failed": [3, 7],
        "created": [],
    }
    for status, numbers in expected.items():
        page = (await owner.get(f"{import_id}/rows", status=status, pageSize=100)).body
        assert [row["row"] for row in page["data"]] == numbers, status
        assert page["total"] == len(numbers), status
    second = (await owner.get(f"{import_id}/rows", status="valid", page=2, pageSize=7)).body
    assert [row["row"] for row in second["data"]] == expected["valid"][7:14]
    invalid = (await owner.get(f"{import_id}/rows", status="invalid")).body["data"][1]
    assert [problem["field"] for problem in invalid["errors"]] == ["phone", "gender"]
    assert invalid["values"]["phone"] == "1"
    assert set(invalid["values"]) >= set(HEADER)


async def test_rows_after_the_end(owner: Caller, office: Office) -> None:
    import_id = await office.begin(*people(3), person(4, email="x"), person(5, role="HR"))
    await office.add_user(office.person.company, email="imported5@example.org", phone="+919999999999")
    await office.work(import_id)
    numbers: dict[str, list[int]] = {}
    for status in ("valid", "warning", "invalid", "failed", "created"):
        page = (await owner.get(f"{import_id}/rows", status=status)).body
        numbers[status] = [row["row"] for row in page["data"]]
        assert page["total"] == len(page["data"]), status
    assert numbers == {"valid": [1, 2, 3], "warning": [5], "invalid": [4], "failed": [4, 5], "created": [1, 2, 3]}
    created = (await owner.get(f"{import_id}/rows", status="created")).body["data"][0]
    assert len(created["userId"]) == 36
    assert (created["message"], created["invitation"]) == ("Created", "queued")


async def test_a_wrong_query_is_refused_by_field(owner: Caller, office: Office) -> None:
    cases: list[dict[str, Any]] = [
        {"page": 0},
        {"page": "x"},
        {"pageSize": 0},
        {"pageSize": 1001},
        {"status": "deleted"},
        {"status": "?"},
        {"page": "9" * 30},
    ]
    import_id = await office.check(person(1))
    for query in cases:
        answer = await owner.get(f"{import_id}/rows", **query)
        assert (answer.status, set(answer.body["errors"])) == (422, set(query)), query
        assert (await owner.get(f"{import_id}/rows", unknown=1, page=1_000_000, pageSize=1000)).status == 200, query


async def test_an_invalid_row_is_deleted_and_the_others_move_up(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, email="x"), person(2), person(3, email="x"), person(4))
    before = (await owner.get(import_id)).body
    answer = await owner.delete(f"{import_id}/rows/1")
    assert (answer.status, answer.body) == (200, {"message": "Invalid row deleted successfully"})
    page = (await owner.get(f"{import_id}/rows")).body
    assert [(row["row"], row["position"]) for row in page["data"]] == [(2, 1), (3, 2), (4, 3)]
    assert page["total"] == 3
    after = (await owner.get(import_id)).body
    assert (after["totalRows"], after["checkedRows"], after["invalidRows"], after["validRows"]) == (3, 3, 1, 2)
    assert after["version"] > before["version"]
    assert (await owner.delete(f"{import_id}/rows/1")).refusal == NOT_FOUND
    refused = await owner.delete(f"{import_id}/rows/2")
    assert refused.refusal == (409, "row_not_invalid", "Only an invalid row can be deleted.")
    for missing in ("5", "0", "99999999999999999999"):
        assert (await owner.delete(f"{import_id}/rows/{missing}")).refusal == NOT_FOUND
    await office.start(import_id)
    assert (await owner.delete(f"{import_id}/rows/3")).status == 409
    ended = await office.work(import_id)
    assert (ended.total_rows, ended.success_count, ended.error_count) == (3, 2, 1)
    await office.check_books(import_id)


async def test_a_row_deleted_by_six_at_once_is_deleted_once(owner: Caller, office: Office) -> None:
    import_id = await office.check(person(1, email="x"), person(2))
    answers = await asyncio.gather(*(owner.delete(f"{import_id}/rows/1") for _ in range(6)))
    assert sorted(answer.status for answer in answers) == [200, 404, 404, 404, 404, 404]
    snapshot = (await owner.get(import_id)).body
    assert (snapshot["totalRows"], snapshot["invalidRows"]) == (1, 0)


async def test_starting_twice_starts_once(owner: Caller, office: Office) -> None:
    import_id = await office.check(*people(3))
    answers = await asyncio.gather(*(owner.post(f"{import_id}/start") for _ in range(5)))
    assert {answer.status for answer in answers} == {200}
    assert {answer.body["state"] for answer in answers} == {"processing"}
    await office.services.database.settle()
    assert office.enqueued("create_accounts") == 1
    await office.work(import_id)
    again = await owner.post(f"{import_id}/start")
    assert (again.status, again.body["state"], again.body["successCount"]) == (200, "completed", 3)
    await office.check_books(import_id)


async def test_an_import_in_another_state_cannot_be_started(owner: Caller, office: Office) -> None:
    import_id = await office.upload(csv_file(person(1)))
    assert (await owner.post(f"{import_id}/start")).refusal == (
        409,
        "wrong_import_state",
        "The file is still being checked. Please wait until the preview is ready.",
    )
    await owner.post(f"{import_id}/cancel")
    assert (await owner.post(f"{import_id}/start")).refusal == (
        409,
        "wrong_import_state",
        "This import is cancelled and cannot be started. Please upload the file again.",
    )
    hopeless = await office.check(person(1, email="x"))
    assert (await owner.post(f"{hopeless}/start")).refusal == (
        422,
        "no_valid_row",
        "There is no valid row to create an account from.",
    )


async def test_cancelling_twice_cancels_once(owner: Caller, office: Office) -> None:
    for import_id in (await office.upload(csv_file(person(1))), await office.check(person(2))):
        first, second = [await owner.post(f"{import_id}/cancel") for _ in range(2)]
        assert (first.status, first.body["state"]) == (second.status, second.body["state"]) == (200, "cancelled")
        assert first.body["version"] == second.body["version"]
        assert first.body["finishedAt"] is not None
    entries = await office.fetch_value("SELECT count(*) FROM audit_entries WHERE subject_id = $1", import_id)
    assert entries == 2


async def test_an_ended_import_cannot_be_cancelled(owner: Caller, office: Office) -> None:
    import_id = await office.begin(person(1))
    await office.work(import_id)
    assert (await owner.post(f"{import_id}/cancel")).refusal == (
        409,
        "wrong_import_state",
        "This import has completed already and cannot be cancelled.",
    )


@pytest.mark.parametrize("call", ["start", "cancel"])
async def test_calls_without_a_payload_take_an_empty_one_and_refuse_fields(
    owner: Caller, office: Office, call: str
) -> None:
    import_id = await office.check(person(1))
    refused = await owner.call("POST", f"{import_id}/{call}", json={"force": True})
    assert (refused.status, refused.body["errors"]) == (422, {"force": "Unknown field"})
    text = await owner.call("POST", f"{import_id}/{call}", data=b"x", headers={"Content-Type": "text/plain"})
    assert text.status == 415
    assert (await owner.get(import_id)).body["state"] == "ready"
    payloads: list[dict[str, Any]] = [{"json": {}}, {"data": b"{}"}, {}]
    for payload in payloads:
        assert (await owner.call("POST", f"{import_id}/{call}", **payload)).status == 200
